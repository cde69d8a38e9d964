"""`rope-theory export-gguf DIR --out FILE.gguf`: a compiled Llama as a GGUF file, read back and compared."""

from __future__ import annotations

import argparse

from rope_theory.faces.commands import Heading
from rope_theory.faces.commands.export_onnx import add_export_arguments, run_export

HEADING = Heading.FILES
EXAMPLES = """\
examples:
  rope-theory compile number --layers 2 --out model
  rope-theory export-gguf model --out model.gguf
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "export-gguf",
        help="a compiled Llama as a GGUF file, read back and compared",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Write a folder of `compile --class llama` in llama.cpp's format, float32, with its tokens; read it back and\n"
        "ask all short valid inputs and a seeded sample of longer ones, also padded on the left. Written only if every answer\n"
        "is torch's, and right; else exit status 1. Needs the extra gguf.",
    )
    add_export_arguments(parser, "FILE.gguf")
    parser.set_defaults(run=lambda args: run_export(args, "export_gguf", ".gguf"))
