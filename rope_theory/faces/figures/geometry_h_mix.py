"""H_MIX on its two circles: one plane knows the symbol and does not turn, the other knows only the position."""

from __future__ import annotations

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix, held
from rope_theory.core.showing.style import canvas
from rope_theory.core.tasks import parse_letter
from rope_theory.faces.figures.circles import circle, keys, legend, query
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.report.words import show

CIRCLE = LetterCircle(tuple("ABC"), spare=True)
PAIRS, ASKED = parse_letter("A1 B2 A3 C1 B1"), "A"
TOKENS = (*PAIRS, ASKED)
THETA = Angle.parse("2pi/15")
TARGET = max(position for position, pair in enumerate(PAIRS, 1) if pair.left == ASKED)


def draw():
    n = len(TOKENS)
    head = h_mix(CIRCLE, THETA.ball())
    figure, axes = canvas(3.4, 2, 2)
    by_letter = {
        letter: [position for position, token in enumerate(TOKENS, 1) if held(token) == letter]
        for letter in (*CIRCLE.letters, None)
    }
    spelled = {held[0]: f"{letter or 'own'}: {', '.join(map(str, held))}" for letter, held in by_letter.items()}
    numbered = {position: str(position) for position in range(1, n + 1)}
    for row, (plane, name) in zip(axes, zip(head.planes, ("symbol plane", "recency plane"), strict=True), strict=True):
        for panel, turned in zip(row, (False, True), strict=True):
            circle(panel, "H_MIX", f"{name}, {'after' if turned else 'before'} RoPE")
            still = name == "symbol plane"
            labels = spelled if still else numbered if turned else {1: f"keys 1–{n}, query"}
            keys(panel, plane, TOKENS, turned, labels, TARGET if still or turned else 0)
            query(panel, plane, ASKED, n if turned else 0)
    legend(figure, f"input {show(TOKENS)}, by position; θ₁ = 0, θ₂ = 2π/15")
    return figure


FIGURE = Figure(
    name="geometry-h-mix",
    title=("H_MIX: a plane for the symbol, which does not turn, and a plane for recency, which turns all alike"),
    shows=lambda: (
        f"Query (arrow) and keys (dots) of H_MIX on {show(TOKENS)}: symbol plane with θ₁ = 0 (three letters "
        "and a spare point for the query's own key, ω = 2π/4) and recency plane with θ₂ = 2π/15, before and "
        "after RoPE. In the symbol plane all A keys agree with the query; in the recency plane the key at "
        "distance t is tθ₂ behind it. With amplitudes that suffice their sum is largest at the last A, "
        f"position {TARGET} (square). Numbers are positions."
    ),
    see=lambda: (
        f"H_MIX on {show(TOKENS)}, its symbol plane, θ₁ = 0, before RoPE: keys stand at their letter, the query's own key at a spare "
        "point, and the query points at A.",
        f"H_MIX's symbol plane, θ₁ = 0, after RoPE: nothing has turned, and the query agrees with both A keys, 1 and {TARGET}.",
        "H_MIX's recency plane, θ₂ = 2π/15, before RoPE: all keys and the query are one vector.",
        f"H_MIX's recency plane, θ₂ = 2π/15, after RoPE: the key at distance t is tθ₂ behind the query, so of the A keys the later one, {TARGET}, is nearer to it.",
    ),
    decided=(
        ("u25.thm6", "two angles solve Partial Induction up to a length"),
        (
            "new.two-angle-threshold",
            "for 0 < θ₂ <= π and n >= 3 exactly when (n - 3/2)θ₂ < π and the symbol amplitude exceeds what recency can give a rival",
        ),
        ("u25.thm6.one-angle", "that one angle cannot do it (papernotes.org's account, not U25's)"),
        ("u25.thm6.one-angle.corrected", "one angle does it for 0 < (2n-3)θ < ω"),
    ),
    evaluated=(
        "the vectors are balls at the angles named, from the phases of rope_theory.core.constructions.h_mix; "
        "amplitudes are not drawn."
    ),
    draw=draw,
)
