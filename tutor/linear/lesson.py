"""A lesson, or a review, in plain lines: each page is said, and what it wants is asked for."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from lessons.course.asking.question_words import kept, question_name, said_back
from lessons.course.lesson.page import (
    Aside,
    Ask,
    Block,
    Change,
    Choose,
    Find,
    Look,
    Measure,
    Onward,
    Page,
    Train,
    Words,
    Write,
)
from lessons.course.lesson.state import Finished, Looked, Predicted, Wrote
from tutor import lesson_status
from tutor.linear import code
from tutor.linear.lines import Again, Back, Command, Lines, ToMap, numbered, picked, plain, typed_number
from tutor.session import Session


class LessonLines:
    """One session at a line of text."""

    def __init__(self, lines: Lines, session: Session) -> None:
        self.lines, self.session = lines, session
        self.said: list[Block] = []  # of the step that was shown last
        self.asides: list[Aside] = []  # that were said
        self.title = self.at = ""  # of the step that was shown, asked about last
        self.listed: object = None  # what was listed last

    def step(self) -> bool:
        """Show the page there is, and satisfy what it wants. True at the end."""
        session = self.session
        session.text = self.lines.text
        page = session.page
        self.at = page.step
        self.lines.tell_trouble()
        self.show(page)
        try:
            return self.satisfy(page)
        except Back:
            session.go(session.state.here - 1)
        except Again:
            self.title = ""
        except Command as command:
            self.obey(command.name, command.rest)
        return False

    def look_elsewhere(self) -> None:
        """Take in what others did. Raises ToMap where another window goes on, Again where it moved."""
        if words := self.session.gone_elsewhere():
            self.lines.say(words)
            raise ToMap
        if self.session.begins_anew():
            self.say("lesson.reset_elsewhere")
        if self.session.step.id != self.at:
            raise Again

    def say(self, key: str, **values: object) -> None:
        self.lines.say(self.lines.text(key, **values))

    def obey(self, name: str, rest: str) -> None:
        """Go to a step by its number, watch a seed of the run that is open, print a file of the source, or play."""
        session, here, want = self.session, self.session.state.here, self.session.page.want
        number, unknown = typed_number(rest), f"{name} {rest}".strip()
        if name == "source":
            code.show_source(self.lines, session, rest)
        elif name == "instruments" and session.may_measure:
            self.look_around()
        elif name == "play" and isinstance(want, Write):
            self.lines.play(rest, session.place.lesson.id)
        elif name == "play":
            self.say("play.at_the_end")
        elif name == "step" and number is not None:
            session.go(number - 1)
            if session.state.here == here:
                why = session.why_not_yet(number - 1)
                self.lines.say(why or self.lines.text("linear.unknown", words=unknown))
        elif name == "watch" and isinstance(want, Train) and number is not None:
            self.drive(replace(want, seed=number))
        else:
            self.say("linear.unknown", words=unknown)

    def show(self, page: Page) -> None:
        """Print what was not printed yet of this step."""
        is_new = page.title != self.title
        if is_new:
            self.title, self.said = page.title, []
            self.lines.say(f"\n== {page.title}")
        if isinstance(page.want, Ask):  # what is asked comes last
            self.say_asides(page)
        self.lines.say_blocks(block for block in page.all_blocks if block not in self.said)
        if is_new and page.shows == "text":  # of which what there is to see is a part
            for look in page.looks:
                self.see(look)
        self.said = list(page.all_blocks)
        if isinstance(page.want, (Onward, Train, Write)) and page.shows != "run":  # the next page says who was right
            self.say_asides(page)

    def say_asides(self, page: Page) -> None:
        """Print what helps to know, once a lesson, under its title; not what the page has too."""
        for aside in page.asides:
            blocks = [block for block in aside.blocks if block not in page.all_blocks]
            if blocks and aside not in self.asides:
                self.asides.append(aside)
                self.lines.say(f"\n-- {aside.title}")
                self.lines.say_blocks(blocks)

    def satisfy(self, page: Page) -> bool:
        match page.want:
            case Onward():
                return self.go_on(page, page.want)
            case Ask():
                self.answer(page.want)
            case Train():
                self.train(page.want)
            case Find():
                code.find(self.lines, self.session, page.want)
            case Choose():
                self.choose(page.want)
            case Measure():
                if not self.measure(page.want, self.session.do):
                    self.session.onward()
            case Change():
                code.change(self.lines, self.session, page.want)
                self.said = [block for block in self.said if isinstance(block, Words) and not block.tone]
            case Write():
                return self.write(page.want)
        return False

    def go_on(self, page: Page, want: Onward) -> bool:
        """Go onward with Enter; with a number see a thing, or change an answer. True at the end."""
        session = self.session
        lesson, text, prose = session.place.lesson, self.lines.text, session.prose
        asked = [question_name(session.steps.questions[name], lesson, prose, text) for name in want.change]
        looks = () if page.shows == "text" else page.looks
        names = [look.title for look in looks] or [text("linear.change", name=name) for name in asked]
        if self.listed != page.step:  # once a page, and not after each thing that was looked at
            self.listed = page.step
            self.lines.say_all(numbered(names))
        more = f" {text('linear.or_number', count=len(names))}" if names else ""
        words = self.lines.asked(want.words + more)
        if (number := picked(words, len(names))) and looks:
            self.see(looks[number - 1])
        elif number:
            session.look_again(want.change[number - 1])
        elif words:
            self.say("linear.unknown", words=words)
        else:
            here = session.state.here
            session.onward()
            return session.state.here == here
        return False

    def see(self, look: Look) -> None:
        for blocks in self.session.see(look):
            self.lines.say_blocks(blocks or ())

    def answer(self, want: Ask) -> None:
        """Ask for an answer and a confidence; what cannot be used is asked again, with the reason."""
        self.lines.say_all(numbered(want.options.values()))
        if want.ranked:
            self.say("predict.by_number", example="".join([*want.ranked][::-1]))
            self.lines.say_all(numbered(want.ranked.values()))
        progress = self.lines.text("predict.progress", number=want.number, count=want.count)
        words = self.lines.text("linear.answer_percent" if want.question.percent else "linear.answer")
        typed = self.lines.asked(f"{progress}. {words}" if want.count > 1 else words)
        if number := picked(typed, len(want.options)):
            typed = list(want.options)[number - 1]
        said = said_back(want.question, typed, self.session.prose, self.lines.text)
        answer, trouble = kept(want.question, typed, self.lines.text)
        if trouble:
            self.lines.say(trouble)
        else:
            if said not in ("", typed):
                self.say("linear.understood", answer=said)
            sure = self.lines.confidence(want.levels) if want.levels else None
            self.session.do(Predicted(want.question.id, answer, sure))

    def choose(self, want: Choose) -> None:
        for row, test in zip(numbered(map(plain, want.options.values())), want.options, strict=True):
            self.lines.say(row)
            self.lines.say_blocks(want.details.get(test, ()))
        answer = self.lines.asked(self.lines.text("linear.choose"))
        if number := picked(answer, len(want.options)):
            self.session.do(want.act(list(want.options)[number - 1]))
        else:
            self.say("wrong.cause")

    def measure(self, want: Measure, keep: Callable[[Looked], Page]) -> bool:
        """Look with the instrument whose number is typed; False where Enter alone goes on."""
        if self.listed != want.seen:
            self.listed = want.seen
            for name in want.seen[-1:]:  # what its reading does
                self.lines.say_blocks(want.details[name][-1:])
            self.lines.say_all(numbered(want.options.values()))
        answer = self.lines.asked(self.lines.text("linear.measure", words=want.words))
        if not answer:
            return False
        if not (number := picked(answer, len(want.options))):
            self.say("linear.unknown", words=answer)
        elif (name := list(want.options)[number - 1]) in want.seen:
            self.lines.say_blocks(want.details[name])
        else:
            run = self.session.instruments.reading(name, self.session.text)
            self.lines.drive(run)
            if run.trouble:
                self.lines.say(run.trouble)
            else:
                page = keep(Looked(name, run.outcome))
                if isinstance(page.want, Measure):  # nobody is asked what it says
                    self.lines.say_blocks(page.want.details[name])
        return True

    def look_around(self) -> None:
        """Look at an open break with one instrument after the other; whatever else is typed leads back."""
        bench, text = self.session.instruments, self.session.text
        with suppress(Back, Again, Command):
            while isinstance(want := bench.page(text).want, Measure):
                if not self.measure(want, lambda act: bench.keep(act, text)):
                    return

    def train(self, want: Train) -> None:
        if words := self.session.run_title(want):
            self.lines.say(f"{words}.")
        if not (want.at_once or want.follows):
            self.lines.asked(want.words)
        self.drive(want)

    def drive(self, want: Train) -> None:
        run = self.session.train(want)
        self.lines.drive(run)
        if run.trouble:
            self.lines.say(run.trouble)
            raise ToMap
        self.lines.say_blocks(run.outcome.pictures)
        if parting := run.outcome.film.parting:
            self.lines.say(parting.words)
        self.session.do(run.outcome.act)

    def write(self, want: Write) -> bool:
        session = self.session
        self.say("play.from_here")
        if words := self.lines.asked(self.lines.text("linear.write"), free=True) if want.asks_words else "":
            session.do(Wrote(words))
        if not session.state.finished:
            page = session.do(Finished())
            self.lines.say_blocks(block for block in page.blocks if block not in self.said)
            self.lines.say_blocks(lesson_status.what_follows(self.lines.learner, session.place, self.lines.text))
        return True
