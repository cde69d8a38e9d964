"""What the figures of pretrained models share: their receipts, names and panels; nothing of a model is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rope_theory.core.showing.style import BLACK, BLUE, GREY, PALE, VERMILION, canvas
from rope_theory.machines.pretrained.measured import ROBUSTNESS, receipts

#: Kind of model: (its title, colour).
KINDS = {
    "trained": ("as trained", BLUE),
    "permuted": ("planes permuted", VERMILION),
    "random": ("random weights", GREY),
}
NAMES = {"smollm2": "SmolLM2 135M", "gemma3-270m": "Gemma 3 270M"}
NULLS = (
    "Middle and right: its null models. Planes permuted: in each head the contents of each plane turn at another plane's "
    "frequency. Random weights: each row of the query and key matrices keeps its norm and gets a random direction."
)
#: Gemma 3's layers that see all the text, counted from 0, and the base of theirs and of the layers that slide.
FULL, FULL_BASE, SLIDING_BASE = (5, 11, 17), 10**6, 10**4
TWO_BASES = (
    f"Gemma 3 has two bases: layers {FULL[0]}, {FULL[1]} and {FULL[2]} of its 18 see all the text and turn at base 10^6, the others slide "
    "(their window is longer than these texts) at base 10000; so a number of a plane stands for two frequencies there."
)
SAMPLE = (
    "means over seven short texts, two queries each, one draw of each null model, seed 0, float32 weights unpacked from 4 bits; "
    "receipts in rope_theory/machines/pretrained/receipts. A sample on two small models (new.pretrained.*, TESTED)."
)


def by_three_queries(of: Callable[[dict[str, Any]], str]) -> str:
    """What docs/pretrained.md has for each model instead, as it asks each text at three queries."""
    told = ", ".join(f"{NAMES[name]} {of(receipt['heads'])}" for name, receipt in receipts().items())
    return f"docs/pretrained.md asks at three queries: {told}."


def found() -> dict[str, dict[str, Any]]:
    """What figures show of each model."""
    return {name: receipt["figures"] for name, receipt in receipts(ROBUSTNESS).items()}


def panels(height: float, up: str, across: str, **layout: Any):
    """(figure, {(model, kind): axes}): a row for each model, a column for each kind; titles, names and both axes' names are set."""
    figure, axes = canvas(height, len(found()), len(KINDS), squeeze=False, **layout)
    placed = {}
    for row, name in zip(axes, found(), strict=True):
        row[0].set_ylabel(f"{NAMES[name]}\n{up}")
        for panel, kind in zip(row, KINDS, strict=True):
            placed[name, kind] = panel
            panel.set_label(f"{NAMES[name]}, {KINDS[kind][0]}")  # the title of a panel alone
    for panel, (title, _) in zip(axes[0], KINDS.values(), strict=True):
        panel.set_title(title, fontsize=7)
    axes[-1][1].set_xlabel(across)
    return figure, placed


def two_bases(name: str) -> str:
    """`TWO_BASES` in few words for a slide of that model, with a blank before; nothing for the others."""
    return (
        f" Layers {', '.join(map(str, FULL))} turn at base 10^6, the others at 10^4."
        if name.startswith("gemma")
        else ""
    )


def plane_ticks(count: int) -> list[int]:
    """The first plane and each quarter of them; planes are counted from 1, as `limits` does."""
    return [1, *range(count // 4, count + 1, count // 4)]


def legend(figure, *others: Any) -> None:
    """What a dot is, and what each of the other handles stands for by its own label, below all panels."""
    from matplotlib.lines import Line2D

    dot = Line2D([], [], linestyle="", marker=".", color=BLACK, label="a dot: one head of the model")
    figure.legend(handles=[dot, *others], loc="outside lower center", ncols=1 + (len(others) > 1), fontsize=6.5,
                  handlelength=1.2, columnspacing=1)  # fmt: skip


def excluded(label: str) -> Any:
    """The grey triangle's entry in `legend`."""
    from matplotlib.patches import Patch

    return Patch(facecolor=PALE, label=label)
