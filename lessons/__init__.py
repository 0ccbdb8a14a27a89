"""Lessons of lynx-tutor as data, and the rules of the cascade."""

__version__ = "0.2.0"
