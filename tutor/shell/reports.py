"""`report` and `export`: what many learners' files say, and one learner's own pages."""

from tutor.reports_new.commands import export, report

__all__ = ["export", "report"]
