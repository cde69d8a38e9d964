"""Positional–symbolic planes of two pretrained models, beside their null models."""

from __future__ import annotations

from rope_theory.core.showing.style import PALE
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.real_models import (
    KINDS,
    NAMES,
    NULLS,
    SAMPLE,
    by_three_queries,
    excluded,
    found,
    legend,
    panels,
)


def draw():
    figure, placed = panels(2.9, "s_SYM (1: symbolic)", "s_POS (1: positional)", sharex=True, sharey=True)
    for (name, kind), panel in placed.items():
        shown = found()[name][kind]
        panel.fill([0, 1, 0], [0, 0, 1], color=PALE, linewidth=0, zorder=0)
        panel.plot(shown["positional"], shown["symbolic"], ".", color=KINDS[kind][1], markersize=2.8, alpha=0.8,
                   markeredgewidth=0, clip_on=False)  # fmt: skip
        panel.set(xlim=(0, 1.02), ylim=(0, 1.02), aspect="equal", xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
        panel.set_xticklabels(["0", "0.5", "1"])
        panel.set_yticklabels(["0", "0.5", "1"])
    legend(figure, excluded("no head can be here (proved): s_POS + s_SYM ≤ 1"))
    return figure


def _counts(name: str, kind: str) -> str:
    shown = found()[name][kind]
    ahead = sum(p > s for p, s in zip(shown["positional"], shown["symbolic"], strict=True))
    return f"{ahead} of {len(shown['positional'])}"


FIGURE = Figure(
    name="real-score-planes",
    title="Positional–symbolic planes of two pretrained models and of their null models",
    shows=lambda: (
        f"One point for each head, τ = 1e-4. A score is 1 where a head is pure (an energy, in other figures, 0). No head is in the grey triangle: s_POS + s_SYM > 1. Left: the model. {NULLS} "
        "Heads that are more positional than symbolic: "
        + "; ".join(
            f"{NAMES[name]} " + ", ".join(f"{KINDS[kind][0]} {_counts(name, kind)}" for kind in KINDS)
            for name in found()
        )
        + f". {by_three_queries(lambda heads: str(heads['more_positional']))}"
    ),
    see=lambda: tuple(
        f"{NAMES[name]}, {KINDS[kind][0]}, one dot a head: no head is in the grey triangle. More positional than symbolic: {_counts(name, kind)}."
        for name in found()
        for kind in KINDS
    ),
    decided=(
        ("new.swap-scores.exclusion", "no head is in the grey triangle"),
        ("new.swap-scores.one", "positional heads have s_POS = 1, symbolic ones s_SYM = 1, and not only they"),
    ),
    evaluated=SAMPLE,
    draw=draw,
)
