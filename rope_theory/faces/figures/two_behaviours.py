"""Positional and symbolic, as a picture of one matrix: the logit of every earlier token at every earlier position."""

from __future__ import annotations

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_pos, h_sym
from rope_theory.core.heads import PhaseHead, content_by_position
from rope_theory.core.showing.style import BLACK, canvas
from rope_theory.core.tasks import parse_binding
from rope_theory.faces.figures.figure import Figure, number

POSITIONAL = ("A", "B", "C", "D", 3)
SYMBOLIC = parse_binding("A1 B2 C2 D1 B")
CASES: tuple[tuple[str, PhaseHead, tuple], ...] = (
    ("H_POS, “3 back”:\nlogits at θ = 2π/5", h_pos(Angle.parse("2pi/5")), POSITIONAL),
    ("H_SYM, “B”:\nlogits at θ = 0", h_sym(LetterCircle(tuple("ABCD"), spare=True), Angle()), SYMBOLIC),
)


def draw():
    figure, both = canvas(2.05, 1, 2)
    for axes, (title, head, tokens) in zip(both, CASES, strict=True):
        matrix = [[number(value) for value in row] for row in content_by_position(head, tokens)]
        axes.imshow(matrix, cmap="Blues", vmin=-1.3, vmax=1.3, aspect="equal")
        for row, values in enumerate(matrix):
            for column, value in enumerate(values):
                colour = "white" if value > 0.5 else BLACK
                text = f"{value:.2f}".replace("-", "−")
                axes.text(column, row, text, ha="center", va="center", fontsize=6, color=colour)
        positions = range(len(tokens) - 1)
        axes.set_xticks(positions, [str(j + 1) for j in positions])
        axes.set_yticks(positions, [str(token) for token in tokens[:-1]])
        axes.tick_params(length=0)
        axes.set(title=title, xlabel="at position", ylabel="token")
        axes.spines[["left", "bottom"]].set_visible(False)
    return figure


FIGURE = Figure(
    name="two-behaviours",
    title="A positional head sees the position, a symbolic head sees the token",
    shows=lambda: (
        "The logit that the last query gives to each earlier token (row), were it at each earlier position (column), n = 5. "
        "Left: H_POS at θ = 2π/5, asked for the token 3 positions back; the rows agree, so whatever stands at position 2 "
        "is read: positional. Right: H_SYM without rotation, asked for B; the columns agree, so B is read wherever it "
        "stands: symbolic."
    ),
    see=lambda: (
        "H_POS, θ = 2π/5, n = 5, asked for “3 back”: the logit of each token (row) at each position (column). Rows agree: it sees where, not what.",
        "H_SYM without rotation, n = 5, asked for B: the logit of each token (row) at each position (column). Columns agree: it sees what, not where.",
    ),
    decided=(
        ("u26.rem31a", "T_Index's head is positional on every input: rows agree"),
        ("u25.nope", "a head without rotation is symbolic on every input: columns agree"),
        ("u25.thm1", "a head whose logits vary cannot be both"),
    ),
    evaluated="logits are exact at the angles named, rounded to two decimals.",
    draw=draw,
)
