"""A committed table of least bases with its certificates: what takes minutes to find is checked again in a second.

`least_bases.json`, written by `tools/least_bases.py`: for each rotary dimension one chain of intervals of ln b, each with an m at which all its
bases are negative (`LeastBase.cover`), and for each length how much of the chain it takes and a base above it that is good.
"""

from __future__ import annotations

import functools
import json
from fractions import Fraction
from importlib import resources
from typing import Any

from rope_theory.core.errors import require
from rope_theory.laws.discrepancy.least_base import LeastBase

FILE = "least_bases.json"

#: The bases that two texts print for d = 128 and lengths in units of 1024 (1M: 1024 of them).
PRINTED = {
    "Men et al. 2024, Table 2": {
        1: "4.3e3", 2: "1.6e4", 4: "2.7e4", 8: "8.4e4", 16: "3.1e5", 32: "6.4e5", 64: "2.1e6", 128: "7.8e6", 256: "3.6e7", 512: "6.4e7",
        1024: "5.1e8",
    },
    "Su 2024, kexue.fm/archives/10122": {
        1: "4.3e3", 2: "1.2e4", 4: "2.7e4", 8: "8.4e4", 16: "2.3e5", 32: "6.3e5", 64: "2.1e6", 128: "4.9e6", 256: "2.4e7", 512: "5.8e7",
        1024: "6.5e7",
    },
}  # fmt: skip


@functools.cache
def _content() -> dict[str, Any]:
    return json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))


def lengths(rotary_dim: int) -> list[int]:
    """The tabulated lengths of a rotary dimension, in order.

    Example:
        >>> 4096 in lengths(128), lengths(6)
        (True, [])
    """
    return [row["length"] for row in _content().get(str(rotary_dim), {}).get("rows", ())]


def tabulated(rotary_dim: int, length: int) -> LeastBase:
    """The least base of a tabulated length with its certificate; `LeastBase.recheck` checks it again.

    Raises:
        InvalidInput: no row; `rope_theory.laws.discrepancy.least_base.least_base` finds one.

    Example:
        >>> found = tabulated(128, 1024)
        >>> float(found.low), float(found.high)
        (4293.3818, 4293.4474)
    """
    require(length in lengths(rotary_dim), "length", f"must have a row for d = {rotary_dim}", length)
    table = _content()[str(rotary_dim)]
    [row] = [row for row in table["rows"] if row["length"] == length]
    cover = tuple((int(k), int(m)) for k, m in table["cover"][: row["pieces"]])
    return LeastBase(Fraction(row["low"]), Fraction(row["high"]), cover)


def before(rotary_dim: int, length: int) -> LeastBase | None:
    """The row of the longest tabulated length that is no longer, to go on from; None where there is none."""
    shorter = [each for each in lengths(rotary_dim) if each <= length]
    return tabulated(rotary_dim, shorter[-1]) if shorter else None


def printed(rotary_dim: int, length: int) -> dict[str, str]:
    """What texts print for this length, by text; empty where none does.

    Example:
        >>> list(printed(128, 32768).values())
        ['6.4e5', '6.3e5']
    """
    if rotary_dim != 128 or length % 1024:
        return {}
    return {text: rows[length // 1024] for text, rows in PRINTED.items() if length // 1024 in rows}
