"""The course's laboratory: its data, its measurements, its quicker ways.

The library does not need any of it. tense.py has the grammar grid and its
network, deep.py a deeper one, probes.py measures one, ensemble.py trains
many seeds at once, and replay.py trains one more quickly.
"""
