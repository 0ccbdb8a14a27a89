"""Screens: the course map, a lesson, the source, the learner's own pages, help."""
