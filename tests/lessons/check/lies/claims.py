"""Claims that say nothing, or more than was measured; that nothing proves, or only their own seeds do."""

from tests.lessons.check.lying import honest, lie

S = "lesson.toml"
LOSS = 'arm = "broken", equals = 1.55, within = 0.005 }\nloss_healthy'
ROWS = "equals = 0.33, within = 0.01"
SPREAD = "equals = 0.0033, within = 0.0001"
HEALTHY = "equals = 0.042, within = 0.001"
RIGHT = 'rows_healthy = { measure = "least", experiment = "deep", metric = "train_accuracy", arm = "healthy", equals = 1'
AWAY = "where = [2, 1e9], equals = 1"
SHUT = "equals = 0.5, within = 0.01"
STEPS = 'steps = { measure = "setting", name = "experiment.deep.steps", equals = 120 }'
TAKINGS = "equals = 42"
BOTTOM = 'arm = "long", equals = 0.178, within = 0.0005'


def loss(bounds: str) -> tuple[str, str, str]:
    return (S, LOSS, LOSS.replace("equals = 1.55, within = 0.005", bounds))


LIES = [
    # too wide
    lie("0 to a thousand million", "break", loss("between = [0, 1e9]"), expected="says 0 to 1e+09"),
    lie("all that a share can be", "break", (S, ROWS, "between = [0, 1]"), expected="it cannot be anything but 0 to 1"),
    lie("all of it, by a margin", "break", (S, ROWS, "equals = 0.5, within = 0.5"), expected="it cannot be anything but 0 to 1"),
    lie("half of all shares", "break", (S, ROWS, "between = [0.2, 0.7]"), expected="expected no wider than"),
    lie("a wide margin", "break", (S, ROWS, "equals = 0.33, within = 0.15"), expected="expected no wider than"),
    lie("up to a thousand", "break", (S, HEALTHY, "between = [0, 1e3]"), expected="expected no wider than"),
    lie("from 0 for the least", "break", (S, RIGHT, RIGHT.replace("equals = 1", "between = [0, 1]")), expected="it cannot be anything but 0 to 1"),
    lie("an exact number by fifty", "walkthrough", (S, TAKINGS, "equals = 42, within = 20"), expected="but it is 42: expected ± 1 or less"),
    lie("bounds around what is known", "walkthrough", (S, TAKINGS, "between = [0, 100]"), expected="expected bounds beside it"),
    lie("a setting by and by", "break", (S, "steps\", equals = 120", "steps\", equals = 100, within = 30"), expected="but it is 120"),
    # too exact
    lie("four digits of two", "break", (S, ROWS, "equals = 0.3298, within = 0.01"), expected="too many digits"),
    # false, or true of its own seeds only
    lie("false", "break", (S, ROWS, "equals = 0.44, within = 0.01"), expected="measured 0.333333"),
    lie("no value", "break", (S, SPREAD + " }", 'equals = 3, within = 1 }\nnever = { measure = "median", experiment = "deep", metric = "steps_to_loss_0.1", arm = "broken", equals = 3 }'), expected="median has no value"),
    lie("words", "break", (S, 'metric = "output_spread", arm', 'metric = "outcome", arm'), expected="it gives words"),
    # that say nothing
    lie("wherever it lies", "experiment", (S, AWAY, "where = [0, 1e9], equals = 1"), expected="holds every seed, whatever is measured"),
    lie("where nothing lies", "experiment", (S, AWAY, "where = [-2, -1], equals = 0"), expected="lies outside what it can be"),
    lie("any share of seeds", "experiment", (S, AWAY, "where = [2, 1e9], between = [0, 1]"), expected="it cannot be anything but 0 to 1"),
    # that nothing proves
    lie("a constant of nothing", "break", (S, STEPS, 'steps = { measure = "constant", value = 77, equals = 77 }'), expected="is no number that the lesson sets or measures"),
    lie("a constant beside its setting", "break", (S, STEPS, 'steps = { measure = "constant", value = 121, equals = 121 }'), expected="121 is no number that the lesson sets"),
    lie("a constant for a measurement", "break", (S, 'rows_broken = { measure = "median", experiment = "deep", metric = "train_accuracy", arm = "broken", equals = 0.33, within = 0.01', 'rows_broken = { measure = "constant", value = 0.34, equals = 0.34'), expected="0.34 is no number that the lesson sets"),
    lie("a setting that there is not", "break", (S, "experiment.deep.steps", "experiment.deep.stpes"), expected="'experiment.deep.stpes' is no number of the lesson"),
    lie("a number of its own", "walkthrough", (S, 'of = "takings", equals = 42', 'of = "Tensor(0.77)", equals = 0.77'), expected="is a number of its own"),
    lie("a number of its own, calculated", "walkthrough", (S, 'of = "takings", equals = 42', 'of = "Tensor([77.0]).sum() / 100", equals = 0.77'), expected="is a number of its own"),
    lie("any number of a setting", "break", (S, "deep.steps\", equals = 120", "deep.steps\", times = 0.5, equals = 60"), expected="would make any number of it"),
    # that ask for what there is not
    lie("an argument misspelt", "break", (S, 'metric = "output_spread", arm', 'metric = "output_spread", amr'), expected="unknown key 'amr'. Did you mean arm"),
    lie("an argument too many", "walkthrough", (S, 'of = "takings", equals', 'of = "takings", seed = 3, equals'), expected="unknown key 'seed'"),
    lie("no metric", "break", (S, 'metric = "output_spread", arm', "arm"), expected="metric is missing"),
    lie("one of two arms", "break", (S, 'metric = "output_spread", arm = "broken"', 'metric = "output_spread", arm = "ratio", of = "broken"'), expected="of and against belong together"),
    lie("two arms and no comparison", "break", (S, 'metric = "output_spread", arm = "broken"', 'metric = "output_spread", arm = "broken", of = "broken", against = "healthy"'), expected="of and against are compared by"),
    lie("a slope of what is not varied", "break", (S, 'spread_broken = { measure = "greatest", experiment = "deep", metric = "output_spread", arm = "broken"', 'spread_broken = { measure = "slope", experiment = "deep", metric = "output_spread"'), expected="its experiment varies no setting"),
    lie("a place that there is not", "walkthrough", (S, 'of = "pull", at = [0, 0], equals = 11', 'of = "pull", at = [7, 0], equals = 11'), expected="entry does not take"),
    lie("a name that there is not", "walkthrough", (S, 'of = "takings", equals', 'of = "takngs", equals'), expected="takngs"),
    lie("not a number", "break", loss("equals = nan"), expected="equals = nan"),
    lie("without an end", "break", loss("between = [0, inf]"), expected="finite"),
    lie("a negative margin", "break", loss("equals = 1.55, within = -1"), expected="within = -1"),
]  # fmt: skip
HONEST = [
    honest("bounds from what was measured", "break", loss("between = [1.5, 1.6]")),
    honest("three times the spread", "break", (S, ROWS, "between = [0.31, 0.37]")),
    honest("zero, but for rounding", "walkthrough", (S, 'of = "apart", equals = 0', 'of = "apart", between = [0, 1e-12]')),
    honest("a function of a number", "walkthrough", (S, 'of = "takings", equals = 42', 'of = "Tensor(2.0).log()", equals = 0.693, within = 5e-4')),
    honest("at its natural end", "break", (S, RIGHT, RIGHT.replace("equals = 1", "between = [0.98, 1]"))),
    honest("less than a tenth", "break", (S, HEALTHY, "between = [0, 0.1]")),
    honest("a last digit that may be off by one", "experiment", (S, BOTTOM, BOTTOM.replace("0.0005", "0.001"))),
    honest("a share of the seeds", "experiment", (S, AWAY, "where = [2, 1e9], between = [0.9, 1]")),
    honest("a constant that repeats a setting", "break", (S, STEPS, 'steps = { measure = "constant", value = 120, equals = 120 }')),
    honest("a constant that repeats a margin in points", "break", (S, 'near = { measure = "setting", name = "predict.rows.within", equals = 0.08, show = "percent" }', 'near = { measure = "constant", value = 8, equals = 8 }')),
    honest("a setting times a hundred", "break", (S, 'name = "predict.rows.within", equals = 0.08, show = "percent"', 'name = "predict.rows.within", times = 100, equals = 8')),
    honest("a pair of arms", "break", (S, SPREAD + " }", SPREAD + ' }\nratio = { measure = "median", experiment = "deep", metric = "final_loss", arm = "ratio", of = "broken", against = "healthy", between = [55, 65] }')),
    honest("an exact number to its last digit", "lab", (S, SHUT, SHUT)),
]  # fmt: skip
