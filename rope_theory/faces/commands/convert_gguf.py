"""`rope-theory convert-gguf FILE --out DIR`: a GGUF file as a folder that `profile` and transformers read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rope_theory.faces.commands import Heading

HEADING = Heading.MODELS
EXAMPLES = """\
examples:
  rope-theory convert-gguf models/qwen3-0.6b-q8_0.gguf --out qwen3
  rope-theory profile qwen3 --task binding --size 32 --out profile
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "convert-gguf",
        help="a GGUF file as config.json, safetensors weights and tokenizer",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Unpack a GGUF file of the layout of Llama, Qwen 2, Qwen 3 or Gemma 3 (text) into float32: rows of query\n"
        "and key back in the order of transformers, every key of the architecture read or the file refused, every\n"
        "tensor used. Needs the extra gguf.",
    )
    parser.add_argument("file", metavar="FILE", help="the GGUF file")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder to make; it must not exist")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from rope_theory.core.errors import printable
    from rope_theory.core.files import whole_folder
    from rope_theory.machines.pretrained.gguf_file import convert, require_gguf

    require_gguf()
    out = Path(args.out)
    with whole_folder(out) as draft:
        found = convert(args.file, draft)
    if args.json:
        print(json.dumps({**asdict(found), "folder": str(out)}, indent=2))
        return 0
    formats = ", ".join(f"{count} {name}" for name, count in sorted(found.quantised.items()))
    print(f"{printable(found.name) or 'no name'}: {found.model}, {found.parameters} parameters")
    print(f"  {found.tensors} tensors ({formats}), now float32")
    print(f"  tokenizer: {printable(found.tokenizer)}")
    for note in found.notes:
        print(f"  {note}")
    print(out)
    return 0
