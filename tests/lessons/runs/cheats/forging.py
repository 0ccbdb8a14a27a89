"""Answers that do not come from the learner's code."""

import json

from lessons.runs.repair_checks import STEPS, healthy_losses
from tests.lessons.runs.cheats.cheat import BREAK, FIND_CALLS, FRAMES, Cheat
from tests.lessons.runs.cheats.pasted import answered_by_pasted, pasted_library


def known_losses() -> str:
    """The healthy losses of the lesson's own seeds, noted beforehand."""
    assert BREAK.repair is not None
    known = {
        f"{experiment.id} {seed}": dict(healthy_losses(experiment.arms[0], seed, STEPS))
        for experiment in BREAK.experiments.values()
        for seed in BREAK.repair.seeds
    }
    return (
        FIND_CALLS
        + f"""
import json
KNOWN = json.loads({json.dumps(known)!r})
real = CALLS['losses']
def losses(code, arm, seed, steps, **more):
    noted = KNOWN.get(arm.settings.task['name'] + ' ' + str(seed))
    return noted or real(code, arm, seed, steps, **more)
CALLS['losses'] = losses
"""
    )


FORGING = [
    Cheat("forging", "every answer is nothing but zeros", "nonsense trajectory gradient", more=FIND_CALLS + """
zeros = lambda code, **values: {'losses': [0.0] * 60, 'outputs': [], 'leaves': {}, 'parameters': {}}
CALLS.update({name: zeros for name in CALLS})
"""),
    Cheat("forging", "an answer that says `passed`", "raises import", more=FIND_CALLS + """
CALLS.update({name: lambda code, **values: {'error': '', 'reason': 'passed'} for name in CALLS})
"""),
    Cheat("forging", "the losses of the lesson's own seeds, noted beforehand", "trajectory", more=known_losses),
    Cheat("forging", "the healthy library, pasted as a string, answers every call", "forged", more=answered_by_pasted),
    Cheat("forging", "the same, and the broken function is called for show", "forged",
          more=lambda: answered_by_pasted("code.library.nn.GELU()(np.zeros((1, 3)))")),
    Cheat("forging", "the pasted library in the place of the judged one", "forged",
          more=lambda: pasted_library() + FRAMES + """
Code = next(f.f_globals['Code'] for f in frames() if 'Code' in f.f_globals)
def instead(self, name):
    if name in ('library', 'own'):
        return pasted() if name == 'library' else pasted().nn
    return object.__getattribute__(self, name)
Code.__getattribute__ = instead
"""),
    Cheat("forging", "the same answers, the judge's own token found in a frame", "trajectory output nonsense",
          more=FRAMES + """
for frame in frames():
    if 'say' in frame.f_locals:
        for _ in range(40):
            frame.f_locals['say']('{"losses": [], "outputs": [], "leaves": {}}')
"""),
    Cheat("forging", "`{}` written to every descriptor", "output", more="""
import os
for number in range(3, 64):
    try:
        os.write(number, b'{}\\n' * 20)
    except OSError:
        pass
"""),
    Cheat("forging", "NumPy's comparisons always say yes", "gradient", more="""
np.allclose = np.isclose = np.array_equal = lambda *a, **k: True
np.abs = lambda a: a * 0
"""),
    Cheat("forging", "json says that all is well", "nonsense trajectory raises died", more="""
import json
json.dumps = lambda *a, **k: '{"passed": true}'
"""),
    Cheat("forging", "a loss that is equal to every number", "trajectory raises nonsense", more="""
class Same(float):
    __eq__ = __le__ = __lt__ = lambda self, other: True
    __hash__ = float.__hash__
    def __sub__(self, other): return Same(0)
    __rsub__ = __sub__
import sys
loop = sys.modules[__name__.rpartition('.nn')[0] + '.tensor'].Tensor
loop.item = lambda self: Same(self._data)
"""),
    Cheat("forging", "the judge's own classes, changed where they stand", "trajectory", more=FRAMES + """
for frame in frames():
    for thing in list(frame.f_globals.values()):
        if isinstance(thing, type) and hasattr(thing, 'advance'):
            thing.advance = lambda self: 0.0
"""),
    Cheat("forging", "an answer kept for the end, by atexit and __del__", "trajectory", more="""
import atexit
atexit.register(print, 'passed')
class Late:
    def __del__(self): print('passed')
late = Late()
"""),
    Cheat("forging", "right until it is looked at closely, then noise", "forged trajectory",
          more=lambda: answered_by_pasted() + """
from itertools import count
asked, inner = count(), dict(CALLS)
def noisy(call):
    def answer(code, **values):
        found = call(code, **values)
        if next(asked) > 15 and 'losses' in found:
            found['losses'] = [each * 1.01 for each in found['losses']]
        return found
    return answer
CALLS.update({name: noisy(call) for name, call in inner.items()})
"""),
]  # fmt: skip
