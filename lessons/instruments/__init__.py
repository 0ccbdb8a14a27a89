"""Instruments: what one reaches for when a training run is wrong, the same for a model of PyTorch and of minimodel.

An instrument is a function of a training setup that yields readings; it uses only what the two libraries have in
common. instruments.toml says what each asks, what is normal, and in which lessons it tells something.
"""
