"""`rope-theory shape`: the shape of the weight over the target's position, from the length and the angle alone."""

from __future__ import annotations

import argparse
import json
from itertools import islice

from rope_theory.faces.arguments import angle, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.HEADS


EXAMPLES = """\
examples:
  rope-theory shape --n 33 --theta 0.1
  rope-theory shape --head H_SYM --n 33 --theta 2pi/40
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "shape",
        help="U, inverted U, flat, monotone, or where the extrema are, from n and θ",
        epilog=EXAMPLES,
        description="H_POS: the largest weight over the position p = 1..n that is asked for. H_SYM: the weight "
        "of a match over the position j = 1..n-1 where it stands, distractors constant. Decided "
        "from the angles, exactly, for every β > 0 at once.",
    )
    parser.add_argument("--n", "--length", required=True, help="length, the query's position; any size")
    parser.add_argument(
        "--theta",
        required=True,
        help='radians per position, exact: "0.1", "2pi/7", "3/7 turn"; or an enclosure: "0.1 +/- 0.001"',
    )
    parser.add_argument("--head", choices=("H_POS", "H_SYM"), default="H_POS", help="which head (default: H_POS)")
    parser.add_argument("--phase", help="query phase of H_SYM, written like θ (default: centred, nθ/2)")
    parser.add_argument("--own-position", action="store_true", help="H_SYM: the match may also stand at j = n")
    parser.add_argument(
        "--own-place", dest="own_position", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )  # old name
    parser.add_argument("--extrema", default="10", metavar="MOST", help="list at most so many extrema (default: 10)")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.elsewhere = dict.fromkeys(("T_INDEX", "POSITIONAL"), " (did you mean H_POS?)")
    parser.elsewhere |= dict.fromkeys(("T_RETRIEVAL", "SYMBOLIC"), " (did you mean H_SYM?)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import InvalidInput
    from rope_theory.laws.shape import shape

    n, most = whole("n", args.n, 1, None), whole("extrema", args.extrema, 0)
    phase = None if args.phase is None else _angle_or_ball("phase", args.phase)
    found = shape(n, _angle_or_ball("theta", args.theta), args.head, phase, args.own_position)
    try:
        listed, unplaced = list(islice(found.extrema(), most)), ""
    except InvalidInput as reason:  # an enclosure may decide the shape and not the positions
        listed, unplaced = [], str(reason)
    if args.json:
        print(
            json.dumps(
                {
                    "n": n,
                    "theta": args.theta,
                    "head": args.head,
                    "phase": args.phase,
                    "shape": found.name,
                    "extrema_count": found.count,
                    "flat_ends": found.flat_ends,
                    "note": found.note or unplaced,
                    "extrema": [{"kind": extremum.kind, "positions": list(extremum.positions)} for extremum in listed],
                },
                indent=2,
            )
        )
        return 0
    phase_said = f", phase {args.phase}{'' if 'turn' in args.phase else ' radians'}" if args.phase else ""
    print(
        f"{args.head}, n = {n}, θ = {args.theta} {'' if 'turn' in args.theta else 'radians '}per position{phase_said}"
    )
    print(f"  shape          {found}")
    for extremum in listed:
        places = "position" if len(extremum.positions) == 1 else "positions"
        print(f"  {extremum.kind:<14} at {places} {' and '.join(map(str, extremum.positions))}")
    if unplaced:
        print(f"  positions      {unplaced}")
    elif found.count is not None and found.count > len(listed):
        print(f"  … and {found.count - len(listed)} more")
    return 0


def _angle_or_ball(name: str, text: str):
    from flint import arb

    from rope_theory.core.errors import InvalidInput

    middle, sign, radius = text.replace("±", "+/-").partition("+/-")
    if not sign:
        return angle(name, text)
    try:
        return arb(middle.strip(), radius.strip())
    except ValueError:
        raise InvalidInput(name, 'must be an angle, or an enclosure like "0.1 +/- 0.001"', text) from None
