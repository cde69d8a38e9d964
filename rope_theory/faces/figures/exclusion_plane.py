"""The plane of positional and symbolic energy, with the lines on which the exclusion identity puts a head."""

from __future__ import annotations

import functools
from fractions import Fraction

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_sym
from rope_theory.core.heads import content_by_position
from rope_theory.core.showing.style import BLACK, BLUE, GREEN, GREY, ORANGE, PALE, PURPLE, VERMILION, canvas
from rope_theory.core.tasks import parse_binding
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.laws.exclusion import exclusion_terms, halfway_matrix

LETTERS = LetterCircle(tuple("ABC"), spare=True)
SLOW = Angle.parse("1/40 turn")
#: Symbol amplitudes a₁ of the paths, with a₂ = 1 - a₁: from recency alone to symbol alone.
SHARES = tuple(Fraction(k, 60) for k in range(61))
#: The query asks for A: matches go along with recency, are spread, or go against it.
INPUTS = (
    ("late matches", "B1 B1 B1 B1 A1 A1 A1 A1 A", GREEN, "-"),
    ("matches spread", "A1 B1 B1 A1 A1 B1 B1 A1 A", BLUE, "--"),
    ("early matches (partly outside)", "A1 A1 A1 A1 B1 B1 B1 B1 A", PURPLE, "-."),
)
LEVELS = (Fraction(0), Fraction(1), Fraction(2))


def point(M) -> tuple[float, float]:
    """(positional, symbolic) energy in units of the variance of the logits."""
    terms = exclusion_terms(M)
    return number(terms.positional / terms.variance), number(terms.symbolic / terms.variance)


@functools.cache
def path(tokens: str) -> list[tuple[float, float]]:
    """Where H_MIX stands as its symbol amplitude grows from 0 to 1 and recency falls from 1 to 0."""
    return [
        point(content_by_position(h_mix(LETTERS, SLOW.ball(), share, 1 - share), parse_binding(tokens)))
        for share in SHARES
    ]


@functools.cache
def heads() -> dict[str, tuple[float, float]]:
    """Single points: three constructions on the middle input, and the matrix that meets Theorem 1's bound."""
    tokens = parse_binding(INPUTS[1][1])
    still, turning = (h_sym(LETTERS, angle.ball()) for angle in (Angle(), SLOW))
    return {
        "H_POS": point(content_by_position(h_pos(SLOW.ball()), tokens)),
        "NoPE": point(content_by_position(still, tokens)),
        "H_SYM": point(content_by_position(turning, tokens)),
        "halfway": point(halfway_matrix(tuple(map(Fraction, (0, 1, 2, 3))))),
    }


def draw():
    figure, axes = canvas(3.3)
    most = 3.4
    for level in LEVELS:
        total = number(1 + level)
        axes.plot(
            [0, total],
            [total, 0],
            color=BLACK if not level else GREY,
            linewidth=1.2 if not level else 0.6,
            zorder=1,
        )
        if level:
            axes.text(
                0.32 * total,
                0.68 * total - 0.03,
                f"interaction {level} Var",
                rotation=-45,
                fontsize=6,
                color=GREY,
                ha="center",
                va="top",
                rotation_mode="anchor",
            )
    for name, tokens, colour, style in INPUTS:
        axes.plot(*zip(*path(tokens), strict=True), color=colour, linestyle=style, label=name, zorder=3)
    axes.fill([0, 1, 0], [0, 0, 1], color=PALE, zorder=0, label="excluded (Theorem 1)")
    marks = {
        "H_POS": ("s", VERMILION, (6, 3)),
        "NoPE": ("o", ORANGE, (9, 5)),
        "H_SYM": ("D", "white", (6, 6)),
        "halfway": ("*", BLACK, None),
    }
    for name, (x, y) in heads().items():
        marker, colour, shift = marks[name]
        axes.plot(
            x,
            y,
            marker=marker,
            markersize=7 if marker == "*" else 5,
            color=colour,
            markeredgecolor="black",
            markeredgewidth=0.6,
            zorder=5,
            clip_on=False,
            linestyle="",
            label=None if shift else "halfway: $M_{ab} = (\\lambda_a + \\lambda_b)/2$",
        )
        if shift:
            axes.annotate(name, (x, y), shift, textcoords="offset points", fontsize=7)
    axes.set(
        xlim=(0, most),
        ylim=(0, most),
        aspect="equal",
        xlabel="positional energy / Var(logits λ)   (0: positional)",
        ylabel="symbolic energy / Var(logits λ)   (0: symbolic)",
    )
    axes.legend(loc="upper right", title="a curve: H_MIX on one input, from a₁ = 0\n(at H_POS) to a₁ = 1 (at NoPE); a₁ is the\nsymbol’s share, 1 – a₁ that of recency",
                title_fontsize=6.5, alignment="left")  # fmt: skip
    return figure


FIGURE = Figure(
    name="exclusion-plane",
    title="Exclusion plane: no head is near both axes unless its logits do not vary",
    shows=lambda: (
        "Each head on each input is a point: the mean squared change, over all orders of the earlier tokens, of the logit at a "
        "position (across; 0: positional) and of the logit of a token (up; 0: symbolic), in units of the variance of its own logits. Theorem 1 excludes "
        "the grey triangle. The identity says more: a point lies on the line whose level is its interaction "
        "term, and Theorem 1's bound (heavy line) is met exactly by matrices that lie halfway, M[a,b] = "
        "(λ_a + λ_b)/2 (star). Paths: H_MIX from recency alone (left end) to symbol alone (right end) on "
        "three inputs of nine tokens; letters that go along with recency bring it near the bound. H_POS and "
        f"NoPE lie on the axes, H_SYM with θ = 9° (diamond) near one, at {heads()['H_SYM'][0]:.2f} and "
        f"{heads()['H_SYM'][1]:.2f}."
    ),
    see=lambda: (
        "A point is one head on one input: mean squared change, when earlier tokens are reordered, of the logit at a position (across) and of "
        "a token (up), over the variance. None is in the grey triangle. H_POS is on one axis, NoPE on the other, H_MIX between.",
    ),
    decided=(
        ("u25.thm1", "no point lies in the triangle"),
        ("new.exclusion-identity", "positional + symbolic energy = variance + interaction: the lines"),
        ("new.exclusion-identity.equality", "the heavy line is met exactly by halfway matrices"),
        ("new.exclusion-identity.permutations", "these energies are Theorem 1's sums over all permutations"),
        ("u25.nope", "NoPE heads are symbolic on every input, heads whose keys agree are positional"),
    ),
    evaluated=("points and paths are balls at the inputs, angles and amplitudes named; the halfway matrix is exact."),
    draw=draw,
)
