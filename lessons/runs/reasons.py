"""The reasons of the judge, in words that the tutor has sentences for: `repair.unchanged`."""

PASSED = "passed"
UNCHANGED = "unchanged"  # it is still the text that there was to begin with
ELSEWHERE = "elsewhere"  # another file was changed, and the break is where it was
IMPORT, RAISES, TIME, MEMORY = "import", "raises", "time", "memory"
DIED, KILLED, CRASHED = "died", "killed", "crashed"  # how a process ends without an answer
GRADIENT, TRAJECTORY, BOUND = "gradient", "trajectory", "bound"
CONTRACT, CONTRACT_RAISES, CONTRACT_ACCEPTS = "contract", "contract_raises", "contract_accepts"
MISSING, PARAMETERS, SHAPE, VALUE = "missing", "parameters", "shape", "value"
UNTRAINED, FORBIDDEN = "untrained", "forbidden"
OUTSIDE = "outside"  # it reaches for files, processes, the network

OF_THE_PROCESS = (FORBIDDEN, OUTSIDE, MEMORY, MISSING)  # what only the judged process can tell
LEAVE_CHECKS = (RAISES, MISSING, PARAMETERS, SHAPE, VALUE, GRADIENT, UNTRAINED)  # others can still be tried
SHOW_TRAINING = (TRAJECTORY, VALUE, BOUND, PASSED)  # there is one to see
