"""Families of attention weights over the position of the target: U and inverted U, and what lies between."""

from __future__ import annotations

import functools
from fractions import Fraction

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import LetterCircle, h_pos, h_sym
from rope_theory.core.heads import softmax
from rope_theory.core.showing.style import BLACK, BLUE, PURPLE, SKY, VERMILION, canvas
from rope_theory.core.tasks import Pair
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws.shape import shape

N = 16
BETA = 4
JUST_ABOVE = Fraction(11, 10)
#: Multiples of the boundary that are drawn, with colour, line and marker; 1 is the boundary itself.
FAMILY = (
    (Fraction(1, 2), SKY, ":", "o"),
    (Fraction(3, 4), BLUE, "--", "o"),
    (Fraction(1), BLACK, "-", "o"),
    (JUST_ABOVE, VERMILION, "-.", "s"),
    (Fraction(7, 4), PURPLE, "-", "^"),
)


@functools.cache
def h_pos_weights(theta: Angle) -> list[float]:
    """The largest weight when position p = 1..n is asked for, query at n."""
    head = h_pos(theta.ball())
    positions = range(1, N + 1)
    rows = [softmax([head.logit(N - p, N, "A", j) for j in positions], BETA) for p in positions]
    return [number(row[p - 1]) for p, row in zip(positions, rows, strict=True)]


@functools.cache
def h_sym_weights(theta: Angle) -> list[float]:
    """The weight of a match at position j = 1..n-1 at the centred phase nθ/2, the other n - 1 logits 0."""
    head = h_sym(LetterCircle(("A",), spare=True), theta.ball(), (N * theta / 2).ball())
    rows = [softmax([head.logit("A", N, Pair("A", 1), j), *[0 * theta.ball()] * (N - 1)], BETA) for j in range(1, N)]
    return [number(row[0]) for row in rows]


def h_pos_angle(share: Fraction) -> Angle:
    """nθ = share·2π."""
    return share * FULL_TURN / N


def h_sym_angle(share: Fraction) -> Angle:
    """(n-3)θ = share·2π."""
    return share * FULL_TURN / (N - 3)


def _end(position: int) -> str:
    """The weight at the position just above the boundary, to one figure."""
    return f"{h_sym_weights(h_sym_angle(JUST_ABOVE))[position - 1]:.1g}"


def draw():
    figure, (top, bottom) = canvas(5.4, 2, 1)
    for share, colour, style, marker in FAMILY:
        for panel, angle, weights, name, variable in (
            (top, h_pos_angle(share), h_pos_weights, "H_POS", "nθ"),
            (bottom, h_sym_angle(share), h_sym_weights, "H_SYM", "(n–3)θ"),
        ):
            values = weights(angle)
            called = str(shape(N, angle, name)).replace("-U", "\N{NO-BREAK SPACE}U")
            label = f"{variable} = {'' if share == 1 else f'{float(share):g}·'}2π: {called}"
            if panel is bottom and share == JUST_ABOVE:
                label += ", w(1) > w(2)"
            panel.plot(
                range(1, len(values) + 1),
                values,
                color=colour,
                linestyle=style,
                marker=marker,
                markersize=2.4,
                linewidth=1.8 if share == 1 else 1,
                label=label,
                zorder=4 if share == 1 else 3,
            )
    top.set(title=f"H_POS: largest weight, n = {N}, β = {BETA}", xlabel="position asked for, p", ylabel="w_max(p)")
    bottom.set(
        title=f"H_SYM, phase nθ/2: weight of the match, n = {N}, β = {BETA}",
        xlabel="position of the match, j",
        ylabel="w(j)",
    )
    top.set(ylim=(0, 0.48), yticks=[0, 0.1, 0.2, 0.3, 0.4])
    bottom.set(ylim=(-0.02, 0.85), yticks=[0, 0.2, 0.4, 0.6, 0.8])
    for panel in (top, bottom):
        panel.set_xlim(0.5, N + 0.5)
        panel.set_xticks([1, 4, 8, 12, 16])
        panel.legend(
            loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=4.2, ncols=1, fontsize=6.5, labelspacing=0.3
        )
    return figure


FIGURE = Figure(
    name="u-shapes",
    title="U and inverted U: the same construction on either side of an exact boundary",
    shows=lambda: (
        f"Top: the largest weight of H_POS when position p is asked for, n = {N}. The U (of a "
        "constructed head; what trained models do, “lost in the middle”, is another question) ends at nθ = 2π exactly, where all positions weigh the same, and turns upside down just above. "
        "Bottom: the weight of a match at position j for the simplified H_SYM with the centred phase nθ/2 and "
        "constant distractors. The inverted U holds for (n-3)θ < 2π; at equality both end steps are flat; "
        f"beyond, the ends rise again: at {float(JUST_ABOVE):g}·2π by too little to be seen here, from {_end(2)} to {_end(1)}. The names of the shapes are those of rope_theory.laws.shape, decided from "
        "n and θ, for every β > 0."
    ),
    see=lambda: (
        f"H_POS, n = {N}, β = {BETA}: the largest weight by the position asked for. Below nθ = 2π a U, at it flat, just above it an inverted U.",
        f"H_SYM with the phase nθ/2, n = {N}, β = {BETA}, its other logits 0: the match's weight by its position. Below (n-3)θ = 2π an "
        "inverted U; above it the ends rise again.",
    ),
    decided=(
        ("new.u-shape-sign", "the sign of every step of w_max, for every β > 0"),
        (
            "new.u-shape-sign.shape",
            "U exactly for nθ < 2π, flat exactly at its multiples, inverted U exactly for nθ > 2π > (n-2)θ",
        ),
        ("u25.thm7a", "U-shaped for low angles; low depends on the length"),
        ("new.inverted-u", "H_SYM with the centred phase: inverted U exactly for (n-3)θ < 2π"),
        (
            "u25.thm7b",
            "that H_SYM gives an inverted U at every phase and every angle that is not low enough (our simplification, not U25's Theorem 7)",
        ),
        ("u25.thm7b.corrected", "the phases and angles for which that simplification holds"),
    ),
    evaluated=(
        f"weights are balls at n = {N}, β = {BETA}; other β change the heights, not the shapes. H_SYM's "
        "other n - 1 logits are 0."
    ),
    draw=draw,
)
