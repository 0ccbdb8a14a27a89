"""Repairs and labs that accept what is wrong, refuse what is right, or are judged by something else."""

from tests.lessons.check.lying import Change, Lie, honest, lie

BEND, LAB, STRUCTURE = "bend-lost", "lab", "lesson.toml"
GRADCHECK, SEEDS = 'gradcheck = ["Tanh"]', "seeds = [1001, 1002]"
RIGHT, WRONG = 'after = "return apply(operations.tanh, x)"', 'after = "return x.sigmoid()"'
FIRST_REVIEW = "[[review]]"
LEAK = "[[review]]                           # the same idea"
SHAPES = '[[lab.check]]\nname = "shape"\nof = "ReLU"\nlike = "nn.ReLU"\narguments = []\n'
ATTEMPTS = """[[repair.right]]
id = "by-the-operation"
after = "return apply(operations.tanh, x)"

[[repair.wrong]]
id = "another-bend"
after = "return x.sigmoid()"

[[repair.wrong]]
id = "without-a-slope"
after = "return Tensor(np.tanh(x.data))"
"""
BOUNDS = """[[repair.accept]]
experiment = "plane"
metric = "final_loss"
most = 0.2

[[repair.right]]
id = "another-bend"
after = "return x.sin()"
"""

EQUALS = """[[lab.check]]                        # it gives what minimodel's gives, on inputs that are drawn for each judgement
name = "equals"                      # which check: equals, shape, gradient, trains or forbids
of = "ReLU"                          # what the learner writes
like = "nn.ReLU"                     # what it should be like
arguments = []                       # what it is made with
inputs = [[3, 4]]                    # the shape of each input
"""

GRADIENT = """[[lab.check]]                        # its gradient is the slope that small nudges show
name = "gradient"
of = "ReLU"
arguments = []
inputs = [[2, 3, 4]]
"""

TRAINS = """[[lab.check]]                        # with it among them, these layers learn a task
name = "trains"
task = "two-moons"
layers = ["Linear 2 16", "ReLU", "Linear 16 2"]  # the learner's where they have one, else minimodel's
steps = 100
lr = 0.05                            # of Adam
below = 0.4                          # the loss that they have to reach
"""


def change(before: str, after: str) -> Change:
    return STRUCTURE, before, after


def accept(*bounds: str) -> Change:
    """The bounds that a repaired library has to reach."""
    tables = "".join(f'[[repair.accept]]\nexperiment = "plane"\n{bound}\n\n' for bound in bounds)
    return (
        STRUCTURE,
        '[[repair.right]]\nid = "by-the-operation"',
        f'{tables}[[repair.right]]\nid = "by-the-operation"',
    )


def attempt(table: str, written: str, before: str = FIRST_REVIEW) -> Change:
    """One attempt more, that should be right or wrong."""
    return STRUCTURE, before, f'[[{table}]]\nid = "one-more"\n{written}\n\n{before}'


def bend(name: str, changed: Change, expected: str) -> Lie:
    return lie(name, BEND, changed, expected=expected)


def lab(name: str, changed: Change, expected: str) -> Lie:
    return lie(name, LAB, changed, expected=expected)


