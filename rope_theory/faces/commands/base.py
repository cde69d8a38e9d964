"""`rope-theory base --length N --dim D`: the least base whose kernel keeps its sign within a length, from both sides."""

from __future__ import annotations

import argparse
import json
import math

from rope_theory.core.words import counted
from rope_theory.faces.arguments import add_long, afford, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.CONFIGURATIONS
MOST_WORK = 400_000
"""Positions times planes for which bases are covered without being asked to: some seconds on one core."""

LONGEST = 1 << 17
"""The longest length for which bases are covered: the search was tried up to here."""

PROBES = 24
"""Bases above the least good one that are looked at."""

EXAMPLES = """\
examples:
  rope-theory base --length 4096 --dim 128
  rope-theory base --length 131072 --dim 128               from the table that comes with the package, checked again
  rope-theory base --length 4096 --dim 128 --check 10000
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "base",
        help="the least base whose kernel B(m) keeps its sign within a length, certified from both sides",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="A base is good for n positions if B(m) = Σ cos(m·g_k) >= 0 for 1 <= m < n. No base up to the lower bound\n"
        "is: intervals of bases cover it, each with an m that is negative for all of it. The upper bound is good.\n"
        "For d = 128 up to 131072, d = 64 up to 16384 and d = 256 up to 8192 the intervals are looked up and checked again; else they are found.\n"
        "Between it and the base from which on all are good there can be bad ones (new.base-bound-monotone).",
    )
    parser.add_argument(
        "--length",
        required=True,
        metavar="N",
        help="context length n (time grows with it where it is in no table: minutes at 32768)",
    )
    parser.add_argument("--dim", required=True, metavar="D", help="rotary dimension d, at least 6")
    parser.add_argument("--check", metavar="B", help="only say whether this base is good")
    parser.add_argument("--recompute", action="store_true", help="find the intervals anew instead of looking them up")
    add_long(parser)
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.core.progress import callback
    from rope_theory.laws.discrepancy import kernel_first_negative
    from rope_theory.laws.discrepancy.frequency import read_rational
    from rope_theory.laws.discrepancy.least_base import least_base, safe_base
    from rope_theory.laws.discrepancy.least_base_table import before, lengths, printed, tabulated
    from rope_theory.laws.discrepancy.precision import float_above, float_below
    from rope_theory.models.limits import good_bases

    length, dim = whole("--length", args.length, 3), whole("--dim", args.dim, 6, 4096)
    require(dim % 2 == 0, "--dim", "must be even", dim)
    if args.check is not None:
        afford("--length", length, dim // 2, long=args.long)
        base = read_rational("--check", args.check)
        require(base > 1, "--check", "must be greater than 1", args.check)
        with callback("looking at every distance") as progress:
            found = kernel_first_negative(base, dim, limit=length - 1, progress=progress)
        if args.json:
            print(
                json.dumps(
                    {
                        "length": length,
                        "dim": dim,
                        "base": args.check,
                        "keeps_sign": found.m is None,
                        "first_negative": found.m,
                    }
                )
            )
        else:
            how = f"good: B(m) >= 0 for 1 <= m < {length}" if found.m is None else f"not good: B({found.m}) < 0"
            print(f"base {args.check} at rotary dimension {dim}, n = {length}: {how}")
        return 0
    rule = f"must be at most {LONGEST}, the longest that intervals of bases were sought for (a quarter of an hour); --check BASE decides one base at any length"
    require(length <= LONGEST, "--length", rule, length)
    known = not args.recompute and length in lengths(dim)
    if known:
        least = tabulated(dim, length)
        require(least.recheck(dim, length), "--length", "must have a row that holds: its certificate fails", length)
    else:
        most = MOST_WORK // (dim // 2)
        listed = f", or one of {', '.join(map(str, lengths(dim)))}" if lengths(dim) else ""
        rule = f"must be at most {most} with {counted(dim // 2, 'plane')}{listed}, or --long be given (minutes, a quarter of an hour at 131072); --check BASE decides one base at any length"
        require(args.long or length <= most, "--length", rule, length)
        with callback("covering bases") as progress:
            start = None if args.recompute else before(dim, length)
            least = least_base(dim, length, progress=progress, after=start)
    probed = sorted({math.ceil(float(least.high) * 16 ** (k / PROBES)) for k in range(1, PROBES + 1)})
    safe, bad = safe_base(dim, length), good_bases(dim, length, probed)[1]
    low, high = float_below(least.low), float_above(least.high)
    if args.json:
        print(
            json.dumps(
                {
                    "length": length,
                    "dim": dim,
                    "none_up_to": low,
                    "good": high,
                    "all_from": safe,
                    "bad_above": bad,
                    "intervals": least.pieces,
                    "from_table": known,
                    "printed": printed(dim, length),
                }
            )
        )
        return 0
    print(
        f"In short: no base up to {low:.10g} keeps the kernel's sign within {length} positions, and {high:.10g} does. That is a mean over "
        "contents, no limit of a head."
    )
    print(f"bases that keep B(m) >= 0 for 1 <= m < {length}, rotary dimension {dim}")
    print(
        f"  none           up to {low:.10g} ({counted(least.pieces, 'interval')} of bases, each with an m at which all are negative)"
    )
    print(f"  the least one  is at most {high:.10g}, which is good, every m decided")
    for text, value in printed(dim, length).items():
        print(f"  printed        {value} ({text})")
    if bad:
        print(
            f"  not good       again, of {len(probed)} bases up to 16 times that, at {', '.join(map(str, bad))} (new.base-bound-monotone)"
        )
    print(f"  all            from {safe} on (new.base-bound-monotone.corrected)")
    print("  B(m) is a mean over query and key contents, not a limit of a head: `limits` shows what planes can do")
    return 0
