"""The laboratory: edited libraries, tasks, models, metrics, experiments, traces, and the judge."""
