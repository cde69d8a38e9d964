"""The previous-token head: its lead over the length without and with an ALiBi bias, and the logits of both."""

from __future__ import annotations

import functools
from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import best_previous_angle, previous_token
from rope_theory.core.heads import logits, softmax
from rope_theory.core.showing.style import BLACK, BLUE, GREEN, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws import gaps
from rope_theory.laws.angle_floor import HALF_TURN
from rope_theory.machines.catalogue.previous import SLOPE

LENGTHS = range(3, 41)
N = 16
ONE = Angle.parse("1")


@functools.cache
def values(n: int, theta: Angle, slope: Fraction | None) -> list:
    """The exact logits of the last query of n equal tokens."""
    return logits(previous_token(theta, slope), ("A",) * n)


def lead(n: int, theta: Angle, slope: Fraction | None = None) -> float:
    """By how much position n - 1 leads every other."""
    return number(gaps.lead(values(n, theta, slope), -2))


def draw():
    figure, (top, bottom) = canvas(4.2, 2, 1)
    kinds = (
        ("best angle 2π/(n–1)", lambda n: lead(n, best_previous_angle(n)), BLUE, "o"),
        ("θ = 1", lambda n: lead(n, ONE), GREEN, "^"),
        ("θ = π, ALiBi slope 2/3", lambda n: lead(n, HALF_TURN, SLOPE), VERMILION, "s"),
    )
    for label, height, colour, marker in kinds:
        heights = [height(n) for n in LENGTHS]
        top.plot(LENGTHS, heights, color=colour, marker=marker, markersize=2.5, label=label)
    top.set(ylim=(-0.05, 2.1), xlabel="length n", ylabel="lead", title="lead of position n–1 over every other")
    top.set_label("Previous-token head: lead of position n–1")
    top.legend(loc="upper right", fontsize=6.5)
    positions = range(1, N + 1)
    for label, theta, slope, colour, marker in (
        ("best angle", best_previous_angle(N), None, BLUE, "o"),
        ("θ = π, ALiBi slope 2/3", HALF_TURN, SLOPE, VERMILION, "s"),
    ):
        weights = [number(weight) for weight in softmax(values(N, theta, slope), 1)]
        bottom.plot(positions, weights, color=colour, marker=marker, markersize=2.5, label=label)
    bottom.axvline(N - 1, color=BLACK, linewidth=0.5, linestyle=":", zorder=0, label="the position asked for")
    bottom.set(
        ylim=(0, 1), xlabel="position; the query is the last", ylabel="weight", title=f"softmax weights, n = {N}, β = 1"
    )
    bottom.set_label(f"Previous-token head: softmax weights, n = {N}, β = 1")
    bottom.legend(loc="upper left", fontsize=6.5)
    return figure


def _shows() -> str:
    return (
        "Above: by how much the position before the last leads every other, for n equal tokens: at the best angle of each "
        "length, at θ = 1, which is right at every length, and at θ = π with an ALiBi bias of slope 2/3. At "
        f"n = {LENGTHS[-1]} these are {lead(40, best_previous_angle(40)):.4f}, {lead(40, ONE):.4f} and "
        f"{lead(40, HALF_TURN, SLOPE):.4f}. Below: the weights at inverse temperature 1 and n = {N}; with the bias the position "
        "before gets more than half of the weight, whatever the length."
    )


FIGURE = Figure(
    name="previous-token",
    title="A previous-token head: rotation alone loses its lead, an ALiBi bias keeps it",
    shows=_shows,
    see=lambda: (
        "By how much the position before the last leads every other, n equal tokens, by length: at n = 40 the best angle leads by "
        f"{lead(40, best_previous_angle(40)):.4f}, and θ = π with an ALiBi bias of slope 2/3 by 4/3, as at every length.",
        f"Weights of the query at n = {N}, β = 1: with the bias position {N - 1} gets more than half, at the best angle far less.",
    ),
    decided=(
        ("new.previous-token", "which angles are right at a length, and the lead"),
        ("new.previous-token.gap", "no angle leads by more than 1 - cos(2π/(n-1))"),
        ("new.previous-token-alibi.gap", "the lead 4/3 at every length, the best at θ = π"),
        ("new.previous-token-alibi.beta", "more than half of the weight at β = 1 and every length"),
    ),
    evaluated="every point is exact or enclosed at the parameters named; lines only join the points.",
    draw=draw,
)
