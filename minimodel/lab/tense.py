"""The grammar grid: which tense does a verb take with a person?

Twenty verbs and three persons make sixty rows; a row is one_hot(verb)
followed by one_hot(person). The labellings are invented rules, chosen for
what they ask of a network, and every row is a real English form.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import errors
from ..error_sentences import in_words
from ..nn.activations import ELEMENTWISE
from ..nn.linear import Linear
from ..nn.module import Module
from ..operations import Array
from ..tensor import Tensor


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its infinitive and the forms English makes of it."""

    name: str
    third: str
    past: str
    participle: str
    regular: bool


VERBS = (
    Verb("work", "works", "worked", "worked", True),
    Verb("play", "plays", "played", "played", True),
    Verb("walk", "walks", "walked", "walked", True),
    Verb("talk", "talks", "talked", "talked", True),
    Verb("listen", "listens", "listened", "listened", True),
    Verb("watch", "watches", "watched", "watched", True),
    Verb("study", "studies", "studied", "studied", True),
    Verb("finish", "finishes", "finished", "finished", True),
    Verb("start", "starts", "started", "started", True),
    Verb("look", "looks", "looked", "looked", True),
    Verb("want", "wants", "wanted", "wanted", True),
    Verb("like", "likes", "liked", "liked", True),
    Verb("be", "is", "was", "been", False),
    Verb("have", "has", "had", "had", False),
    Verb("do", "does", "did", "done", False),
    Verb("go", "goes", "went", "gone", False),
    Verb("come", "comes", "came", "come", False),
    Verb("see", "sees", "saw", "seen", False),
    Verb("eat", "eats", "ate", "eaten", False),
    Verb("write", "writes", "wrote", "written", False),
)
PERSONS = ("1st", "2nd", "3rd")
TENSES = (
    "infinitive",
    "present",
    "past simple",
    "past participle",
    "future",
)
TASKS = ("additive", "agreement", "triples")

PRONOUNS = ("I", "you", "she")
INFINITIVE, PRESENT, PAST, PARTICIPLE, FUTURE = range(5)
THIRD = 2


def english(verb: int, person: int, tense: int) -> str:
    """Return the form in English: english(19, 2, 3) is "she has written".

    Each argument is an index, into VERBS, PERSONS and TENSES.
    """
    pronoun, forms = PRONOUNS[person], VERBS[verb]
    if tense == INFINITIVE:
        return f"to {forms.name}"
    if tense == PRESENT:
        return f"{pronoun} {present(forms, person)}"
    if tense == PAST:
        plural = forms.name == "be" and pronoun == "you"
        return f"{pronoun} {'were' if plural else forms.past}"
    if tense == PARTICIPLE:
        auxiliary = "has" if person == THIRD else "have"
        return f"{pronoun} {auxiliary} {forms.participle}"
    return f"{pronoun} will {forms.name}"


def present(verb: Verb, person: int) -> str:
    """Return the present form for a person: am, are, is."""
    if person == THIRD:
        return verb.third
    return ("am", "are")[person] if verb.name == "be" else verb.name


# ---- labels ------------------------------------------------------------


def own_tense(verb: int) -> int:
    """Return a verb's tense when it is not present: 0, 2, 3, 4, 0, ..."""
    return (INFINITIVE, PAST, PARTICIPLE, FUTURE)[verb % 4]


def additive_label(verb: int, person: int) -> int:
    """Present in the 3rd person, else the verb's own tense."""
    return PRESENT if person == THIRD else own_tense(verb)


def agreement_label(verb: int, person: int) -> int:
    """As additive for regular verbs, the other way for irregular ones."""
    is_present = (person == THIRD) == VERBS[verb].regular
    return PRESENT if is_present else own_tense(verb)


def cells(task: str) -> list[tuple[int, int, int]]:
    """Every (verb, person, label) of a task, ordered by verb."""
    if task not in TASKS:
        raise errors.not_one_of(TASKS, "task", task)
    pairs = [
        (v, p) for v in range(len(VERBS)) for p in range(len(PERSONS))
    ]
    if task == "triples":
        return [(v, p, t) for v, p in pairs for t in range(len(TENSES))]
    label = additive_label if task == "additive" else agreement_label
    return [(v, p, label(v, p)) for v, p in pairs]


# ---- inputs and splits -------------------------------------------------


def encode(rows: Any, dtype: Any = np.float64) -> Array:
    """(n, 23): one_hot(verb), then one_hot(person), for each row."""
    verbs, persons = np.asarray(rows).T
    verb = np.eye(len(VERBS), dtype=dtype)[verbs]
    person = np.eye(len(PERSONS), dtype=dtype)[persons]
    return np.concatenate([verb, person], axis=1)


def grid(dtype: Any = np.float64) -> Array:
    """(60, 23): every verb with every person, ordered by verb."""
    return encode([(v, p) for v, p, _ in cells("additive")], dtype)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A task's rows, some to train on and some held out.

    `train_rows` and `held_out_rows` are the (verb, person) indices behind
    the rows of `x_train` and `x_held_out`.
    """

    x_train: Array
    y_train: Array
    x_held_out: Array
    y_held_out: Array
    train_rows: tuple[tuple[int, int], ...]
    held_out_rows: tuple[tuple[int, int], ...]


def split(task: str, seed: int, dtype: Any = np.float64) -> Split:
    """Hold out one cell of each of 12 verbs, drawn by the seed.

    Of "triples", hold out 50 of the 300 rows.
    """
    table = cells(task)
    # A stream of its own: default_rng(seed) draws the same seed's weights.
    generator = np.random.default_rng([seed, 1])
    if task == "triples":
        held = set(
            generator.choice(len(table), 50, replace=False).tolist()
        )
    else:
        verbs = generator.choice(len(VERBS), 12, replace=False)
        persons = generator.integers(len(PERSONS), size=12)
        held = set((verbs * len(PERSONS) + persons).tolist())
    train = [cell for i, cell in enumerate(table) if i not in held]
    held_out = [cell for i, cell in enumerate(table) if i in held]
    train_rows = tuple((v, p) for v, p, _ in train)
    held_out_rows = tuple((v, p) for v, p, _ in held_out)
    return Split(
        x_train=encode(train_rows, dtype),
        y_train=np.array([label for *_, label in train]),
        x_held_out=encode(held_out_rows, dtype),
        y_held_out=np.array([label for *_, label in held_out]),
        train_rows=train_rows,
        held_out_rows=held_out_rows,
    )


# ---- the model ---------------------------------------------------------


class TenseMLP(Module):
    """23 -> hidden -> 5, with an activation between: 469 parameters.

    Shapes: (B, 23) -> (B, 5). `activation` is a name in
    nn.activations.ELEMENTWISE.
    """

    def __init__(
        self,
        activation: str = "gelu",
        hidden: int = 16,
        *,
        generator: np.random.Generator | None = None,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        if activation not in ELEMENTWISE:
            raise errors.not_one_of(ELEMENTWISE, "activation", activation)
        features = len(VERBS) + len(PERSONS)
        self.fc1 = Linear(
            features, hidden, generator=generator, dtype=dtype
        )
        self.activation = ELEMENTWISE[activation]()
        self.fc2 = Linear(
            hidden, len(TENSES), generator=generator, dtype=dtype
        )

    def hidden(self, x: Tensor) -> Tensor:
        """H1: what the activation returns, (B, hidden)."""
        return self.activation(self.fc1(x))

    def forward(self, x: Tensor) -> Tensor:
        return self.fc2(self.hidden(x))


__getattr__ = in_words("lab.tense", globals())
