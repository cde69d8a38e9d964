"""`rope-theory base --length N --dim D`: bases whose kernel keeps its sign within a length: the least one from both sides, or candidates."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rope_theory.core.words import counted
from rope_theory.faces.arguments import DIM, add_long, afford, whole
from rope_theory.faces.commands import Heading

if TYPE_CHECKING:
    from rope_theory.laws.discrepancy.least_base import LeastBase

HEADING = Heading.CONFIGURATIONS
MOST_WORK = 400_000
"""Positions times planes for which bases are covered without being asked to: some seconds on one core."""

LONGEST = 1 << 17
"""The longest length for which bases are covered: the search was tried up to here."""

SWEEPS, DENSE_SWEEPS = 24, 160
"""What the first grid of candidates costs, and the denser one, in sweeps over all positions and planes (measured: most of those that are not good fail early)."""

PROBES = 24
"""Bases above the least good one that are looked at."""
DIGITS = 10
"""Of the bounds as they are printed, rounded outward; --json has all."""
MEAN = "That is a mean over contents, no limit of a head."

EXAMPLES = """\
examples:
  rope-theory base --length 4096 --dim 128
  rope-theory base --length 131072 --dim 128               from the table that comes with the package, checked again
  rope-theory base --length 1048576 --dim 128              candidates
  rope-theory base --length 4096 --dim 128 --check 10000
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "base",
        help="a base whose kernel B(m) keeps its sign within a length: the least one from both sides, or one found among candidates",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="A base is good for n positions if B(m) = Σ cos(m·g_k) >= 0 for 1 <= m < n. Two kinds of answer:\n"
        "  intervals   no base up to the lower bound is good: intervals of bases cover it, each with an m that is negative\n"
        "              for all of it; the upper bound is good. So the least good base is between the two.\n"
        "  candidates  the smallest good one found: of a geometric grid of bases, of denser grids in the factor of two below it,\n"
        "              and then by halving down to a bad base next to it; every m decided for each of them. Good bases are no\n"
        "              interval, and those between candidates are not decided: the least good base may be far below it.\n"
        "Intervals are looked up and checked again for d = 128 up to 131072, d = 64 up to 16384 and d = 256 up to 8192, and found\n"
        f"where that takes seconds, or with --long up to {LONGEST}; all other lengths get candidates. Above the base that is printed\n"
        "there can be bad ones, up to the base from which on all are good (new.base-bound-monotone).",
    )
    parser.add_argument(
        "--length",
        required=True,
        metavar="N",
        help="context length n, in positions",
    )
    parser.add_argument(*DIM, required=True, metavar="D", help="rotary dimension d, at least 6")
    parser.add_argument("--check", metavar="B", help="only say whether this base is good")
    parser.add_argument(
        "--recompute", action="store_true", help="find the intervals anew instead of looking them up; never candidates"
    )
    add_long(
        parser,
        f"cover bases by intervals up to --length {LONGEST} (minutes, a quarter of an hour there); beyond, candidates that take more than about a minute",
    )
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.elsewhere = {
        "--config": " (it reads no configuration: --dim is its head dimension)",
        "--base": " (did you mean --check?)",
    }
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.laws.discrepancy.least_base_table import lengths

    length, dim = whole("--length", args.length, 3), whole("--dim", args.dim, 6, 4096)
    require(dim % 2 == 0, "--dim", "must be even", dim)
    if args.check is not None:
        return _check(args, length, dim)
    quick = length <= MOST_WORK // (dim // 2) or (length in lengths(dim) and not args.recompute)
    if quick or (args.long and length <= LONGEST):
        return _intervals(args, length, dim)
    if args.recompute:
        rule = f"must stand beside a --length of at most {MOST_WORK // (dim // 2)} with {counted(dim // 2, 'plane')}, or of at most {LONGEST} with --long"
        require(False, "--recompute", rule, length)
    return _candidates(args, length, dim)


