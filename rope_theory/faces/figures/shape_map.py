"""The shape of the weight over the target's position as a map over length and angle."""

from __future__ import annotations

import functools
import itertools
from fractions import Fraction

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.showing.style import BLACK, BLUE, ORANGE, PALE, canvas
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws.shape import shape

LENGTHS = range(4, 33)
#: Angles looked at for every length, in radians, from 0.08 to just below π, evenly on the logarithmic scale.
LOOKED_AT = tuple(Fraction(round(80000 * (39.26 ** (k / 160))), 10**6) for k in range(161))
#: Where two neighbours differ, the border is narrowed down to this share of the angle.
FINE = Fraction(1, 10**4)
KINDS = {
    "U": (BLUE, "U"),
    "inverted-U": (ORANGE, "inverted U"),
    "three": ("#f2f2f2", "3 extrema"),
    "more": (PALE, "5 or more extrema"),
}
TITLES = {
    "H_POS": "H_POS: its largest weight, by position asked for",
    "H_SYM": "H_SYM, centred: weight of the match, by position",
}


def kind(n: int, radians: Fraction, head: str) -> str:
    """The name of the shape, exactly; several extrema are told apart by their number."""
    found = shape(n, Angle(0, radians), head)
    return found.name if found.name in KINDS else "three" if found.count == 3 else "more"


@functools.cache
def runs(head: str) -> list[tuple[int, float, float, str]]:
    """(n, lower end, upper end, kind) of every stretch of angles of one kind, in radians."""
    found = []
    for n in LENGTHS:
        start, here = LOOKED_AT[0], kind(n, LOOKED_AT[0], head)
        for below, above in itertools.pairwise(LOOKED_AT):
            there = kind(n, above, head)
            if there != here:
                edge = _narrow(n, below, above, here, head)
                found.append((n, number(start), number(edge), here))
                start, here = edge, there
        found.append((n, number(start), number(FULL_TURN / 2), here))
    return found


def _narrow(n: int, below: Fraction, above: Fraction, here: str, head: str) -> Fraction:
    """An angle within `FINE` of the end of the kind `here`."""
    while above - below > FINE * below:
        middle = (below + above) / 2
        below, above = (middle, above) if kind(n, middle, head) == here else (below, middle)
    return above


@functools.cache
def flat(head: str) -> list[tuple[int, float]]:
    """(n, θ) at which the weights are exactly equal: the multiples of 2π/n at which `shape` says so."""
    turns = ((n, Angle(Fraction(k, n))) for n in LENGTHS for k in range(1, n // 2 + 1))
    return [(n, number(theta)) for n, theta in turns if shape(n, theta, head).name == "flat"]


def draw():
    from matplotlib.patches import Patch

    figure, axes = canvas(5.0, 2, 1)
    for panel, head, margin in zip(axes, TITLES, (0, 3), strict=True):
        for n, start, stop, name in runs(head):
            panel.bar(n, stop - start, bottom=start, width=1, color=KINDS[name][0], linewidth=0)
        boundary = [(n, number(FULL_TURN / (n - margin))) for n in LENGTHS if n - margin >= 2]
        boundary = [(LENGTHS[0] - 0.5, boundary[0][1]), *boundary, (LENGTHS[-1] + 0.5, boundary[-1][1])]
        panel.step(
            *zip(*boundary, strict=True),
            where="mid",
            color=BLACK,
            linewidth=1.2,
            label=None if margin else "nθ = 2π (top), (n–3)θ = 2π (bottom)",
        )
        points = flat(head)
        if points:
            panel.plot(
                *zip(*points, strict=True),
                linestyle="",
                marker=".",
                markersize=2,
                color=BLACK,
                markeredgewidth=0,
                label="flat: all weights equal",
            )
        panel.set(
            yscale="log",
            ylim=(number(LOOKED_AT[0]), number(FULL_TURN / 2)),
            xlim=(LENGTHS[0] - 0.5, LENGTHS[-1] + 0.5),
            xlabel="length n",
            ylabel="angle θ (radians)",
            title=TITLES[head],
        )
        panel.set_yticks(
            [number(Angle.parse(text)) for text in ("0.1", "0.2", "0.5", "1", "pi/2", "pi")],
            ["0.1", "0.2", "0.5", "1", "π/2", "π"],
        )
        panel.minorticks_off()
    axes[0].text(8, 0.2, "U", ha="center", fontsize=9, color="white")
    axes[1].text(8, 0.2, "inverted U", ha="center", fontsize=9)
    patches = [Patch(facecolor=colour, edgecolor=BLACK, linewidth=0.4, label=text) for colour, text in KINDS.values()]
    lines = [line for panel in axes for line in panel.get_legend_handles_labels()[0]]
    figure.legend(handles=[*patches, *lines], loc="outside lower center", ncols=2, columnspacing=1.2, handlelength=1.4,
                  fontsize=6.5)  # fmt: skip
    return figure


FIGURE = Figure(
    name="shape-map",
    title="Shape map: what the weight does over the target's position, for every length and angle",
    shows=lambda: (
        f"The shape over the target's position for n = {LENGTHS[0]}..{LENGTHS[-1]} and θ up to π. Top, H_POS: U "
        "below the line nθ = 2π, inverted U in a band above it that narrows with n (up to (n-2)θ = 2π), then three, "
        "five and more extrema; dots: flat, where nθ is a multiple of 2π. Bottom, H_SYM with the centred "
        "phase: inverted U below (n-3)θ = 2π, several extrema above, but for θ = π and odd n ≥ 5, where it is flat (not drawn)."
    ),
    see=lambda: (
        "The shape of H_POS's largest weight over the position asked for, at each length and angle, for every β > 0: a U exactly below the line "
        "nθ = 2π, an inverted U in a band above it that narrows with n.",
        "The shape of the weight of H_SYM's match over its position, with the phase nθ/2: an inverted U exactly below the line (n-3)θ = 2π.",
    ),
    decided=(
        ("new.shape-law", "the extrema of every such sequence, from two angles"),
        ("new.u-shape-sign.shape", "the top map: U, flat, inverted U and the number of extrema"),
        ("new.inverted-u", "the boundary of the bottom map"),
        ("u25.thm7a.uniform", "no bound on the angle makes every angle below it low at every length"),
    ),
    evaluated=(
        f"rope_theory.laws.shape decides each of {len(LOOKED_AT)} angles for each length exactly, for every β > 0 "
        "at once; where two neighbours differ, the edge is narrowed down to 1e-4 of the angle. Stretches "
        "between neighbours of one kind are filled."
    ),
    draw=draw,
)
