"""What a lesson is made of and how it goes: pages, steps, questions, verdicts. Pure: no file, no NumPy."""
