"""The course map: its list of what comes next and of tracks that fold, and the two lines above it."""

import math
import re
from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from lessons.course.course import Heading
from lessons.course.lesson.values import Mode, shortened
from tutor.course_rows import Row, course_rows, listed_title, next_words, opened_first, tally
from tutor.emergency import trouble_words
from tutor.learner import Learner
from tutor.tui.widgets.lists import FilterBox, SearchedList
from tutor.words.text import Text, counted, in_words, when_words

EDGES = 4  # columns: the mark of the cursor, the scroll bar, and air
BREAK = re.compile(r"\w+ (?=\d\d · )")  # before a break's number: left out where the title has no room
BAR_COLUMNS = 8  # of how far one is in a track


class CourseList(SearchedList):
    """Every row that the map has now. Tracks open and fold; `letters` leave only the lessons that have them."""

    BINDINGS = [("left", "fold"), ("right", "unfold")]

    def __init__(self, id: str, open_box: Callable[[], FilterBox]) -> None:
        super().__init__(id, open_box)
        self.rows: tuple[Row, ...] = ()
        self.row: Row | None = None  # of the map, where the cursor was last
        self.opened: set[str] = set()  # tracks
        self.going = "", ""  # the lesson that comes next, and its mode
        self.letters = ""

    def draw(self, learner: Learner, text: Text, width: int) -> None:
        """Make the rows anew, with the cursor on the row where it was."""
        self.learner, self.text, self.room = learner, text, width
        if not self.rows:
            self.opened = opened_first(learner)
        if self.letters:
            from tutor.course_search import rows_found  # with the glossary, and later the pages

            self.rows = tuple(rows_found(learner, self.letters, text))
        else:
            self.rows = tuple(course_rows(learner, self.opened))
        self.set_options(Option(self.words(row), disabled=not row.can_be_chosen) for row in self.rows)
        self.highlighted = self.place()

    def come_back(self, learner: Learner) -> None:
        """Come back from a lesson: if another one comes next now, the cursor is on it, and its track is open."""
        going = learner.opening_to_continue() or ("", "")
        if self.rows and going != self.going:
            if self.row and self.row.name != going[0]:
                self.row = None
            self.opened |= opened_first(learner)
        self.going = going

    def place(self) -> int | None:
        """Return the cursor's row: the one that it was on, else the same lesson elsewhere, else the first."""
        if self.row in self.rows:
            return self.rows.index(self.row)
        names = [row.name for row in self.rows if row.can_be_chosen]
        name = self.row.name if self.row and self.row.name in names else next(iter(names), "")
        return next((place for place, row in enumerate(self.rows) if name and row.name == name), None)

    @property
    def current(self) -> Row | None:
        """The row under the cursor; None if no row is found."""
        return None if self.highlighted is None else self.rows[self.highlighted]

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Remember the row of the map: the cursor goes back to it from what letters found."""
        super().watch_highlighted(highlighted)
        if self.current and self.current.kind in ("lesson", "track"):
            self.row = self.current

    def words(self, row: Row) -> Content:
        match row.kind:
            case "next":
                words = shortened(next_words(self.learner, self.text), self.room - EDGES)
                return Content.styled(words, "bold $primary")
            case "track":
                return self.track_words(row.name)
            case "now":
                done = Content.styled(f"✓ {self.text('map.all_done')}", "bold $success")
                return Content.assemble("\n", done, f"\n{self.text('map.now')}")
            case "blank":
                return Content("")
            case "nothing" | "inside":
                return Content.styled(f"  {self.text(f'map.{row.kind}')}", "$muted")
            case "term" | "glossary":
                return Content(f"    {self.text(f'map.{row.kind}', term=row.name)}")
        return self.lesson_words(self.learner.course.headings[row.name])

    def track_words(self, name: str) -> Content:
        """Folded or open, its title, how many of its lessons are done, and, where there is room, what it is about."""
        tracks, language = self.learner.course.tracks, self.text.language
        track = next(track for track in tracks if track.id == name)
        done, count = tally(self.learner, track)
        mark = "-" if name in self.opened else "+"
        widest = max(len(each.title[language]) for each in tracks)
        filled = math.ceil(BAR_COLUMNS * done / count)
        bar = "▰" * filled + "▱" * (BAR_COLUMNS - filled)
        far = f"{bar} {self.text('map.tally', done=done, count=count):<8}  "
        about = track.about.get(language, "")
        title = shortened(f"{mark} {track.title[language]:<{widest}} ", self.room - EDGES - len(far))
        style = "$success" if done == count else "$muted"
        has_room = len(title + far + about) <= self.room - EDGES
        return Content.assemble((title, "bold $primary"), (far, style), (about if has_room else "", "$muted"))

    def lesson_words(self, heading: Heading, begin: str = "  ") -> Content:
        """Return a mark, the title, and how far the learner is; how long it takes where they have not begun."""
        mode = self.learner.way_into(heading)
        mark, where, style = self.standing(heading, mode)
        title = f"{mark} {listed_title(heading, 'open', self.learner, self.text)}"
        way = f" · {self.text('mode.blind')}" if mode == "blind" else ""
        whole = self.room - EDGES - len(begin)
        room = whole - len(where) - 2
        if mark == "○" and len(title + way) > room:
            where, room = "", whole
        if len(title + way) > room:
            title = BREAK.sub("", title)
        title = shortened(title, room - len(way)) + way
        gap = self.gap(begin + title, where)
        return Content.assemble((begin, "$muted"), (title[:2], style), title[2:], gap, (where, style))

    def gap(self, left: str, right: str) -> str:
        """Return the blanks that put the second to the right edge; a few where they do not fit into a row."""
        free = self.room - EDGES - len(left) - len(right)
        return " " * free if free > 1 else "  "

    def standing(self, heading: Heading, mode: Mode) -> tuple[str, str, str]:
        """Return a mark, how far the learner is, and its colour: before a lesson is folded, what its events say."""
        fold, opening = self.learner.fold, (heading.id, mode)
        state = fold.state(*opening) if opening in fold.events and fold.knows(opening) else None
        if state.finished if state else opening in fold.finished:
            return "✓", self.text("map.done"), "$success"
        if not (state.opened if state else opening in fold.events):
            return "○", self.text("map.minutes", minutes=heading.minutes), "$muted"
        return "●", self.how_far(opening) if state else self.text("map.continue"), "$accent"

    def how_far(self, opening: tuple[str, str]) -> str:
        from tutor.lesson_status import bar_words

        place = self.learner.fold.place(opening)
        return bar_words(place, self.learner.state(place), self.text)

    def turn(self, track: str) -> None:
        self.opened ^= {track}
        self.draw(self.learner, self.text, self.room)
        if track in self.opened:  # as many of its lessons as there is room for
            self.call_after_refresh(self.scroll_to_highlight, top=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        if action == "unfold":
            row = self.row
            return row is not None and row.kind == "track" and row.name not in self.opened
        return action != "fold" or bool(self.open_track)

    def action_unfold(self) -> None:
        if self.row:
            self.turn(self.row.name)

    @property
    def open_track(self) -> str:
        """The open track that the cursor is on, or that its lesson is in."""
        row = None if self.letters else self.row
        if row is None or row.is_next:
            return ""
        inside = (track.id for track in self.learner.course.tracks if row.name in (track.id, *track.lessons))
        return next((track for track in inside if track in self.opened), "")

    def action_fold(self) -> None:
        self.row = Row("track", self.open_track)
        self.turn(self.row.name)


class DueLine(Static):
    """The line of reviews: what comes back today, or when the next idea does."""

    def show(self, learner: Learner, text: Text) -> None:
        cards, due = learner.cards(), learner.due()
        words = Content("")
        if due:
            words = Content(f"↻ {counted(text, 'review.due', len(due))}")
        elif cards:
            when = when_words(text, cards[0].due, learner.today())
            words = Content.styled(f"↻ {text('review.next', when=when)}", "$muted")
        self.update(words)


class NoticeLine(Static):
    """A notice about the learner's file, or else who goes on here; hidden without either."""

    def show(self, learner: Learner, text: Text, goes_on: str) -> None:
        words = " ".join(in_words(notice, text) for notice in learner.journal.notices)
        if not words and learner.journal.trouble:
            words = text("lesson.unsaved", trouble=trouble_words(learner, text))
        self.update(Content(f"! {words}" if words else goes_on))
        self.display = bool(words or goes_on)
