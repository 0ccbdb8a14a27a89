"""The terminal app and the command line of lynx-tutor."""

from lessons import __version__ as __version__
