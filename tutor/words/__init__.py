"""The tutor's own words, in two languages."""
