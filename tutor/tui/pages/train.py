"""A run at the keyboard: one seed live, then every seed; paused, hurried, walked back through, watched again."""

import random
from dataclasses import replace

from lessons.page import Train
from tutor.tui.driving import Controls
from tutor.tui.pages.run_page import RunPage
from tutor.tui.running import Running

BY_TEN, ALL = 10, 1000  # moments of a run


class TrainPage(RunPage):
    """Enter does what the page wants next: watch a seed, train them all, or go on."""

    BINDINGS = [
        ("enter", "forward", ""),
        ("space", "pause", ""),
        ("s", "new_seed", ""),
        ("x", "stop", ""),
        ("f", "speed", ""),
        ("a", "again", ""),
        ("left", "look_back(-1)", ""),
        ("right", "look_back(1)", ""),
        ("shift+left", f"look_back(-{BY_TEN})", ""),
        ("shift+right", f"look_back({BY_TEN})", ""),
        ("home", f"look_back(-{ALL})", ""),
        ("end", f"look_back({ALL})", ""),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while it does something."""
        if action in ("pause", "stop"):
            return self.is_busy and (action == "stop" or self.last_watched() is not None)
        if action == "look_back":
            return not self.is_busy and bool(self.film.moments)
        if action == "speed":
            return self.is_busy or self.waits
        if action in ("again", "new_seed"):
            return self.last_watched() is not None and not (action == "again" and self.is_busy)
        return True

    def keys(self) -> str:
        speed = self.text("run.slow" if self.controls.full_speed else "run.fast")
        if self.is_busy:
            key = "live" if self.last_watched() else "sweep"
        else:
            key = "ready" if self.waits else "done" if self.film.moments else "swept"
        return str(self.text(f"run.keys_{key}", speed=speed))

    @property
    def waits(self) -> bool:
        """Whether a run that can be watched comes next."""
        return isinstance(self.page.want, Train) and self.page.want.seed is not None

    def action_forward(self) -> None:
        """Enter: whatever the page wants."""
        if self.is_busy:
            return
        if isinstance(self.page.want, Train):
            self.start(self.page.want)
        else:
            self.post_message(self.Onwards())

    def start(self, want: Train) -> None:
        """Begin to train."""
        self.controls = Controls(self.controls.full_speed)
        self.query_one("#numbers").display = False
        if want.seed is None:
            self.show_pictures(())
        self.begin_run(Running(self.session, want, self.controls))
        self.show_keys()

    def action_pause(self) -> None:
        if self.is_busy and self.last_watched():
            self.controls.set(paused=not self.controls.paused)

    def action_stop(self) -> None:
        if self.is_busy:
            self.controls.set(stopped=True)

    def action_new_seed(self) -> None:
        if last := self.last_watched():
            self.start(replace(last, seed=random.randrange(1000, 10000)))

    def action_again(self) -> None:
        if (last := self.last_watched()) and not self.is_busy:
            self.start(last)

    def action_speed(self) -> None:
        self.controls.set(full_speed=not self.controls.full_speed)
        self.show_keys()

    def action_look_back(self, moments: int) -> None:
        """Walk through the run that was watched: all its pictures go along."""
        if not self.is_busy and self.film.moments:
            self.place = min(max(0, self.place + moments), self.film.last)
            self.show_place()

    def last_watched(self) -> Train | None:
        """The seed that is watched, or was last; while every seed is trained, none."""
        if self.is_busy and self.running:
            return self.running.want if self.running.want.seed is not None else None
        want = self.page.want
        return want if isinstance(want, Train) and want.seed is not None else self.session.watched()
