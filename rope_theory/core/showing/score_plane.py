"""The positional–symbolic plane as axes: what no head can reach is shaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rope_theory.core.showing.style import BLACK, PALE, mathematical

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PathCollection
    from numpy.typing import ArrayLike


#: Both scores above it: the head is flat, as no swap that counts changes its weights by much.
FLAT = 0.95


def flat_corner(axes: Axes) -> None:
    """The corner of flat heads; its name stands in the triangle, where no head is."""
    axes.plot([FLAT, FLAT, 1], [1, FLAT, FLAT], color=BLACK, linewidth=0.6, linestyle=(0, (2, 2)), zorder=2)
    axes.text(0.04, 0.08, f"dashed corner, both above {FLAT}: flat", ha="left", va="center", fontsize=7)


def prepare(axes: Axes, excluded: bool = True) -> None:
    """Axes of s_POS and s_SYM in [0, 1]; the triangle s_POS + s_SYM <= 1 is empty (new.swap-scores.exclusion).

    Args:
        excluded: whether to shade the triangle; norms that are clamped from below (eps) get there.
    """
    if excluded:
        axes.fill([0, 1, 0], [0, 0, 1], color=PALE, linewidth=0, zorder=0)
        axes.text(0.30, 0.30, mathematical("s_POS + s_SYM ≤ 1:\nno head"), ha="center", va="center", fontsize=7)
    ticks, names = [0, 0.5, 1], ["0", "0.5", "1"]
    axes.set(xlim=(0, 1.02), ylim=(0, 1.02), aspect="equal", xlabel=mathematical("positional score s_POS (1: positional)"),
             ylabel=mathematical("symbolic score s_SYM (1: symbolic)"))  # fmt: skip
    axes.set(xticks=ticks, yticks=ticks, xticklabels=names, yticklabels=names)


def points(
    axes: Axes, positional: ArrayLike, symbolic: ArrayLike, colours: Sequence[str], **style: Any
) -> PathCollection:
    """One outlined point for each head."""
    return axes.scatter(
        positional, symbolic, c=colours, edgecolors=BLACK, linewidths=0.4, zorder=3, clip_on=False, **style
    )
