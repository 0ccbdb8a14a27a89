"""An honest lesson passes; one with a lie is refused in a sentence, or the lie is listed by `--unproved`.

Of lies in the families of an outside author, and of honest edits, the pages are read and nothing is trained.
"""

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lessons.check.cache import Cache
from lessons.check.families import PAGES, verdicts
from lessons.check.pages import Proof
from lessons.course.lesson.values import LessonError
from lessons.format.course import load_lesson
from tests.approved import assert_approved
from tests.lessons.check.known import Known
from tests.lessons.check.lying import HONEST, Change, failures, write

HERE = Path(__file__).parent
S, EN, ES = "lesson.toml", "en.md", "es.md"
EVIDENCE: Any = Known({})
OPEN_EN, OPEN_ES = "The healthy model learns its rows:", "El sano aprende sus filas:"
CITED, CITADO = "Glorot and Bengio (2010)", "Glorot y Bengio (2010)"


def why(english: str, spanish: str) -> tuple[Change, ...]:
    return (EN, CITED, f"{english} {CITED}"), (ES, CITADO, f"{spanish} {CITADO}")


def because(english: str, spanish: str) -> tuple[Change, ...]:
    return (EN, OPEN_EN, f"{english} {OPEN_EN}"), (ES, OPEN_ES, f"{spanish} {OPEN_ES}")


def en(before: str, after: str) -> tuple[Change, ...]:
    return ((EN, before, after),)


def es(before: str, after: str) -> tuple[Change, ...]:
    return ((ES, before, after),)


B, X = "break", "experiment"
LIES: dict[str, list[tuple[str, tuple[Change, ...]]]] = {
    "verdict words": [
        (B, because("Plainly fewer.", "Claramente menos.")),
        (B, en("{loss_healthy:0.042}", "{loss_healthy:0.9}")),
        (X, en("*Long* was there after {strides_long}, *short* after {strides_short}.", "*Long* was there later than *short*: {strides_long}, {strides_short}.")),
        (B, en("Even the worst start got {one_layer} right.", "The worst start got {one_layer} right, fewer than the others.")),
    ],
    "prompts of another metric": [
        (B, en("training rows** does", "held-out rows** does")),
        (B, es("**filas de entrenamiento** acierta", "**filas apartadas** acierta")),
        (B, en("How does the **final loss**", "How does the **training accuracy**")),
        (B, en("How does the **training accuracy**", "How does the **final loss**")),
        (B, en("How does the **final loss** of the broken model", "On the worst seed, how does the **final loss** of the broken model")),
        (B, en("How far apart do the scores of **different rows** lie? The measure is their standard deviation over the rows.", "How right are they?")),
    ],
    "exchanged options": [
        (B, ((ES, "- same: apenas se separan", "- same: se separan tanto como en el modelo sano"), (ES, "- far: se separan tanto como en el modelo sano", "- far: apenas se separan"))),
        (B, ((ES, "- same: apenas se separan\n", ""), (ES, "como en el modelo sano\n", "como en el modelo sano\n- same: apenas se separan\n"))),
        (X, ((ES, "- between: un poco por encima", "- between: 3 veces por encima"),)),
    ],
    "wrong units": [
        (X, en("*Long* was there after {strides_long},", "*Long* was there after {strides_long} seconds,")),
        (X, es("*Larga* llegó tras {strides_long} y", "*Larga* llegó tras {strides_long} filas y")),
        (B, en("is plain gradient descent, {steps} steps long", "is plain gradient descent, {steps} epochs long")),
    ],
    "numbers of one seed": [
        (B, why("On every seed the loss ended at {loss_broken}.", "Con todas las semillas la pérdida acabó en {loss_broken}.")),
        (B, why("The loss was {loss_broken}, whatever the start.", "La pérdida fue {loss_broken}, sea cual sea el comienzo.")),
        (B, why("It never came above {entropy}.", "Nunca pasó de {entropy}.")),
    ],
    "captions": [
        (B, en("One falls. The other comes down", "Both fall to the same floor. The other comes down")),
        (B, en("In the broken model all of it lies in the middle:", "In the healthy model all of it lies in the middle:")),
    ],
    "false reasons": [
        (B, why("It fails because the gradients are wrong.", "Falla porque los gradientes están mal.")),
        (B, why("The rate is too small, so nothing moves.", "La tasa es pequeña, así que nada se mueve.")),
        (B, en("and so they should.", "and so they never learn.")),
    ],
    "sweeping": [
        (B, why("Depth always does harm.", "La profundidad siempre hace daño.")),
        (B, why("No network with three layers can learn.", "Ninguna red con tres capas puede aprender.")),
    ],
    "names that are not what runs": [
        (B, why("With Adam it is like this.", "Con Adam es así.")),
        (B, en("**tanh** bends", "**ReLU** bends")),
        (B, en("Linear(16 → 5)\n```", "Linear(16 → 6)\n```")),
    ],
    "the other language says otherwise": [
        (B, es("una fila de 23 números", "una fila de 32 números")),
        (B, es("1 / math.sqrt(in_features)", "1 / math.sqrt(out_features)")),
        (B, es("una capa ancha deja pasar la misma parte", "una capa ancha deja pasar menos")),
    ],
    "placeholders and answers": [
        (B, en("Up to {margin} of difference", "It ends at {loss_broken}. Up to {margin} of difference")),
        (B, because("{asked}", "{asked}")),
    ],
    "number words": [
        (B, why("It got three quarters of its rows.", "Acertó tres cuartos de sus filas.")),
    ],
}  # fmt: skip


