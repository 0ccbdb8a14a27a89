"""Play: a model with knobs, and what came of turning them. A page is a pure function of what was done."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import ClassVar

from lessons.course.asking.measurements import metric_words
from lessons.course.lesson.page import Block, Knob, Page, Strings, Table, Tune, Words
from lessons.course.lesson.value_words import value_words
from lessons.course.lesson.values import MAX_ROWS
from lessons.course.play.knob_settings import Beginning, besides, most_rows, settings_of
from lessons.course.play.knobs import (
    KNOBS,
    MINE,
    NONE,
    ROWS,
    Found,
    PlayAct,
    PutBack,
    Tried,
    Turned,
    Values,
    applies,
    begun_value,
    listed,
    offered,
    telling,
    turned,
    typed_number,
)
from lessons.course.play.rows import OwnRows

UNSEEN = 0.05  # of the first loss
CELL = 9  # letters of a value in the table


@dataclass(frozen=True)
class Playing:
    """The knobs' values, and what was tried, the latest last."""

    values: Values
    tries: tuple[Tried, ...] = ()
    kept: int = 0  # findings

    @property
    def now(self) -> Tried | None:
        return self.tries[-1] if self.tries else None

    @property
    def before(self) -> Tried | None:
        return self.tries[-2] if len(self.tries) > 1 else None

    @property
    def about(self) -> Values:
        return self.now.values if self.now else self.values


@dataclass(frozen=True, eq=False)
class Play:
    """A step that never ends: turn, train, see. `breaks` may be turned on, and are told by `titles`."""

    first: Beginning
    breaks: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)
    id: ClassVar[str] = "play"
    kind: ClassVar[str] = "play"

    @property
    def own(self) -> OwnRows | None:
        """Return the rows of one's own that are played with, if it began with some."""
        own = self.first.settings.task.get("own")
        return own if isinstance(own, OwnRows) else None

    def choices(self, knob: str, playing: Playing) -> tuple[str, ...]:
        now = playing.values
        values = offered(knob, now, self.first.values, self.breaks)
        if knob != "rows":
            return values
        most = most_rows(settings_of(self.first, now).task)
        fitting = {each for each in values if int(each) <= most or each == now["rows"]}
        return tuple(sorted(fitting | ({str(most)} if most < MAX_ROWS - 1 else set()), key=int))

    def takes(self, knob: str, value: str, playing: Playing) -> bool:
        """Return True for one of a knob's choices, and for any number between them."""
        choices = self.choices(knob, playing)
        return value != ROWS and (value in choices or (value != "" and typed_number(knob, value, choices) == value))

    def after(self, playing: Playing, act: PlayAct) -> Playing:
        """Return the state after an act; ignore acts that do not apply."""
        match act:
            case Turned(knob, value) if knob in KNOBS and self.takes(knob, value, playing):
                return replace(playing, values=turned(playing.values, self.first.values, knob, value))
            case PutBack(""):
                return replace(playing, values=self.first.values)
            case PutBack(knob) if knob in KNOBS:
                value = begun_value(knob, playing.values, self.first.values)
                return replace(playing, values=turned(playing.values, self.first.values, knob, value))
            case Tried():
                return replace(playing, tries=(*playing.tries, act))
            case Found():
                return replace(playing, kept=playing.kept + 1)
        return playing

    def page(self, playing: Playing, text: Strings) -> Page:
        blocks: list[Block] = list(self.compared(playing, text))
        if more := besides(self.first, playing.values):
            told = "; ".join(setting_said(*each, text) for each in more)
            blocks.append(Words(text("play.besides", more=told), "note"))
        words, tone = ending(playing, text)
        knobs = tuple(self.knob(name, playing, text) for name in listed(playing.values))
        tune = Tune(knobs, words, tone, self.finding(playing, text))
        return Page(self.id, text("play.title"), tuple(blocks), tune)

    def knob(self, name: str, playing: Playing, text: Strings) -> Knob:
        choices, value = self.choices(name, playing), playing.values[name]
        words = {each: self.said(name, each, text) for each in choices}
        begun, means_something = begun_value(name, playing.values, self.first.values), applies(name, playing.values)
        about = self.about(name, value, text)
        return Knob(name, text(f"play.{name}"), value, choices, words, about, value != begun, means_something)

    def about(self, knob: str, value: str, text: Strings) -> str:
        """Explain a knob; of a task, a model and a break, the one it is set to."""
        if value in self.titles:
            return f"{self.titles[value]}. {text('play.about_break')}"
        key = f"play.about_{value}" if knob in ("task", "model") or value == MINE else ""
        if knob == "task" and self.own and value == self.own.file:
            key = "play.about_own_rows"
        return text(key if text.has(key) else f"play.about_{knob}")

    def said(self, knob: str, value: str, text: Strings) -> str:
        if knob == "rows" and self.own and value == str(most_rows(self.first.settings.task)):
            return text("play.all_rows", count=value)
        if knob == "break" and value not in (NONE, MINE):
            return self.titles.get(value, value)
        return value_said(knob, value, text)

    def compared(self, playing: Playing, text: Strings) -> list[Block]:
        """Tabulate the last try beside the one before: the knobs that were turned in between, and what was measured."""
        now, before = playing.now, playing.before
        if now is None or now.trouble:
            return []
        tries = (before, now) if before and not before.trouble else (now,)
        heads = (text("side.before"), text("side.now"))[-len(tries) :]
        rows = [
            (text(f"play.{name}"), *(self.cell(name, each, text) for each in tries))
            for name in KNOBS
            if before and len({each.values[name] for each in tries}) > 1
        ]
        names = dict.fromkeys(name for each in reversed(tries) for name in each.figures)
        rows += [(figure_name(name, text), *(figure(each, name, text) for each in tries)) for name in names]
        return [Table(("", *heads), tuple(rows), ("", *("", "arm-1")[-len(tries) :]))]

    def cell(self, knob: str, tried: Tried, text: Strings) -> str:
        words = self.said(knob, tried.values[knob], text) if applies(knob, tried.values) else "—"
        return words if len(words) <= CELL else f"{words[: CELL - 1]}…"

    def finding(self, playing: Playing, text: Strings) -> str:
        told, now = self.settings_words(playing.about, telling(playing.about), text), playing.now
        figures = [f"{figure_name(name, text)} {figure(now, name, text)}" for name in (now.figures if now else ())]
        return ", ".join(told) + (f": {', '.join(figures)}" if figures else "")

    def settings_words(self, values: Values, knobs: tuple[str, ...], text: Strings) -> list[str]:
        """Write each of these knobs that means anything: a task and a model by their value alone."""
        told = []
        for name in knobs:
            if applies(name, values):
                named = "" if name in ("task", "model") else f"{text(f'play.{name}')} "
                told.append(f"{named}{self.said(name, values[name], text)}")
        return told


