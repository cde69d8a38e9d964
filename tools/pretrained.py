"""Pretrained models beside what the papers say: receipts measured, and docs/pretrained.md written from them.

python tools/pretrained.py                 # write the page from rope_theory/machines/pretrained/receipts/
python tools/pretrained.py --run smollm2   # measure a fetched model anew, write its receipt and the page
python tools/pretrained.py --check         # 1 if the page is not what the receipts say
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rope_theory.core.files import CHECKOUT, write_text
from rope_theory.evidence.theory import claim
from rope_theory.machines.pretrained.measured import ROBUSTNESS, STUDY, receipts, write_receipt
from rope_theory.machines.pretrained.sources import SOURCES

PAGE = CHECKOUT / "docs" / "pretrained.md"
Receipt = dict[str, Any]


@dataclass(frozen=True)
class Reading:
    """A sentence about every receipt, with what makes it true, and a change of a receipt that makes it false."""

    section: str
    sentence: str
    holds: Callable[[Receipt], bool]
    otherwise: Callable[[Receipt], Receipt]


_HEAD = """# Pretrained models beside what the papers say

<!-- Written by tools/pretrained.py from rope_theory/machines/pretrained/receipts/. -->

**In short.** In SmolLM2-135M-Instruct and in Gemma 3 270M heads that use faster planes tend to be more positional, but null models show it too, so
by itself it is no trace of training. At least one head in five changes sides if the first token is left out (55 of 270, 22 of 72). Induction rests on the fastest
planes: with the fastest one alone frozen in every layer its accuracy falls by more than 0.2.

Two small pretrained models, fetched by name (`rope-theory fetch-model`) and measured on seven short texts written for this package;
one of them is random tokens, repeated. Scores, sides and correlations stand beside those of its null models, which keep the geometry and undo part of what was trained:

- *planes permuted*: within each head the contents of each plane turn at another plane's frequency; the same for all texts;
- *random weights*: each row of W_q and W_k gets a random direction and keeps its norm; the hidden states are the trained model's.

