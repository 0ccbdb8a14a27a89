"""What really runs: edited libraries, tasks, models, metrics, experiments, traces, and the judge."""
