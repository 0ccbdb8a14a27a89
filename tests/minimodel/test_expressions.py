"""Random expressions over random broadcastable shapes have the right gradients."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

from minimodel import Tensor, concatenate, gradcheck, stack, where

ONE = {
    "tanh": lambda x: x.tanh(),
    "sin": lambda x: x.sin(),
    "sigmoid": lambda x: x.sigmoid(),
    "gelu": lambda x: x.gelu(),
    "exp": lambda x: x.tanh().exp(),
    "log": lambda x: (x * x + 1).log(),
    "sqrt": lambda x: (x * x + 0.5).sqrt(),
    "square": lambda x: x**2 / 4,
    "negate": lambda x: -x,
    "mean": lambda x: x.mean(keepdim=True),
    "sum": lambda x: x.sum(0, keepdim=True) if x.ndim else x,
    "softmax": lambda x: x.softmax() if x.ndim else x,
    "logsumexp": lambda x: x.logsumexp(keepdim=True) if x.ndim else x,
    "log_softmax": lambda x: x.log_softmax(0) / 4 if x.ndim else x,
    "transpose": lambda x: x.T.T,
    "reshape": lambda x: x.reshape(-1).reshape(x.shape),
    "reverse": lambda x: x[::-1] if x.ndim else x,
    "matmul": lambda x: (x @ x.mT @ x).tanh() if x.ndim > 1 else x,
}
TWO = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / (b * b + 1),
    "where": lambda a, b: where(np.ones(b.shape[-1:], bool), a, b) if b.ndim else a,
    "concatenate": lambda a, b: concatenate([a + b, a * b], -1).mean(-1, keepdim=True) if a.ndim else a,
    "stack": lambda a, b: stack([a + b, a * b]).sum(0),
}


@st.composite
def expressions(draw):
    """(shapes, steps): each step names an operation and where its inputs come from."""
    shapes = draw(mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=3)).input_shapes
    pick = st.integers(0, 10)
    one = st.tuples(st.sampled_from(sorted(ONE)), pick, pick)
    two = st.tuples(st.sampled_from(sorted(TWO)), pick, pick)
    return shapes, draw(st.lists(one | two, min_size=1, max_size=6)), draw(st.integers(0, 2**32 - 1))


def evaluate(steps, inputs):
    """Run the steps; each may use any value so far, squashed so that nothing explodes."""
    values = list(inputs)
    for name, i, j in steps:
        a, b = values[i % len(values)], values[j % len(values)]
        values.append((ONE[name](a) if name in ONE else TWO[name](a, b)).tanh())
    return values[-1]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(expressions())
def test_a_random_expression_has_its_numerical_gradient(expression):
    shapes, steps, seed = expression
    generator = np.random.default_rng(seed)
    inputs = [Tensor(generator.normal(size=shape), requires_grad=True) for shape in shapes]
    assert gradcheck(lambda *inputs: evaluate(steps, inputs), inputs)
