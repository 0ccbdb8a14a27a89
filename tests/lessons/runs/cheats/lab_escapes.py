"""A lab's layer that leaves the work to what the learner was to write."""

from textwrap import dedent

from lessons.runs.edits import LIBRARY
from tests.lessons.runs.cheats.cheat import Cheat
from tests.lessons.runs.cheats.pasted import answered_by_pasted, pasted_library

EMPTY_LINEAR = """
class Linear(Module):
    def __init__(self, in_features, out_features):
        super().__init__()
        self.weight = Parameter(np.zeros((out_features, in_features)))
        self.bias = Parameter(np.zeros(out_features))
        bound = 1 / in_features ** 0.5
        init.uniform_(self.weight, -bound, bound)

    def forward(self, x):
        BODY
"""
GIVEN = "from minimodel.nn.linear import Linear as Given"
HEAD = "import numpy as np\nimport minimodel\nfrom minimodel.nn import Module, Parameter, init\n"


def linear(body: str, before: str = "") -> str:
    """A lab's file whose layer does this with x."""
    return f"{HEAD}{dedent(before)}\n{EMPTY_LINEAR.replace('BODY', body)}"


def inheriting() -> str:
    """A lab's file whose layer has parameters of its own, and the given layer's forward."""
    own = linear("return super().forward(x)", GIVEN)
    own = own.replace("class Linear(Module)", "class Linear(Given)")
    return own.replace("super().__init__()", "Module.__init__(self)")


CALL = "layer = LINEAR(x.shape[-1], len(self.bias)); layer.weight, layer.bias = self.weight, self.bias; return layer(x)"
LABS = [
    Cheat("lab escapes", way, "forbidden", lab=linear(body, before)) for way, body, before in [
        ("the layer itself", CALL.replace("LINEAR", "minimodel.nn.Linear"), ""),
        ("the layer in its own file", CALL.replace("LINEAR", "Given"), GIVEN),
        ("among the subclasses of Module", CALL.replace("LINEAR", "Given"), """
            Given = next(each for each in Module.__subclasses__() if each.__name__ == 'Linear')
            """),
        ("its forward alone", "return Given.forward(self, x)", GIVEN),
        ("the functional form", "return minimodel.nn.functional.linear(x, self.weight, self.bias)", ""),
        ("the operation, by another path", "return apply(given.linear, x, self.weight, self.bias)",
         "import sys\nfrom minimodel.tensor import apply\ngiven = sys.modules['minimodel.operations']"),
        ("the operation under another name", "return apply(given, x, self.weight, self.bias)",
         "from minimodel.tensor import apply\nfrom minimodel.operations import over_rows as given"),
        ("@", "return x @ self.weight.mT + self.bias", ""),
        ("matmul, a method", "return x.matmul(self.weight.mT) + self.bias", ""),
        ("a network that has the layer in it", """network = minimodel.lab.tense.TenseMLP()
        return network(x)""", "import minimodel.lab.tense"),
        ("a use that is caught", """try:
            return minimodel.nn.Linear(3, 5)(x)
        except BaseException:
            return x""", ""),
    ]
] + [
    Cheat("lab escapes", "garbage collector's list of all objects", "outside",
          lab=linear("return x", "import gc; gc.get_objects()")),
    Cheat("lab escapes", "a class that inherits from it", "forbidden", lab=inheriting),
    Cheat("lab escapes", "the refusal, taken away", "raises shape", lab=linear(
        "return Given.forward(self, x)", """
        from minimodel.nn.linear import Linear as Given
        import minimodel.nn.linear
        vars(minimodel.nn.linear)['_refuse'] = lambda name: None
        """)),
    Cheat("lab escapes", "its source executed", "outside", lab=linear(
        "return Given.forward(self, x)", f"""
        names = dict(vars(minimodel.nn))
        exec(open({str(LIBRARY / "nn" / "linear.py")!r}).read(), names)
        Given = names['Linear']
        """)),
    Cheat("lab escapes", "its source, by inspect", "import", lab=linear(
        "return x", "import inspect; inspect.getsource(minimodel.nn.Linear)")),
    Cheat("lab escapes", "a fresh import of the library", "import outside", lab=linear(
        "return x", "import importlib; importlib.reload(minimodel.nn.linear)")),
    Cheat("lab escapes", "the pasted library answers for an empty layer", "forged",
          lab=lambda: linear("return x", answered_by_pasted())),
    Cheat("lab escapes", "the layer from the pasted library", "raises parameters", lab=lambda: linear(
        CALL.replace("LINEAR", "pasted().nn.Linear"), pasted_library())),
    Cheat("lab escapes", "right numbers without a graph", "raises gradient", lab=linear(
        "return minimodel.Tensor(x.data @ self.weight.data.T + self.bias.data)")),
]  # fmt: skip
