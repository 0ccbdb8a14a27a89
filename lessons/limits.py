"""How large the numbers of a lesson may be: what a learner's machine trains while they wait, and no more."""

STEPS, SEEDS, ARMS, WIDTH, LAYERS, ROWS = 20_000, 1_000, 64, 4_096, 128, 20_000
MINUTES = 600  # that a lesson takes
NUDGED = 4_096  # numbers of an input: a gradient is checked by nudging each of them
JUDGED_SEEDS, LARGEST_SEED = 32, 2**31 - 1  # that a judge trains while a learner waits
