"""The steps of a lesson: what each shows and wants, how far a learner has come, what is said of their work."""
