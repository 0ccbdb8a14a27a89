"""The abilities of the real terminal: colours, characters, a window. Without lessons, and without a toolkit."""
