"""`rope-theory limits CONFIG --length N`: what the rotary frequencies of a model can and cannot do at a length."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from rope_theory.faces.arguments import (
    DIM,
    add_asked_of_heads,
    add_config,
    add_long,
    add_overwrite,
    afford,
    one_thread,
    tell_unread,
    unread_json,
    whole,
)
from rope_theory.faces.commands import Heading
from rope_theory.faces.parser import as_in

HEADING = Heading.CONFIGURATIONS
EXAMPLES = """\
examples:
  rope-theory limits config.json --length 131072
  rope-theory limits config.json --length 131072 --short
  rope-theory limits config.json --length 131072 --dtype float32 --all --plot limits.png
  rope-theory limits --base 500000 --head-dim 128 --length 131072 --json
  rope-theory limits olmo-3/config.json --length 65536 --layer sliding_attention
"""


def add_model(parser: argparse.ArgumentParser) -> None:
    """The arguments that name a model: a configuration, or a base and a head dimension."""
    add_config(parser)
    parser.add_argument(
        "--base",
        help="base of the frequencies (rope_theta), where the configuration has none or there is no configuration",
    )
    parser.add_argument(
        *reversed(DIM),
        dest="head_dim",
        metavar="D",
        help="the head dimension, all of which turns, without a configuration",
    )


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "limits",
        help="what a model's rotary frequencies can and cannot do at a context length",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="One page for a model. In short: can a head pick out each of n positions, and which |q|·|k| does that take; does its lead\n"
        "outlast the number format; which planes still tell symbols apart. Then the numbers: each plane alone, the best mix of all,\n"
        "the kernel B(m), p-RoPE. Every bound is certified; what the file leaves to its class is said.",
    )
    add_model(parser)
    parser.add_argument("--length", help="context length n, in positions (must be given)")
    add_asked_of_heads(parser)
    parser.add_argument("--layer", metavar="TYPE", help="only this layer type, e.g. full_attention")
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument("--all", action="store_true", help="show every plane")
    extent.add_argument(
        "--short",
        action="store_true",
        help="only what the page says in short of positions, number format and symbols, and the layers as they were read; faster, as --quick is",
    )
    parser.add_argument("--quick", action="store_true", help="leave out p-RoPE and the survey of bases")
    add_long(parser)
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.add_argument("--plot", metavar="PATH", type=Path, help="draw it, too (PNG, SVG or PDF; needs matplotlib)")
    add_overwrite(parser)
    parser.elsewhere = {"--to": " (did you mean --length? for a longer context: rope-theory scale)"}
    parser.one_value = _one_model
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if not args.long:
        one_thread()
    from rope_theory.core.progress import callback
    from rope_theory.faces.report.limits import beyond, print_limits
    from rope_theory.faces.report.limits_short import in_short
    from rope_theory.models.config.table import to_json as table
    from rope_theory.models.limits import EXTRA_SWEEPS, SURVEY_WORK, layer_limits
    from rope_theory.models.limits_json import to_json
    from rope_theory.models.precision.formats import read_format

    if args.length is None:
        _no_length(args)
    length, letters = whole("length", args.length, 2), whole("letters", args.letters, 2)
    read_format("dtype", args.dtype)
    config = model(args, length)
    if args.plot is not None:
        from rope_theory.faces.report.limits_plot import check_path

        check_path(args.plot, args.overwrite)
    args.quick = args.quick or (args.short and not args.json)
    layers = config.layers if args.layer is None else (config.layer(args.layer),)
    work = [min(length, layer.window or length) * len(layer.frequencies.angles) for layer in layers]
    extra = EXTRA_SWEEPS if not args.quick and (args.long or max(work) <= SURVEY_WORK) else 0
    afford("--length", length, -(-sum(work) // length), 1 + extra, long=args.long)
    found = []
    for layer in layers:
        with callback(f"limits of {layer.layer_type}") as progress:
            options = {"extras": not args.quick, "long": args.long, "progress": progress}
            found.append(layer_limits(layer, length, args.dtype, letters, **options))
    if args.plot is not None:
        from rope_theory.faces.report.limits_plot import draw

        draw(found, args.plot, config.source)
        print(f"drawn: {args.plot}", file=sys.stderr)
    if args.json:
        print(
            json.dumps(
                {
                    "config": config.source,
                    "model_type": config.model_type,
                    "max_length": config.max_length,
                    "layout": config.layout,
                    "notes": [*config.notes, *beyond(config, max(each.length for each in found))],
                    "not_read": unread_json(config),
                    "table": table(config),
                    "layers": [{**to_json(each), "in_short": in_short(each)} for each in found],
                },
                indent=2,
            )
        )
    else:
        print_limits(config, found, args.all, args.short)
    return 0


def _one_model(given: Sequence[str]) -> str:
    """What the command takes without an option, for an error, where two configurations were written; else nothing."""
    files = [each for each in given if each.endswith(".json") and not each.startswith("-")]
    call = shlex.join(["rope-theory", "compare", *files[:2]])
    return f"one CONFIG, and options (two: {call})" if len(files) > 1 else ""


def _no_length(args: argparse.Namespace) -> NoReturn:
    """What is wrong with the file is said before that the length is missing, and which one it names."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.machines.pretrained import located
    from rope_theory.models.config import read_config

    given = {"--base": args.base, "--head-dim": args.head_dim}
    numbers = [part for name, text in given.items() if text is not None for part in (name, text)]
    written = ["rope-theory", "limits", *filter(None, [args.config]), *numbers]
    hint = as_in(EXAMPLES, written, ["--length", *(name for name in given if numbers and name not in numbers)])
    if args.config is not None and (own := read_config(located(args.config), base=args.base).max_length) is not None:
        hint = f" (--length {own} is the file's max_position_embeddings)"
    model_too = args.config is None and args.base is None and args.head_dim is None
    raise InvalidInput(
        "CONFIG, --length" if model_too else "--length", f"must be given{hint}", " ".join(written[2:]) or None
    )


def model(args: argparse.Namespace, length: int, tell: bool = True):
    """The configuration that the arguments name, at the length.

    Args:
        tell: also say on standard error which keys of the file are not read.
    """
    from dataclasses import replace

    from rope_theory.core.errors import InvalidInput
    from rope_theory.models.config import read_config

    if args.config is not None:
        if args.head_dim is not None:
            raise InvalidInput("--head-dim", "must not be given beside a configuration", args.head_dim)
        from rope_theory.machines.pretrained import located

        config = read_config(located(args.config), length=length, base=args.base)
        if tell:
            tell_unread(config)
        return config
    if args.base is None and args.head_dim is None:
        rule = f"must be given, or --base and --head-dim{as_in(EXAMPLES, [])}"
        raise InvalidInput("CONFIG", rule, None)
    for name, given, beside in (("--base", args.base, "--head-dim"), ("--head-dim", args.head_dim, "--base")):
        if given is None:
            raise InvalidInput(name, f"must be given beside {beside} (or a CONFIG in place of both)", None)
    settings = {"head_dim": whole("--head-dim", args.head_dim, 2), "max_position_embeddings": length}
    return replace(
        read_config(settings, length=length, base=args.base),
        source=f"base {args.base}, head dimension {args.head_dim}",
        notes=(),
    )
