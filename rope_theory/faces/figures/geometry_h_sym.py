"""H_SYM on the circle: keys stand at their letters, and a slow rotation leaves them almost there."""

from __future__ import annotations

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_sym, held, sought
from rope_theory.core.showing.style import BLUE, canvas
from rope_theory.core.tasks import parse_letter
from rope_theory.faces.figures.circles import circle, direction, keys, legend, query
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.faces.report.words import show

CIRCLE = LetterCircle(tuple("ABCDEF"))
TOKENS = parse_letter("C2 B1 A3 D1 E2 FB")
THETA = Angle.parse("1/90 turn")  # 4 degrees; ω/(2n) is 5
TARGET = next(position for position, token in enumerate(TOKENS, 1) if held(token) == sought(TOKENS[-1]))


def draw():
    from matplotlib.patches import Arc

    plane = h_sym(CIRCLE, THETA.ball()).planes[0]
    n, asked = len(TOKENS), TOKENS[-1]
    figure, (before, after) = canvas(2.1, 1, 2)
    first = {
        letter: next(position for position, token in enumerate(TOKENS, 1) if held(token) == letter)
        for letter in CIRCLE.letters
    }
    circle(before, "H_SYM", "before RoPE: letters")
    keys(before, plane, TOKENS, False, {position: letter for letter, position in first.items()}, TARGET)
    query(before, plane, asked, 0)
    circle(after, "H_SYM", "after RoPE: letter, position")
    keys(after, plane, TOKENS, True, {first[letter]: f"{letter}, {first[letter]}" for letter in first}, TARGET)
    query(after, plane, asked, n)
    for position, token in enumerate(TOKENS, 1):
        x, y = direction(plane, "key", token)
        after.plot(
            x,
            y,
            marker="o",
            markersize=2.5,
            color="white",
            markeredgecolor=BLUE,
            markeredgewidth=0.5,
            zorder=3,
        )
        start = number(Angle.parse("pi/2").ball() + plane.key(token).phase) * 180 / 3.141592653589793
        turn = number(position * THETA) * 180 / 3.141592653589793
        after.add_patch(Arc((0, 0), 2, 2, theta1=start, theta2=start + turn, color=BLUE, linewidth=1.2))
    legend(figure, f"input {show(TOKENS)}; ω = 2π/6, θ = 4°", "turn by RoPE: position times θ = 4°")
    return figure


FIGURE = Figure(
    name="geometry-h-sym",
    title="H_SYM: every key stands at its letter, and RoPE turns it by less than half the way to the next",
    shows=lambda: (
        f"Query (arrow) and keys (dots) of T_Retrieval's head on {show(TOKENS)}: six letters on the circle, "
        f"ω = 2π/6, θ = 4° < ω/(2n) = 5°. Before RoPE the query “{show(TOKENS[-1])}” points at its letter "
        f"{sought(TOKENS[-1])}. After RoPE (arcs, from the rings) the key of position j has turned by jθ, "
        f"the query by {len(TOKENS)}θ: it runs ahead of its match at position {TARGET} (square) by "
        f"{len(TOKENS) - TARGET}θ, and every key of another letter is farther away. Numbers are positions."
    ),
    see=lambda: (
        f"T_Retrieval's head, six letters, θ = 4°, on {show(TOKENS)}, before RoPE: keys stand at their letter, and the query "
        f"{show(TOKENS[-1])} points at {sought(TOKENS[-1])}.",
        f"T_Retrieval's head, θ = 4°, after RoPE (arcs): the query runs ahead of its match at position {TARGET} by {len(TOKENS) - TARGET}θ; every key of another letter is farther away.",
    ),
    decided=(
        ("u26.retrieval-max", "for 0 < θ < ω/(2n) the match has the largest logit"),
        ("u26.retrieval-max.sharp", "the exact condition for letter-pair queries is (2n-3)θ < ω"),
        ("u26.rem31b", "that the head is purely symbolic; the arcs differ from position to position"),
        ("u26.rem31b.corrected", "it is close to symbolic, by the length of those arcs"),
    ),
    evaluated=("the vectors are balls at the angles named, from the phases of rope_theory.core.constructions.h_sym."),
    draw=draw,
)
