"""Find names that give an edit away, and claims that answer before their run: no section may say them."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

from lessons.check.evidence import Evidence
from lessons.check.measures import OVER_SEEDS
from lessons.check.pages import CLAIM, PARSER, TITLE, PageFile, Proof, called, pages_of, without_claims
from lessons.course.asking import questions, verdicts
from lessons.course.lesson import prose
from lessons.course.lesson.exercise import REVEALS
from lessons.course.lesson.lesson import Edit, Lesson, Question
from lessons.course.lesson.source import edited_files, edited_lines, edited_text, function_at, healthy_text, inside
from lessons.course.lesson.summaries import PAIRS

MODULE, FUNCTION, LINE, FIX = REVEALS[1:]
LISTING_LINES = 3  # from which on a block of code is a listing, and no pointing finger
MIN_SPAN_LETTERS = 6  # of a line that is told by a span of code
MIN_LETTERS = 12  # of one that is told in the middle of a sentence
ORDINARY = {  # names that give nothing away
    "__init__", "__call__", "forward", "backward", "step", "update", "train", "item", "data", "shape", "linear",
    "identity", "module", "parameter", "sequential", "embedding", "tensor", "loss", "sgd", "adam", "adamw", "optimizer",
}  # fmt: skip


@dataclass(frozen=True)
class Spoken:
    """A section's words without marks and listings; `spans` are its code, without blanks and capitals."""

    written: str
    spans: frozenset[str]

    @cached_property
    def words(self) -> str:
        return self.written.casefold()


@cache
def spoken(text: str) -> Spoken:
    lines: list[str] = []
    spans: list[str] = []
    for token in PARSER.parse(without_claims(text)):
        children = token.children or []
        block = token.content.splitlines() if token.type in ("fence", "code_block") else []
        short = block if len(block) < LISTING_LINES else []
        spans += [*short, *(child.content for child in children if child.type == "code_inline")]
        breaks = ("softbreak", "hardbreak")
        lines += [*short, "".join(" " if child.type in breaks else child.content for child in children)]
    return Spoken(" ".join(" ".join(lines).split()), frozenset(map(tight, spans)))


def tight(text: str) -> str:
    return "".join(text.split()).casefold()


@dataclass(frozen=True)
class Clue:
    """One thing that gives an edit away, how much of it, and the texts in which it would be seen."""

    reveals: str
    said: str  # what it is, for people
    words: re.Pattern[str] | None = None  # in the words, without capitals
    code: str = ""  # the whole of a span of code, without blanks; of a long one anywhere

    def is_in(self, text: Spoken) -> bool:
        if self.words and self.words.search(text.words):
            return True
        is_line = self.reveals in (LINE, FIX) and len(self.code) >= MIN_LETTERS
        return bool(self.code) and (self.code in text.spans or (is_line and self.code in tight(text.written)))


@cache
def clues(edits: tuple[Edit, ...], known: frozenset[str] = frozenset()) -> tuple[Clue, ...]:
    """Return everything that gives edits away. `known` are names that a lesson's settings say openly, such as gelu."""
    return tuple(clue for file in edited_files(edits) for clue in clues_of_file(edits, file, known))


def clues_of_file(edits: tuple[Edit, ...], file: str, known: frozenset[str]) -> Iterator[Clue]:
    before, after = healthy_text(file), edited_text(edits, file)
    new = edited_lines(edits, file)
    path = inside(file).removesuffix(".py")
    forms = [f"minimodel/{path}", f"{path.split('/')[-1]}.py", *([path] if "/" in path else [])]
    yield Clue(MODULE, f"the file {file}", whole_word(*forms))
    for name in dict.fromkeys(filter(None, (function_at(after, line) for line in new))):
        yield from clues_of_function(name, known)
    numbers = "|".join(map(str, new))
    if new:
        lines = re.compile(rf"(?:\b(?:lines?|líneas?)\s+|\.py:)(?:{numbers})\b")
        yield Clue(LINE, f"line {new[0]} of {file}", lines)
    ours, theirs = Counter(before.splitlines()), Counter(after.splitlines())
    yield from clues_of_lines(LINE, "the edited line", list(theirs - ours))
    yield from clues_of_lines(FIX, "what has to stand there", list(ours - theirs))


def whole_word(*forms: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w/.])(?:{'|'.join(re.escape(each.casefold()) for each in forms)})(?!\w)")


def clues_of_function(name: str, known: frozenset[str]) -> Iterator[Clue]:
    """Return a function by its whole name, and by its own one where that is code, or is like no other word."""
    *owners, own = name.split(".")
    if owners:
        yield Clue(FUNCTION, f"the function {name}", whole_word(name))
    for each, said in ((own, f"the function {name}"), *((owner, f"the class {owner}") for owner in owners)):
        plain = each.casefold()
        if plain not in known | ORDINARY:
            yield Clue(FUNCTION, said, whole_word(each) if "_" in plain.strip("_") else None, plain)
            yield Clue(FUNCTION, said, code=f"{plain}()")


