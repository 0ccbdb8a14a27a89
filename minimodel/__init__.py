"""A neural-network library small enough to read whole: NumPy, and nothing else."""
