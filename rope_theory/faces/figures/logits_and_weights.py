"""Logits and softmax weights of the three constructions along one input each."""

from __future__ import annotations

import functools
from typing import NamedTuple

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_sym, held, sought
from rope_theory.core.heads import PhaseHead, logits, softmax
from rope_theory.core.showing.style import BLUE, GREY, ORANGE, canvas
from rope_theory.core.tasks import parse_binding, parse_letter, parse_number
from rope_theory.faces.figures.figure import Figure, number
from rope_theory.faces.report.words import show


class Row(NamedTuple):
    """One head on one input: the position it is asked for, and the inverse temperature."""

    title: str
    head: PhaseHead
    tokens: tuple
    target: int
    beta: int


@functools.cache
def rows() -> tuple[Row, ...]:
    """H_POS and H_SYM on the inputs of U26's Figure 1, H_MIX on a binding prompt of the same length."""
    numbers, letters, binding = (
        parse_number("C B A 1 4 1 3 2 1"),
        parse_letter("C2 B1 A3 FA EC DE HF GD IG"),
        parse_binding("A1 B2 C3 A2 B1 C1 A3 B3 A"),
    )

    def last(tokens):
        return max(position for position, token in enumerate(tokens, 1) if held(token) == sought(tokens[-1]))

    return (
        Row("H_POS, θ = 2π/9", h_pos(Angle.parse("2pi/9")), numbers, len(numbers) - int(numbers[-1]), 10),
        Row(
            "H_SYM, θ = π/90",
            h_sym(LetterCircle(tuple("ABCDEFGHI")), Angle.parse("1/180 turn")),
            letters,
            last(letters),
            15,
        ),
        Row(
            "H_MIX, θ₂ = π/10",
            h_mix(LetterCircle(tuple("ABC"), spare=True), Angle.parse("1/20 turn"), 2, 1),
            binding,
            last(binding),
            4,
        ),
    )


def draw():
    from matplotlib.patches import Patch

    figure, axes = canvas(4.5, 3, 2)
    for (left, right), row in zip(axes, rows(), strict=True):
        values = logits(row.head, row.tokens)
        weights = softmax(values, row.beta)
        positions = range(1, len(row.tokens) + 1)
        colours = [ORANGE if position == row.target else BLUE for position in positions]
        for panel, heights, title in (
            (left, values, row.title),
            (right, weights, f"weights, β = {row.beta}"),
        ):
            bars = panel.bar(
                positions,
                [number(value) for value in heights],
                color=colours,
                edgecolor="black",
                linewidth=0.4,
                width=0.75,
            )
            bars[row.target - 1].set_hatch("////")
            panel.set_title(title)
            panel.set_label(title if panel is left else f"{row.title}: {title}")
            panel.set_xticks(list(positions), [show(token) for token in row.tokens], fontsize=6, rotation=90)
            panel.tick_params(axis="x", length=0)
            panel.axhline(0, color=GREY, linewidth=0.5)
        left.set_ylabel("logit")
        right.set_ylabel("weight")
        right.set_ylim(0, 1.05)
    for panel in axes[-1]:
        panel.set_xlabel("token of the input")
    bars = [Patch(facecolor=ORANGE, hatch="////", label="the key asked for"), Patch(facecolor=BLUE, label="other keys")]
    for bar in bars:
        bar.set(edgecolor="black", linewidth=0.4)
    figure.legend(handles=bars, loc="outside lower center", ncols=2, handlelength=1.6)
    return figure


def _shows() -> str:
    kept = ", ".join(f"{number(softmax(logits(row.head, row.tokens), row.beta)[row.target - 1]):.2f}" for row in rows())
    return (
        "The last token's logits (left) and softmax weights (right) over the input, the token asked for "
        "hatched. H_POS, first hop of U26's number example: the logit is the cosine of θ times the distance from "
        "the position asked for, whatever stands there. H_SYM (T_Retrieval's head, nine letters, ω = 2π/9), first "
        "hop of the letter example: the logit is that of the letter, tilted a little by distance. H_MIX "
        "(a₁ = 2, a₂ = 1), Partial Induction: all A keys are high, the last one highest. The token asked for "
        f"gets the weight {kept}."
    )


def _see() -> tuple[str, ...]:
    """Of each row its logits, then its weights."""
    amplitudes = {"H_MIX": " with a₁ = 2, a₂ = 1"}
    seen = {
        "H_POS": "The token “1 back” has the largest, 1; s positions from it the logit is cos sθ, whatever stands there.",
        "H_SYM": "The token whose left letter is asked for has the largest; distance tilts them a little.",
        "H_MIX": "The tokens of the letter that is asked for are the highest, the last of them most.",
    }
    found = []
    for row in rows():
        name = row.title.partition(",")[0]
        kept = number(softmax(logits(row.head, row.tokens), row.beta)[row.target - 1])
        found += [
            f"{row.title}{amplitudes.get(name, '')}, logits of the last token of {show(row.tokens)}. {seen[name]}",
            f"{row.title}{amplitudes.get(name, '')}, softmax weights at β = {row.beta} on the same input: the token asked for has {kept:.2f}.",
        ]
    return tuple(found)


FIGURE = Figure(
    name="logits-and-weights",
    title="Logits and attention weights along the sequence",
    shows=_shows,
    see=_see,
    decided=(
        ("u26.fig1", "the two examples answer C and C2"),
        ("u26.index-logits", "H_POS: the largest logit is 1, at the position asked for"),
        ("u26.retrieval-max", "H_SYM: the match has the largest logit for 0 < θ < ω/(2n)"),
        (
            "new.two-angle-threshold",
            "H_MIX: the last occurrence leads on every input of this length at these angles and amplitudes",
        ),
        ("u26.lemF1", "some β makes softmax decode like hard attention"),
    ),
    evaluated="logits are exact and weights balls, at the angles, amplitudes and β named.",
    draw=draw,
)
