"""`python -m tutor` is the same as `lynx-tutor`."""

import sys

from tutor.shell.main import main

sys.exit(main())
