"""`rope-theory show DIR --input "…"`: one input going through a compiled model, layer by layer."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rope_theory.core.words import counted
from rope_theory.faces.commands import Heading

HEADING = Heading.HEADS
EXAMPLES = """\
examples:
  rope-theory compile number --layers 2 --out model --certify
  rope-theory show model --input "C B A 1 4 1 2"
  rope-theory show model --input "C B A 1 4 1 2" --json
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "show",
        help="one input going through a compiled model, layer by layer",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Where each position looks in each layer, which answer it then holds, and by how much the answer's logit leads.\n"
        "Computed here in float64 from the stored weights, without torch. Where the folder has a certificate it is proved anew,\n"
        "and its bounds stand beside what is computed. Exit status 1 if another token leads.",
    )
    parser.add_argument("directory", metavar="DIR", type=Path, help="a folder of compile --out")
    parser.add_argument("--input", required=True, metavar="TOKENS", help="a valid input of its task, as text")
    parser.add_argument(
        "--json", action="store_true", help="all weights and numbers as JSON on standard output, positions from 0"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.faces.report.trace import lines
    from rope_theory.machines.certificates import NAME, check, read_folder
    from rope_theory.machines.trace import facts, trace

    model = read_folder(args.directory)
    found = trace(model, args.input)
    certificate = check(args.directory) if (args.directory / NAME).exists() else None
    data = facts(found, certificate)
    if args.json:
        print(json.dumps(data, indent=1))
    else:
        print(f"{model.kind}, {model.task} task, {counted(model.layers, 'layer')}, {model.form}; computed in float64")
        print("\n".join(lines(data)))
    return 0 if found.margin > 0 else 1