def read(lesson: str, changes: tuple[Change, ...], folder: Path) -> list[Proof]:
    try:
        found = load_lesson(write(lesson, changes, folder))
    except LessonError as error:
        return [Proof(lesson, "it loads", str(error))]
    return [proof for family in PAGES for proof in verdicts(family, found, EVIDENCE)]


def is_listed(proof: Proof, changes: tuple[Change, ...]) -> bool:
    said = [after.strip("*_` \n") for file, _, after in changes if file == proof.file]
    plain = proof.advice.strip("*_` \n.")
    return proof.yours and any(plain in each or each.strip(".") in plain for each in said)


def said_of(proof: Proof) -> str:
    return f"{proof.file}:{proof.line} {proof.what}: {proof.problem} {proof.advice}"


@pytest.mark.parametrize("family", LIES)
def test_a_lie_in_a_page_is_refused_or_listed_in_the_sentences_that_were_approved(family, tmp_path):
    told = []
    for number, (lesson, changes) in enumerate(LIES[family]):
        proofs = read(lesson, changes, tmp_path / str(number))
        assert any(not proof.holds or is_listed(proof, changes) for proof in proofs)
        told += [f"\n{changes[0][2]}", *sorted({*map(said_of, proofs)} - honest(lesson))]
    assert "fault of lynx-tutor" not in "".join(told)
    assert_approved(HERE / "lies" / f"{family.replace(' ', '-')}.txt", "\n".join(told))


@cache
def honest(lesson: str) -> frozenset[str]:
    with TemporaryDirectory() as folder:
        return frozenset(map(said_of, read(lesson, (), Path(folder))))


@pytest.mark.parametrize("lesson", sorted(path.name for path in HONEST.iterdir()))
def test_what_is_proved_of_the_pages_of_an_honest_lesson_is_what_was_approved(lesson):
    assert_approved(HERE / "lies" / f"none-in-{lesson}.txt", "\n".join(sorted(honest(lesson))))


HONEST_EDITS: list[tuple[str, tuple[Change, ...]]] = [
    (B, why(english, spanish))
    for english, spanish in (
        ("It is 12/48 of them.", "Son 12/48 de ellas."),
        ("About twice those of training.", "Más o menos el doble que al entrenar."),
        ("A rate of 0.5, for 120 steps.", "Una tasa de 0.5, 120 pasos."),
        ("Only about {rows_broken:a third} are right.", "Solo {rows_broken:un tercio} está bien."),
        ("Every start got {rows_healthy}.", "Todos los comienzos acertaron el {rows_healthy}."),
        ("On nearly every seed it ends near {loss_broken}.", "Con casi todas las semillas acaba cerca de {loss_broken}."),
        ("He (2015) made it 2/n.", "He (2015) lo hizo 2/n."),
        ("```python\nx = [77, 78]\n```\n\nSo.", "```python\nx = [77, 78]\n```\n\nAsí."),
        ("tanh is always between −1 and 1.", "tanh está siempre entre −1 y 1."),
        ("23 numbers go in, 5 come out.", "Entran 23 números y salen 5."),
        ("- one\n- two\n\nThen.", "- uno\n- dos\n\nLuego."),
    )
] + [
    (B, because("{verdict}", "{verdict}")),
    (B, ((EN, "Which share of its own **training rows** does the broken model get right in the end?", "{asked}"), (ES, "¿Qué parte de sus propias **filas de entrenamiento** acierta al final el modelo roto?", "{asked}"))),
    (B, en("Which share of its own **training rows**", "What fraction of the **training rows**")),
    (B, es("- same: apenas se separan", "- same: casi no se separan")),
    (X, en("How many **strides** does *long* need", "How many **steps** does *long* need")),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("lesson", "changes"), HONEST_EDITS)
