"""The same lessons in plain lines."""