What these do not explain is the difference to them; what they show too is no trace of what they undo, and they keep much that was trained. A rank correlation over heads has no interval here: heads of one layer share their input.
These are samples in floating point, of quantised weights: on these models, these texts
and this seed. What was found is TESTED, as the claims `new.pretrained.*`, from the receipts, which hold numbers for each head,
trained or of a null model. Where a model was fetched, tests measure two of its layers,
drawn by the receipt's digest, and a gate again.
Thresholds were set after measuring, and the papers' own models were not run. To measure again:
`rope-theory fetch-model smollm2`, then `python tools/pretrained.py --run smollm2`. Other ways of scoring, tasks, and what removing heads does:
[robustness.md](robustness.md), whose receipts the pictures show that [figures/captions.txt](../figures/captions.txt) calls real-*."""

#: Title: (words, rows of the table).
_SECTIONS: list[tuple[str, str, dict[str, Callable[[Receipt], str]]]] = [
    (
        "Behaviour and frequency use",
        'U25\'s abstract: "all heads exhibit a strong correspondence between behavior and frequency use". Behaviour is s_POS - s_SYM of '
        "the head, mean over texts and queries. Use is the mean number of the plane, fastest first, where plane k weighs |q|·|k| of "
        "that plane (as in `rope-theory train`; a measure of ours, not U25's). ρ is their rank correlation over heads: negative if positional heads use faster planes.",
        {
            "heads": lambda r: str(r["heads"]["count"]),
            "ρ": lambda r: f"{r['heads']['spearman']:.2f}",
            "ρ, planes permuted (each draw)": lambda r: _several(r["heads"]["permuted"]["spearman"]),
            "ρ, random weights (each draw)": lambda r: _several(r["heads"]["random"]["spearman"]),
            "heads with s_POS > s_SYM": lambda r: str(r["heads"]["more_positional"]),
            "the same, planes permuted": lambda r: ", ".join(map(str, r["heads"]["permuted"]["more_positional"])),
            "the same, random weights": lambda r: ", ".join(map(str, r["heads"]["random"]["more_positional"])),
        },
    ),
    (
        "Each plane alone",
        "A plane alone is a two-dimensional head with scores of its own. Means over heads and texts of its positional score, eighths of "
        "the planes from the fastest to the slowest; and for each head the rank correlation of s_POS - s_SYM with the plane's number "
        "(quartiles over heads). Query in the middle of the text.",
        {
            "positional, by eighths": lambda r: _eighths(r["planes"]["positional"]),
            "positional, planes permuted": lambda r: _eighths(r["planes"]["permuted_positional"]),
            "symbolic, by eighths": lambda r: _eighths(r["planes"]["symbolic"]),
            "symbolic, planes permuted": lambda r: _eighths(r["planes"]["permuted_symbolic"]),
            "rank correlation within heads": lambda r: _several(r["planes"]["spearman"]),
            "the same, planes permuted": lambda r: _several(r["planes"]["permuted_spearman"]),
            "use by eighths (sums to 1)": lambda r: _eighths(
                [value * r["planes"]["count"] / 8 for value in r["planes"]["use"]]
            ),
        },
    ),
    (
        "Mutual exclusion",
        "That a head whose logits vary cannot be wholly both is a theorem (u25.thm1). The scores add up to more than 1 (new.swap-scores.exclusion): no head is low in "
        'both. Over the heads of a model it shows as a correlation of the two scores. "Both high" is both at least 0.9.',
        {
            "correlation of s_POS and s_SYM": lambda r: f"{r['heads']['correlation']:.2f}",
            "planes permuted": lambda r: _several(r["heads"]["permuted"]["correlation"]),
            "random weights": lambda r: _several(r["heads"]["random"]["correlation"]),
            "heads with both high": lambda r: str(r["heads"]["both_high"]),
            "planes permuted; random weights": lambda r: "; ".join(
                ", ".join(map(str, r["heads"][null]["both_high"])) for null in ("permuted", "random")
            ),
            "heads with neither high": lambda r: str(r["heads"]["neither_high"]),
        },
    ),
    (
        "What a label rests on",
        "Pure heads at tolerance 0.1 (positional / symbolic). A score weighs swaps by their change of attention, divided by τ = 1e-4: the "
        "effective number of swaps is 1/Σα², median over heads, texts and queries, of some thousands. A head changes sides if the sign "
        "of s_POS - s_SYM does. A side is decided if the 95 % interval over the texts (Student's t) leaves 0 out.",
        {
            "pure heads": lambda r: _both(r["heads"]["pure"]),
            "pure heads, planes permuted": lambda r: "; ".join(map(_both, r["heads"]["permuted"]["pure"])),
            "pure heads, random weights": lambda r: "; ".join(map(_both, r["heads"]["random"]["pure"])),
            "heads whose side is decided": lambda r: str(r["heads"]["decided"]),
            "effective swaps at τ = 1e-4 (quartiles)": lambda r: " ".join(
                f"{v:.1f}" for v in _tau(r, 1e-4)["effective"]
            ),
            "the same at τ = 0.01": lambda r: " ".join(f"{v:.1f}" for v in _tau(r, 1e-2)["effective"]),
            "pure heads at τ = 0.001; 0.01; 1": lambda r: "; ".join(
                _both(_tau(r, tau)["pure"]) for tau in (1e-3, 1e-2, 1.0)
            ),
            "heads on the other side at τ = 0.01; 1": lambda r: "; ".join(
                str(_tau(r, tau)["other_side"]) for tau in (1e-2, 1.0)
            ),
            "ρ at τ = 0.001; 0.01; 1": lambda r: "; ".join(
                f"{_tau(r, tau)['spearman']:.2f}" for tau in (1e-3, 1e-2, 1.0)
            ),
            "weight of the first token (quartiles)": lambda r: _several(r["heads"]["sink"]),
            "without the first token: heads on the other side": lambda r: str(
                r["heads"]["without_first"]["other_side"]
            ),
            "of these with a decided side": lambda r: str(r["heads"]["without_first"]["other_side_decided"]),
            "without the first token: ρ": lambda r: f"{r['heads']['without_first']['spearman']:.2f}",
            "without the first token: pure heads": lambda r: _both(r["heads"]["without_first"]["pure"]),
        },
    ),
]
_GATES = (
    'U25\'s abstract: "we can control the Transformer performance by controlling which frequencies the attention heads can access". Here planes of a '
    "trained model are frozen in every layer (`profile --gate`), and nothing is trained anew, so this is another experiment: loss on the six texts, and induction, the "
    "share of right next tokens in the second copy of 50 random tokens (8 sequences, so steps of 1/392)."
)


def _tau(receipt: Receipt, tau: float) -> dict[str, Any]:
    return next(row for row in receipt["heads"]["by_tau"] if row["tau"] == tau)


def _weaker(receipt: Receipt, *path: str, to: Any) -> Receipt:
    """The receipt with another value at a path."""
    inner = receipt
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return receipt


def _lost(receipt: Receipt, gate: str) -> float:
    """Induction without the gate minus with it."""
    return _gate(receipt, "none")["induction"] - _gate(receipt, gate)["induction"]


#: The claims of each section.
_CLAIMS = {
    "Behaviour and frequency use": ("frequency-law", "frequency-law.null", "level"),
    "Each plane alone": ("planes",),
    "Mutual exclusion": ("exclusion",),
    "What a label rests on": ("first-token",),
    "Frozen planes": ("gating",),
}
#: What is said beside the claims: each of every receipt; the page leaves out what does not hold.
READINGS: list[Reading] = [
    Reading(
        "What a label rests on",
        "At τ = 1e-4 half of the scores rest on fewer than twenty swaps, effectively.",
        lambda r: _tau(r, 1e-4)["effective"][1] < 20,
        lambda r: _weaker(r, "heads", "by_tau", to=[{**row, "effective": [30.0] * 3} for row in r["heads"]["by_tau"]]),
    ),
    Reading(
        "What a label rests on",
        "From τ = 1e-4 to 0.01 at most one head changes sides; at τ = 1, where all swaps weigh about alike, at least one in ten does.",
        lambda r: _tau(r, 1e-2)["other_side"] <= 1 and 10 * _tau(r, 1.0)["other_side"] >= r["heads"]["count"],
        lambda r: _weaker(r, "heads", "by_tau", to=[{**row, "other_side": 2} for row in r["heads"]["by_tau"]]),
    ),
    Reading(
        "Frozen planes",
        "Of the random eighths drawn those cost much that hold the fastest plane, and no others.",
        lambda r: all(
            (0 in row["planes"]) == (_lost(r, row["gate"]) > 0.1) for row in r["gates"] if "random" in row["gate"]
        ),
        lambda r: _weaker(
            r, "gates", to=[{**row, "planes": [0]} if "draw 1" in row["gate"] else row for row in r["gates"]]
        ),
    ),
]


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", metavar="NAME", choices=list(SOURCES), help="measure this model anew")
    parser.add_argument("--short", action="store_true", help="with few gates, for a model with a large vocabulary")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if the page differs")
    args = parser.parse_args(given)
    if args.run:
        from rope_theory.machines.pretrained.study import study

        write_receipt(args.run, STUDY, study(args.run, short=args.short))
    text = page(receipts())
    if args.check:
        return int(not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text)
    write_text(PAGE, text)
    print(f"{PAGE.relative_to(CHECKOUT)} written")
    return 0


def page(found: dict[str, Receipt]) -> str:
    """docs/pretrained.md."""
    parts = [_HEAD]
    for title, words, table in _SECTIONS:
        parts.append(f"## {title}\n\n{words}\n\n{_table(found, table)}\n\n{_said(title, found)}")
    parts.append(beside(receipts(ROBUSTNESS), found, "robustness.md", "pretrained.md"))
    parts += ["## Frozen planes\n\n" + _GATES, *(_gates(name, receipt) for name, receipt in found.items())]
    parts += [_said("Frozen planes", found) + _third_eighth(found), _measured(found)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def beside(robust: dict[str, Receipt], studied: dict[str, Receipt], *names: str) -> str:
    """Numbers for one setting from the two kinds of receipts, whose queries are others.

    Args:
        robust: receipts of docs/robustness.md.
        studied: receipts of docs/pretrained.md.
        names: of the two pages.
    """
    told = []
    for name, one in robust.items():
        other = studied.get(name)
        if other is None or other["queries"] == one["queries"]:
            continue
        first = next(row for row in one["settings"] if (row["left"], row["tau"], row["blocks"]) == (0, 1e-4, None))
        later = next(row for row in one["settings"] if (row["left"], row["tau"], row["blocks"]) == (0, 1e-2, None))
        pairs = [
            (_both(first["trained"]["pure"]), one["queries"], f"{first['trained']['spearman']:.2f}", later["trained"]["other_side"]),
            (_both(other["heads"]["pure"]), other["queries"], f"{other['heads']['spearman']:.2f}", _tau(other, 1e-2)["other_side"]),
        ]  # fmt: skip
        told.append(
            f"{name} "
            + ", ".join(
                f"pure {pure}, ρ {rho}, on the other side at τ = 0.01: {side}, in {page} (queries at {', '.join(map(str, queries))} of each text)"
                for (pure, queries, rho, side), page in zip(pairs, names, strict=True)
            )
        )
    return (
        f"[{names[0]}]({names[0]}) and [{names[1]}]({names[1]}) give other numbers for one setting (pure heads and ρ at τ = 1e-4), since they ask "
        f"the same texts at other queries: {'; '.join(told)}."
        if told
        else ""
    )


def third_eighth(receipt: Receipt) -> bool:
    """That the third eighth, frozen, costs much, and more than the second and the fourth."""
    second, third, fourth = (_lost(receipt, f"eighth {number} of 8") for number in (2, 3, 4))
    return third > 0.3 and third > 2 * max(second, fourth)


def _third_eighth(found: dict[str, Receipt]) -> str:
    """Of a model whose eighths were frozen one by one."""
    named = "smollm2"
    if named not in found or not third_eighth(found[named]):
        return ""
    none, second, third = (
        _gate(found[named], gate)["induction"] for gate in ("none", "eighth 2 of 8", "eighth 3 of 8")
    )
    return (
        f"\n- Not the fastest plane alone: in {named} the third eighth from the fastest costs much of induction, too ({none:.3f} to {third:.3f}), "
        f"more than the second does (to {second:.3f})."
    )


def _said(section: str, found: dict[str, Receipt]) -> str:
    """The section's claims, then the readings that hold of every receipt."""
    claims = (claim(f"new.pretrained.{name}") for name in _CLAIMS[section])
    lines = [f"`{each.id}` ({each.verdict}): {each.statement}" for each in claims]
    lines += [each.sentence for each in READINGS if each.section == section and all(map(each.holds, found.values()))]
    return "\n".join(f"- {line}" for line in lines)


