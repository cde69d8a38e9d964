"""Records as plain data: what the table, the JSON and the generated files are made from.

A row is a dictionary of strings, numbers and lists, so it crosses process borders unchanged.
"""

from __future__ import annotations

import enum
import platform
from collections.abc import Iterable, Mapping
from importlib import metadata
from typing import Any

from rope_theory.core.angles import Angle
from rope_theory.evidence.by_hand import spelled
from rope_theory.evidence.claims import Record, Tier
from rope_theory.evidence.formal import KernelStatus, kernel_status

Row = Mapping[str, Any]

#: Packages whose versions a verdict may depend on.
PACKAGES = ("rope_theory", "sympy", "mpmath", "numpy", "scipy", "python-flint", "z3-solver", "hypothesis")


def show(value: Any) -> str:
    """A value of an instance as a reader would write it: token sequences as words, angles with units,
    functions by name, members of an enumeration by what they mean.

    Example:
        >>> from rope_theory.core.tasks import Pair
        >>> show((Pair("A", 1), "A")), show({"beta": 2}), show(Angle.parse("2pi/3"))
        ('A1 A', 'beta = 2', '2π/3')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, Angle):
        return spelled(value)
    if isinstance(value, enum.Enum):
        return str(value.value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{show(name)} = {show(item)}" for name, item in value.items())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return str(value)
    if isinstance(value, tuple | list):
        nested = any(isinstance(item, tuple | list) and not hasattr(item, "_fields") for item in value)
        between = "; " if value and isinstance(value[0], enum.Enum) else " "
        return "(" + ", ".join(map(show, value)) + ")" if nested or not value else between.join(map(show, value))
    if callable(value) and hasattr(value, "__name__"):
        return value.__name__
    return str(value)


def row(record: Record, kernel: KernelStatus | None = None) -> Row:
    """The record as plain data: the entry of `verify --json`.

    Args:
        kernel: the formal proof; default: what the committed receipts say.
    """
    claim, witness = record.claim, record.verdict.witness
    return {
        **record.as_json(),
        "witness": None if witness is None else {name: show(value) for name, value in witness.items()},
        "recorded": claim.verdict.name,
        "readings": list(claim.readings),
        "corrects": claim.corrects,
        "sound": record.sound,
        "kernel": (kernel or kernel_status(claim.id)).as_json(),
    }


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
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
