"""What stands between a learner and the course map: how little is read and imported before it is painted."""

import subprocess
import sys
from pathlib import Path

from lessons.acts import Opened
from tests.tutor.conftest import MakeApp, make_learner, place_of, settle, words_on
from tests.tutor.terminal import surroundings
from tests.tutor.work import finish, work_up_to
from tutor.fold import Fold

UNNEEDED = (
    "numpy", "plotext", "minimodel", "fsrs", "markdown_it", "tutor.reports", "tutor.plots", "tutor.session",
    "lessons.parts", "lessons.flow", "lessons.steps", "lessons.page", "lessons.runs",
)  # fmt: skip
ON_THE_WAY = """
import sys
from pathlib import Path
import tutor.shell.launch, tutor.shell.main, tutor.tui.app
from lessons.load import load_course
from progress.journal import Journal
from tutor.learner import Learner

learner = Learner("ana", Path(sys.argv[1]), Journal.open(Path(sys.argv[1]), version="test"), load_course())
learner.preference("theme", "")
assert learner.opening_to_continue() == ("break-gelu-identity", "open")
assert not learner.has_finished()
print(*sys.modules, sep="\\n")
"""


def test_the_way_to_the_map_imports_no_numpy_no_page_of_a_lesson_and_no_report(home: Path) -> None:
    learner = make_learner(home)
    work_up_to(learner, place_of(), "run-additive")
    command = [sys.executable, "-c", ON_THE_WAY, str(learner.folder)]
    done = subprocess.run(command, env=surroundings(home, {}), capture_output=True, text=True, check=True)
    imported = done.stdout.split()
    assert "lessons.load" in imported
    assert [name for name in imported if name.startswith(UNNEEDED)] == []


def test_what_the_events_say_is_known_without_loading_a_lesson(home: Path) -> None:
    learner = make_learner(home)
    finish(learner, place_of())
    learner.record(Opened(), place_of("blind"))
    fold = Fold(learner.course)
    fold.catch_up(learner.journal.events)
    assert fold.finished == {("break-gelu-identity", "open")}
    assert fold.last == ("break-gelu-identity", "blind")
    assert not any(fold.knows(opening) for opening in fold.events)
    assert fold.state(place_of()).finished
    assert fold.knows(("break-gelu-identity", "open"))


async def test_once_it_is_painted_the_map_says_how_far_each_lesson_is(make_app: MakeApp) -> None:
    app = make_app()
    work_up_to(app.learner, place_of(), "run-additive")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "▰▰▰▱▱▱▱▱▱▱▱▱ Run" in words_on(pilot)


TO_PLAY = """
import sys
import tutor.shell.launch, tutor.shell.main, tutor.tui.app, tutor.tui.screens.play
from lessons.load import load_course
from pathlib import Path
from progress.journal import Journal
from tutor.learner import Learner
from tutor.play_session import PlaySession
from tutor.words.text import Text

learner = Learner("ana", Path(sys.argv[1]), Journal.open(Path(sys.argv[1]), version="test"), load_course())
assert PlaySession(learner, Text("en"), "sine").want.knobs
print(*sys.modules, sep="\\n")
"""


def test_the_knobs_are_there_without_numpy(home: Path) -> None:
    command = [sys.executable, "-c", TO_PLAY, str(home / "ana")]
    done = subprocess.run(command, env=surroundings(home, {}), capture_output=True, text=True, check=True)
    imported = done.stdout.split()
    assert "lessons.turning" in imported
    assert [name for name in imported if name.split(".")[0] in ("numpy", "minimodel", "plotext")] == []
