"""The healthy library, reached by another name than its own."""

from lessons.runs.edits import LIBRARY
from tests.lessons.runs.cheats.cheat import Cheat

PATH = repr(str(LIBRARY / "nn" / "activations.py"))
ANOTHER_NAME = [
    Cheat("another name", way, "outside forbidden", line=line) for way, line in [
        ("import minimodel", "import minimodel; return minimodel.nn.GELU()(x)"),
        ("import minimodel, and hide that it failed", """
            try:
                import minimodel
                return minimodel.nn.GELU()(x)
            except BaseException:
                return x
            """),
        ("import of the course itself", """
            from lessons.runs.edits import healthy_library
            return healthy_library().nn.GELU()(x)
            """),
        ("importlib, from the file", f"""
            import importlib.util
            spec = importlib.util.spec_from_file_location(__package__ + '.other', {PATH})
            other = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(other)
            return other.GELU()(x)
            """),
        ("its source executed", f"""
            names = dict(globals())
            exec(open({PATH}).read(), names)
            return names['GELU']()(x)
            """),
        ("its source, read with os.open", f"""
            import os
            names = dict(globals())
            exec(os.read(os.open({PATH}, os.O_RDONLY), 10**6), names)
            return names['GELU']()(x)
            """),
        ("its source, read by NumPy", f"""
            names = dict(globals())
            exec(np.fromfile({PATH}, np.uint8).tobytes(), names)
            return names['GELU']()(x)
            """),
        ("its source, read by linecache", f"""
            import linecache
            exec(''.join(linecache.getlines({PATH})), dict(globals()))
            return x
            """),
        ("runpy", f"import runpy; return runpy.run_path({PATH})['GELU']()(x)"),
        ("a path of ours put onto sys.path", f"""
            import sys
            sys.path.insert(0, {str(LIBRARY)!r})
            import operations
            return operations.gelu(x)
            """),
        ("a folder of ours, listed", f"import os; os.listdir({str(LIBRARY)!r}); return x"),
        ("the C library's own open, by ctypes", """
            import ctypes
            open_file = ctypes.CDLL(None).open
            return x
            """),
        ("another interpreter in the same process", """
            try:
                import _interpreters as others
            except ImportError:
                import _xxsubinterpreters as others
            others.create()
            return x
            """),
        ("another Python, asked what is right", """
            import subprocess, sys
            subprocess.run([sys.executable, '-c', 'import minimodel'])
            return x
            """),
    ]
]  # fmt: skip
