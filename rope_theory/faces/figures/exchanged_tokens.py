"""The question of the theory as a picture: two earlier tokens are exchanged; what does the head read then?"""

from __future__ import annotations

from collections.abc import Sequence

from rope_theory.core.heads import Head, Token, hard_attention, logits
from rope_theory.core.showing.style import BLACK, GREY, ORANGE, SKY, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.two_behaviours import CASES

#: The two positions whose tokens are exchanged: the one that is read, and the next.
EXCHANGED = (2, 3)
TITLES = ("positional, “3 back”:\nstays at the position", "symbolic, “B”:\nfollows the token")
COLOURS = dict(zip(EXCHANGED, (ORANGE, SKY), strict=True))
DOWN = 2.7  # from one row of tokens to the next


def exchanged(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with those at `EXCHANGED` in each other's place."""
    one, other = (position - 1 for position in EXCHANGED)
    made = [*tokens]
    made[one], made[other] = tokens[other], tokens[one]
    return tuple(made)


def read(head: Head, tokens: Sequence[Token]) -> int:
    """The position whose logit is the largest for the last query."""
    [position] = [j for j, weight in enumerate(hard_attention(logits(head, tokens)), 1) if weight == 1]
    return position


def draw():
    from matplotlib.patches import Rectangle

    figure, both = canvas(2.0, 1, 2)
    for axes, title, (_, head, tokens) in zip(both, TITLES, CASES, strict=True):
        coloured = [COLOURS.get(j, "white") for j in range(1, len(tokens) + 1)]
        rows = ((tokens, coloured, ""), (exchanged(tokens), exchanged(coloured), "2 and 3 exchanged"))
        for number, (row, colours, words) in enumerate(rows):
            y = -DOWN * number
            for j, (token, colour) in enumerate(zip(row, colours, strict=True), 1):
                last = j == len(row)
                edge = {"edgecolor": VERMILION, "linewidth": 1.6} if last else {"edgecolor": BLACK}
                axes.add_patch(Rectangle((j - 0.44, y - 0.44), 0.88, 0.88, facecolor=colour, **edge))
                axes.text(j, y, str(token), ha="center", va="center", fontsize=9)
                axes.text(j, y - 0.75, str(j), ha="center", va="center", fontsize=8, color=GREY)
            bend = {"arrowstyle": "-|>", "connectionstyle": "arc3,rad=0.3", "color": VERMILION, "linewidth": 1.6}
            axes.annotate(
                "", (read(head, row), y + 0.46), (len(row), y + 0.46), arrowprops=bend | {"shrinkA": 0, "shrinkB": 0}
            )
            axes.text(0.5, y + 1.25, words, ha="left", va="center", fontsize=8)
        axes.set(xlim=(0.4, 5.6), ylim=(-DOWN - 1, 1.1), aspect="equal", title=title)
        axes.axis("off")
    return figure


FIGURE = Figure(
    name="exchanged-tokens",
    title="Two earlier tokens are exchanged: a positional head stays at the position, a symbolic head follows the token",
    shows=lambda: (
        "An input of five tokens, above as it is, below with the tokens at the positions 2 and 3 exchanged; the arrow goes from the last token, which asks, to the "
        "one with the largest logit. Left: H_POS at θ = 2π/5, asked for the token 3 positions back, reads position 2 both times, B and then C. Right: H_SYM "
        "without rotation, asked for B, reads B2 both times, at position 2 and then at 3. The heads are those of two-behaviours."
    ),
    see=lambda: (
        "H_POS, θ = 2π/5, n = 5, asked for “3 back”: the arrow goes to the largest logit. Tokens exchanged, it reads the same position: where, not what.",
        "H_SYM without rotation, n = 5, asked for B: the arrow goes to the largest logit. Tokens exchanged, it reads the same token: what, not where.",
    ),
    decided=(
        ("u26.rem31a", "T_Index's head is positional on every input: a position keeps its logit"),
        ("u25.nope", "a head without rotation is symbolic on every input: a token keeps its logit"),
        ("u25.thm1", "a head whose logits vary cannot be both"),
    ),
    evaluated="the largest of exact logits at the angles named.",
    draw=draw,
)
