"""The full-screen app: the only place that imports textual."""
