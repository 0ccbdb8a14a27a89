"""The pictures of a run together: the curves, and what goes with them below, or beside them where there is room."""

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from lessons.pictures import Curves, Grid, Picture
from tutor.tui.widgets.picture import PictureView

NARROWEST = 38  # columns of a picture beside others
ROOMY = (110, 27)  # columns and rows from which companions stand beside the curves
STRIP = 5  # rows of a grid that lies on its side
LOW = 9  # rows below which the companions stand alone
TALL = 13  # rows from which a blank row parts them


class Pictures(Container):
    """As many pictures as are shown, each in its place."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pictures: tuple[Picture, ...] = ()

    def compose(self) -> ComposeResult:
        yield Horizontal(PictureView(id="plot"), id="main-pictures")
        yield Horizontal(id="companions")

    def show(self, pictures: tuple[Picture, ...]) -> None:
        """Show these in place of others; the widgets stay where their number does."""
        moved = list(map(type, pictures)) != list(map(type, self.pictures))
        self.pictures = pictures
        if moved:
            self.place_boxes()
        main, companions = self.parts()
        for box, shown in (("#main-pictures", main), ("#companions", companions)):
            fill(self.query_one(box, Horizontal), shown)

    def parts(self) -> tuple[tuple[Picture, ...], tuple[Picture, ...]]:
        """The curves and their companions; other pictures stand all alike, as many as there is room for."""
        if isinstance(next(iter(self.pictures), None), Curves):
            return self.pictures[:1], self.pictures[1:]
        return self.pictures[: max(1, self.app.size.width // NARROWEST)], ()

    def on_resize(self) -> None:
        self.place_boxes()

    def place_boxes(self) -> None:
        """Decide where the companions stand, and how much room they have."""
        companions = self.parts()[1]
        width, height = self.size
        roomy = width >= ROOMY[0] and height >= ROOMY[1]
        box = self.query_one("#companions", Horizontal)
        box.display = bool(companions)
        self.query_one("#main-pictures").display = roomy or not companions or height >= LOW
        self.set_class(roomy and bool(companions), "-roomy")
        if roomy:
            box.styles.width, box.styles.height = len(companions) * (30 if width < 170 else 46), "1fr"
        else:
            strips = all(isinstance(each, Grid) for each in companions)
            rows = STRIP if strips else height // 2
            box.styles.width, box.styles.height = "1fr", rows if height >= LOW else "1fr"
        box.styles.margin = (1 if not roomy and height >= TALL else 0, 0, 0, 0)


def fill(box: Horizontal, pictures: tuple[Picture, ...]) -> None:
    """As many views in a box as there are pictures."""
    views = list(box.query(PictureView))
    for view, picture in zip(views, pictures, strict=False):
        view.show(picture)
    if fresh := pictures[len(views) :]:  # mounting nothing would still look up the styles of what is there
        box.mount(*map(PictureView, fresh))
    for view in views[max(1, len(pictures)) :]:
        view.remove()
    if not pictures:
        for view in views:
            view.show(None)
