"""`python -m tutor` is the same as `lynx-tutor`."""

import sys

from tutor.cli import main

sys.exit(main())
