"""Records as plain data: what the table, the JSON and the generated files are made from.

A row is a dictionary of strings, numbers and lists, so it crosses process borders unchanged.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from typing import Any

from rope_theory.core.versions import versions
from rope_theory.evidence.claims import Record, Tier
from rope_theory.evidence.formal import KernelStatus, kernel_status
from rope_theory.evidence.formal.status import RECEIPT
from rope_theory.evidence.kept import PACKAGES
from rope_theory.evidence.titles import title
from rope_theory.faces.report.by_hand import by_hand
from rope_theory.faces.report.words import shown_values

Row = Mapping[str, Any]


def row(record: Record, kernel: KernelStatus | None = None) -> Row:
    """The record as plain data: the entry of `verify --json`.

    Args:
        kernel: the formal proof; default: what the committed receipts say.
    """
    claim, witness = record.claim, record.verdict.witness
    return {
        **record.as_json(),
        "title": title(claim.id),
        "witness": None if witness is None else shown_values(witness),
        "by_hand": by_hand(claim) if witness is not None else [],
        "recorded": claim.verdict.name,
        "readings": list(claim.readings),
        "corrects": claim.corrects,
        "sound": record.sound,
        "kernel": (kernel or kernel_status(claim.id)).as_json(),
    }


def without_receipts(entry: Row, all_checked: bool) -> Row:
    """The row after a run of Coq: no receipt is trusted where the run checked its own theorem, or those of all claims.

    Args:
        entry: a row whose kernel status is of that run.
        all_checked: whether the run found nothing wrong anywhere; a claim may lean on others that a kernel proved.
    """
    if not all_checked and entry["kernel"]["status"] != "checked":
        return entry
    return {**entry, "trust": [fact for fact in entry["trust"] if fact != RECEIPT]}


def counts(rows: Iterable[Row]) -> dict[str, int]:
    """How many claims have each verdict, strongest first; verdicts that do not occur are left out."""
    names = [entry["verdict"] for entry in rows]
    return {tier.name: names.count(tier.name) for tier in Tier if tier.name in names}


def trust(rows: Iterable[Row]) -> list[tuple[str, int]]:
    """Everything taken on trust with the number of claims that rest on it, most first."""
    total: dict[str, int] = {}
    for entry in rows:
        for fact in entry["trust"]:
            total[fact] = total.get(fact, 0) + 1
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))


def environment(profile: str) -> dict[str, Any]:
    """Where the verdicts were reached: profile, Python, platform and package versions."""
    return {
        "profile": profile,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": versions(("rope_theory", *PACKAGES)),
    }
