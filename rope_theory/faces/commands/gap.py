"""`rope-theory gap`: how far a target stays ahead of its rivals, for one frequency or for the best mix of many."""

from __future__ import annotations

import argparse
import json
import shlex
from fractions import Fraction

from rope_theory.faces.arguments import DIM, add_long, afford, angle, one_thread, tell_unread, unread_json, whole
from rope_theory.faces.commands import Heading
from rope_theory.faces.parser import as_in, lacking

HEADING = Heading.CONFIGURATIONS
#: What an option that is missing would say.
MEANT = {
    "theta": "radians per position",
    "span": "the largest distance of a rival",
    "base": "of the frequencies",
    "dim": "the rotary dimension",
    "length": "how many positions",
}

#: Planes that are shown of more.
MOST_ROWS = 12

#: What the gap of a mix is measured in, and what is another question.
UNIT = "the sum of |q_k|·|k_k| over the planes, 1 for weights that add up to 1: the largest logit of a mix with weights of at least 0"
SIGNED = "With weights of either sign a head may lead by more of its own largest logit, but not of the sum of |q_k|·|k_k| over its planes."


EXAMPLES = """\
examples:
  rope-theory gap --base 500000 --dim 128 --length 131072
  rope-theory gap --theta 2pi/9 --span 8
  rope-theory gap --config examples/llama-3.1-8b.json --length 8192
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "gap",
        help="the certified logit gap of one frequency, or of the best mix of RoPE's frequencies",
        epilog=EXAMPLES,
        description="One frequency (--theta, --span): the least 1 - cos(tθ) over 1 <= t <= span, with the t that attains it. "
        "Many (--base, --dim, --length): the convex mix (weights of at least 0 that add up to 1) of base^(-2(k-1)/dim) with the largest gap over all "
        "distances below the length, rivals on both sides, enclosed from both sides, beside the best single plane. "
        "A model (--config, --length): the same for the frequencies of a config.json, by any of its rules, and each plane alone.",
    )
    one = parser.add_argument_group("one frequency")
    one.add_argument(
        "--theta", help='radians per position, exact: "1", "0.8", "2pi/7", "3/7 turn", a sum, "2pi/3-1/10", or "golden"'
    )
    one.add_argument("--span", help="largest distance T, any size")
    many = parser.add_argument_group("many frequencies")
    many.add_argument("--base", help="base of the frequency schedule, e.g. 500000")
    many.add_argument(*DIM, metavar="D", help="rotary dimension, even")
    many.add_argument("--length", "--n", help="context length n: distances 1..n-1")
    many.add_argument("--planes", help="use only the fastest so many planes")
    many.add_argument("--config", help="in place of --base and --dim: a config.json, its folder, or a fetched model")
    many.add_argument(
        "--layer", metavar="TYPE", help="with --config: its layer type (default: the first that sees everything)"
    )
    many.add_argument("--all", action="store_true", help="with --config: show every plane")
    add_long(many)
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import InvalidInput

    given = {name for name in ("theta", "span", "base", "dim", "length", "planes") if getattr(args, name) is not None}
    if args.config is not None:
        _require_alone(args, given)
        return _of_config(args)
    for name in ("layer", "all"):
        if getattr(args, name):
            raise InvalidInput(f"--{name}", "must stand beside --config", getattr(args, name))
    if given == {"theta", "span"}:
        return _one(args)
    if {"base", "dim", "length"} <= given <= {"base", "dim", "length", "planes"}:
        return _many(args)
    if given == {"theta", "length"}:
        _theta(args.theta)  # what is wrong comes before what is missing
        span = str(whole("length", args.length, 2, None) - 1)
        call = shlex.join(["rope-theory", "gap", "--theta", args.theta, "--span", span])
        rule = f"must be given with --theta, in place of --length, n - 1 for n positions: {call}"
        raise InvalidInput("--span", rule, f"--length {args.length}")
    one, many = ("theta", "span"), ("base", "dim", "length")
    for form, other in ((one, {*many, "planes"}), (many, set(one))):
        if given & set(form) and not given & other:
            for name, least in (("span", 1), ("length", 2), ("dim", 2)):  # what is wrong comes before what is missing
                if name in given:
                    whole(name, getattr(args, name), least, None if name == "span" else 1 << 32)
            options = {f"--{each}": getattr(args, each) for each in form}
            missing, shown, told = lacking(EXAMPLES, ["rope-theory", "gap"], options)
            beside = " and ".join(each for each in options if each not in missing)
            named = ", ".join(f"{each} ({MEANT[each.removeprefix('--')]})" for each in missing)
            raise InvalidInput(named, f"must be given with {beside}{shown}", told)
    if "theta" in given and (apart := [f"--{each}" for each in ("base", "dim", "planes") if each in given]):
        single = shlex.join(["rope-theory", "gap", "--theta", args.theta, "--span", args.span or args.length or "8"])
        dim = args.dim if (args.dim or "").endswith(("0", "2", "4", "6", "8")) else "128"
        mixed = ["--base", args.base or "500000", "--dim", dim, "--length", args.length or args.span or "4096"]
        calls = f"one frequency: {single}; all of a base: {shlex.join(['rope-theory', 'gap', *mixed])}"
        rule = f"must not stand with {', '.join(apart)} ({calls})"
        raise InvalidInput("--theta", rule, args.theta)
    rule = "must be given --theta and --span for one frequency, or --base, --dim and --length for many, or --config and --length for a model's"
    named = " ".join(f"--{name}" for name in sorted(given))
    raise InvalidInput("gap", f"{rule}{as_in(EXAMPLES, [])}", named or None)


def _require_alone(args: argparse.Namespace, given: set[str]) -> None:
    """--config stands beside --length, and in place of every other number.

    Raises:
        InvalidInput: it does not.
    """
    from rope_theory.core.errors import require

    for name in sorted(given - {"length"}):
        require(False, f"--{name}", "must not be given beside --config", getattr(args, name))
    require(args.length is not None, "--length", f"must be given with --config ({MEANT['length']}, as in 4096)", None)


def _of_config(args: argparse.Namespace) -> int:
    """The gaps of a configuration's frequencies: each plane alone, and the best mix."""
    one_thread()
    from rope_theory.core.progress import callback
    from rope_theory.faces.report.page import labelled, paragraph
    from rope_theory.faces.report.rounded import below
    from rope_theory.laws.discrepancy import best_mix_of, single_gap
    from rope_theory.laws.discrepancy.precision import float_above, float_below
    from rope_theory.machines.pretrained import located
    from rope_theory.models.config import read_config
    from rope_theory.models.config.rotary import chosen_layer
    from rope_theory.models.config.table import numbered, seen
    from rope_theory.models.windowed import cut

    text = whole("length", args.length, 2)
    config = read_config(located(args.config), length=text)
    tell_unread(config)
    layer = chosen_layer(config, args.layer)
    length, angles = cut(layer, text), layer.frequencies.angles
    afford("--length", length, len(angles), long=args.long)
    with callback("checking every distance") as progress:
        mix = best_mix_of(layer.frequencies, length, progress=progress)
    alone = [single_gap(angle, length - 1) for angle in angles]
    others = [each.layer_type for each in config.layers if each is not layer]
    if args.json:
        planes = [
            {
                "plane": k,
                "frequency": g,
                "gap": [float_below(each.gap_lower), float_above(each.gap_upper)],
                "nearest_distance": each.minimiser,
            }
            for k, (g, each) in enumerate(zip(layer.rope.floats(), alone, strict=True), 1)
        ]
        about = {"config": config.source, "layer_type": layer.layer_type, "other_layer_types": others}
        said = {"notes": list(config.notes), "not_read": unread_json(config), "positions": text, "planes": planes}
        found = {key: value for key, value in mix.to_json().items() if key != "frequencies"}  # planes have them
        print(json.dumps(about | found | said, indent=2))
        return 0
    _say_mix(
        length,
        mix.gap_lower,
        mix.gap_upper,
        f" Plane {mix.best_plane}, the best alone, leads by {below(mix.best_plane_gap[0])}.",
    )
    paragraph(f"{config.source}, {layer.layer_type}" + (f": {numbered(layer.indices)}" if layer.indices else ""), "")
    for note in config.notes:
        paragraph(f"note: {note}")
    if length < text:
        paragraph(f"note: a query of these layers {seen(layer)}: no larger distance comes up")
    if others:
        paragraph(f"not about {', '.join(others)} (--layer TYPE: about those)")
    labelled("best mix", f"{mix.planes_used} of {len(angles)} planes, closest to a tie at distance {mix.minimiser}")
    print(f"  {'plane':>7} {'rad/position':>13} {'gap alone':>13}  closest to a tie at distance")
    count = len(alone)
    shown = range(1, count + 1) if args.all else _some(count, mix.best_plane)
    frequencies = layer.rope.floats()
    for k in shown:
        print(f"  {k:>7} {frequencies[k - 1]:>13.6g} {below(alone[k - 1].gap_lower):>13}  {alone[k - 1].minimiser}")
    if len(shown) < count:
        print(f"  {len(shown)} of {count} planes (--all: every one)")
    labelled("next", "`rope-theory limits` says what that takes in a number format")
    return 0


