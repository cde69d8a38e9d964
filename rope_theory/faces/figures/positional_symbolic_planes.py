"""The positional–symbolic plane: where the constructed heads stand, and how they get there as attention sharpens."""

from __future__ import annotations

import functools

import numpy as np

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import LetterCircle, h_mix, h_sym, t_index
from rope_theory.core.heads import content_by_position
from rope_theory.core.showing.score_plane import prepare
from rope_theory.core.showing.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.laws.scores import swap_scores
from rope_theory.machines.prompts import prompts

#: Inverse temperatures of the paths; the marked points.
BETAS = (0.0, *np.geomspace(0.05, 64, 60))
MARKED = (1.0, 4.0, 64.0)
#: Of their marks.
SIZES = (3, 4.5, 6)
#: A mark that others fall on is larger, so that it shows behind them.
WIDER = {"v": 1.6}
COUNT, SIZE = 24, 16
NAMES = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
CIRCLE = LetterCircle(NAMES, spare=True)  # the lone query's own key matches nothing
SPACING = CIRCLE.spacing(Angle())
NEXT_FREE = Angle.parse("1/17 turn")
#: name: (head, task of its inputs, colour, marker)
HEADS = {
    "T_Index, θ = 2π/17": (t_index(NEXT_FREE).head, "number", BLUE, "s"),
    "H_SYM, θ = 0": (h_sym(CIRCLE, Angle()), "retrieval", VERMILION, "v"),
    "H_SYM, θ = ω/4": (h_sym(CIRCLE, SPACING / 4), "retrieval", GREEN, "D"),
    "H_SYM, θ = ω": (h_sym(CIRCLE, SPACING), "retrieval", ORANGE, "^"),
    "H_MIX, a₁ = a₂, θ₂ = 2π/34": (h_mix(CIRCLE, NEXT_FREE / 2), "retrieval", PURPLE, "o"),
}


@functools.cache
def matrices(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Content-by-position matrices (inputs, n, n) of a head on its inputs, and the query's own logits."""
    head, task, _, _ = HEADS[name]
    inputs = [prompt.tokens for prompt in prompts(task, COUNT, size=SIZE if task != "number" else SIZE // 2)]
    cross = [[[float(entry) for entry in row] for row in content_by_position(head, tokens)] for tokens in inputs]
    own = [float(head.logit(tokens[-1], len(tokens), tokens[-1], len(tokens))) for tokens in inputs]
    return np.array(cross), np.array(own)


@functools.cache
def scores(name: str, beta: float) -> tuple[float, float]:
    """Mean positional and symbolic score over the inputs, at inverse temperature β."""
    cross, own = matrices(name)
    positional, symbolic = swap_scores(beta * cross, beta * own)
    return round(float(positional.mean()), 6), round(float(symbolic.mean()), 6)


def draw():
    from matplotlib.lines import Line2D

    figure, axes = canvas(3.95)
    prepare(axes)
    for name, (_, _, colour, marker) in HEADS.items():
        axes.plot(*zip(*(scores(name, beta) for beta in BETAS), strict=True), color=colour, zorder=2, clip_on=False)
        marked = [scores(name, beta) for beta in MARKED]
        for size, point in zip(SIZES, marked, strict=True):
            axes.plot(*point, marker, color=colour, markersize=WIDER.get(marker, 1) * size, markeredgecolor=BLACK,
                      markeredgewidth=0.5, zorder=3, clip_on=False)  # fmt: skip
        axes.plot([], [], marker, color=colour, markeredgecolor=BLACK, markeredgewidth=0.5, markersize=5, label=name)
    axes.annotate("uniform attention (β = 0)", (1, 1), (0, 4), textcoords="offset points", ha="right", fontsize=7)
    sizes = [
        Line2D(
            [],
            [],
            linestyle="",
            marker="o",
            color="white",
            markeredgecolor=BLACK,
            markersize=size,
            label=f"β = {beta:.0f}",
        )
        for size, beta in zip(SIZES, MARKED, strict=True)
    ]
    axes.legend(handles=sizes, loc="lower left", fontsize=6.5, title="size of a mark", title_fontsize=6.5)
    figure.legend(loc="outside lower center", fontsize=6.5, ncols=2, handlelength=1.2, columnspacing=1,
                  title="ω = 2π/27, the angle between two letters", title_fontsize=6.5)  # fmt: skip
    return figure


def _at(name: str, beta: float) -> str:
    positional, symbolic = scores(name, beta)
    return f"({positional:.2f}, {symbolic:.2f})"


FIGURE = Figure(
    name="positional-symbolic-planes",
    title="Positional–symbolic plane: constructed heads as their attention sharpens",
    shows=lambda: (
        f"Mean scores s_POS and s_SYM (τ = 1e-4) of five constructed heads over {COUNT} seeded inputs of {SIZE + 1} tokens, along "
        "β from 0 (uniform attention: both scores 1) to 64; points at β = 1, 4 and 64, growing. T_Index stays on the right "
        "edge: it is positional on every input. H_SYM without rotation stays on the top. "
        f"Rotation takes H_SYM off the top: at β = 64 it is at {_at('H_SYM, θ = ω/4', 64.0)} for θ = ω/4 and at "
        f"{_at('H_SYM, θ = ω', 64.0)} for θ = ω, the spacing of the letters (T_Retrieval allows θ < ω/34 at this length). "
        f"H_MIX is at {_at('H_MIX, a₁ = a₂, θ₂ = 2π/34', 64.0)}. 26 letters and a spare point on the circle."
    ),
    see=lambda: (
        "Mean scores of five constructed heads while β grows from 0, in the upper right corner, to 64: T_Index stays on the right edge, "
        "positional; H_SYM without rotation on the top, symbolic. None enters the grey triangle.",
    ),
    decided=(
        ("new.swap-scores", "the closed form that the scores are computed by"),
        ("new.swap-scores.exclusion", "no head is in the grey triangle"),
        ("new.swap-scores.one", "positional heads have s_POS = 1, symbolic ones s_SYM = 1, and not only they"),
        ("u26.rem31a", "T_Index's head is positional on every input: the right edge"),
        ("u26.rem31b", "that T_Retrieval's head, H_SYM with θ > 0, is symbolic on every input"),
        ("u25.nope", "a head without rotation is symbolic on every input: the top"),
    ),
    evaluated="scores from the exact logits in float64, on the inputs, angles and temperatures named.",
    draw=draw,
)
