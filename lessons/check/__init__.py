"""The proofs of `lynx-tutor check`, for a lesson, a pack or the course: a family a file, listed in `families.py`.

A function that judges one thing returns what is wrong with it as a sentence, and an empty text where nothing is.
"""
