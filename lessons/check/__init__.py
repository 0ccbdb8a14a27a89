"""What `lynx-tutor check` proves of a lesson, a pack or the course: a family of proofs a file, listed in `families.py`.

A function that judges one thing returns what is wrong with it as a sentence, and an empty text where nothing is.
"""
