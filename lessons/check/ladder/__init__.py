"""The ladder and what may be told when."""
