"""The glossary, one key away: on the map, on every page, by keys and by mouse, and in plain lines."""

import re
from pathlib import Path

import pytest
from textual.widgets import OptionList

from tests.tutor.conftest import MakeApp, go_to, place_of, press_all, settle, shows_step, words_on
from tests.tutor.plain_learner import plain_at
from tutor.shell.main import main
from tutor.tui.screens.glossary import GlossaryScreen
from tutor.words.text import Text


async def test_it_opens_on_the_first_term_of_the_page_and_escape_leads_back(make_app: MakeApp) -> None:
    async with make_app("en", "open").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "g")
        await settle(pilot)
        assert "• network" in words_on(pilot)
        assert "A long formula with numbers in it" in words_on(pilot)
        await press_all(pilot, "escape")
        await settle(pilot)
        assert shows_step(pilot, "read")


async def test_typing_narrows_the_list_and_the_arrows_choose(make_app: MakeApp) -> None:
    async with make_app("es").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "g", *"regularizacion")
        await settle(pilot)
        assert "Todo lo que impide" in words_on(pilot)
        assert "• red" not in words_on(pilot)
        await press_all(pilot, *["backspace"] * 14, *"grad", "down")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, GlossaryScreen)
        assert screen.query_one("#terms", OptionList).highlighted == 1
        assert screen.shown[0].name == "gradiente"
        assert screen.chosen == screen.shown[1]


async def test_where_nothing_matches_it_says_so(make_app: MakeApp) -> None:
    async with make_app().run_test(size=(60, 16)) as pilot:
        await settle(pilot)
        await press_all(pilot, "g", *"qqq")
        await settle(pilot)
        assert "No term has these letters" in " ".join(words_on(pilot).split())
        await press_all(pilot, "down", "enter")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, GlossaryScreen)


async def test_where_letters_are_typed_g_is_a_letter(make_app: MakeApp) -> None:
    async with make_app("en", "blind").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await go_to(pilot, "hints")
        await press_all(pilot, "enter", "g")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, GlossaryScreen)


async def test_a_click_on_a_marked_word_opens_its_entry(make_app: MakeApp) -> None:
    async with make_app("en", "open").run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        rows = words_on(pilot).split("\n")
        row = next(number for number, line in enumerate(rows) if "parameters" in line)
        await pilot.click(offset=(rows[row].index("parameters") + 2, row))
        await settle(pilot)
        assert isinstance(pilot.app.screen, GlossaryScreen)
        assert pilot.app.screen.chosen is not None
        assert pilot.app.screen.chosen.id == "parameter"


# ---- in plain lines --------------------------------------------------------


def test_plain_lines_name_the_terms_of_the_page_and_explain_one(home: Path) -> None:
    plain = plain_at(home, "predict-additive")
    plain.run(["g", "g gradient", ":g neuron", "g gradeint", "g all"], place_of())
    said = "\n".join(plain.told)
    assert re.search(r"On this page: .*training, held out", said)
    assert "gradient: The slopes of the loss" in said
    assert "unit: One of the numbers that a layer gives" in said
    assert "“gradeint” is not in the glossary. The nearest: gradient" in said
    assert "](term:" not in said


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_help_of_plain_lines_names_the_glossary(language: str) -> None:
    assert "g " in Text(language)("linear.help")


def test_the_shell_explains_a_term(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "neuron", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("unit: ")
    assert main(["glossary", "--lang", "es"]) == 0
    assert "retropropagación" in capsys.readouterr().out
    assert main(["glossary", "gradeint", "--lang", "en"]) == 1
    assert "gradient" in capsys.readouterr().err
