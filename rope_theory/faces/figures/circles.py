"""Query and key vectors of one RoPE plane on the unit circle: what the geometry figures share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rope_theory.core.heads import Plane, Token
from rope_theory.core.rope import rotate
from rope_theory.core.showing.style import BLUE, GREY, ORANGE, PALE, VERMILION
from rope_theory.faces.figures.figure import number

WIDE, HIGH = 1.75, 1.32  # half of a panel, in radii


def direction(plane: Plane, side: str, token: Token, position: int = 0) -> tuple[float, float]:
    """The token's "query" or "key" vector turned by RoPE at the position (0: not turned)."""
    vector = getattr(plane, side)(token).vector()
    x, y = rotate(position * plane.frequency, vector) if position else vector
    return number(x), number(y)


def circle(axes, head: str, title: str) -> None:
    """An empty unit circle; the head's name is above it where the panel stands alone."""
    from matplotlib.patches import Circle

    axes.add_patch(Circle((0, 0), 1, fill=False, edgecolor=PALE, linewidth=0.8))
    axes.plot(0, 0, marker="o", markersize=1.5, color=GREY)
    axes.set(xlim=(-WIDE, WIDE), ylim=(-HIGH, HIGH), aspect="equal")
    axes.axis("off")
    axes.set_title(title, loc="center")
    axes.set_label(f"{head}, {title}")


def keys(axes, plane: Plane, tokens: Sequence[Token], turned: bool, labels: Mapping[int, str], target: int) -> None:
    """Keys 1..n as dots with spokes; the target, a position, as a square. Labels stand outside, by position."""
    for position, token in enumerate(tokens, 1):
        x, y = direction(plane, "key", token, position if turned else 0)
        chosen = position == target
        colour = ORANGE if chosen else BLUE
        axes.plot([0, x], [0, y], color=colour, linewidth=0.7, zorder=2)
        axes.plot(
            x,
            y,
            marker="s" if chosen else "o",
            markersize=5 if chosen else 3.5,
            color=colour,
            markeredgecolor="black",
            markeredgewidth=0.5,
            zorder=5 if chosen else 4,
        )
        if position in labels:
            outside(axes, (x, y), labels[position])


def query(axes, plane: Plane, token: Token, position: int, label: str = "") -> None:
    """The query as an arrow (position 0: not turned)."""
    x, y = direction(plane, "query", token, position)
    axes.annotate(
        "",
        (x, y),
        (0, 0),
        zorder=3,
        arrowprops={"arrowstyle": "-|>", "color": VERMILION, "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0},
    )
    if label:
        outside(axes, (x, y), label, VERMILION)


def legend(figure, title: str, arcs: str = "") -> None:
    """What arrow, square and dot stand for, and arcs that begin at a ring where `arcs` says it, below all panels, under a title."""
    from matplotlib.lines import Line2D

    edge: dict[str, Any] = {"linestyle": "", "markeredgecolor": "black", "markeredgewidth": 0.5}
    marks = [
        Line2D([], [], color=VERMILION, linewidth=1.6, marker=">", markersize=5, markevery=[1], label="query"),
        Line2D([], [], color=ORANGE, marker="s", markersize=5, label="key asked for", **edge),
        Line2D([], [], color=BLUE, marker="o", label="other keys", **edge),
    ]
    if arcs:
        ring: dict[str, Any] = {"markerfacecolor": "white", "markeredgewidth": 0.5, "markersize": 2.5, "markevery": [0]}
        marks.append(Line2D([], [], color=BLUE, marker="o", label=arcs, **ring))
    figure.legend(
        handles=marks,
        loc="outside lower center",
        ncols=2 if arcs else 3,
        columnspacing=1.6,
        handlelength=1.4,
        title=title,
        title_fontsize=7,
    )


def outside(axes, point: tuple[float, float], text: str, colour: str = "black") -> None:
    """Text beside a point of the circle, on its far side."""
    x, y = point
    axes.text(
        1.17 * x,
        1.13 * y,
        text,
        color=colour,
        ha="left" if x > 0.35 else "right" if x < -0.35 else "center",
        va="bottom" if y > 0.5 else "top" if y < -0.5 else "center",
        fontsize=7,
    )
