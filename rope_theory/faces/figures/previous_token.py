"""The previous-token head: its lead over the length without and with an ALiBi bias, and the logits of both."""

from __future__ import annotations

import functools
from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import previous_token
from rope_theory.core.heads import logits, softmax
from rope_theory.core.showing.style import BLACK, BLUE, GREEN, GREY, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure, number

LENGTHS = range(3, 41)
N = 16
HALF, ONE, SLOPE = Angle.parse("pi"), Angle.parse("1"), Fraction(2, 3)


@functools.cache
def values(n: int, theta: Angle, slope: Fraction | None) -> list:
    """The exact logits of the last query of n equal tokens."""
    return logits(previous_token(theta, slope), ("A",) * n)


def lead(n: int, theta: Angle, slope: Fraction | None = None) -> float:
    """By how much position n - 1 leads every other."""
    found = values(n, theta, slope)
    return number(found[-2] - max(value for place, value in enumerate(found) if place != n - 2))


def draw():
    figure, (top, bottom) = canvas(4.2, 2, 1)
    kinds = (
        ("best angle 2π/(n–1)", lambda n: lead(n, Angle(Fraction(1, n - 1))), BLUE, "o"),
        ("θ = 1", lambda n: lead(n, ONE), GREEN, "^"),
        ("θ = π, ALiBi slope 2/3", lambda n: lead(n, HALF, SLOPE), VERMILION, "s"),
    )
    for label, height, colour, marker in kinds:
        heights = [height(n) for n in LENGTHS]
        top.plot(LENGTHS, heights, color=colour, marker=marker, markersize=2.5, label=label)
    top.axhline(4 / 3, color=GREY, linewidth=0.6, zorder=0)
    top.set(ylim=(-0.05, 2.1), xlabel="length n", ylabel="lead", title="lead of position n–1 over every other")
    top.legend(loc="upper right", fontsize=6.5)
    positions = range(1, N + 1)
    for label, theta, slope, colour in (
        ("best angle", Angle(Fraction(1, N - 1)), None, BLUE),
        ("ALiBi", HALF, SLOPE, VERMILION),
    ):
        weights = [number(weight) for weight in softmax(values(N, theta, slope), 1)]
        bottom.plot(positions, weights, color=colour, marker="o", markersize=2.5, label=f"{label}, β = 1")
    bottom.axvline(N - 1, color=BLACK, linewidth=0.5, linestyle=":", zorder=0)
    bottom.set(ylim=(0, 1), xlabel=f"position, query at n = {N}", ylabel="weight", title="softmax weights")
    bottom.legend(loc="upper left", fontsize=6.5)
    return figure


def _shows() -> str:
    return (
        "Above: by how much the position before the last leads every other, for n equal tokens: at the best angle of each "
        "length, at θ = 1, which is right at every length, and at θ = π with an ALiBi bias of slope 2/3. At "
        f"n = {LENGTHS[-1]} these are {lead(40, Angle(Fraction(1, 39))):.4f}, {lead(40, ONE):.4f} and "
        f"{lead(40, HALF, SLOPE):.4f}. Below: the weights at inverse temperature 1 and n = {N}; with the bias the position "
        "before gets more than half of the weight, whatever the length."
    )


FIGURE = Figure(
    name="previous-token",
    title="A previous-token head: rotation alone loses its lead, an ALiBi bias keeps it",
    shows=_shows,
    decided=(
        ("new.previous-token", "which angles are right at a length, and the lead"),
        ("new.previous-token.gap", "no angle leads by more than 1 - cos(2π/(n-1))"),
        ("new.previous-token-alibi.gap", "the lead 4/3 at every length, the best at θ = π"),
        ("new.previous-token-alibi.beta", "more than half of the weight at β = 1 and every length"),
    ),
    evaluated="every point is exact or enclosed at the parameters named; lines only join the points.",
    draw=draw,
)
