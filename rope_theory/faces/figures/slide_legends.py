"""Legends of a panel that stands alone: its own, its row's, or the page's without what only other panels show."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Hashable, Iterator
from typing import Any

#: A sign between two terms of a formula: no line ends beside it.
_SIGN = re.compile(r" ([=<>≤≥≈+·−–]) ")
WIDE = 27
"""Letters of a line beside a panel."""
UNCUT = "\N{NO-BREAK SPACE}"


def legends_alone(picture: Any, every: list[Any], kept: Any) -> None:
    """Make the picture's legends those of one panel, before the other panels are hidden.

    Args:
        picture: a matplotlib figure.
        every: all its panels.
        kept: the one that stands alone.
    """
    others = [axes for axes in every if axes is not kept]
    for legend in list(picture.legends):
        entries = [(handle, text) for handle, text in _entries(legend) if not _only_elsewhere(handle, kept, others)]
        if len(entries) < len(legend.get_texts()):
            legend.remove()
            _below(picture, entries, legend)
    own = kept.get_legend()
    row = set(kept.get_subplotspec().rowspan)
    beside = [axes.get_legend() for axes in others if row & set(axes.get_subplotspec().rowspan) and axes.get_legend()]
    entries = list(zip(*kept.get_legend_handles_labels(), strict=True))
    if own and len(entries) > len(own.get_texts()):  # another panel's legend has the rest
        own.remove()
        _below(picture, entries, own)
    elif own and not own.get_in_layout():  # in the margin, where a title stands now
        own.remove()
        _below(picture, entries, own)
    elif not own and beside and [text for _, text in entries] == [text for _, text in _entries(beside[0])]:
        _below(picture, entries, beside[0])


def legends_right(picture: Any, axes: Any) -> None:
    """Put the legends of a picture's only panel, and the page's, to its right, where a slide has room."""
    found = [each for each in (axes.get_legend(), *picture.legends) if each]
    for place, legend in zip((("upper left", 1.0), ("lower left", 0.0)), found[::-1], strict=False):
        entries = _entries(legend)
        handles, texts = [handle for handle, _ in entries], [_wrapped(text) for _, text in entries]
        title = _wrapped(legend.get_title().get_text())
        legend.remove()
        drawn = axes.legend(handles, texts, title=title, loc=place[0], bbox_to_anchor=(1.02, place[1]), borderaxespad=0,
                            alignment="left", handlelength=1.6)  # fmt: skip
        axes.add_artist(drawn).set_clip_on(False)  # else it takes no room
        axes.legend_ = None  # else it is drawn twice
    axes.set(anchor="W", ylabel=axes.get_ylabel().replace("   ", "\n"))


def _wrapped(text: str) -> str:
    """Lines of at most `WIDE` letters; no line ends within a formula."""
    whole = re.sub(r"\$[^$]*\$", lambda found: found[0].replace(" ", UNCUT), text)
    whole = _SIGN.sub(rf"{UNCUT}\1{UNCUT}", whole)
    return textwrap.fill(whole, WIDE, break_long_words=False, break_on_hyphens=False).replace(UNCUT, " ")


def _below(picture: Any, entries: list[tuple[Any, str]], like: Any) -> None:
    """A legend with the title of another, below the panel."""
    if entries:
        handles, texts = zip(*entries, strict=True)
        title = like.get_title().get_text()
        columns = len(entries) if len(entries) <= 4 and sum(map(len, texts)) <= 48 else 2
        picture.legend(handles, texts, loc="outside lower center", ncols=columns, title=title, columnspacing=1,
                       handlelength=1.6)  # fmt: skip


def _entries(legend: Any) -> list[tuple[Any, str]]:
    return [(handle, text.get_text()) for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True)]


def _only_elsewhere(handle: Any, kept: Any, others: list[Any]) -> bool:
    """Whether another panel has an artist that looks like the entry, and this one has none."""
    looks = set(_looks(handle))
    return not looks & _all_looks(kept) and any(looks & _all_looks(axes) for axes in others)


def _all_looks(axes: Any) -> set[Hashable]:
    return {look for artist in (*axes.lines, *axes.patches) for look in _looks(artist)}


def _looks(artist: Any) -> Iterator[Hashable]:
    """What tells an artist from others in a legend: marker and its colour, line and its colour, surface and hatch."""
    from matplotlib.colors import to_hex
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if isinstance(artist, Line2D):
        if artist.get_marker() not in (None, "None", "", " "):
            yield "marker", artist.get_marker(), to_hex(artist.get_markerfacecolor())
        elif artist.get_linestyle() not in ("None", "", " "):
            yield "line", artist.get_linestyle(), to_hex(artist.get_color())
    elif isinstance(artist, Patch):
        yield "surface", to_hex(artist.get_facecolor()) if artist.get_fill() else None, artist.get_hatch()
