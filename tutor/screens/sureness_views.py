"""How sure and how right, as cells: plot and table, idea by idea, week by week. Pure: a report in, words out."""

from textual.content import Content

from tutor.calibration_plot import ASCII_BAR, BAR, draw_calibration, share_bar
from tutor.plot import Picture
from tutor.reports.interval import wilson
from tutor.reports.own_report import OwnIdea, OwnReport
from tutor.reports.sureness import Sureness
from tutor.reports.wording import day, percent, score
from tutor.screens.layout import Part, Room, flowed, joined, side_by_side
from tutor.text import Text
from tutor.widgets.bars import shortened
from tutor.wording import counted

ROLES = {
    "axis": "$muted",
    "ideal": "$muted",
    "band": "$primary",
    "mark": "bold $accent",
    "count": "bold",
    "": "",
}
LEANINGS = {
    "few": ("…", "$muted"),
    "surer": ("↓", "$warning"),
    "modest": ("↑", "$primary"),
    "fair": ("=", "$success"),
}
WIDEST_PLOT, WIDEST_BAR = 66, 40
TABLE = 28  # columns of the table beside the plot
WORDS = 6  # lines below it
ROOMY = 30  # rows from which an empty line is no loss
LONGEST_LEANING = 38  # columns of the words beside a bar


def sure_and_right(report: OwnReport, text: Text, room: Room) -> Content:
    """The plot beside its table, and in words what they come to."""
    found = report.sureness
    if found is None:
        return Content(text("mine.sureness_none"))
    width = min(WIDEST_PLOT, room.width - TABLE)
    height = room.height - (WORDS if room.height > 16 else 1)
    whiskers = [wilson(each.came_true, each.count) for each in report.bins]
    picture = draw_calibration(report.bins, whiskers, width, height, room.unicode)
    beside = [Content(""), *bin_lines(report, text)]
    return joined(
        [
            *side_by_side(picture_lines(picture), beside),
            *([Content("")] if room.height > ROOMY else []),
            average_line(found, text),
            score_line(found, text),
            *legend(text, room),
        ]
    )


def picture_lines(picture: Picture) -> list[Content]:
    return [Content.assemble(*((character, ROLES[role]) for character, role in row)) for row in picture.rows]


def bin_lines(report: OwnReport, text: Text) -> list[Content]:
    rows = [(percent(each.said), percent(each.came_true), str(each.count)) for each in report.bins]
    heading = (text("mine.said"), text("mine.came_true"), text("mine.how_many"))
    return [
        Content.assemble((f"{said:>7}{came_true:>11}{count:>10}", "$muted" if number == 0 else ""))
        for number, (said, came_true, count) in enumerate([heading, *rows])
    ]


def average_line(found: Sureness, text: Text) -> Content:
    leaning = text(f"mine.leaning_{found.leaning}")
    words = text(
        "mine.average", said=percent(found.said), came_true=percent(found.came_true), leaning=leaning
    )
    return Content.assemble((words, "bold"))


def score_line(found: Sureness, text: Text) -> Content:
    against = text(f"mine.against_{found.against_chance}")
    return Content(text("mine.score", score=score(found.brier), against=against))


def legend(text: Text, room: Room) -> list[Content]:
    dot, band, ideal = ("●", "│", "··") if room.unicode else ("o", "|", "..")
    marks: list[Part] = [
        text("mine.legend_dot", dot=dot),
        text("mine.legend_band", band=band),
        text("mine.legend_ideal", ideal=ideal),
    ]
    lines = [Content(text("mine.axes")), *flowed(marks, room)]
    return [line.stylize("$muted") for line in lines]


def by_idea(report: OwnReport, text: Text, room: Room) -> Content:
    """For each idea of the course a bar, the numbers, and which way they lean."""
    if not report.ideas:
        return Content(text("mine.ideas_none"))
    lines = [line for idea in report.ideas for line in idea_lines(idea, text, room)]
    return joined([*lines, bar_legend(text, room)])


def idea_lines(idea: OwnIdea, text: Text, room: Room) -> list[Content]:
    found = idea.sureness
    mark, style = LEANINGS[found.leaning]
    leaning = f" {mark} {text(f'mine.leaning_{found.leaning}')}"
    numbers: list[Part] = [
        counted(text, "mine.predictions", found.count, right=str(found.right)),
        f"{text('mine.said')} {percent(found.said)}",
        f"{text('mine.brier')} {score(found.brier)}",
    ]
    cells = max(10, min(WIDEST_BAR, room.width - LONGEST_LEANING))
    bar = share_bar(found.came_true, found.said, cells, room.unicode)
    return [
        Content.assemble((shortened(idea.name, room.width), "bold")),
        Content.assemble("  ", (bar, "$primary"), (leaning, style)),
        *(line.stylize("$muted") for line in flowed(numbers, room, indent=2)),
        Content(""),
    ]


def over_time(report: OwnReport, text: Text, room: Room) -> Content:
    """A row for each week: a bar, and the numbers."""
    if not report.weeks:
        return Content(text("mine.weeks_none"))
    cells = min(WIDEST_BAR, room.width - 48)
    heading = [text(f"mine.{key}") for key in ("week_of", "came_true", "said", "brier", "how_many")]
    rows = [
        (day(week.monday), percent(week.came_true), percent(week.said), score(week.brier), str(week.count))
        for week in report.weeks
    ]
    bars = ["", *(share_bar(week.came_true, week.said, cells, room.unicode) for week in report.weeks)]
    lines = [
        Content.assemble(
            (f"{name:<11}", "$muted"),
            (f"{bar:<{cells}}", "$primary"),
            (f"{right:>10}{said:>8}{brier:>8}{count:>10}", "$muted" if not bar else ""),
        )
        for bar, (name, right, said, brier, count) in zip(bars, [heading, *rows], strict=True)
    ]
    return joined([*lines, Content(""), bar_legend(text, room)])


def bar_legend(text: Text, room: Room) -> Content:
    bar, _, mark = BAR if room.unicode else ASCII_BAR
    return Content.assemble((text("mine.legend_bar", bar=bar, mark=mark), "$muted"))
