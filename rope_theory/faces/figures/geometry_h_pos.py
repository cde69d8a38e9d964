"""H_POS on the circle: all keys are one vector, and RoPE spreads them over their positions."""

from __future__ import annotations

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.showing.style import canvas
from rope_theory.faces.figures.circles import circle, keys, legend, query
from rope_theory.faces.figures.figure import Figure

THETA = Angle.parse("2pi/9")
TOKENS = ("C", "B", "A", "D", "B", 2)  # the query asks for two positions back


def draw():
    plane = h_pos(THETA.ball()).planes[0]
    n, asked = len(TOKENS), TOKENS[-1]
    figure, (before, after) = canvas(1.9, 1, 2)
    circle(before, "H_POS", "before RoPE")
    keys(before, plane, TOKENS, False, {1: f"keys 1–{n}"}, 0)
    query(before, plane, asked, 0, f"“{asked}”")
    circle(after, "H_POS", "after RoPE")
    target = n - asked
    keys(after, plane, TOKENS, True, {position: str(position) for position in range(1, n + 1)}, target)
    query(after, plane, asked, n)
    legend(figure, f"input {' '.join(map(str, TOKENS))}, by position; θ = 2π/9")
    return figure


FIGURE = Figure(
    name="geometry-h-pos",
    title="H_POS: every key is the same vector, and RoPE turns it to its position",
    shows=lambda: (
        f"Query (arrow) and keys (dots) of H_POS on {' '.join(map(str, TOKENS))} at θ = 2π/9. Before RoPE "
        f"all keys are v = (0, 1) and the query for “{TOKENS[-1]} positions back” is v turned by -"
        f"{TOKENS[-1]}θ. RoPE turns the vector at position j by jθ, counter-clockwise: the query at position "
        f"{len(TOKENS)} falls on the key at position {len(TOKENS) - TOKENS[-1]} (square), whatever stands "
        "there."
    ),
    see=lambda: (
        f"H_POS, θ = 2π/9, on {' '.join(map(str, TOKENS))}, before RoPE: all keys are one vector, and the query “{TOKENS[-1]} back” is turned by -{TOKENS[-1]}θ.",
        f"H_POS, θ = 2π/9, after RoPE: the key at position j has turned by jθ, so the query at position {len(TOKENS)} falls on the key at position "
        f"{len(TOKENS) - TOKENS[-1]}, whatever stands there.",
    ),
    decided=(
        ("u25.thm3", "H_POS solves Index with one angle"),
        ("u26.index-logits", "the logit is the cosine of the angle drawn between query and key"),
        ("u26.rem31a", "the logits do not depend on which token stands where"),
    ),
    evaluated="the vectors are balls at the angle named, from the phases of rope_theory.core.constructions.h_pos.",
    draw=draw,
)
