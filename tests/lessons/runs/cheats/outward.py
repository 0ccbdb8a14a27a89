"""More than computing: files, output, memory, processes, the network."""

from tests.lessons.runs.cheats.cheat import Cheat

WRITING = [
    Cheat("writing", "prints, and is right", "output", line="print('hello'); return x.gelu()"),
    Cheat("writing", "prints to stderr, and is right", "output",
          line="import sys; print('hello', file=sys.stderr); return x.gelu()"),
    Cheat("writing", "prints without an end", "output", line="while True: print('x' * 1000)"),
    Cheat("writing", "writes a file", "outside", line="open('notes', 'w'); return x"),
    Cheat("writing", "writes a huge file into the home folder", "outside", line="""
        import os
        with open(os.path.expanduser('~/big'), 'wb') as file:
            while True: file.write(bytes(2**20))
        """),
    Cheat("writing", "saves an array", "outside", line="np.save('/tmp/array', np.ones(3)); return x"),
    Cheat("writing", "makes a folder", "outside", line="import os; os.mkdir('/tmp/folder-of-mine'); return x"),
    Cheat("writing", "makes a pipe", "outside", line="import os; os.mkfifo('/tmp/pipe-of-mine'); return x"),
    Cheat("writing", "changes the learner's own progress", "outside",
          line="import pathlib; pathlib.Path.home().joinpath('progress.toml').unlink(); return x"),
]  # fmt: skip

RESOURCES = [
    Cheat("resources", "a list that fits nowhere", "memory", line="return [0] * 10**11"),
    Cheat("resources", "an array that grows and grows", "memory", line="""
        kept = []
        while True: kept.append(np.empty(10**7))
        """),
    Cheat("resources", "a text that grows and grows", "memory", line="""
        text = 'x'
        while True: text += text
        """),
    Cheat("resources", "a fork bomb", "outside", line="import os\nwhile True: os.fork()"),
    Cheat("resources", "a fork bomb that hides every error", "outside", seconds=10, line="""
        import os
        while True:
            try:
                os.fork()
            except BaseException:
                pass
        """),
    Cheat("resources", "a pool of processes", "outside", line="""
        import multiprocessing
        multiprocessing.Process(target=print).start()
        return x
        """),
    Cheat("resources", "the network", "outside",
          line="import socket; socket.create_connection(('127.0.0.1', 9)); return x"),
    Cheat("resources", "its own limits, raised", "outside",
          line="import resource; resource.setrlimit(resource.RLIMIT_CPU, (-1, -1)); return x"),
    Cheat("resources", "shared memory", "outside", line="import mmap; mmap.mmap(-1, 10**6); return x"),
]  # fmt: skip
