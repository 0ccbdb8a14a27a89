"""The seven stages of a lesson, one file each. The lesson screen shows one at a time."""
