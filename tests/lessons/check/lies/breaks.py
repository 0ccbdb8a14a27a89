"""Breaks that change nothing, that no run comes to, that never end, and rulers that break in the network's place."""

from tests.lessons.check.lying import Change, Lie, honest, lie

LESSON = "bend-lost"
EDIT = 'file = "minimodel/nn/activations.py"\nbefore = "return x.tanh()"\nafter = "return x"\n'
REVIEWED = 'before = "return x.tanh()", after = "return x.sin()" }'


def edit(file: str, before: str, after: str) -> Change:
    """Another edit in the place of the lesson's own."""
    written = f"file = \"minimodel/{file}\"\nbefore = '''{before}'''\nafter = '''{after}'''\n"
    return "lesson.toml", EDIT, written


def tanh(after: str) -> Change:
    return edit("nn/activations.py", "return x.tanh()", after)


HEALTHY_CLAIM = ("lesson.toml", 'arm = "healthy", equals', 'arm = "first", equals')
BROKEN_CLAIM = ("lesson.toml", 'arm = "broken", equals', 'arm = "second", equals')


def arms(written: str) -> Change:
    return "lesson.toml", '[[predict]]\nid = "accuracy"', f'{written}\n\n[[predict]]\nid = "accuracy"'


def review(after: str, before: str = "return x.tanh()") -> Change:
    """Another edit in the place of the review's."""
    return "lesson.toml", REVIEWED, f"before = '{before}', after = '{after}' }}"


def raising(name: str, after: str, expected: str) -> Lie:
    """An edit that raises, where no question or claim asks what happened."""
    return Lie(name, LESSON, (tanh(after), NO_CURVE), expected)


def broken(name: str, change: Change, expected: str) -> Lie:
    return lie(name, LESSON, change, expected=expected)


