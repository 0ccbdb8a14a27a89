"""`python -m tutor`, and what `lynx_tutor.py` starts. All that it imports it imports within reach of Ctrl+C."""

import gc
import signal
import sys


def main() -> int:
    """Run one command, and return its exit code."""
    gc.disable()  # until the first paint: on the way there nothing is garbage, and looking for it takes a tenth
    try:
        from tutor.shell.main import main as run

        return run()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # say so, whatever else is pressed
        from tutor.exits import INTERRUPTED
        from tutor.words.text import Text, system_language

        print(Text(system_language())("cli.interrupted"), file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    import lynx_tutor

    sys.exit(lynx_tutor.main())