def test_an_honest_edit_is_not_refused(lesson, changes, tmp_path):
    assert [proof.problem for proof in read(lesson, changes, tmp_path) if not proof.holds] == []


LOSS = 'loss_broken = { median = "deep.final_loss", arm = "broken", equals = 1.55, within = 0.01'
HINT = "What is supposed to bend a number lives in `minimodel/nn/activations.py`."


METRICS = 'metrics = ["train_accuracy", "final_loss"]\n'
IDLE = """[experiment.plane.arm.idle]
edit = { file = "minimodel/nn/activations.py", before = "return x.gelu()", after = "return x" }
[experiment.plane.arm.healthy]
[experiment.plane.arm.broken]
"""
REFUSED: dict[str, tuple[str, tuple[Change, ...], str]] = {
    "words: a claim less": ("break", ((ES, "por encima de {loss_healthy:0.042}", "por encima de casi nada"),), "the same claims: ## because loss lacks {loss_healthy}, which en.md has: both should say the same."),
    "numbers: digits": ("break", why("The broken network got 77 % of its rows right.", "La red rota acertó el 77 % de sus filas."), "sentences of en.md: ## why says '77 %': no claim proves it, and it is none of the lesson's own numbers."),
    "printed claims: words that it does not say": ("break", why("It got {rows_broken:three quarters} right.", "Acertó {rows_broken:tres cuartos}."), "{rows_broken:three quarters} in en.md, ## why: 'three quarters' says 0.75; the claim says 0.3 to 0.36."),
    "printed claims: a claim that is none": ("break", why("It was {loss_brokn}.", "Era {loss_brokn}."), "{loss_brokn} in en.md, ## why: 'loss_brokn' is no claim of the lesson."),
    "hints: one that says too much": ("bend-lost", ((EN, HINT, "Read `Tanh.forward`, and compare."),), "hint 2 reveals the module: ## hint 2 names the function Tanh.forward"),
    "claims: false": ("break", en("equals = 0.33, within = 0.03", "equals = 0.44, within = 0.03"), "claim rows_broken: says 0.44 ± 0.03; measured 0.333333."),
    "claims: so wide that it says nothing": ("break", en("equals = 0.33, within = 0.03", "between = [0, 1]"), "claim rows_broken: is 1 wide; measured 0.3333"),
    "claims: wider than chance": ("break", en(LOSS, LOSS.replace("equals = 1.55, within = 0.01", "between = [0, 9]")), "claim loss_broken: is 9 wide; measured 1.55"),
    "edits: a layer without its sizes": ("break", ((S, 'gradcheck = ["', 'gradcheck = ["Linear", "'),), "gradcheck Linear: minimodel cannot make it: "),
    "printed claims: a placeholder that is none": ("break", why("It was {Share_Broken}.", "Era {Share_Broken}."), "{Share_Broken} in en.md, ## why: 'Share_Broken' is no claim of the lesson."),
    "printed claims: a verdict before its runs": ("break", why("{verdict} So.", "{verdict} Así."), "{verdict} in es.md, ## why: it is filled in under ## because, ## learnt alone."),
    "predictions: one run": ("break", ((S, "seeds = 12  ", "seeds = 1  "),), "and one run is an anecdote"),
    "arms: an edit of its own that changes nothing": ("bend-lost", ((S, METRICS, METRICS + IDLE),), "the edit of plane, arm idle shows: it changes nothing"),
    "calculation: a step that is no number": ("walkthrough", ((S, "takings = totals.sum()", "takings = (totals - totals).sum() / 0"),), "step takings: takings is nan there, and nobody can type that."),
}  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """Keep what is trained for one lie for the next, in whichever process that is told."""
    base = tmp_path_factory.getbasetemp()
    return Cache((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "kept")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in HONEST.iterdir()))
def test_an_honest_lesson_passes(name, tmp_path, kept, pool):
    assert failures(write(name, (), tmp_path), pool, kept) == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_lie_is_refused_in_a_sentence(name, tmp_path, kept, pool):
    lesson, changes, expected = REFUSED[name]
    found = failures(write(lesson, changes, tmp_path), pool, kept)
    assert any(expected in each for each in found), "\n".join(found)
    assert not any("a fault of lynx-tutor" in each for each in found)