def figure_name(metric: str, text: Strings) -> str:
    """Write a metric as short as the side of a picture needs it."""
    return text(f"play.{metric}") if text.has(f"play.{metric}") else metric_words(metric, text)


def figure(tried: Tried | None, metric: str, text: Strings) -> str:
    value = tried.figures.get(metric) if tried else None
    return "—" if value is None else value_words(value, metric, text)


def ending(playing: Playing, text: Strings) -> tuple[str, str]:
    """Return words on the last try's end, and their tone; before the first try, on what to do."""
    now = playing.now
    if now is None:
        return text("play.ready"), "note"
    if now.trouble:
        return text("play.raised", trouble=now.trouble, step=now.steps), "bad"
    first, last, before = now.first or 0.0, now.figures.get("final_loss"), playing.before
    if last is None or not isfinite(last):
        return text("play.diverged", step=now.steps), "bad"
    if playing.values != now.values:
        return text("play.turned"), "note"
    key, tone = ("fell", "good") if last < first else ("rose", "bad")
    if abs(last - first) <= UNSEEN * abs(first):
        key, tone = "stayed", "note"
    if before and now.values != before.values and replace(now, values=before.values) == before:
        key, tone = "same", "note"
    words = {"first": value_words(now.first, "final_loss", text), "last": value_words(last, "final_loss", text)}
    said, earlier = text(f"play.{key}", **words, steps=now.steps), before.figures.get("final_loss") if before else None
    if key == "same" or not before or earlier is None or before.values["task"] != now.values["task"]:
        return said, tone
    key = "worse" if last > (1 + UNSEEN) * earlier else "better" if last < (1 - UNSEEN) * earlier else "alike"
    compared = text(f"play.{key}", before=value_words(earlier, "final_loss", text))
    return f"{said} {compared}", tone if key == "better" else "note"


def setting_said(setting: str, value: str, text: Strings) -> str:
    """Write a setting that no knob turns in words; one without words as a lesson file has it."""
    keys = (f"besides.{setting}_{value}", f"besides.{setting}")
    words = next((text(key) for key in keys if text.has(key)), f"{setting} = {{value}}")
    return words.format(value=value)


def value_said(knob: str, value: str, text: Strings) -> str:
    is_named = knob != "break" or value in (NONE, MINE)  # a lesson's name might be another value's
    return text(f"play.is_{value}") if is_named and text.has(f"play.is_{value}") else value
