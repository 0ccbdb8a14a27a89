"""What a learner's own pages say in words, the same in HTML and in Markdown: counts, scores and tables."""

from tutor.reports.own_places import OwnPlace, OwnSearch
from tutor.reports.own_report import OwnReport
from tutor.reports.sureness import Sureness
from tutor.reports.wording import Table, day, percent, score
from tutor.text import Text
from tutor.wording import counted


def work_words(report: OwnReport, text: Text) -> list[str]:
    """Days and reviews; a streak only where there is one."""
    words = [counted(text, "export.days", len(report.activity.days))]
    if report.streak:
        words.append(text("export.streak", count=report.streak))
    if report.reviews:
        words.append(counted(text, "export.reviews", report.reviews))
    return words


def average_words(found: Sureness, text: Text) -> str:
    leaning = text(f"mine.leaning_{found.leaning}")
    return text(
        "export.average", said=percent(found.said), came_true=percent(found.came_true), leaning=leaning
    )


def score_words(place: OwnPlace, text: Text) -> str:
    decided = [each for each in place.predictions if each.right is not None]
    return text("export.score", right=sum(each.right is True for each in decided), decided=len(decided))


def search_words(found: OwnSearch, text: Text) -> list[str]:
    """A sentence for each thing there is to count."""
    lines = [text("export.rungs", rungs=found.rungs, count=found.hints)]
    if found.reveals:
        lines.append(text("export.last_rung", what=text(f"reveals.{found.reveals}")))
    if found.points:
        lines.append(text("export.points", count=found.points))
    if found.attempts:
        lines.append(text("export.attempts", count=found.attempts))
    return lines


def idea_table(report: OwnReport, text: Text) -> Table:
    """A row for each idea; the last column says in words which way it leans."""
    keys = ("export.idea", "report.sureness", "report.came_true", "report.brier", "report.how_many")
    rows = [
        [
            idea.name,
            percent(idea.sureness.said),
            percent(idea.sureness.came_true),
            score(idea.sureness.brier),
            str(idea.sureness.count),
            text(f"mine.leaning_{idea.sureness.leaning}"),
        ]
        for idea in report.ideas
    ]
    return [*(text(key) for key in keys), ""], rows


def week_table(report: OwnReport, text: Text) -> Table:
    keys = ("mine.week_of", "report.sureness", "report.came_true", "report.brier", "report.how_many")
    rows = [
        [day(week.monday), percent(week.said), percent(week.came_true), score(week.brier), str(week.count)]
        for week in report.weeks
    ]
    return [text(key) for key in keys], rows
