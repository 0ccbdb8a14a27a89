"""The learner's own page in a real browser: whole, narrow enough for a telephone, and nothing fetched for it."""

from pathlib import Path

import pytest

pytest.importorskip("aiohttp", reason="the extra [web] is not installed")

from tests.tutor.conftest import make_learner, place_of
from tests.tutor.web.chromium import browser, chromium
from tests.tutor.work import finish
from tutor.shell.main import main

pytestmark = pytest.mark.skipif(not chromium(), reason="there is no Chromium here")
OVERFLOW = (
    "[...document.querySelectorAll('td')].filter(cell => cell.scrollWidth > cell.clientWidth + 1).length"
)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
async def test_an_exported_page_is_whole_and_fetches_nothing(home: Path, language: str) -> None:
    finish(make_learner(home), place_of())
    page = home.parent / f"{language}.html"
    words = ["export", "--learner", "ana", "--lang", language, "--format", "html", "--to", str(page)]
    assert main(words) == 0
    async with browser(home.parent / "profile") as tab:
        await tab.open(page.as_uri())
        await tab.wait_until("document.readyState === 'complete'")
        assert await tab.evaluate("document.documentElement.lang") == language
        assert await tab.evaluate("document.querySelectorAll('svg').length") > 0
        await tab.call(
            "Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=True
        )
        assert await tab.evaluate("document.documentElement.scrollWidth") == 390
        assert await tab.evaluate(OVERFLOW) == 0
        await tab.print_pdf(home.parent / "page.pdf")
        assert (home.parent / "page.pdf").read_bytes().startswith(b"%PDF")
        assert [address for address in tab.asked if not address.startswith("file:")] == []
        assert tab.refused == []
