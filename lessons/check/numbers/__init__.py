"""Numbers in prose: each is proved, whatever its spelling."""
