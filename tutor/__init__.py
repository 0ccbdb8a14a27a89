"""The terminal app and the command line."""

from lessons import __version__ as __version__
