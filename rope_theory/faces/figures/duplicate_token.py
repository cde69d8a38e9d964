"""The duplicate-token head: logits over the distance, beside T_Retrieval's."""

from __future__ import annotations

from fractions import Fraction

from rope_theory.core.constructions import LetterCircle, duplicate_token, h_sym, spacing
from rope_theory.core.showing.style import BLUE, GREEN, PURPLE, VERMILION, canvas
from rope_theory.core.tasks import Pair
from rope_theory.faces.figures.figure import Figure, number

LETTERS, N = ("A", "B", "C", "D"), 12
THETA = Fraction(3, 4) * spacing(len(LETTERS)) / (2 * (N - 1))


def curve(head, letter: str) -> list[float]:
    """The logit of a key with that letter at distance t = 0..n-1 from a query A."""
    return [number(head.logit(Pair("A", 1), N, Pair(letter, 1), N - t)) for t in range(N)]


def draw():
    figure, (top, bottom) = canvas(4.0, 2, 1, sharex=True)
    circle = LetterCircle(LETTERS)
    heads = (
        (top, duplicate_token(circle, THETA.ball(), N), "duplicate-token head: the farthest match leads"),
        (bottom, h_sym(circle, THETA.ball()), "T_Retrieval: the nearest match leads"),
    )
    for axes, head, title in heads:
        for letter, colour, marker in (("A", BLUE, "o"), ("B", VERMILION, "s"), ("C", GREEN, "^"), ("D", PURPLE, "D")):
            label = "key A, as the query" if letter == "A" else f"key {letter}"
            axes.plot(range(N), curve(head, letter), color=colour, marker=marker, markersize=2.5, label=label)
        axes.set(ylim=(-1.1, 1.1), ylabel="logit", title=title)
    bottom.set(xlabel="distance t of the key")
    figure.legend(*top.get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=6.5, handlelength=1.5,
                  title=f"n₀ = {N}, ω = π/2, θ = 3/4 of ω/(2(n₀–1))", title_fontsize=6.5)  # fmt: skip
    return figure


FIGURE = Figure(
    name="duplicate-token",
    title="One plane finds the first occurrence when the query is turned back by the whole span",
    shows=lambda: (
        f"Logits of a query A against keys A, B, C, D at each distance, n0 = {N}, θ three quarters of the bound ω/(2(n0-1)). The "
        "query of the duplicate-token head is turned back by (n0-1)θ: the farthest match leads, and the query's own key, at "
        "distance 0, is the last of the matches. Below the same circle and angle as U26's T_Retrieval uses them."
    ),
    see=lambda: (
        f"The duplicate-token head, n0 = {N}, θ three quarters of the bound ω/(2(n0-1)): logits of a query A against keys A to D by their distance. "
        "The farthest match leads; of the matches the query's own key, at distance 0, is the last.",
        "The head of U26's T_Retrieval on the same circle, at the same angle: the nearest match leads, which is the query's own key.",
    ),
    decided=(
        ("new.duplicate-token", "the first occurrence is the only maximiser up to length n0"),
        ("new.duplicate-token.gap", "by at least 1 - cos θ, and clear of every other letter"),
        ("new.duplicate-token.every-length", "that one θ and one n0 are right at every length"),
    ),
    evaluated="every point is enclosed at the parameters named; lines only join the points.",
    draw=draw,
)
