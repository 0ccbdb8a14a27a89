"""The parts of a lesson, its words and pictures, and the facts of a learner in it."""
