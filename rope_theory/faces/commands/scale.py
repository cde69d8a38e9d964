"""`rope-theory scale CONFIG --to N`: the rules that stretch a context, side by side."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rope_theory.faces.arguments import add_long, add_overwrite, afford, one_thread, unread_json, whole
from rope_theory.faces.commands import Heading
from rope_theory.faces.commands.limits import add_model

HEADING = Heading.CONFIGURATIONS
EXAMPLES = """\
examples:
  rope-theory scale config.json --to 131072
  rope-theory scale config.json --from 8192 --to 122880 --factor 8        8k to 120k with factor 8; without --factor: 15
  rope-theory scale config.json --from 8192 --to 122880 --factor 8,15     both, side by side
  rope-theory scale --base 10000 --head-dim 128 --from 4096 --to 32768 --plot rules.svg
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "scale",
        help="compare the rules that stretch a context: linear, NTK, dynamic, YaRN, llama3, longrope",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="For each rule: wavelengths, the certified gap of the best mix (by how much of its largest logit the best constructed\n"
        "head that adds planes with weights of at least 0 leads every other position) at short and at long range, and the first negative of the kernel B(m). Every rule gets the same factor, by default the target over the original length.",
    )
    parser.elsewhere = dict.fromkeys(("--length", "--n"), " (did you mean --to?)") | {
        "--rule": " (every rule is shown, side by side)"
    }
    add_model(parser)
    parser.add_argument("--to", required=True, metavar="N", help="target length, in positions")
    parser.add_argument(
        "--from", dest="start", metavar="L0", help="original length, in positions (default: the configuration's)"
    )
    parser.add_argument("--factor", help="factor of every rule, or several: 8,15 (default: N/L0)")
    parser.add_argument(
        "--short",
        metavar="N",
        help="a length, in positions: that of the gap at short range (default: 64, or --to if that is less); no short page, as of limits",
    )
    parser.add_argument(
        "--layer",
        metavar="TYPE",
        help="layer type (default: the first that sees everything, or the first that rotates)",
    )
    add_long(parser)
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.add_argument(
        "--plot",
        metavar="PATH",
        type=Path,
        help="draw the wavelengths, too (PNG, SVG or PDF; needs matplotlib)",
    )
    add_overwrite(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if not args.long:
        one_thread()
    from rope_theory.core.errors import require
    from rope_theory.core.progress import callback
    from rope_theory.faces.commands.limits import model
    from rope_theory.faces.report.scale import draw, print_scaled
    from rope_theory.models.config.rotary import chosen_layer
    from rope_theory.models.config.table import to_json as table
    from rope_theory.models.scaling import (
        cached_at,
        compare,
        moved_phases,
        named_rules,
        original_length,
        seen_length,
        to_json,
    )

    target = whole("--to", args.to, 2)
    short = min(64, target) if args.short is None else whole("--short", args.short, 2)
    require(short <= target, "--short", f"must be at most --to, {target}", short)
    factors = [None] if args.factor is None else [_factor(text) for text in args.factor.split(",")]
    require(args.start is not None or args.base is None, "--from", "must be given with --base", None)
    config = model(args, target)
    given = None if args.start is None else whole("--from", args.start, 2)
    start = original_length(config, given)
    layer = chosen_layer(config, args.layer)
    if args.plot is not None:
        from rope_theory.faces.report.limits_plot import check_path

        check_path(args.plot, args.overwrite)
    afford(
        "--to",
        seen_length(layer, target),
        len(layer.frequencies.angles),
        len(named_rules(layer, start, target, factors)),
        long=args.long,
    )
    with callback("comparing rules") as progress:
        results = compare(layer, start, target, short, factors, long=args.long, progress=progress)
    early = chosen_layer(model(args, cached_at(layer, start, target), tell=False), args.layer)
    moved = moved_phases(layer, early, results, start, target, factors)
    if args.plot is not None:
        draw(results, (start, seen_length(layer, target)), args.plot, config.source)
        print(f"drawn: {args.plot}", file=sys.stderr)
    if args.json:
        print(
            json.dumps(
                {
                    "config": config.source,
                    "notes": list(config.notes),
                    "not_read": unread_json(config),
                    "table": table(config),
                    **to_json(layer, (start, target, short), results, moved),
                },
                indent=2,
            )
        )
    else:
        print_scaled(config, layer, (start, target, short), results, _unasked(config, args, start, target), moved)
    return 0


def _unasked(config, args: argparse.Namespace, start: int, target: int) -> list[str]:
    """The original length and the factor in words, where they were not given."""
    found = []
    if args.start is None and config.original_length is None:
        found.append(f"original length {start}, the file's max_position_embeddings (--from)")
    if args.start is None and config.original_length is not None and start < (config.max_length or 0) < target:
        found.append(
            f"original length {start}, the file's original_max_position_embeddings (--from {config.max_length}: from its max_position_embeddings)"
        )
    if args.factor is None:
        found.append(f"factor {target / start:.6g} = {target}/{start} for every rule that takes one (--factor)")
    return found


def _factor(text: str):
    from rope_theory.laws.discrepancy.frequency import read_rational
    from rope_theory.models.config.keys import exact

    return exact("--factor", read_rational("--factor", text))
