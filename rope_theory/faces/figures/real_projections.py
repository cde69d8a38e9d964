"""Queries and keys on the rotary plane that a head uses most: one positional and one symbolic head of two models."""

from __future__ import annotations

import cmath
from statistics import pstdev

from rope_theory.core.showing.style import BLACK, canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.real_models import NAMES, SAMPLE, TWO_BASES, found

COLOURS = "cividis"


def draw():
    figure, axes = canvas(3.55, len(found()), 2, squeeze=False)
    for row, (name, shown) in zip(axes, found().items(), strict=True):
        for panel, (kind, one) in zip(row, shown["examples"].items(), strict=True):
            sides = {side: list(zip(*one[side], strict=True)) for side in ("keys", "queries")}
            largest = {side: max(map(abs, sum(points, ()))) for side, points in sides.items()}
            order = range(len(one["keys"]))
            for side, mark, size in (("keys", "o", 9), ("queries", "^", 11)):
                x, y = ([value / largest[side] for value in axis] for axis in sides[side])
                drawn = panel.scatter(x, y, c=order, marker=mark, s=size, cmap=COLOURS, linewidths=0.3,
                                      edgecolors=BLACK if side == "queries" else "none", alpha=0.85, label=side)  # fmt: skip
            panel.plot(0, 0, "+", color=BLACK, markersize=5)
            panel.set(aspect="equal", xlim=(-1.12, 1.12), ylim=(-1.12, 1.12), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
            where = f"layer {one['layer']}, head {one['head']}"
            panel.set_label(
                f"{NAMES[name].rpartition(' ')[0]}: {kind}, plane {one['plane'] + 1}"
            )  # the title of a panel alone
            panel.yaxis.label.set_label("second coordinate")  # there, too
            panel.set_title(f"{kind}, plane {one['plane'] + 1}\n({where})", fontsize=6.5)
        row[0].set_ylabel(f"{NAMES[name]}\nsecond coordinate")
    for panel in axes[-1]:
        panel.set_xlabel("first coordinate")
    bar = figure.colorbar(drawn, ax=axes, ticks=[0, len(order) - 1], shrink=0.6)
    bar.ax.set_yticklabels(["first", "last"])
    bar.set_label("position of the token", fontsize=7)
    handles, names = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=2)
    return figure


def spreads(one: dict) -> tuple[float, float]:
    """Standard deviations, by token and by position, of the plane's logit Re(q̄ k e^(i(j-n)θ)) of the last query with every earlier key at every earlier position.

    By token: of each key's mean over positions; by position: of each position's mean over keys.
    """
    *keys, _ = (complex(*key) for key in one["keys"])
    query = complex(*one["queries"][-1]).conjugate()
    turns = [cmath.exp(1j * one["frequency"] * (j - len(keys))) for j in range(len(keys))]
    turn, key = sum(turns) / len(turns), sum(keys) / len(keys)
    return pstdev((query * k * turn).real for k in keys), pstdev((query * key * t).real for t in turns)


def _varies(one: dict) -> str:
    """How much more the plane's logit varies with one of the two than with the other."""
    token, position = spreads(one)
    if token > position:
        return f"with the token {_times(token / position)} as much as with the position"
    return f"with the position {_times(position / token)} as much as with the token"


def _times(ratio: float) -> str:
    return f"{ratio:.1f} times" if ratio < 10 else f"{ratio:.0f} times" if ratio < 1000 else "over 1000 times"


def from_other_planes(one: dict, kind: str) -> bool:
    """Whether a positional head's plane varies more with the token, so that its other planes make the head positional."""
    token, position = spreads(one)
    return kind == "positional" and token > position


def _which(name: str) -> str:
    each = [
        f"the {kind} one (layer {one['layer']}, head {one['head']}, plane {one['plane'] + 1}) turns by {one['frequency']:.2g} radians a token there, "
        f"{one['frequency'] * (len(one['keys']) - 1):.2g} over the text, so that the plane's own logit varies {_varies(one)}"
        + (": its other planes make this head positional" if from_other_planes(one, kind) else "")
        + f"; the whole head's scores on this text {one['scores'][0]:.2f} and {one['scores'][1]:.2f}"
        for kind, one in found()[name]["examples"].items()
    ]
    return f"{NAMES[name]}: {'; '.join(each)}"


FIGURE = Figure(
    name="real-projections",
    title="Queries and keys of single heads, on the rotary plane that they use most",
    shows=lambda: (
        "Of each model the most positional head (left) and the most symbolic one (right), means over texts: queries (triangles) and keys "
        "(dots) of all tokens of one text, before RoPE, on the plane with the largest |q|·|k|, counted from 1 (layers and heads from 0); each kind scaled by its largest "
        f"coordinate, coloured by position; the cross is 0. {'. '.join(map(_which, found()))} (positional, symbolic). Keys that lie close "
        "together leave a plane's logit to the position as far as the plane turns; keys that are spread tell tokens apart. How much it varies: standard deviations, the last query with every earlier key at every earlier position. "
        + TWO_BASES
    ),
    see=lambda: tuple(
        f"{NAMES[name]}, layer {one['layer']}, head {one['head']}, the most {kind} one: queries and keys before RoPE on plane {one['plane'] + 1}, "
        f"which turns by {one['frequency']:.2g} radians a token. "
        + {"positional": "Its keys point nearly one way.", "symbolic": "Its keys are spread."}[kind]
        + (
            " In this text the plane hardly turns: other planes make the head positional."
            if from_other_planes(one, kind)
            else ""
        )
        for name, shown in found().items()
        for kind, one in shown["examples"].items()
    ),
    decided=(
        (
            "u26.aligned-keys",
            "one plane with sin θ ≠ 0 and a query other than 0 is positional exactly if all its earlier keys are one vector",
        ),
        ("u25.nope", "a plane that does not turn is symbolic"),
    ),
    evaluated=SAMPLE.replace("means over seven short texts, two queries each, one draw of each null model", "one text")
    + " The heads are the extreme ones of the model, not typical; one plane of many is shown.",
    draw=draw,
)
