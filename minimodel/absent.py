"""Names that this library lacks: what to write instead, in a sentence."""

import difflib
import sys
from collections.abc import Callable, Iterable
from opcode import opmap
from typing import Any

TABLE = """
add_ sub_ mul_ div_: x += y in no_grad()
copy_ fill_ zero_ index_fill_: p.write(values)
uniform_: nn.init.uniform_(p, low, high)
normal_ trunc_normal_: nn.init.normal_(p)
orthogonal_ eye_ ones_ dirac_: p.write(values)
scatter scatter_ scatter_add index_add_: where, or one_hot
masked_fill_ logical_and logical_or: where, or x.masked_fill(mask, value)
index_select masked_select take_along_dim: x[index], or gather
repeat tile hstack vstack repeat_interleave: cat([x, x]), or x[index]
einsum dot inner outer: a @ b, or (a * b).sum(dim)
norm dist cdist linalg: (x * x).sum().sqrt()
cosine_similarity CosineSimilarity: (a * b).sum(-1), over both norms
maximum minimum clip sign: where(a > b, a, b), or x.clamp(low, high)
sort argsort median quantile unique: topk, or NumPy's of x.data
isnan isinf isfinite floor ceil prod: NumPy's of x.data
empty as_tensor LongTensor FloatTensor BoolTensor: tensor(values)
set_default_dtype half bfloat16 float16: dtype=float32 where it is made
cuda amp backends compile jit DataParallel: the code without it
distributions bernoulli normal: multinomial, rand or randn
autograd func vmap: loss.backward(), then p.grad
register_hook register_forward_hook: x.retain_grad(), or a forward
NLLLoss LogSoftmax Softplus LogSigmoid: the function in nn.functional
SiLU silu ELU elu Mish relu6: a forward of x.sigmoid(), x.exp(), where
L1Loss l1_loss HuberLoss SmoothL1Loss: (x - y).abs().mean()
BatchNorm2d GroupNorm InstanceNorm2d RMSNorm: LayerNorm, or BatchNorm1d
RNN LSTM GRU RNNCell LSTMCell GRUCell: a loop over Linear and tanh
TransformerEncoder Transformer: Sequential(TransformerEncoderLayer(...))
AvgPool1d AvgPool2d AdaptiveAvgPool2d: x.mean((-2, -1))
Conv3d ConvTranspose2d Upsample Unfold: Conv2d, or reshape
ParameterList ParameterDict add_module: setattr(self, name, part)
clip_grad_value_ parameters_to_vector: p.grad = p.grad.clip(low, high)
RMSprop Adagrad Adadelta NAdam RAdam LBFGS: Adam, AdamW or SGD
ExponentialLR MultiStepLR LinearLR OneCycleLR: LambdaLR(optimizer, rate)
ReduceLROnPlateau CyclicLR: optimizer.param_groups[0]["lr"] = rate
Dataset Subset random_split Sampler: TensorDataset(x[rows], y[rows])
"""
ROWS = [row.split(": ", 1) for row in TABLE.strip().splitlines()]
INSTEAD = {name: words for names, words in ROWS for name in names.split()}


def lacking(
    place: str, there: type | Iterable[str]
) -> Callable[[str], Any]:
    """Make the __getattr__ of a place, which tells what is not there.

    `there` are a module's names, or the class that is asked.
    """

    def tell(name: str) -> Any:
        if name.startswith("_"):  # Python and its tools ask for these
            raise AttributeError(name)
        names = dir(there) if isinstance(there, type) else there
        near = difflib.get_close_matches(name, names, 1)
        hint = f"Did you mean {near[0]}?" if near else "See its dir()."
        if name in INSTEAD:
            hint = f"Write {INSTEAD[name]}."
        asked = sys._getframe(1)  # which would hide an AttributeError
        importing = (
            opmap["IMPORT_FROM"] == asked.f_code.co_code[asked.f_lasti]
        )
        kind = ImportError if importing else AttributeError
        raise kind(f"{place} has no {name} here. {hint}")

    return tell
