"""`rope-theory drift`: how far cached keys can drift when they are turned again and again in a number format."""

from __future__ import annotations

import argparse
import json
import re

from rope_theory.faces.arguments import formats_named, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.CONFIGURATIONS
USEFUL = 1000
"""Bounds beyond so many norms are of no use."""
STORED = "float32, one store"
_POWER = re.compile(r"(\d{1,9})\^(-?\d{1,4})")

MEASURED = {
    "measured": "no bound: the median of 64 random keys (seed 0; normal entries, 64 planes at base 10000), each turned by 256 positions at a "
    "time with the same steps rounded, beside one exact turn; other distances and keys give other values"
}
ROUNDED = {
    "exact in every row": "the angle of a turn, distance times frequency",
    "rounded in the format": "the cosine and the sine of that angle (each the nearest number), each of the four products and both sums of "
    "x·cos - y·sin and x·sin + y·cos: once each, to nearest, without underflow or overflow; the key is kept in the format",
    "not counted": "an angle that is rounded itself, cos or sin that are not the nearest number, a cast of the result to another format",
    "ε of one turn": "is 4.3u, u the format's unit roundoff (2^-8, 2^-11, 2^-24, 2^-53): √2((1 + u)³ - 1) <= 4.3u. Other steps: --error ε",
}
ONCE = {
    STORED: "these steps in float32, and each entry of the turned key is then rounded once to the format, in which it is kept: "
    "ε = (1 + u)(1 + 4.3·2^-24) - 1, by hand (no part of the formal statement, which has one format)"
}


EXAMPLES = """\
examples:
  rope-theory drift --dtype float16 --turns 1,10,100
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "drift",
        help="how far cached keys can drift when they are turned again and again in a number format",
        epilog=EXAMPLES,
        description="After t turns a key is off by at most ((1 + ε)^t - 1) of its norm, and each logit by as much of |q||k| "
        "(new.cached-keys.drift). A bound, rounded up: errors of both signs partly cancel, and what is measured on random keys stands below it. In exact arithmetic there is no drift. "
        "Which steps of a turn are rounded is printed below the table; for other steps give their error with --error.",
    )
    parser.add_argument(
        "--turns", default="1,10,100,1000", metavar="T,…", help="numbers of turns (default: 1,10,100,1000)"
    )
    parser.add_argument(
        "--dtype", type=formats_named, metavar="FORMAT", help="only this format: bfloat16, float16, float32 or float64"
    )
    parser.add_argument(
        "--error",
        metavar="E",
        help="in place of a format, ε of one turn: its largest error over the norm that it is given, such as 1e-3 or 2^-8",
    )
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.laws.discrepancy.precision import float_above
    from rope_theory.models.precision import FORMATS
    from rope_theory.models.precision.shifts import NARROW, drift_above, stored_turn_error, turn_error, typical_drift

    turns = [whole("--turns", text, 1) for text in args.turns.split(",")]
    require(args.dtype is None or args.error is None, "--error", "must not be given beside --dtype", args.error)
    if args.error is None:
        names = [args.dtype] if args.dtype else list(FORMATS)
        errors = {}
        for name in names:
            errors[name] = turn_error(name)
            if name in NARROW:
                errors[f"{name}, {STORED}"] = stored_turn_error(name)
    else:
        errors = {f"ε = {args.error}": _error(args.error)}
        require(all(0 <= each <= 1 for each in errors.values()), "--error", "must be between 0 and 1", args.error)
    found = {name: [drift_above(error, t, USEFUL) for t in turns] for name, error in errors.items()}
    typical: dict[str, list[float | None]] = {}
    for name in found if args.error is None else ():
        typical[name] = typical_drift(name.partition(",")[0], turns, STORED in name)
    if args.json:
        rows = {name: [None if each is None else float_above(each) for each in row] for name, row in found.items()}
        said = {"turns": turns, "drift_at_most": rows, "drift_measured": typical or None}
        print(json.dumps(said, ensure_ascii=False, indent=2))
        return 0
    from rope_theory.faces.report.page import labelled, paragraph, side_by_side
    from rope_theory.faces.report.rounded import few_above

    paragraph("a key that was turned t times is off by at most so much of its norm, rounded up", "")
    shown = []
    for name, bounds in found.items():
        shown.append((name, *("no use" if each is None else few_above(each, 3) for each in bounds)))
        if any(each is not None for each in typical.get(name, [])):
            shown.append(("  measured", *("—" if each is None else f"{each:.2g}" for each in typical[name])))
    side_by_side(zip(("t =", *map(str, turns)), zip(*shown, strict=True), strict=True), left={"t ="})
    if any(each is None for row in found.values() for each in row):
        print(f"  no use: the bound is {USEFUL} norms or more")
    words = dict(MEASURED) if any(each is not None for row in typical.values() for each in row) else {}
    words |= ROUNDED if args.error is None else {}
    words |= ONCE if any(STORED in name for name in found) else {}
    for label, text in words.items():
        labelled(label, text, 22)
    return 0


def _error(text: str):
    """ε: a decimal, a ratio or a power such as 2^-8."""
    from fractions import Fraction

    from rope_theory.core.errors import InvalidInput, with_point
    from rope_theory.laws.discrepancy.frequency import read_rational

    power = _POWER.fullmatch(text.strip())
    if power and int(power[1]):
        return Fraction(int(power[1])) ** int(power[2])
    try:
        return read_rational("--error", text)
    except InvalidInput:
        rule = 'must be a finite decimal such as "0.8" or "1e-3", a ratio "p/q", or a power "2^-8"'
        raise InvalidInput("--error", f"{rule}{with_point(text)}", text) from None
