"""Figures for slides: each panel alone, 1920 × 1080 pixels, with letters of at least 4 % of the picture's height."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rope_theory.core.errors import require
from rope_theory.core.files import inside, output_folder, write_bytes, write_text
from rope_theory.core.progress import progress
from rope_theory.core.showing.style import require_matplotlib, set_labels, settings
from rope_theory.faces.figures import Figure, figures, named
from rope_theory.faces.figures.covered import covers, legends
from rope_theory.faces.figures.figure import wrapped
from rope_theory.faces.figures.slide_legends import legends_alone, legends_right
from rope_theory.faces.figures.write import CAPTIONS, HEAD, captions_there, is_captions

WIDTH, HEIGHT = 4.2, 4.2 * 9 / 16
"""Inches; the letters of a figure have the size that they have in a column."""
HIGH = 1080
"""Pixels."""
LEAST = 7
"""Points of the smallest letters: 7 of 170 are 4.1 %."""
DOT = 3
"""Points: smaller dots are drawn at twice their size."""
#: A column long, so that a slide cannot hold it.
WHOLE = ("atlas",)
SIDES = ("left", "center", "right")


def panels(figure: Figure) -> Iterator[Any]:
    """Each panel of the figure as a matplotlib figure of its own, to be drawn within `settings`.

    Raises:
        InvalidInput: the figure has no form for slides.
    """
    _require_short(figure)
    first = figure.draw()
    for number in range(len(_panels(first))):
        picture = figure.draw() if number else first
        _alone(picture, number)
        set_labels(picture)
        yield picture


def write_slides(names: Iterable[str], folder: Path, overwrite: bool = False) -> list[Path]:
    """Draw the panels of the named figures (none: all that have a form for slides) into a folder, and say there what they show.

    Returns:
        the files, captions.txt last.

    Raises:
        InvalidInput: an unknown name, or one without a form for slides; no matplotlib; a folder that cannot be written to, or that
            holds one of the pictures and `overwrite` is false (captions.txt is written anew in any case, if it is one of ours).
    """
    chosen = [named(name) for name in names] or [one for name, one in figures().items() if name not in WHOLE]
    for one in chosen:
        _require_short(one)
    require_matplotlib()
    output_folder(folder, [], overwrite)
    drawn = {one.name: slides(one) for one in progress(chosen, "drawing", lines=True)}
    made = {f"{name}-{k}.png": png for name, pages in drawn.items() for k, (png, _) in enumerate(pages, 1)}
    ours = is_captions(folder / CAPTIONS)
    output_folder(folder, [*made] if ours else [*made, CAPTIONS], overwrite)
    for name, png in made.items():
        write_bytes(inside(folder, name), png)
    said = captions_there(folder) if ours else {}
    for one in chosen:
        names = [
            "\n".join([f"{one.name}-{k}.png: {words}", *wrapped(see, "  ")])
            for k, ((_, words), see) in enumerate(zip(drawn[one.name], one.see(), strict=True), 1)
        ]
        said[one.name] = "\n".join([*names, *(["  In the whole figure:"] if len(names) > 1 else []), one.caption()])
    write_text(inside(folder, CAPTIONS), "\n".join([HEAD, *(said[name] for name in figures() if name in said)]))
    return [inside(folder, name) for name in (*made, CAPTIONS)]


def _require_short(figure: Figure) -> None:
    require(
        figure.name not in WHOLE,
        "figure",
        f"must be short enough for a slide: {figure.name} is one tall picture (leave it out, or draw it without --slides)",
        figure.name,
    )


def slides(figure: Figure) -> list[tuple[bytes, str]]:
    """The panels as PNG, 1920 × 1080 pixels, each with its title and its axes in words."""
    made = []
    with settings():
        for picture in panels(figure):
            buffer = io.BytesIO()
            picture.savefig(buffer, format="png", dpi=HIGH / picture.get_figheight(), metadata={"Software": None})
            made.append((buffer.getvalue(), _said(picture, figure)))
    return made


def _said(picture: Any, figure: Figure) -> str:
    """The panel's title (the figure's, if it has none) and what its axes are, as plain text."""
    [axes] = [axes for axes in _panels(picture) if axes.get_visible()]
    title = next(filter(None, (axes.get_title(side).strip() for side in SIDES)), figure.title)
    across, up = (re.sub(r"\n(?!\()", ", ", each).replace("\n", " ") for each in (axes.get_xlabel(), axes.get_ylabel()))
    shown = f"{title} ({up}; across: {across})" if across and up else title
    return " ".join(re.sub(r"\\(?:mathrm|sqrt)|[${}\\]", "", shown).split()) + _place(axes)


def _place(axes: Any) -> str:
    """Where the panel stands in the whole figure, of two rows and of two columns, in brackets."""
    spec = axes.get_subplotspec()
    grid = spec.get_gridspec()
    sides = (spec.rowspan, grid.nrows, ("above", "below")), (spec.colspan, grid.ncols, ("left", "right"))
    said = [words[span.start] for span, count, words in sides if count == 2 and len(span) == 1]
    return f" [{', '.join(said)}]" if said else ""


def _panels(picture: Any) -> list[Any]:
    return [axes for axes in picture.axes if axes.get_subplotspec() is not None and axes.get_label() != "<colorbar>"]


def _alone(picture: Any, number: int) -> None:
    """Give one panel the whole picture; what its row and its column say at the edge, it says itself.

    The label of a panel, which no picture shows, is its title where it stands alone; that of its y-axis's text is that axis's.
    """
    from matplotlib.text import Text

    every = _panels(picture)
    if len(every) > 1:
        kept = every[number]
        picture.draw_without_rendering()  # only then the ticks have their names
        bars = _bars_taken(every, kept)
        legends_alone(picture, every, kept)
        _widened(every, kept)
        if kept.get_label():
            place = next((side for side in SIDES if kept.get_title(side).strip()), "left")
            for side in SIDES:
                kept.set_title(kept.get_label() if side == place else "", loc=side)
            whose, _, rest = kept.get_ylabel().partition("\n")
            if rest and kept.get_label().startswith(whose):  # the title says it
                kept.set_ylabel(rest)
        kept.set_ylabel(kept.yaxis.label.get_label() or kept.get_ylabel())
        for line in [*kept.lines, *(line for legend in picture.legends for line in legend.get_lines())]:
            if line.get_linestyle() == "None" and line.get_markersize() < DOT:
                line.set_markersize(2 * line.get_markersize())
        for bar in bars:
            drawn = picture.colorbar(bar.mappable, ax=kept, ticks=bar.ticks, extend=bar.extend)
            drawn.ax.set_yticks(bar.ticks, bar.names)
            drawn.set_label(bar.label)
        for text in picture.findobj(Text):
            text.set_text(_own_words(text.get_text(), ("top", "bottom")[bool(kept.get_subplotspec().rowspan.start)]))
    else:
        kept = every[0]
    picture.set_size_inches(WIDTH, HEIGHT)
    _readable(picture)
    if len(every) == 1 or _room_beside(picture, kept) or _covering(picture, kept) or _squeezed(picture, kept):
        legends_right(picture, kept)
        _readable(picture)
    _centred(picture, kept)


def _centred(picture: Any, axes: Any) -> None:
    """Take half of what a square panel beside a colour bar leaves free at its left to the right of the bar."""
    if axes.get_aspect() == 1 and _bars_shown(picture):
        picture.draw_without_rendering()
        left = axes.get_tightbbox().x0 / picture.bbox.width
        picture.get_layout_engine().set(rect=(left / 2, 0, 1 - left, 1))


def _readable(picture: Any) -> None:
    from matplotlib.text import Text

    for text in picture.findobj(Text):
        text.set_fontsize(max(LEAST, text.get_fontsize()))


def _room_beside(picture: Any, axes: Any) -> bool:
    """Whether a square panel with legends below it would be larger with them beside it."""
    return axes.get_aspect() == 1 and axes.axison and bool(picture.legends) and not _bars_shown(picture)


def _covering(picture: Any, axes: Any) -> bool:
    """Whether a legend inside the panel lies over what is drawn there."""
    picture.draw_without_rendering()
    return any(covers(legend, axes) for legend in legends(axes))


def _squeezed(picture: Any, axes: Any) -> bool:
    """Whether legends below a panel leave it little more than half of the height, and there is room beside it."""
    place = axes.get_position()
    return bool(legends(axes) or picture.legends) and axes.axison and place.height < 0.58 and place.x0 < 0.2


def _bars_shown(picture: Any) -> list[Any]:
    return [axes for axes in picture.axes if axes.get_label() == "<colorbar>"]


def _own_words(text: str, place: str) -> str:
    """Of what a page says of its top and its bottom, what it says of this place.

    Example:
        >>> _own_words("a = 1 (top), a = 2 (bottom)", "bottom"), _own_words("a (b), c", "top")
        ('a = 2', 'a (b), c')
    """
    said = dict((where, words) for words, where in re.findall(r"(.+?) \((top|bottom)\)(?:, |$)", text))
    return said.get(place, text)


def _ticks_taken(kept: Any, axes: Any) -> None:
    """The names of the ticks from a panel beside it that has the same ones, where its own are left out."""
    ticks, names = axes.get_yticks(), [text.get_text() for text in axes.get_yticklabels()]
    if any(names) and not any(text.get_text() for text in kept.get_yticklabels()) and [*ticks] == [*kept.get_yticks()]:
        size = axes.get_yticklabels()[0].get_fontsize()
        limits = kept.get_ylim()
        kept.set_yticks(ticks, names, fontsize=size)
        kept.set_ylim(limits)  # a locator's ticks may lie outside


def _widened(every: list[Any], kept: Any) -> None:
    """Hide the other panels, their rows and their columns."""
    place = kept.get_subplotspec()
    rows, columns = (set(span) for span in (place.rowspan, place.colspan))
    for axes in every:
        if axes is kept:
            continue
        spec = axes.get_subplotspec()
        if columns & set(spec.colspan):
            kept.set_xlabel(kept.get_xlabel() or axes.get_xlabel())
            if not any(kept.get_title(side).strip() for side in SIDES):
                for side in SIDES:
                    kept.set_title(axes.get_title(side), loc=side)
        elif kept.get_shared_x_axes().joined(kept, axes):  # its column says nothing: the label is under another
            kept.set_xlabel(kept.get_xlabel() or axes.get_xlabel())
        if rows & set(spec.rowspan):
            kept.set_ylabel(kept.get_ylabel() or axes.get_ylabel())
            _ticks_taken(kept, axes)
        axes.set_visible(False)
        axes.set_in_layout(False)
    if kept.axison:
        kept.tick_params(labelbottom=True, labelleft=True)
    grid = place.get_gridspec()
    grid.set_height_ratios([1 if row in rows else 1e-4 for row in range(grid.nrows)])
    grid.set_width_ratios([1 if column in columns else 1e-4 for column in range(grid.ncols)])


@dataclass(frozen=True)
class _Bar:
    """A colour bar as it was: what it shows, its ticks with their names, its label, and at which ends colours go on."""

    mappable: Any
    ticks: list[float]
    names: list[str]
    label: str
    extend: str


def _bars_taken(every: list[Any], kept: Any) -> list[_Bar]:
    """Take all colour bars out of the picture; the panel's own, or, where it has none, the one that all share."""
    shown = [each for axes in every for each in axes.get_children() if getattr(each, "colorbar", None)]
    found = []
    for mappable in shown:
        bar = mappable.colorbar
        names = [text.get_text() for text in bar.ax.get_yticklabels()]
        found.append(_Bar(mappable, list(bar.ax.get_yticks()), names, bar.ax.get_ylabel(), bar.extend))
        bar.remove()
    return [bar for bar in found if bar.mappable.axes is kept] or found[:1]
