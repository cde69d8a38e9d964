"""What a restructuring did to the ledger: claims, verdicts, controls and attacks of two checkouts side by side.

    python tools/compare_ledgers.py dump > after.json                       # in the new checkout, with its environment
    python tools/compare_ledgers.py compare before.json after.json          # exit status 1 if anything is lost

`dump` reads both layouts: claims in `rope_theory.statements` with checks of their own (up to 256f26f), and pages. An
attack is a Hypothesis test of a page (a function under `@given`, or a strategy on the page), a pinned test is any other
test of it (a test function, or an edge on the page).
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path


def today(name: str) -> str:
    """A name in today's words: a position in a sequence was called a place."""
    return re.sub(r"\bplace(s?)\b", r"position\1", name)


def claims() -> dict:
    """The claims of the checkout this runs in."""
    try:
        from rope_theory.evidence.theory import claims as listed
    except ImportError:
        from rope_theory.claims import claims as listed
    return listed()


def tests_of(page: str) -> Iterator[tuple[str, bool]]:
    """Name of each test of a page, and whether Hypothesis draws for it."""
    path = Path("checks") / f"test_{page}.py"
    if path.is_file():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name, any(ast.unparse(mark).startswith("given") for mark in node.decorator_list)


def on_pages() -> Iterator[tuple[str, list, list]]:
    """Page, attacks and edges of each theorem, where there are pages."""
    try:
        from rope_theory.evidence.theory import LIBRARY
    except ImportError:
        return
    for id, theorem in LIBRARY.theorems.items():
        yield (
            theorem.claim.holds.__module__.rpartition(".")[2],
            [id] * len(theorem.attacks),
            [e.why for e in theorem.edges],
        )


def dump() -> dict:
    """Claims with verdict, hypotheses and controls; attacks and pinned tests of each page."""
    found = {
        id: {
            "verdict": claim.verdict.name,
            "hypotheses": [hypothesis.text for hypothesis in claim.hypotheses],
            "controls": [control.name for control in claim.controls],
            "small": claim.small is not None or bool(getattr(claim, "rows", lambda thorough: ())(False)),
        }
        for id, claim in claims().items()
    }
    pages: dict[str, dict[str, int]] = {}
    for path in sorted(Path("proofs").glob("*.py")):
        drawn = [given for _, given in tests_of(path.stem)]
        pages[path.stem] = {"attacks": sum(drawn), "pinned": len(drawn) - sum(drawn)}
    for page, attacks, edges in on_pages():
        pages[page]["attacks"] += len(attacks)
        pages[page]["pinned"] += len(edges)
    return {"claims": found, "pages": pages}


def compare(before: dict, after: dict) -> tuple[list[str], list[str], list[str]]:
    """(what is lost, pages with fewer tests of their own, what has changed), in words."""
    lost, fewer, changed = [], [], []
    for id, old in before["claims"].items():
        new = after["claims"].get(id)
        if new is None:
            lost.append(f"claim {id}")
            continue
        kept = {*new["controls"], *map(today, new["controls"])}
        lost += [f"{id}: control {name!r}" for name in old["controls"] if name not in kept and today(name) not in kept]
        lost += [f"{id}: its small instances"] if old["small"] and not new["small"] else []
        if new["verdict"] != old["verdict"]:
            changed.append(f"{id}: {old['verdict']} is now {new['verdict']}")
        if len(new["hypotheses"]) < len(old["hypotheses"]):
            changed.append(f"{id}: {len(old['hypotheses'])} hypotheses are now {len(new['hypotheses'])}")
        added = len(new["controls"]) - len(old["controls"])
        if added > 0:
            changed.append(f"{id}: {added} controls more")
    changed += [f"claim {id} is new" for id in after["claims"] if id not in before["claims"]]
    for page, old in before["pages"].items():
        new = after["pages"].get(page, {"attacks": 0, "pinned": 0})
        for kind in ("attacks", "pinned"):
            if new[kind] < old[kind]:
                fewer.append(f"proofs/{page}.py: {old[kind]} {kind} are now {new[kind]}")
    return lost, fewer, changed


def main(arguments: list[str]) -> int:
    if arguments == ["dump"]:
        print(json.dumps(dump(), ensure_ascii=False, indent=1))
        return 0
    if len(arguments) != 3 or arguments[0] != "compare":
        print(__doc__, file=sys.stderr)
        return 2
    before, after = (json.loads(Path(path).read_text(encoding="utf-8")) for path in arguments[1:])
    lost, fewer, changed = compare(before, after)
    for heading, lines in (("lost", lost), ("pages with fewer tests of their own", fewer), ("changed", changed)):
        print(f"{heading}: {len(lines)}", *(f"  {line}" for line in lines), sep="\n")
    totals = [
        sum(page[kind] for page in side["pages"].values()) for side in (before, after) for kind in ("attacks", "pinned")
    ]
    controls = [sum(len(claim["controls"]) for claim in side["claims"].values()) for side in (before, after)]
    print(f"claims {len(before['claims'])} and {len(after['claims'])}; controls {controls[0]} and {controls[1]}; "
          f"attacks {totals[0]} and {totals[2]}; pinned tests {totals[1]} and {totals[3]}")  # fmt: skip
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
