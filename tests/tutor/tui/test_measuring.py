"""Measuring a break that is met blind: an instrument, its reading, and what is said of it, in the smallest window."""

import pytest

from tests.tutor.conftest import app_at, opened, press, session_of, shows_step, words_on

SMALLEST = (60, 16)


async def test_page_down_leafs_through_the_words_and_not_through_the_list(make_app):
    async with opened(app_at(make_app, "instruments", "blind"), SMALLEST) as pilot:
        before = words_on(pilot)
        await press(pilot, "pagedown")
        assert "▸1 first loss" in words_on(pilot)
        assert words_on(pilot) != before


async def test_a_reading_is_seen_before_one_is_asked_what_it_does(make_app):
    async with opened(app_at(make_app, "instruments", "blind"), SMALLEST) as pilot:
        await press(pilot, *"17", "enter")
        assert "It reads:" in words_on(pilot)
        assert "Enter read on" in words_on(pilot)
        await press(pilot, "enter")
        assert "2 It accuses" in words_on(pilot)
        assert "Enter read on" not in words_on(pilot)
        assert session_of(pilot).state.weighed == {}
        await press(pilot, "enter")
        assert session_of(pilot).state.weighed


async def test_after_an_answer_its_row_and_its_verdict_are_in_view(make_app):
    async with opened(app_at(make_app, "instruments", "blind"), SMALLEST) as pilot:
        await press(pilot, *"17", "enter", "enter", "enter")
        assert "▸17 ! straight" in words_on(pilot)
        assert "✗ The reading is out of the ordinary" in words_on(pilot)


@pytest.mark.parametrize(("language", "more", "on"), [("en", "PgDn", "p point"), ("es", "AvPág", "p señala")])
async def test_the_keys_say_how_to_go_on_where_there_is_no_more_to_read(make_app, language, more, on):
    async with opened(app_at(make_app, "instruments", "blind", language), SMALLEST) as pilot:
        assert f" · {more}" in words_on(pilot)
        while f" · {more}" in words_on(pilot):
            await press(pilot, "pagedown")
        assert f" · {on}" in words_on(pilot)


async def test_p_goes_on_to_point_at_the_line(make_app):
    async with opened(app_at(make_app, "instruments", "blind"), SMALLEST) as pilot:
        await press(pilot, "p")
        assert shows_step(pilot, "hints")
