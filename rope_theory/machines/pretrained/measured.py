"""The committed receipts of pretrained models, read without torch.

A receipt of `study` holds rows, a number for each trained head: what is said of these is counted here, each time. Of the
null models and of other settings it holds counts and correlations.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rope_theory.core.json_files import read_json
from rope_theory.core.ranks import Values, spearman
from rope_theory.laws.scores import SwapScores, purity
from rope_theory.machines.pretrained.sources import SOURCES

FOLDER = Path(__file__).resolve().parent / "receipts"
#: What is added to a model's name in the file of each kind of receipt.
STUDY, ROBUSTNESS = "", "-robustness"
GAMMA = 0.1


def receipt_file(name: str, kind: str = STUDY) -> Path:
    """The file of a model's receipt; it need not be there."""
    return FOLDER / f"{name}{kind}.json"


@functools.cache
def receipts(kind: str = STUDY) -> dict[str, dict[str, Any]]:
    """The committed receipts of one kind, in the order of `SOURCES`; those of `study` with the trained heads counted anew.

    Example:
        >>> list(receipts())
        ['smollm2', 'gemma3-270m']
    """
    files = {name: receipt_file(name, kind) for name in SOURCES}
    found = {name: read_json("receipt", file) for name, file in files.items() if file.is_file()}
    return {name: _counted(receipt) for name, receipt in found.items()} if kind == STUDY else found


def _counted(receipt: Mapping[str, Any]) -> dict[str, Any]:
    """A receipt of `study`, with all that is said of the trained heads counted in their rows."""
    heads = receipt["heads"]
    each = heads["each"]
    means = np.stack([each["positional"], each["symbolic"]], 1)
    decided = int((abs(means[:, 0] - means[:, 1]) > np.array(each["half_width"])).sum())
    counted = {"count": len(means), "decided": decided, **of_heads(means, each["use"])}
    return {**receipt, "heads": {**heads, **counted}}


def of_heads(means: np.ndarray, use: Sequence[float] | np.ndarray) -> dict[str, Any]:
    """Counts and correlations of mean scores (heads, 2) and mean planes of use (heads,)."""
    return {
        "spearman": rank_correlation(means[:, 0] - means[:, 1], use),
        "correlation": round(float(np.corrcoef(means.T)[0, 1]), 3),
        "both_high": int((means.min(1) > 1 - GAMMA).sum()),
        "neither_high": int((means.max(1) < 1 - GAMMA).sum()),
        "pure": pure(means),
        "more_positional": int((means[:, 0] > means[:, 1]).sum()),
    }


def pure(means: np.ndarray) -> list[int]:
    """How many heads are purely positional, and how many purely symbolic, at tolerance `GAMMA`."""
    kinds = purity(SwapScores(means[:, 0], means[:, 1]), GAMMA)
    return [int((kinds == side).sum()) for side in (1, -1)]


def rank_correlation(one: Values, other: Values) -> float:
    """Spearman's, to three decimals."""
    return round(spearman(one, other), 3)


def quartiles(values: Sequence[float] | np.ndarray) -> list[float]:
    return [float(f"{value:.4g}") for value in np.nanquantile(np.asarray(values), (0.25, 0.5, 0.75))]


def rounded(values: Iterable[float]) -> list[float]:
    return [round(float(value), 4) for value in values]
