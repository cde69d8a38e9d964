"""`rope-theory drift`: how far cached keys can drift when they are turned again and again in a number format."""

from __future__ import annotations

import argparse
import json

from rope_theory.faces.arguments import whole
from rope_theory.faces.commands import Heading

HEADING = Heading.CONFIGURATIONS
USEFUL = 1000
"""Bounds beyond so many norms are of no use."""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "drift",
        help="how far cached keys can drift when they are turned again and again in a number format",
        description="After t turns a key is off by at most ((1 + ε)^t - 1) of its norm, and each logit by as much of |q||k| "
        "(new.cached-keys.drift). A bound, rounded up: errors of both signs partly cancel. In exact arithmetic there is no drift.",
    )
    parser.add_argument(
        "--turns", default="1,10,100,1000", metavar="T,…", help="numbers of turns (default: 1,10,100,1000)"
    )
    parser.add_argument("--dtype", metavar="FORMAT", help="only this format: bfloat16, float16, float32 or float64")
    parser.add_argument(
        "--error",
        metavar="E",
        help="in place of a format, ε of one turn: its largest error over the norm that it is given",
    )
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.laws.discrepancy.frequency import read_rational
    from rope_theory.laws.discrepancy.precision import decimal_above, float_above
    from rope_theory.models.precision import FORMATS
    from rope_theory.models.precision.shifts import drift_above, turn_error

    turns = [whole("--turns", text, 1) for text in args.turns.split(",")]
    require(args.dtype is None or args.error is None, "--error", "must not be given beside --dtype", args.error)
    if args.error is None:
        errors = {name: turn_error(name) for name in ([args.dtype] if args.dtype else FORMATS)}
    else:
        errors = {f"ε = {args.error}": read_rational("--error", args.error)}
        require(all(0 <= each <= 1 for each in errors.values()), "--error", "must be between 0 and 1", args.error)
    found = {name: [drift_above(error, t, USEFUL) for t in turns] for name, error in errors.items()}
    if args.json:
        rows = {name: [None if each is None else float_above(each) for each in row] for name, row in found.items()}
        print(json.dumps({"turns": turns, "drift_at_most": rows}, ensure_ascii=False, indent=2))
        return 0
    print("a key that was turned t times is off by at most so much of its norm, rounded up")
    print(f"  {'t =':<16}" + "".join(f"{t:>12}" for t in turns))
    for name, row in found.items():
        print(f"  {name:<16}" + "".join(f"{'no use' if each is None else decimal_above(each, 3):>12}" for each in row))
    if any(each is None for row in found.values() for each in row):
        print(f"  no use: the bound is {USEFUL} norms or more")
    return 0
