"""A try at play, driven by a view as any watched run is: it may be nonsense, and ends in what came of it."""

from collections.abc import Callable, Iterator

from lessons.knobs import Values
from lessons.lesson import Prose
from lessons.page import Train
from lessons.pictures import Boundary, Curve, Picture
from lessons.play_acts import Tried
from lessons.text import Text
from tutor.training import Frame, Watching

Before = tuple[Curve | Boundary, ...]  # of what was tried before


class Trying(Watching):
    """One seed of a model with knobs, which may be no model at all. What was tried before stands faintly behind it."""

    def __init__(self, want: Train, page: Prose, text: Text, values: Values, before: Before) -> None:
        super().__init__(want, page, text)
        self.values, self.compared = values, before
        self.trouble, self.steps = "", 0

    def __iter__(self) -> Iterator[Frame]:
        """Until its end, or as long as its loss is a number: nothing would come after that."""
        try:
            for frame in super().__iter__():
                self.steps = frame.done
                yield frame
                if any(loss != loss for _, loss in frame.losses):
                    break
            self.trouble = next((run.trouble for run in self.run.trained.values()), "")
        except (
            Exception
        ) as error:  # knobs may say what cannot be built: that is a finding, and no end of the app
            self.trouble = f"{type(error).__name__}: {error}".splitlines()[0][:200]

    def speak(self, page: Prose, text: Text) -> None:
        """Go on in another language: nothing of before is kept that has words."""
        self.words = page, text

    def keep_moment(self, step: int) -> None:
        """Nothing: a try is not walked back through."""

    def parting(self) -> None:
        """One model parts from none."""

    def before(self) -> tuple[Picture, ...]:
        return self.drawn(super().before)

    def live(self) -> tuple[Picture, ...]:
        return self.drawn(super().live)

    def pictures(self) -> tuple[Picture, ...]:
        return self.drawn(super().pictures)

    def drawn(self, draw: Callable[[], tuple[Picture, ...]]) -> tuple[Picture, ...]:
        """These pictures, with what was before behind them; none of what cannot be built or drawn."""
        from lessons.runs.pictures.behind import with_before

        try:
            return with_before(draw(), self.compared, self.words[1])
        except Exception:
            return ()

    def kept(self) -> Before:
        """What the next try is compared with."""
        from lessons.runs.pictures.behind import kept

        return () if self.trouble else kept(super().pictures())

    def act(self) -> Tried:  # type: ignore[override]
        """What came of it."""
        if self.trouble:
            return Tried(self.values, {}, self.steps, trouble=self.trouble)
        (run,) = self.run.trained.values()
        (figures,) = self.run.measured().of_one_seed().values()
        return Tried(self.values, figures, self.steps, run.losses[0] if run.losses else None)