NO_CURVE = (
    "lesson.toml",
    'kind = "curve"\nexperiment = "plane"\nmetric = "curve"',
    'kind = "direction"\nexperiment = "plane"\nmetric = "final_loss"',
)
LATE = (
    "self.calls = self.calls + 1 if hasattr(self, 'calls') else 1; "
    "return x.tanh() if self.calls < 50 else x.tahn()"
)
CLASS = "class Tanh(Module):\n"
KEEPING = "KEPT = []\n\n\nclass Tanh(Module):\n    def __call__(self, x: Tensor) -> Tensor:\n        KEPT.append(1)\n        return x.tanh() * len(KEPT) ** 0.01\n\n"
NOTHING, NEVER, RULER = "it changes nothing", "the runs never come to", "it is the ruler that broke"
BOTH = "[experiment.plane.arm.healthy]\n[experiment.plane.arm.broken]"
SIGMOID = 'file = "minimodel/nn/activations.py"\nbefore = "return x.sigmoid()"\nafter = "return x"\n'
LIES = [
    # what is written
    broken("brackets", tanh("return (x.tanh())"), "it changes nothing that minimodel/nn/activations.py does"),
    broken("a comment", tanh("return x.tanh()  # the bend"), "differs only in comments"),
    broken(
        "a docstring",
        edit("nn/activations.py", '"""tanh x, between -1 and 1."""', '"""x."""'),
        "differs only in comments, docstrings",
    ),
    broken(
        "a type hint",
        edit("optim.py", "def step(self) -> None:", "def step(self) -> Any:"),
        "differs only in comments, docstrings, type hints",
    ),
    broken("no Python", tanh("return (x"), "is no Python any more: line"),
    broken("a return nowhere", edit("optim.py", "Params = Iterable", "return Iterable"), "is no Python any more"),
    broken("a name that is not there", tanh("return torch.tanh(x)"), "uses the name 'torch'"),
    broken("an import", tanh("import os; return x"), "imports os"),
    broken("a file", tanh("open('here', 'w'); return x"), "has `open('here', 'w')`"),
    Lie("no arm is broken", LESSON, (arms("[experiment.plane.arm.first]\n[experiment.plane.arm.second]"), HEALTHY_CLAIM, BROKEN_CLAIM), "no arm trains"),
    broken("the wrong arm", arms("[experiment.plane.arm.healthy]\nedited = true\n[experiment.plane.arm.broken]"), "arm healthy"),
    broken("not broken", arms("[experiment.plane.arm.healthy]\n[experiment.plane.arm.broken]\nedited = false\n[experiment.plane.arm.too]\nedited = true"), "arm broken of plane is trained by the healthy library"),
    broken("a review's brackets", review("return (x.tanh())"), "the break of review other-bend: it changes nothing that"),
    broken("a review's name", review("return sine(x)"), "uses the name 'sine'"),
    # what it does
    broken("it cannot be imported", edit("optim.py", "memory = (\"momentum_buffer\",)", "memory = Optimizer.nothing"), "it cannot be imported: AttributeError"),
    broken("it never ends", tanh("while True: pass"), "does not come to an end"),
    broken("it ends never while it is imported", edit("nn/activations.py", "class Tanh(Module):", "while True: pass\n\n\nclass Tanh(Module):"), "cannot be imported: it does not come to an end"),
    broken("all of the memory", tanh("return x * np.zeros((10**6, 10**6)).sum()"), "uses more memory than a lesson may"),
    broken("very slow", tanh("return x * (sum(range(10**7)) > 0)"), "nobody would wait for all seeds"),
    raising("into itself", "return self.forward(x)", "in step 1 it raises RecursionError"),
    raising("an error that nobody asks about", "return x.tahn()", "in step 1 it raises AttributeError"),
    raising("an error late in the run", LATE, "in step 50 it raises AttributeError"),
    Lie("an error before the first step", "break", (("lesson.toml", 'after = "bound = 1 / in_features"', 'after = "bound = 1 / math.sqr(in_features)"'),), "before its first step it raises TypeError: Linear got 23, 16"),
    broken("times one", tanh("return 1 * x.tanh()"), NOTHING),
    broken("rounding", tanh("return 0.1 * x.tanh() + 0.9 * x.tanh()"), NOTHING),
    broken("renamed memories", edit("optim.py", 'm, v = at.memory["exp_avg"], at.memory["exp_avg_sq"]', 'v, m = at.memory["exp_avg"], at.memory["exp_avg_sq"]'), NOTHING),
    broken("another layer's line", edit("nn/activations.py", "return x.gelu()", "return x"), NEVER),
    broken("another optimizer", edit("optim.py", 'at.data -= options["lr"] * g', 'at.data += options["lr"] * g'), "the runs never come to line"),
    broken("the laboratory's quick way", edit("lab/ensemble.py", "return self._data.sum().item()", "return 0.0"), NEVER),
    broken("more than the break", arms("[experiment.plane.arm.healthy]\n[experiment.plane.arm.broken]\noptimizer = { lr = 0.01 }"), "healthy and broken of plane differ in optimizer too"),
    Lie("another arm's settings", LESSON, (edit("nn/activations.py", "return x.gelu()", "return x"), arms("[experiment.plane.arm.healthy]\n[experiment.plane.arm.slow]\nedited = true\noptimizer = { lr = 0.01 }\n[experiment.plane.arm.broken]")), NEVER),
    broken("what was divided comes out again", edit("training.py", "yield Step(step, error.item())", "yield Step(step, 2 * error.item())"), RULER),
    broken("the loss of the loss", edit("nn/losses.py", "return value, (to_logits,)", "return 2 * value, (to_logits,)"), RULER),
    broken("dice", tanh("return x.tanh() + Tensor(np.random.normal(size=x.shape))"), "does not give the same"),
    broken("dice at rest", tanh("return x.tanh() if self.training else x.tanh() + np.random.normal()"), "does not give the same"),
    broken("what is kept from run to run", edit("nn/activations.py", CLASS, KEEPING), "nothing may be kept"),
    broken("for many seeds at once only", tanh("return x if len(x.shape) == 3 else x.tanh()"), NOTHING),
    broken("on some seeds only", tanh("return x if x.data[0, 0] > 0.2 else x.tanh()"), "of the seeds; it should on 95%"),
    broken("a second place that nobody looks at", ("lesson.toml", f"[break]\n{EDIT}", f"[[break]]\n{EDIT}\n[[break]]\n{SIGMOID}"), "an empty body for Sigmoid.forward: the judge accepts it"),
    broken("a review that changes nothing", review("return 1 * x.tanh()"), "the break of review other-bend shows: it changes nothing"),
    broken("a review's line that no run comes to", review("return x", "return x.gelu()"), NEVER),
]  # fmt: skip
HONEST = [
    honest("a remark beside it", LESSON, tanh("return x  # no bend")),
    honest("another way to say it", LESSON, tanh("return 1.0 * x")),
    honest("arms by their names", LESSON, arms("[experiment.plane.arm.healthy]\n[experiment.plane.arm.broken]")),
    honest("a third arm, trained otherwise", LESSON, arms(f"{BOTH}\n[experiment.plane.arm.longer]\nedited = true\nsteps = 80")),
    honest("a ruler of its own", LESSON, ("lesson.toml", "steps = 60\nseeds = 12\nmetrics", "steps = 60\nown_ruler = true\nseeds = 12\nmetrics")),
    honest("at two places", LESSON, ("lesson.toml", f"[break]\n{EDIT}", f"[[break]]\n{EDIT}\n[[break]]\n{SIGMOID}"), ("lesson.toml", '["Tanh"]', '["Tanh", "Sigmoid"]')),
    honest("several lines", LESSON, tanh("y = x\n        return y")),
    honest("a review of the lesson's own line", LESSON, review("return x")),
]  # fmt: skip