def _check(args: argparse.Namespace, length: int, dim: int) -> int:
    """One base: good, or where its kernel is negative first."""
    from rope_theory.core.errors import require
    from rope_theory.core.progress import callback
    from rope_theory.faces.report.page import paragraph
    from rope_theory.laws.discrepancy import kernel_first_negative
    from rope_theory.laws.discrepancy.frequency import read_rational

    afford("--length", length, dim // 2, long=args.long)
    base = read_rational("--check", args.check)
    require(base > 1, "--check", "must be greater than 1", args.check)
    with callback("looking at every distance") as progress:
        found = kernel_first_negative(base, dim, limit=length - 1, progress=progress)
    if args.json:
        about = {"length": length, "dim": dim, "base": args.check}
        print(json.dumps(about | {"keeps_sign": found.m is None, "first_negative": found.m}))
        return 0
    how = f"good: B(m) >= 0 for 1 <= m < {length}" if found.m is None else f"not good: B({found.m}) < 0"
    paragraph(f"base {args.check} at rotary dimension {dim}, n = {length}: {how}. {MEAN} {_least(dim, length)}", "")
    return 0


def _least(dim: int, length: int) -> str:
    """Where the least good base is: from the table, checked again, or how to look for it."""
    from rope_theory.faces.report.rounded import few_above, few_below
    from rope_theory.laws.discrepancy.least_base_table import lengths, tabulated

    if length not in lengths(dim):
        return "Without --check this command looks for the least good one."
    least = _rechecked(tabulated(dim, length), dim, length)
    return f"The least good base is above {few_below(least.low, DIGITS)} and at most {few_above(least.high, DIGITS)}."


def _intervals(args: argparse.Namespace, length: int, dim: int) -> int:
    """The least good base from both sides."""
    from rope_theory.core.progress import callback
    from rope_theory.faces.report.rounded import few_above, few_below
    from rope_theory.laws.discrepancy.least_base import least_base
    from rope_theory.laws.discrepancy.least_base_table import before, lengths, tabulated
    from rope_theory.laws.discrepancy.precision import float_below

    known = not args.recompute and length in lengths(dim)
    if known:
        least = _rechecked(tabulated(dim, length), dim, length)
    else:
        with callback("covering bases") as progress:
            start = None if args.recompute else before(dim, length)
            least = least_base(dim, length, progress=progress, after=start)
    low, high = few_below(least.low, DIGITS), few_above(least.high, DIGITS)
    data = _answer(dim, length, (float_below(least.low), length), least.high) | {
        "intervals": least.pieces,
        "from_table": known,
    }
    if args.json:
        print(json.dumps(data))
        return 0
    _say(
        data,
        f"no base up to {low} keeps the kernel's sign within {length} positions, and {high} does.",
        [
            f"none           up to {low} ({counted(least.pieces, 'interval')} of bases, each with an m at which all are negative)",
            f"the least one  is at most {high}, which is good, every m decided",
        ],
    )
    return 0


def _candidates(args: argparse.Namespace, length: int, dim: int) -> int:
    """The first good base of a grid, and what a shorter length says of smaller ones."""
    from rope_theory.core.progress import callback
    from rope_theory.faces.report.rounded import few_below
    from rope_theory.laws.discrepancy.base_candidates import DENSE, search
    from rope_theory.laws.discrepancy.precision import float_below

    dense = _dense(length, dim // 2, args.long)
    afford("--length", length, dim // 2, SWEEPS + DENSE_SWEEPS * dense // DENSE, long=args.long)
    below, shorter = _shorter(dim, length)
    with callback("looking at candidates") as progress:
        found = search(dim, length, below, progress=progress, dense=dense)
    data = _answer(dim, length, (float_below(below), shorter), Fraction(found.good)) | {
        "candidates_bad": list(found.bad)
    }
    if args.json:
        print(json.dumps(data))
        return 0
    none = few_below(below, DIGITS)
    tried = (
        f"the smallest found, of {counted(found.looked_at, 'base')} looked at; smaller ones above {none} may be good"
        if found.bad
        else "the first candidate looked at"
    )
    unsought = f"intervals of bases were not sought at this length (--long: up to {LONGEST})"
    longer = "intervals of bases, which --long finds, give it from both sides" if length <= LONGEST else unsought
    _say(
        data,
        f"{found.good} keeps the kernel's sign within {length} positions: {tried}.",
        [
            f"none           up to {none}: each is negative within {shorter} positions already (intervals of bases)",
            *(
                [
                    f"not good       {counted(len(found.bad), 'candidate')} from {found.bad[0]} to {found.bad[-1]}, every one decided"
                ]
                if found.bad
                else []
            ),
            f"good           {found.good}, every m decided",
            f"the least one  is above {none} and at most {found.good}; where is not decided: {longer}",
        ],
    )
    return 0


def _dense(length: int, planes: int, long: bool) -> int:
    """How many candidates of the denser grid fit into what is done without being asked to."""
    from rope_theory.laws.discrepancy.base_candidates import DENSE
    from rope_theory.models.sweep_time import MOST_SECONDS, seconds

    spare = MOST_SECONDS / seconds(length, planes) - SWEEPS
    return DENSE if long else max(0, min(DENSE, int(DENSE * spare / DENSE_SWEEPS)))


def _shorter(dim: int, length: int) -> tuple[Fraction, int]:
    """(base, n'): no base up to it is good for n' <= n positions, so none is for n: from the table, or found in about a second."""
    from rope_theory.laws.discrepancy.least_base import least_base
    from rope_theory.laws.discrepancy.least_base_table import lengths, tabulated

    known = [each for each in lengths(dim) if each <= length]
    if known:
        return _rechecked(tabulated(dim, known[-1]), dim, known[-1]).low, known[-1]
    short = max(3, min(length, MOST_WORK // (8 * dim)))
    return least_base(dim, short).low, short


def _rechecked(least: LeastBase, dim: int, length: int) -> LeastBase:
    from rope_theory.core.errors import require

    require(least.recheck(dim, length), "--length", "must have a row that holds: its certificate fails", length)
    return least


def _answer(dim: int, length: int, below: tuple[float, int], good: Fraction) -> dict[str, Any]:
    """What both kinds of answer have: the keys of --json."""
    from rope_theory.laws.discrepancy.least_base import safe_base
    from rope_theory.laws.discrepancy.least_base_table import printed
    from rope_theory.laws.discrepancy.precision import float_above
    from rope_theory.models.limits import good_bases

    probed = sorted({math.ceil(good * Fraction(16 ** (k / PROBES))) for k in range(1, PROBES + 1)})
    return {
        "length": length,
        "dim": dim,
        "none_up_to": below[0],
        "none_up_to_by_length": below[1],
        "good": int(good) if good.denominator == 1 else float_above(good),
        "all_from": safe_base(dim, length),
        "bad_above": list(good_bases(dim, length, probed)[1]),
        "looked_at_above": probed,
        "intervals": None,
        "candidates_bad": None,
        "from_table": False,
        "printed": printed(dim, length),
    }


def _say(data: dict[str, Any], short: str, lines: Sequence[str]) -> None:
    """The page: in short, what was found, what texts print, and what is known of larger bases."""
    from rope_theory.faces.report.page import paragraph

    paragraph(f"In short: {short} {MEAN}", "")
    paragraph(f"bases that keep B(m) >= 0 for 1 <= m < {data['length']}, rotary dimension {data['dim']}", "")
    for text, value in data["printed"].items():
        lines = [*lines, f"printed        {value} ({text})"]
    if data["bad_above"]:
        again = f"of {counted(len(data['looked_at_above']), 'base')} up to 16 times that, at {', '.join(map(str, data['bad_above']))}"
        lines = [*lines, f"not good       again, {again} (new.base-bound-monotone)"]
    for line in [*lines, f"all            from {data['all_from']} on (new.base-bound-monotone.corrected)"]:
        paragraph(line, "  ", " " * 17)
    paragraph("B(m) is a mean over query and key contents, not a limit of a head: `limits` shows what planes can do")