def _table(found: dict[str, Receipt], rows: dict[str, Callable[[Receipt], str]]) -> str:
    lines = [f"| | {' | '.join(found)} |", f"|---|{'---:|' * len(found)}"]
    lines += [
        f"| {label} | {' | '.join(show(receipt) for receipt in found.values())} |" for label, show in rows.items()
    ]
    return "\n".join(lines)


def _gates(name: str, receipt: Receipt) -> str:
    lines = [f"| {name}: frozen | loss on the texts (nats a token) | induction |", "|---|---:|---:|"]
    lines += [f"| {row['gate']} | {row['loss']:.3f} | {row['induction']:.3f} |" for row in receipt["gates"]]
    return "\n".join(lines)


def _gate(receipt: Receipt, name: str) -> dict[str, Any]:
    return next(row for row in receipt["gates"] if row["gate"].startswith(name))


def _measured(found: dict[str, Receipt]) -> str:
    lines = []
    for name, receipt in found.items():
        texts = ", ".join(f"{text} {count}" for text, count in receipt["texts"].items())
        versions = ", ".join(f"{package} {version}" for package, version in receipt["with"].items())
        lines.append(
            f"- {name}: {SOURCES[name].words}. Tokens of the texts: {texts}. Seed {receipt['seed']}; {versions}; "
            f"{receipt['minutes']:.0f} minutes on two cores, shared with other work ({receipt['processor_minutes']:.0f} of processor time)."
        )
    return "## What was run\n\n" + "\n".join(lines)


def _both(values: list[int]) -> str:
    return f"{values[0]} / {values[1]}"


def _several(values: list[float]) -> str:
    return ", ".join(f"{value:.2f}" for value in values)


def _eighths(values: list[float]) -> str:
    step = len(values) // 8
    return " ".join(f"{statistics.fmean(values[k * step : (k + 1) * step]):.2f}" for k in range(8))


if __name__ == "__main__":
    sys.exit(main())
