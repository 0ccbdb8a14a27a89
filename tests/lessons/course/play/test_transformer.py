"""A transformer at play: which tasks it alone reads, and what no knob of it says."""

from lessons.course.play import knobs
from lessons.course.play.knob_settings import beginning_of, beginning_of_task, settings_of
from lessons.course.play.play import Play, Playing
from lessons.format.course import load_course


def test_words_are_read_by_a_transformer_alone_and_no_place_looks_ahead_where_the_next_word_is_asked():
    play = Play(beginning_of_task("xor"))
    other = play.after(Playing(play.first.values), knobs.Turned("task", "sentences"))
    assert play.choices("model", other) == (knobs.TRANSFORMER,)
    assert "0" not in play.choices("depth", other)
    settings = settings_of(play.first, play.after(other, knobs.Turned("positions", "none")).values)
    assert (settings.model["causal"], settings.model["positions"], settings.loss) == (True, "none", "at_places")
    assert ("positions" in knobs.listed(other.values), "activation" in knobs.listed(other.values)) == (True, False)
    back = play.after(other, knobs.Turned("task", "xor"))
    assert (back.values["model"], "positions" in knobs.listed(back.values)) == (knobs.MLP, False)


def test_a_lessons_transformer_keeps_what_no_knob_says():
    first = beginning_of(load_course().lessons["who-said-when"])
    turned = knobs.turned(first.values, first.values, "positions", "none")
    model = settings_of(first, turned).model
    assert model == {**first.settings.model, "positions": "none", "width": 16, "layers": int(first.values["depth"])}
