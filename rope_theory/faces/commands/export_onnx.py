"""`rope-theory export-onnx DIR --out FILE.onnx`: a compiled model as an ONNX graph, compared with torch."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rope_theory.faces.arguments import add_overwrite, whole
from rope_theory.faces.commands import Heading

HEADING = Heading.FILES
EXAMPLES = """\
examples:
  rope-theory compile number --layers 2 --out model
  rope-theory export-onnx model --out model.onnx
  rope-theory export-onnx model --out model.onnx --sample 1000 --overwrite --json
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "export-onnx",
        help="a compiled model as an ONNX graph, compared with torch",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Write a folder of `compile` as a graph (input_ids, attention_mask) -> logits, any batch and any length up to\n"
        "n0, with torch's exporter; run it in onnxruntime on all short valid inputs and a seeded sample of longer ones, also\n"
        "padded on the left. Written only if every answer is torch's, and right; else exit status 1. Needs the extra onnx.",
    )
    add_export_arguments(parser, "FILE.onnx")
    parser.set_defaults(run=lambda args: run_export(args, "export_onnx", ".onnx"))


def add_export_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    """What the commands that export share."""
    parser.add_argument("directory", metavar="DIR", type=Path, help="a folder of compile --out")
    parser.add_argument("--out", required=True, metavar=name, type=Path, help="the file to write")
    add_overwrite(parser)
    parser.add_argument(
        "--sample", default="100", help="inputs asked of each length that is not asked whole (default: 100)"
    )
    parser.add_argument("--seed", default="2026", help="of the sample (default: 2026)")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")


def run_export(args: argparse.Namespace, function: str, suffix: str) -> int:
    """Export, and say how the file compared."""
    from dataclasses import asdict

    from rope_theory.core.errors import require
    from rope_theory.core.files import unused
    from rope_theory.machines import export

    require(args.out.suffix == suffix, "out", f"must end in {suffix}", str(args.out))
    out = unused(args.out, args.overwrite, called="model.onnx")
    sample, seed = whole("sample", args.sample, 1), whole("seed", args.seed, 0, as_in="2026")
    found = getattr(export, function)(args.directory, out, sample=sample, seed=seed)
    written = str(args.out) if found.holds else None
    if args.json:
        print(json.dumps({**asdict(found), "holds": found.holds, "file": written}, indent=2))
    else:
        print("\n".join([*found.lines(), written or "FAILS: nothing is written"]))
    return 0 if found.holds else 1
