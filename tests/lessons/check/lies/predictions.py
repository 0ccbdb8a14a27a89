"""Predictions, reviews and steps that are not true, not decided, or that no answer or every answer is right for."""

from tests.lessons.check.lying import honest, lie

S = "lesson.toml"
LOSS = "same_within = 0.25                   # broken"
ROWS = "percent = true                       # asked for, and shown, as a percentage\nwithin = 0.08 "
CLOSER = "value = [0.05, 3]"
FAR = "value = [3, 10]"
POPULAR = 'popular = "closer"                   # what'
ONE_LAYER = 'kind = "direction"\nmetric = "train_accuracy"\ncompare = "difference"               # broken'
BOTTOM = "same_within = 0.1                    # a ratio"
STRIDES = "same_within = 2                      # it"
AWAY = "value = [2, 1e9]"
BETWEEN = "value = [0.19, 2]"
TAKINGS = "within = 0.5                         # how far"
APPLES = 'within = 0.5\nshow = ["baskets"]\npopular = "2"'
LAB = "within = 0.1                         # how far"
SEEDS = "seeds = 12                           # how often"
SAME = "closer: plainly apart, but less than in the healthy model"

LIES = [
    # regions
    lie("two options hold", "break", (S, CLOSER, "value = [0, 3]"), expected="same and closer would both be right"),
    lie("an option twice as wide", "break", (S, FAR, "value = [0.02, 10]"), expected="would both be right where"),
    lie("no option holds", "break", (S, "value = [0, 0.05]", "value = [0.01, 0.05]"), expected="No option holds that"),
    lie("below 0", "break", (S, FAR, "value = [-3, -1]"), expected="nobody can be right with far"),
    lie("a share above 1", "break", (S, 'metric = "output_spread"\n', 'metric = "train_accuracy"\n'), expected="nobody can be right with far"),
    lie("beyond all that was measured", "break", (S, FAR, "value = [1e9, 1e10]"), expected="is beyond all that was measured"),
    lie("all there is", "break", (S, "value = [0, 0.05]", "value = [0, inf]"), (S, CLOSER, "value = [-2, -1]"), expected="same would be right whatever is measured"),
    lie("regions contradict", "break", (S, FAR, "value = [3, 10]\nbroken = [0, 1]"), expected="far: its regions contradict"),
    lie("the same words", "break", ("en.md", SAME, "closer: Hardly apart at all."), expected="have the same words"),
    lie("options of no choice", "break", (S, 'kind = "choice"  ', 'kind = "curve"  '), (S, 'metric = "output_spread"\npop', 'metric = "curve"\n#'), expected="nobody can pick its options"),
    # margins
    lie("all is the same", "break", (S, LOSS, LOSS.replace("0.25", "10.0")), expected="nobody can be right with 'fewer'"),
    lie("half is the same", "break", (S, "same_within = 0.05", "same_within = 0.6"), expected="calls half of all there is the same"),
    lie("told the same", "experiment", (S, STRIDES, "same_within = 30 # it"), expected="is true only because same_within = 30"),
    lie("every answer", "break", (S, ROWS, ROWS.replace("0.08", "0.5")), expected="of all answers between [0, 1]"),
    lie("in points", "break", (S, ROWS, ROWS.replace("0.08", "8")), expected="accepts 100% of all answers"),
    lie("no answer", "experiment", (S, 'kind = "choice"                      #', 'kind = "number" #'), (S, 'popular = "between"\n', ""), (S, '\n[[predict.option]]\nid = "bottom"                        # its words: the list below ## predict further\nvalue = [0.17, 0.19]                 # right where the metric lies between these two\n\n[[predict.option]]\nid = "between"\nvalue = [0.19, 2]\n\n[[predict.option]]\nid = "away"\nvalue = [2, 1e9]\n', ""), ("en.md", "- bottom: ", "Bottom: "), ("en.md", "- between: ", "Between: "), ("en.md", "- away: ", "Away: "), ("es.md", "- bottom: ", "Bottom: "), ("es.md", "- between: ", "Between: "), ("es.md", "- away: ", "Away: "), expected="prediction further: its truth depends on the seeds"),
    lie("a percentage of no share", "break", (S, 'metric = "train_accuracy"            # of', 'metric = "final_loss" # of'), expected="final_loss is no share"),
    # arms
    lie("itself", "experiment", (S, 'against = "short"                    #', 'against = "long" #'), expected="compares long with itself"),
    lie("the same model", "experiment", (S, "optimizer = { lr = 0.2 }", "optimizer = { lr = 0.02 }"), expected="are the same model, trained alike"),
    lie("a metric of the rows", "experiment", (S, 'metric = "final_loss"\narm = "long"', 'metric = "label_entropy"\narm = "long"'), expected="is a number of the rows alone"),
    lie("an arm twice", "experiment", (S, 'kind = "direction"\nexperiment = "valley"\nmetric = "final_loss"\narm = "long"\nagainst = "short"', 'kind = "order"\nexperiment = "valley"\nmetric = "final_loss"\narms = ["long", "long"]'), (S, 'popular = "more"                     # what', "# what"), expected="arms names an arm twice"),
    lie("a ratio to 0", "break", (S, 'metric = "train_accuracy"\ncompare = "difference" ', 'metric = "sparsity"\ncompare = "ratio" '), expected='write compare = "difference"'),
    lie("a tie", "experiment", (S, 'kind = "direction"\nexperiment = "valley"\nmetric = "final_loss"\narm = "long"\nagainst = "short"\nsame_within = 0.1 ', 'kind = "which"\nexperiment = "valley"\nmetric = "final_loss"\narms = ["short", "long"]\nsame_within = 0.1 '), (S, 'popular = "more"                     # what', 'popular = "long" # what'), expected="not further apart than same_within"),
    # seeds
    lie("one run", "break", (S, SEEDS, "seeds = 1 # how often"), expected="one run is an anecdote"),
    lie("a coin", "break", (S, 'metric = "train_accuracy"            # of', 'metric = "val_accuracy" # of'), (S, ROWS, ROWS.replace("0.08", "0.01")), expected="of resamples"),
    # modes, words
    lie("nobody is asked", "break", (S, POPULAR, "modes = [] # what"), expected="nobody is asked it"),
    lie("no blind question", "break", (S, 'id = "loss"  ', 'modes = ["open"]\nid = "loss"  '), (S, 'id = "rows"', 'modes = ["open"]\nid = "rows"'), (S, 'id = "answers"', 'modes = ["open"]\nid = "answers"'), expected="in mode blind nothing is asked"),
    lie("blind without a break", "experiment", (S, 'id = "bottom"\n', 'id = "bottom"\nmodes = ["blind"]\n'), expected="nobody is asked it"),
    lie("popular is no answer", "break", (S, POPULAR, 'popular = "nearer" # what'), expected="is no answer to this question"),
    lie("a review on the border", "experiment", (S, 'metric = "final_loss"\nsame_within = 0.1\n', 'metric = "final_loss"\nsame_within = 3.0\n'), expected="review units: same_within = 3 is so wide"),
    # steps
    lie("a step that all pass", "walkthrough", (S, TAKINGS, TAKINGS.replace("0.5", "50")), expected="step takings: within = 50 accepts"),
    lie("a step about a whole matrix", "walkthrough", (S, APPLES, APPLES.replace("0.5", "8")), expected="step apples: within = 8 accepts"),
    lie("a step that nobody can type", "walkthrough", (S, "prices = Tensor([[2.0]", "prices = Tensor([[2.00317]"), (S, TAKINGS, "within = 0.0001 # how far"), expected="refuses every answer"),
    lie("a step that is NaN", "walkthrough", (S, "takings = totals.sum()", "takings = (totals - totals).sum() / 0"), expected="nobody can type that"),
    lie("no answer to a step", "walkthrough", (S, 'popular = "(3, 1)"', 'popular = "three"'), expected="popular = 'three' is no answer"),
    lie("a lab's question", "lab", (S, LAB, LAB.replace("0.1", "0.6")), expected="accepts 100% of all answers"),
]  # fmt: skip
HONEST = [
    honest("a wider margin", "break", (S, LOSS, LOSS.replace("0.25", "0.4")), (S, 'same_within", equals = 0.25', 'same_within", equals = 0.4')),
    honest("another tolerance", "break", (S, ROWS, ROWS.replace("0.08", "0.05")), (S, 'within", equals = 0.08', 'within", equals = 0.05')),
    honest("popular is true", "break", (S, POPULAR, 'popular = "same" # what')),
    honest("without popular", "break", (S, POPULAR, "# what")),
    honest("a region without an end", "break", (S, FAR, "value = [3, inf]")),
    honest("regions with room between", "break", (S, CLOSER, "value = [0.2, 2.5]")),
    honest("the healthy arm", "break", (S, 'metric = "train_accuracy"            # of', 'arm = "healthy"\nmetric = "train_accuracy" # of')),
    honest("more seeds", "break", (S, "seeds = 12\n[review.ask]", "seeds = 20\n[review.ask]")),
    honest("few seeds that agree", "experiment", (S, "seeds = 12\n[review.experiment.arm", "seeds = 4\n[review.experiment.arm")),
    honest("which of three", "experiment", (S, 'kind = "direction"\nexperiment = "valley"\nmetric = "final_loss"\narm = "long"\nagainst = "short"\nsame_within = 0.1 ', 'kind = "which"\nexperiment = "valley"\nmetric = "final_loss"\nsame_within = 0.1 '), (S, 'popular = "more"                     # what', 'popular = "long" # what')),
    honest("a mode of its own", "break", (S, 'id = "rows"', 'modes = ["open"]\nid = "rows"')),
    honest("a step to a tenth", "walkthrough", (S, TAKINGS, TAKINGS.replace("0.5", "0.1"))),
    honest("a step exactly", "walkthrough", (S, TAKINGS, TAKINGS.replace("0.5", "0"))),
]  # fmt: skip