def _some(count: int, best: int) -> list[int]:
    """Numbers of at most `MOST_ROWS` planes, from 1: the ends, the best, and others evenly between.

    Example:
        >>> _some(64, 30), _some(3, 1)
        ([1, 7, 13, 19, 26, 30, 32, 38, 45, 51, 57, 64], [1, 2, 3])
    """
    if count <= MOST_ROWS:
        return list(range(1, count + 1))
    return sorted({best, *(1 + k * (count - 1) // (MOST_ROWS - 2) for k in range(MOST_ROWS - 1))})


def _say_mix(length: int, lower: Fraction, upper: Fraction, more: str = "") -> None:
    """By how much the best mix leads, in which unit, and over which heads the upper end is."""
    from rope_theory.faces.report.page import paragraph
    from rope_theory.faces.report.rounded import above, below

    paragraph(
        f"In short: a constructed head that adds these planes with weights of at least 0 leads every rival within {length} positions, on both sides, by {below(lower)} "
        f"of its largest logit, and no such mix leads by more than {above(upper)}.{more} {SIGNED} What a trained model does is another matter.",
        "",
    )
    paragraph(f"unit: {UNIT}; phases: none", "")


def _theta(text: str) -> object:
    """The angle that --theta gives: one that `angle` reads, or the golden one."""
    from rope_theory.laws.discrepancy import golden_angle

    return golden_angle() if text == "golden" else angle("theta", text)


def _one(args: argparse.Namespace) -> int:
    from rope_theory.faces.report.page import labelled, paragraph
    from rope_theory.laws.discrepancy import single_gap

    found = single_gap(_theta(args.theta), whole("span", args.span, most=None)).to_json() | {"theta": args.theta}
    if args.json:
        print(json.dumps(found, indent=2))
        return 0
    low, high = found["enclosure"]
    span, nearest = found["span"], found["minimiser"]
    if found["exactly_zero"]:
        paragraph(
            f"In short: at distance {nearest} the turn is whole, so a rival there ties with the target: one plane alone cannot do it.",
            "",
        )
    else:
        from rope_theory.laws.discrepancy.precision import decimal_below

        least = decimal_below(Fraction(low), 4)
        paragraph(
            f"In short: with one plane alone a target's logit 1 leads a rival at any distance from 1 to {span} by {least} at least.",
            "",
        )
    print(f"min over 1 <= t <= {found['span']} of 1 - cos(tθ), θ = {args.theta}")
    print(f"  attained at t = {found['minimiser']}")
    print("  value         0 exactly" if found["exactly_zero"] else f"  value         within [{low}, {high}]")
    labelled("because", found["reason"], 13)
    if (
        not found["exactly_zero"] and args.theta != "golden"
    ):  # without a lead there is nothing to round; cliff takes no name
        next_one = f"rope-theory cliff index --theta {shlex.quote(args.theta)} --dtype bfloat16"
        labelled("next", f"`{next_one}`: up to which length that head outlasts rounding", 13)
    return 0


def _many(args: argparse.Namespace) -> int:
    one_thread()
    from rope_theory.core.progress import callback
    from rope_theory.faces.report.page import labelled, paragraph
    from rope_theory.laws.discrepancy import best_mix

    dim, length = whole("dim", args.dim), whole("length", args.length, 2)
    planes = None if args.planes is None else whole("planes", args.planes)
    afford("--length", length, max(planes or dim // 2, 1), long=args.long)
    with callback("checking every distance") as progress:
        found = best_mix(
            args.base,
            dim,
            length,
            planes=planes,
            progress=progress,
        ).to_json()
    if args.json:
        print(json.dumps(found, indent=2))
        return 0
    plane = found["best_plane"]
    _say_mix(length, Fraction(found["gap_lower"]), Fraction(found["gap_upper"]))
    paragraph(
        f"best convex mix of the frequencies of base {args.base}, dimension {args.dim}, over distances 1..{length - 1}",
        "",
    )
    print(f"  gap            within [{found['gap_lower']}, {found['gap_upper']}], certified")
    print(f"  this mix       is closest to a tie at distance t = {found['minimiser']}")
    print(f"  planes used    {found['planes_used']} of {len(found['weights'])}")
    print(f"  one plane      at best {plane['gap_lower']:.6g} (plane {plane['plane']}, from 1)")
    labelled("next", "`rope-theory limits` says what that takes in a number format, for a model's config.json")
    return 0