def clues_of_lines(reveals: str, said: str, lines: list[str]) -> Iterator[Clue]:
    for line in (each.partition("  #")[0].strip() for each in lines):
        if len(tight(line)) >= MIN_SPAN_LETTERS and not line.isalnum():
            yield Clue(reveals, f"{said}, `{line}`", code=tight(line))


def known_names(lesson: Lesson) -> frozenset[str]:
    """Return the words that the settings of a lesson's own experiments say: gelu, adam, MLP, LayerNorm."""
    arms = [arm.settings for each in lesson.experiments.values() for arm in each.arms]
    said = " ".join(f"{each.task} {each.model} {each.optimizer} {each.loss}" for each in arms)
    return frozenset(re.findall(r"\w+", said.casefold()))


# ---- what a run will show ------------------------------------------------------------

ON_THE_MAP = (TITLE, "summary")
EARLY = ("read", "edit", "symptom", "know", "predict", "name", "arm", "experiment")  # before the run
WHAT = "nothing is told before its run"

Asked = tuple[Question, str, tuple[str, ...]]  # with the heading that asks, and those shown before the run


def sections_before_run(page: PageFile, question: Question) -> tuple[str, ...]:
    """Return the headings that are shown before a question's run, but for those of other questions."""
    others = {each.id for each in page.lesson.questions} - {question.id}
    return tuple(
        each
        for each in page.texts
        if each.partition(" ")[0] in (*EARLY, *ON_THE_MAP) and each.rpartition(" ")[2] not in others
    )


def answers_to_hide(lesson: Lesson) -> list[str]:
    return [WHAT] if lesson.questions or lesson.reviews else []


def prove_untold(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    if answers_to_hide(lesson):
        yield from dict.fromkeys(told(lesson)) or [Proof(lesson.id, WHAT)]


def told(lesson: Lesson) -> Iterator[Proof]:
    """Find claims that hold a question's answer. Of arms that are compared one number may be told."""
    for page in pages_of(lesson):
        for question, heading, headings in asked(page):
            # Without the options, which say as much as each other.
            texts = {each: prose.options(page.texts.get(each, ""))[0] for each in headings}
            printed = dict.fromkeys((each, claim[1]) for each in headings for claim in CLAIM.finditer(texts[each]))
            found = [(*each, arms) for each in printed if (arms := tells(lesson, each[1], question))]
            if len({arm for _, _, arms in found for arm in arms}) >= (2 if questions.kind_of(question).compares else 1):
                each, name, _ = found[-1]
                problem = f"{called(each)} shows {{{name}}} before the run, and that answers ## {heading}."
                proof = page.wrong(f"{problem} Say it in ## because {question.id}.", each, f"{{{name}")
                yield replace(proof, what=WHAT)


def asked(page: PageFile) -> Iterator[Asked]:
    """Return every question; and each of a calculation or of a review, on its own page."""
    lesson = page.lesson
    for question in lesson.questions:
        yield question, f"predict {question.id}", sections_before_run(page, question)
    for question in lesson.worked.questions if lesson.worked else ():
        own = (f"step {question.id}", f"name {question.id}")
        yield question, own[0], (TITLE, "summary", "read", *own)
    for review in lesson.reviews:
        yield review.question, f"review {review.id}", (f"review {review.id}",)


def tells(lesson: Lesson, name: str, question: Question) -> tuple[str, ...]:
    """Return the arms of which a claim tells what a question asks: the same metric on the same runs."""
    if (claim := lesson.claims.get(name)) is None:
        return ()
    given = claim.arguments
    if question.of:
        same = claim.measure == "entry" and given.get("of") == question.of
        return ("value",) if same and given.get("at", []) == list(question.at) else ()
    asked = question.experiment, question.metric
    if claim.measure not in OVER_SEEDS or (given.get("experiment"), given.get("metric")) != asked:
        return ()
    experiment = verdicts.experiment_of(lesson, question)
    arm = str(given.get("arm", experiment.main_arm))
    if arm in PAIRS:
        pair = str(given.get("of", experiment.names[-1])), str(given.get("against", experiment.names[0]))
        return pair if set(pair) <= {*question.arms, question.arm, question.against} else ()
    return (arm,) if arm in deciding(question) else ()


def deciding(question: Question) -> tuple[str, ...]:
    """Return the arms whose number is what a question asks for; what it is compared with may be told."""
    if questions.kind_of(question).compares:
        return question.arms
    bounded = [arm for option in question.options if option.value is None for arm in option.arms]
    return (question.arm,) if question.arm in bounded or not bounded else tuple(dict.fromkeys(bounded))