CURVES = 'metric = "train_accuracy"\nleast = '
LIES = [
    # what a lesson lists
    bend("a right way that is wrong", change(RIGHT, 'after = "return apply(operations.sin, x)"'), "repair.right by-the-operation passes: "),
    bend("a wrong way that is right", change(WRONG, 'after = "return x.tanh() * 1"'), "repair.wrong another-bend fails: the judge accepts it"),
    bend("a right way without a slope", attempt("repair.right", 'after = "return Tensor(np.tanh(x.data))"'), "repair.right one-more passes: "),
    bend("a right way that is the break", attempt("repair.right", 'after = "return x"'), "repair.right one-more passes: unchanged"),
    bend("a right way that is no Python", attempt("repair.right", 'after = "return (x"'), "repair.right one-more passes: import: SyntaxError"),
    bend("a way elsewhere that is nowhere", attempt("repair.right", 'file = "minimodel/tensor.py"\nbefore = "no such text"\nafter = "pass"'), "should stand once in the broken minimodel/tensor.py; it stands 0 times"),
    bend("a way in no file", attempt("repair.wrong", 'file = "minimodel/tanh.py"\nbefore = "x"\nafter = "y"'), "'minimodel/tanh.py', is not a file of minimodel"),
    bend("twice the same id", change(WRONG, f'{WRONG}\n\n[[repair.wrong]]\nid = "another-bend"\nafter = "return x.sin()"'), "stands twice"),
    # what the judge looks at
    bend("gradcheck of nothing", change(GRADCHECK, 'gradcheck = ["Tanhh"]'), "minimodel has no module 'Tanhh'. Did you mean Tanh"),
    bend("gradcheck of something else", change(GRADCHECK, 'gradcheck = ["Linear 3 2"]'), "are computed without minimodel/nn/activations.py"),
    bend("a seed twice", change(SEEDS, "seeds = [1001, 1001]"), "one stands twice"),
    bend("a bound that every library reaches", accept(f"{CURVES}0.0"), "accept train_accuracy of plane: every library reaches it"),
    bend("a bound that the break reaches too", accept(f"{CURVES}0.2"), "the break fails: the broken library is judged repaired"),
    bend("a bound that none reaches", accept(f"{CURVES}99"), "no library reaches it: a share lies between 0 and 1"),
    bend("bounds that a wrong repair reaches", accept('metric = "final_loss"\nmost = 0.5'), "repair.wrong another-bend fails: the judge accepts it"),
    # labs
    lab("a solution that is wrong", change("y = np.maximum(a, 0)", "y = np.minimum(a, 0)"), "the solution passes: value"),
    lab("a solution by what is forbidden", change("from minimodel.nn import Module\nfrom minimodel.tensor import apply\n\n\ndef relu(a):\n    y", "from minimodel.nn.activations import ReLU as Own\nfrom minimodel.nn import Module\nfrom minimodel.tensor import apply\n\n\ndef relu(a):\n    y"), "it uses nn.ReLU, which the lab forbids"),
    lab("forbids nothing that there is", change('uses = ["nn.ReLU", "operations.relu"]', 'uses = ["nn.ReLu"]'), "forbids 'nn.ReLu', which is nothing of minimodel's"),
    lab("like nothing that there is", change('like = "nn.ReLU"', 'like = "nn.RELU"'), "is nothing of minimodel's"),
    lab("made with what it does not take", change('arguments = []                       # what it is made with', 'arguments = [3, 5, 7]'), "cannot be made"),
    lie("a lab that asks only for shapes", LAB, change(EQUALS, SHAPES), change(GRADIENT, SHAPES), change(TRAINS, SHAPES), expected="a constant for relu: the judge accepts it: no check asks for it"),
    lie("a lab that trains what is not the learner's", LAB, change(EQUALS, ""), change(GRADIENT, ""), change('layers = ["Linear 2 16", "ReLU", "Linear 16 2"]', 'layers = ["Linear 2 16", "Tanh", "Linear 16 2"]'), expected="an empty body for relu: the judge accepts it"),
    lie("a lab that asks for no gradient", LAB, change(GRADIENT, SHAPES), change(TRAINS, SHAPES), expected="a constant for relu.of_a: the judge accepts it"),
    lab("a beginning that is done", change('raise NotImplementedError("y is still to be written: y = ...")', "return np.maximum(a, 0), (lambda g: np.where(a > 0, g, 0),)"), "the beginning fails: it is judged as done"),
    lab("a beginning that tells", change('raise NotImplementedError("y is still to be written: y = ...")', 'raise NotImplementedError("y")  # y = np.maximum(a, 0)'), "it shows a line of the solution as a remark: y = np.maximum(a, 0)"),
    lab("a right way that is wrong", attempt("lab.right", 'before = "np.where(a > 0, g, 0)"\ncode = "g"', LEAK), "lab.right one-more passes: gradient"),
    lab("a wrong way that is right", attempt("lab.wrong", 'before = "np.maximum(a, 0)"\ncode = "a * (a > 0)"', LEAK), "lab.wrong one-more fails: the judge accepts it"),
    lab("a way in the place of nothing", attempt("lab.wrong", 'before = "np.minimum"\ncode = "a"', LEAK), "should stand once in the solution; it stands 0 times"),
]  # fmt: skip
HONEST = [
    honest("a cure elsewhere", BEND, attempt("repair.right", 'file = "minimodel/nn/activations.py"\nbefore = \'\'\'"""tanh x, between -1 and 1."""\n\n    def forward(self, x: Tensor) -> Tensor:\n        return x\'\'\'\nafter = \'\'\'"""tanh x."""\n\n    def forward(self, x: Tensor) -> Tensor:\n        y = x\n        return y.tanh()\'\'\'')),
    honest("no attempts at all", BEND, change(ATTEMPTS, "")),
    honest("no gradcheck", BEND, change(GRADCHECK, "gradcheck = []")),
    honest("a gradcheck of the same file", BEND, change(GRADCHECK, 'gradcheck = ["Tanh", "ReLU", "Linear 3 2"]')),
    honest("bounds instead of a course", BEND, change(ATTEMPTS, BOUNDS)),
    honest("a seed", BEND, change(SEEDS, "seeds = [5]")),
    honest("another right lab", LAB, attempt("lab.right", 'before = "np.maximum(a, 0)"\ncode = "a * (a > 0)"', LEAK)),
    honest("a whole wrong lab", LAB, attempt("lab.wrong", 'code = "def relu(a): return a, (lambda g: g,)"', LEAK)),
    honest("a function that helps", LAB, change("def relu(a):\n    y = np.maximum(a, 0)", "def unused():\n    return 3\n\n\ndef relu(a):\n    y = np.maximum(a, 0)")),
]  # fmt: skip
