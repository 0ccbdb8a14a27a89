"""SVG: standalone, told apart without colour, legible on light and dark, and whatever is written is escaped."""

import math
from xml.etree import ElementTree

from lessons.pictures import RIGHT, WRONG, Axis, Bar, Bars, Curve, Curves, Grid, Histogram, Matrix
from tutor.plots.vectors import svg

STEPS = tuple(map(float, range(400)))
AXES = Axis("training step", 0, 400), Axis("loss", 0.001, 3, log=True)


def curve(role: str, *, value: float = 0.5) -> Curve:
    return Curve(role, role, STEPS, (value,) * 400, faint=((value,) * 400,) * 64)


def parsed(picture: Curves | Bars | Histogram | Matrix | Grid, **size: int) -> ElementTree.Element:
    return ElementTree.fromstring(svg(picture, **size))


def texts(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.findall(".//{*}text")]


def test_an_svg_carries_its_title_and_what_it_says() -> None:
    root = parsed(Curves("Loss", (curve("healthy"),), *AXES, "It <stays> at 0.5 & no \x00 more."))
    assert root.findtext("{*}title") == "Loss"
    assert root.findtext("{*}desc") == "It <stays> at 0.5 & no ␀ more."
    assert root.get("role") == "img"
    assert root.get("viewBox") == "0 0 640 360"


def test_ink_is_that_of_the_page_around_it() -> None:
    root = parsed(Curves("Loss", (curve("healthy"),), *AXES, ""))
    assert root.get("fill") == "currentColor"
    assert not [each for each in root.iter() if each.get("fill") in ("black", "#000", "white", "#fff")]


def test_lines_differ_in_dash_or_marks_and_not_only_in_colour() -> None:
    looks = set()
    for role in ("healthy", "broken", "arm-3", "arm-4", "arm-5", "arm-6"):
        paths = parsed(Curves("", (curve(role),), *AXES, "")).findall(".//{*}path")
        looks.add(
            (
                *{path.get("stroke-dasharray") for path in paths} - {None},
                *{path.get("d") for path in paths if path.get("transform")},
            )
        )
    assert len(looks) == 6


def test_names_axes_and_legend_are_written() -> None:
    written = texts(parsed(Curves("Loss", (curve("healthy"), curve("broken")), *AXES, "")))
    assert {"Loss", "healthy", "broken", "training step", "loss", "0.01", "100"} <= set(written)


def test_what_lies_outside_is_cut_off_and_marked() -> None:
    root = parsed(Curves("", (curve("healthy", value=1e-9),), *AXES, ""))
    assert [
        path
        for path in root.findall(".//{*}path")
        if path.get("d", "").endswith("Z") and path.get("transform")
    ]
    assert "NaN" in texts(parsed(Curves("", (Curve("", "broken", (0, 1), (1, math.nan)),), *AXES, "")))


def test_sixty_four_seeds_are_not_a_megabyte() -> None:
    assert len(svg(Curves("", (curve("healthy"), curve("broken")), *AXES, ""))) < 200_000


def test_bars_and_counts_are_written_with_their_values() -> None:
    bars = Bars(
        "",
        (Bar("she", "broken", 0.22, 0.1, 0.3, "22 %"), Bar("gone", "healthy", math.nan)),
        Axis("", 0, 1),
        "",
    )
    assert {"she", "22 %", "gone", "NaN"} <= set(texts(parsed(bars)))
    counts = Histogram("", (-1, 0, 0, 1), {"GELU": (3, 0, 7), "ReLU": (0, 9, 1)}, {}, "")
    assert {"GELU", "ReLU", "-1", "0", "1", "3", "7", "9"} <= set(texts(parsed(counts)))


def test_a_negative_number_is_seen_without_its_colour() -> None:
    with_sign, without = (parsed(Matrix("", ((sign * 1.0,),), ("r",), ("c",), "")) for sign in (-1, 1))
    assert len(with_sign.findall(".//{*}line")) == len(without.findall(".//{*}line")) + 1


def test_a_grid_has_a_mark_in_every_cell_and_is_no_higher_than_it_need_be() -> None:
    root = parsed(Grid("", ("walk", "go"), ("I", "she"), ((RIGHT, RIGHT), (RIGHT, WRONG)), ""))
    assert texts(root).count("✓") == 3
    assert texts(root).count("✗") == 1
    assert float(root.get("height", "")) < 120
