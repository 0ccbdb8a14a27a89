"""What a lesson is made of: its parts, its words and pictures, and the facts of a learner in it."""
