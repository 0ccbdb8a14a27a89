"""The break: it is real, it runs, and it shows."""
