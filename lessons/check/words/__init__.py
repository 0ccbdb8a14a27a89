"""The words of a lesson: alike in both languages, whole, and short enough."""
