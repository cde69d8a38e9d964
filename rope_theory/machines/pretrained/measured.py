"""The committed receipts of pretrained models, read without torch.

A receipt holds rows: numbers for each head, trained and of null models, in each setting. What is said of heads is
counted and correlated here, each time; nothing that is counted is written down. A receipt whose numbers are not those
that were written with its digest is not read.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from rope_theory.core.errors import require
from rope_theory.core.files import write_text
from rope_theory.core.json_files import read_json
from rope_theory.core.ranks import Values, spearman
from rope_theory.laws.scores import SwapScores, purity
from rope_theory.machines.pretrained.sources import SOURCES
from rope_theory.machines.profiles.result import half_width

FOLDER = Path(__file__).resolve().parent / "receipts"
#: What is added to a model's name in the file of each kind of receipt.
STUDY, ROBUSTNESS = "", "-robustness"
GAMMA = 0.1

Data: TypeAlias = dict[str, Any]


def receipt_file(name: str, kind: str = STUDY) -> Path:
    """The file of a model's receipt; it need not be there."""
    return FOLDER / f"{name}{kind}.json"


def digest(receipt: Mapping[str, Any]) -> str:
    """The SHA-256 of all that a receipt holds but its digest."""
    content = {key: value for key, value in receipt.items() if key != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def write_receipt(name: str, kind: str, receipt: Data) -> None:
    """Write a receipt with its digest, a list of numbers a line."""
    text = json.dumps({**receipt, "digest": digest(receipt)}, separators=(",", ":"))
    write_text(receipt_file(name, kind), text.replace("],", "],\n") + "\n")
    stored.cache_clear()
    receipts.cache_clear()


def read_receipt(file: Path) -> Data:
    """The rows of one receipt.

    Raises:
        InvalidInput: it cannot be read, or its numbers are not those that were measured.
    """
    found = read_json("receipt", file)
    require(
        isinstance(found, dict) and found.get("digest") == digest(found),
        "receipt",
        "must hold the numbers that its digest was made of: put the committed file back, or measure again",
        str(file),
    )
    return found


@functools.cache
def stored(kind: str = STUDY) -> dict[str, Data]:
    """The rows of the committed receipts of one kind, in the order of `SOURCES`."""
    files = {name: receipt_file(name, kind) for name in SOURCES}
    return {name: read_receipt(file) for name, file in files.items() if file.is_file()}


@functools.cache
def receipts(kind: str = STUDY) -> dict[str, Data]:
    """What the committed receipts of one kind say, counted in their rows.

    Example:
        >>> list(receipts())
        ['smollm2', 'gemma3-270m']
    """
    counted = {STUDY: of_study, ROBUSTNESS: of_robustness}[kind]
    return {name: counted(receipt) for name, receipt in stored(kind).items()}


def of_study(receipt: Data) -> Data:
    """A receipt of `study`, with what is said of its heads and planes in place of their rows."""
    heads, planes = receipt["heads"], receipt["planes"]
    trained = heads["trained"]
    by_text = _means(trained)  # (heads, texts, 2)
    means, half = by_text.mean(1), half_width(by_text[..., 0] - by_text[..., 1])
    side, use = means[:, 0] - means[:, 1], np.array(trained["use"])
    decided = abs(side) > half

    def null(kind: str) -> Data:
        draws = [of_heads(_means(draw), draw["use"]) for draw in heads[kind]]
        return {key: [draw[key] for draw in draws] for key in draws[0]}

    without = _means(heads["without_first"])
    turned = _turned(without, means)
    return {
        **receipt,
        "heads": {
            "count": len(means),
            **of_heads(means, use),
            "permuted": null("permuted"),
            "random": null("random"),
            "decided": int(decided.sum()),
            "sink": heads["sink"],
            "without_first": {
                "other_side": int(turned.sum()),
                "other_side_decided": int((turned & decided).sum()),
                **of_heads(without, use),
            },
            "by_tau": [
                {
                    "tau": row["tau"],
                    "effective": row["effective"],
                    "pure": pure(_means(row)),
                    "other_side": int(_turned(_means(row), means).sum()),
                    "spearman": rank_correlation(_means(row) @ (1, -1), use),
                }
                for row in heads["by_tau"]
            ],
            "each": {**of_sides(means), "half_width": rounded(half), "use": trained["use"]},
        },
        "planes": {**planes, "spearman": quartiles(planes["spearman"]),
                   "permuted_spearman": quartiles(planes["permuted_spearman"])},
    }  # fmt: skip


def of_robustness(receipt: Data) -> Data:
    """A receipt of `robustness`, with what is said of its heads in place of their rows."""
    figures, first = receipt["figures"], receipt["settings"][0]
    kinds = [kind for kind in first if isinstance(first[kind], dict)]
    base = {kind: _means(first[kind]) for kind in kinds}

    def in_setting(row: Data, kind: str) -> Data:
        its = row[kind]
        means = _means(its)
        return {
            **of_heads(means, figures[kind]["use"]),
            "spearman_interval": _interval(np.array(its["spearman"])),
            "decided": int((abs(means[:, 0] - means[:, 1]) > np.array(its["half_width"])).sum()),
            "other_side": int(_turned(means, base[kind]).sum()),
            "effective": its["effective"],
        }

    def at_task(row: Data, kind: str) -> Data:
        means = _means(row[kind])
        return {**of_heads(means, row[kind]["use"]), "other_side": int(_turned(means, base[kind]).sum())}

    return {
        **receipt,
        "settings": [{**row, **{kind: in_setting(row, kind) for kind in kinds}} for row in receipt["settings"]],
        "figures": {
            **figures,
            **{kind: {**figures[kind], **{side: first[kind][side] for side in SwapScores._fields}} for kind in kinds},
        },
        "tasks": {
            task: {**row, **{kind: at_task(row, kind) for kind in kinds}} for task, row in receipt["tasks"].items()
        },
        "swapped": [of_swapped(row, len(base["trained"]) // figures["heads"]) for row in receipt["swapped"]],
    }


def of_swapped(row: Data, layers: int) -> Data:
    """An entry of "swapped", with what is said of its heads, so many layers of them, in place of their rows."""
    means = {method: _means(row[method]) for method in ("contents", "tokens")}
    sides = {method: its[:, 0] - its[:, 1] for method, its in means.items()}
    apart = abs(sides["contents"] - sides["tokens"]).reshape(layers, -1)
    return {
        **row,
        **{
            method: {"pure": pure(its), "more_positional": int((sides[method] > 0).sum())}
            for method, its in means.items()
        },
        "other_side": int(_turned(*means.values()).sum()),
        "spearman": rank_correlation(*sides.values()),
        "apart": quartiles(apart[1:]),
    }


def of_heads(means: np.ndarray, use: Values) -> Data:
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


def rounded(values: Values, digits: int = 5) -> list:
    """Nested lists of the numbers, to so many digits after the point."""
    return np.round(np.asarray(values, dtype=float), digits).tolist()


def of_sides(scores: np.ndarray) -> dict[str, list]:
    """Rows of scores (…, 2)."""
    return {side: rounded(scores[..., k]) for k, side in enumerate(SwapScores._fields)}


def _means(row: Mapping[str, Any]) -> np.ndarray:
    """(…, 2): what `of_sides` wrote."""
    return np.stack([np.array(row[side]) for side in SwapScores._fields], -1)


def _turned(means: np.ndarray, others: np.ndarray) -> np.ndarray:
    """(heads,): whether s_POS - s_SYM has another sign."""
    return np.sign(means @ (1, -1)) != np.sign(others @ (1, -1))


def _interval(values: np.ndarray) -> list[float]:
    """The 95 % interval of a mean rank correlation (Student's t, in Fisher's z)."""
    z = np.arctanh(values.clip(-0.999, 0.999))
    return [round(float(np.tanh(z.mean() + sign * half_width(z))), 3) for sign in (-1, 1)]


def logit_scales() -> dict[str, tuple[float, float]]:
    """By model: the least and the largest over layers of the score scale times Σ |q||k| over planes, means over heads and texts.

    |q|·|k| of the whole head is at least the sum over its planes (Cauchy-Schwarz).

    Example:
        >>> {name: (round(low, 1), round(high, 1)) for name, (low, high) in logit_scales().items()}
        {'smollm2': (9.9, 33.9), 'gemma3-270m': (15.6, 44.4)}
    """
    sums = {name: [sum(row) for row in found["figures"]["norms"]] for name, found in stored(ROBUSTNESS).items()}
    return {name: (min(row), max(row)) for name, row in sums.items()}
