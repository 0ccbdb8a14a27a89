"""Never an answer: what hangs, and what ends too soon."""

from tests.lessons.runs.cheats.cheat import FRAMES, Cheat

HANGING = [
    Cheat("hanging", "an endless loop", "time", line="while True: pass", seconds=3),
    Cheat("hanging", "an endless loop on import", "time", more="while True: pass", seconds=3),
    Cheat("hanging", "a long sleep", "time", line="import time; time.sleep(600)", seconds=3),
    Cheat("hanging", "a number too large to compute, in C", "time", line="return x * 0 ** (7 ** 7 ** 10)", seconds=3),
    Cheat("hanging", "an error whose words never end", "time", seconds=3, line="""
        class Endless(Exception):
            def __str__(self):
                while True: pass
        raise Endless
        """),
    Cheat("hanging", "waiting for input", "outside", line="input(); return x"),
    Cheat("hanging", "reading what the judge sends", "gradient trajectory", line="import os; os.read(0, 1); return x"),
    Cheat("hanging", "processor time limit ignored", "outside", line="""
        import signal
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True: pass
        """),
    Cheat("hanging", "a child that keeps the pipe open", "outside", line="""
        import os, time
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)
        return x
        """),
    Cheat("hanging", "a child by the function that no hook hears", "outside", line="""
        import os, _posixsubprocess
        _posixsubprocess.fork_exec([b'sleep', b'600'], [b'/bin/sleep'], True, (), None, None, -1, -1, -1, -1, -1, -1,
                                   *os.pipe(), False, False, 0, None, None, None, -1, None, True)
        return x
        """),
    Cheat("hanging", "a thread that never ends", "outside", line="""
        import threading
        threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()
        return x
        """),
    Cheat("hanging", "one answer, and no end of it", "output", seconds=10, more="""
import os
while True:
    for number in range(3, 64):
        try:
            os.write(number, b'x' * 65536)
        except OSError:
            pass
"""),
    Cheat("hanging", "answers without an end", "output", seconds=10, more=FRAMES + """
import os
while True:
    for number in range(3, 64):
        try:
            os.write(number, b'x' * 65536 + b'\\n')
        except OSError:
            pass
"""),
]  # fmt: skip

ENDING = [
    Cheat("ending", "exit, with the code for all is well", "died", line="import os; os._exit(0)"),
    Cheat("ending", "sys.exit", "raises", line="import sys; sys.exit(0)"),
    Cheat("ending", "an exit on import", "import", more="raise SystemExit(0)"),
    Cheat("ending", "kills itself", "outside", line="import os; os.kill(os.getpid(), 9)"),
    Cheat("ending", "kills the judge", "outside", line="import os; os.kill(os.getppid(), 9)"),
    Cheat("ending", "a signal to itself, by another function", "outside", line="import signal; signal.raise_signal(9)"),
    Cheat("ending", "abort", "crashed", line="import os; os.abort()"),
    Cheat("ending", "calls itself without end", "raises", line="return self.forward(x)"),
    Cheat("ending", "calls itself without end, the limit taken away", "crashed memory time", seconds=5,
          line="import sys; sys.setrecursionlimit(10**9); return self.forward(x)"),
    Cheat("ending", "brackets in brackets, too deep to compile", "import crashed", more="x = " + "(" * 5000),
    Cheat("ending", "closes every descriptor", "closed", line="import os; os.closerange(0, 64); return x"),
    Cheat("ending", "becomes another program", "outside", line="import os; os.execv('/bin/true', ['true'])"),
    Cheat("ending", "points every descriptor into nothing", "outside trajectory time died closed", line="""
        import os
        for number in range(3, 64):
            try:
                os.dup2(0, number)
            except OSError:
                pass
        return x
        """),
]  # fmt: skip
