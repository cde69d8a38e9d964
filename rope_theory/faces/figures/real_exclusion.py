"""Mutual exclusion in two pretrained models: positional and symbolic energy of each head, in units of its variance."""

from __future__ import annotations

from rope_theory.core.showing.style import BLACK, PALE
from rope_theory.faces.figures.figure import Figure
from rope_theory.faces.figures.real_models import KINDS, NAMES, NULLS, SAMPLE, excluded, found, legend, panels

MOST = 2.3


def draw():
    figure, placed = panels(
        2.9,
        "E_SYM/Var(logits)\n(0: symbolic)",
        "energy E_POS/Var(logits)   (0: positional)",
        sharex=True,
        sharey=True,
    )
    for (name, kind), panel in placed.items():
        positional, symbolic = found()[name][kind]["energies"]
        panel.fill([0, 1, 0], [0, 0, 1], color=PALE, linewidth=0, zorder=0)
        panel.plot([0, MOST], [0, MOST], color=BLACK, linewidth=0.4, zorder=1)
        panel.plot(positional, symbolic, ".", color=KINDS[kind][1], markersize=2.8, alpha=0.8, markeredgewidth=0,
                   clip_on=False)  # fmt: skip
        panel.text(
            1.8, 1.87, "E_POS = E_SYM", fontsize=5, rotation=45, ha="center", va="bottom", rotation_mode="anchor"
        )
        panel.set(xlim=(0, MOST), ylim=(0, MOST), aspect="equal", xticks=[0, 1, 2], yticks=[0, 1, 2])
    legend(figure, excluded("excluded on each input (Theorem 1): E_POS + E_SYM < Var"))
    return figure


def _inside(name: str, kind: str) -> str:
    """How many heads lie in the triangle, in words."""
    count = sum(p + s < 1 for p, s in zip(*found()[name][kind]["energies"], strict=True))
    return "None" if not count else f"{count} of them"


FIGURE = Figure(
    name="real-exclusion",
    title="Mutual exclusion in two pretrained models: no head is near both axes, nor in the null models",
    shows=lambda: (
        "One point for each head: the mean squared change, over all orders of the earlier tokens, of the logit at a position (across; "
        "0: positional) and of the logit of a token (up; 0: symbolic), in units of the variance of its own logits; medians over texts and queries. Theorem 1 excludes the grey triangle on each input: "
        f"E_POS + E_SYM >= Var. Left: the model. {NULLS} "
        "The bound is a theorem about any head, so it holds in the null models as well; most heads lie near a sum of 2. On the diagonal the two are equal; below it the logit of a token changes less than that at a position."
    ),
    see=lambda: tuple(
        f"{NAMES[name]}, {KINDS[kind][0]}, one dot a head, medians: squared change, when earlier tokens are reordered, of the logit at a "
        f"position (across) and of a token (up), over the variance. {_inside(name, kind)} is in the grey triangle."
        for name in found()
        for kind in KINDS
    ),
    decided=(
        ("u25.thm1", "on each input no head is in the grey triangle"),
        ("new.exclusion-identity", "the energies' sum is variance + interaction"),
    ),
    evaluated=SAMPLE.replace("means over seven", "medians over seven")
    + " Medians of the two energies are taken apart, and could lie below the bound of each input.",
    draw=draw,
)
