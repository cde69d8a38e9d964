"""Write rope_theory/laws/discrepancy/least_bases.json, the table of least bases with its certificates (about half an hour).

Usage: python tools/least_bases.py [--check]   (--check: only check every row of the committed table again)
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rope_theory.core.files import write_text
from rope_theory.laws.discrepancy.least_base import LeastBase, least_base
from rope_theory.laws.discrepancy.least_base_table import FILE, lengths, tabulated

TARGET = Path(__file__).resolve().parents[1] / "rope_theory" / "laws" / "discrepancy" / FILE
THOUSANDS = {64: (1, 2, 4, 8, 16), 128: (1, 2, 4, 8, 16, 32, 64, 128), 256: (1, 2, 4, 8)}


def rows(rotary_dim: int) -> list[tuple[int, LeastBase]]:
    """Each length of the table with its answer; every answer goes on from the one before."""
    found: list[tuple[int, LeastBase]] = []
    for length in (unit * k for k in THOUSANDS[rotary_dim] for unit in (1000, 1024)):
        found.append((length, least_base(rotary_dim, length, after=found[-1][1] if found else None)))
        print(rotary_dim, length, float(found[-1][1].low), float(found[-1][1].high), flush=True)
    return found


def as_text(table: dict[int, list[tuple[int, LeastBase]]]) -> str:
    """The table as JSON: the last cover of a dimension holds the others as beginnings."""
    content = {}
    for rotary_dim, found in table.items():
        last = found[-1][1].cover
        assert all(one.cover == last[: one.pieces] for _, one in found)
        listed = [
            {"length": length, "low": str(one.low), "high": str(one.high), "pieces": one.pieces}
            for length, one in found
        ]
        content[str(rotary_dim)] = {"rows": listed, "cover": [list(piece) for piece in last]}
    return (
        json.dumps(content, separators=(",", ":")).replace('"cover"', '\n"cover"').replace('{"length"', '\n{"length"')
        + "\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        wrong = [(d, n) for d in THOUSANDS for n in lengths(d) if not tabulated(d, n).recheck(d, n)]
        print(f"wrong rows: {wrong}" if wrong else "every row holds")
        return 1 if wrong else 0
    write_text(TARGET, as_text({rotary_dim: rows(rotary_dim) for rotary_dim in THOUSANDS}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
