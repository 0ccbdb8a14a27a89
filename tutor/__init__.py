"""The terminal app and the command line."""

__version__ = "0.2.0"
