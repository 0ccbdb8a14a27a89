"""Report what progress files say: a teacher's report on many learners, and a learner's own pages."""
