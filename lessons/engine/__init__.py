"""Whatever has to be computed: sweeps in chunks, and code in processes of its own, with limits where it is not ours."""
