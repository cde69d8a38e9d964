"""Which curves and marks of a picture lie under its legends and its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

INSIDE = 1
"""Pixels by which a box is made smaller first: letters do not fill theirs."""


def covered(picture: Any) -> list[str]:
    """Each legend and each remark inside a panel that lies over a curve or a mark of it, by its first words; a legend over a bar, too.

    Args:
        picture: a matplotlib figure, laid out (`draw_without_rendering`).
    """
    faults = []
    for axes in picture.axes:
        if axes.get_visible() and axes.axison:
            boxes = [(f"remark: {text.get_text()}", _outline(text)) for text in axes.texts if _shown(text)]
            boxes += [(f"legend: {each.get_texts()[0].get_text()}", _box(each)) for each in legends(axes)]
            faults += [words for words, box in boxes if _lies_over(box, axes, surfaces=words.startswith("legend"))]
    return faults


def covers(legend: Any, axes: Any) -> bool:
    """Whether a legend lies over a curve, a mark, a bar or a filled band of its panel.

    Args:
        legend: of a picture that is laid out.
        axes: the panel.
    """
    return _lies_over(_box(legend), axes, surfaces=True)


def legends(axes: Any) -> list[Any]:
    """The legends that are drawn within a panel."""
    from matplotlib.legend import Legend

    return [each for each in axes.findobj(Legend) if _shown(each)]


def _shown(artist: Any) -> bool:
    return artist.get_visible() and bool(getattr(artist, "get_text", lambda: "legend")().strip())


def _box(artist: Any) -> Any:
    """The corners of its box, as a closed path in pixels."""
    from matplotlib.path import Path

    box = artist.get_window_extent().padded(-INSIDE)
    return Path([(box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1), (box.x0, box.y0)])


def _outline(text: Any) -> Any:
    """The box of a text, turned as the text is: it has the centre of the upright box around it."""
    from matplotlib.transforms import Affine2D

    turned, around = text.get_rotation(), text.get_window_extent()
    text.set_rotation(0)
    level = text.get_window_extent()
    box = _box(text)
    text.set_rotation(turned)
    centre = [(level.x0 + level.x1) / 2, (level.y0 + level.y1) / 2]
    shift = [(around.x0 + around.x1) / 2 - centre[0], (around.y0 + around.y1) / 2 - centre[1]]
    return Affine2D().rotate_deg_around(centre[0], centre[1], turned).translate(*shift).transform_path(box)


def _lies_over(outline: Any, axes: Any, surfaces: bool) -> bool:
    if not outline.get_extents().overlaps(axes.bbox):
        return False
    return any(outline.intersects_path(curve, filled=False) or outline.contains_point(curve.vertices[0])
               for curve in (*_curves(axes), *(_surfaces(axes) if surfaces else ()))) or any(_near(outline, *mark) for mark in _marks(axes))  # fmt: skip


def _curves(axes: Any) -> Iterator[Any]:
    """The lines of a panel, as paths in pixels."""
    for line in axes.lines:
        if line.get_visible() and line.get_linestyle() not in ("None", "", " ") and len(line.get_xdata()):
            line.recache()
            yield line.get_transform().transform_path(line.get_path()).cleaned(remove_nans=True, curves=False)


def _surfaces(axes: Any) -> Iterator[Any]:
    """The bars of a panel and its filled bands, but not its backgrounds, as paths in pixels."""
    from matplotlib.collections import PolyCollection
    from matplotlib.patches import Rectangle

    for band in axes.collections:
        if isinstance(band, PolyCollection):
            yield from (band.get_transform().transform_path(path) for path in band.get_paths())
    yield from (
        bar.get_transform().transform_path(bar.get_path()) for bar in axes.patches if isinstance(bar, Rectangle)
    )


def _marks(axes: Any) -> Iterator[tuple[Any, float]]:
    """The marks of a panel: their places in pixels, and the radius that they have there."""
    from matplotlib.collections import PathCollection

    pixels = axes.figure.dpi / 72
    for line in axes.lines:
        if line.get_visible() and line.get_marker() not in ("None", None, "", " "):
            yield line.get_transform().transform(line.get_xydata()), line.get_markersize() / 2 * pixels
    for cloud in axes.collections:
        if isinstance(cloud, PathCollection):
            yield (
                cloud.get_offset_transform().transform(cloud.get_offsets()),
                cloud.get_sizes().max() ** 0.5 / 2 * pixels,
            )


def _near(outline: Any, places: Any, radius: float) -> bool:
    return bool(
        outline.contains_points(places, radius=radius).any() or outline.contains_points(places, radius=-radius).any()
    )
