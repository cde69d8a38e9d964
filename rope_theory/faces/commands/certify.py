"""`rope-theory certify DIR|FILE`: the certificate of a compiled model or of a head, proved anew from it alone."""

from __future__ import annotations

import argparse
from pathlib import Path

EXAMPLES = """\
examples:
  rope-theory compile number --layers 2 --out model --certify    write a model and its certificate
  rope-theory certify model                                      prove it anew, without torch
  rope-theory certify model --json                               the certificate without the weights in it
  rope-theory run-long --construction mix --length 8192 --certify mix.json
  rope-theory certify mix.json                                   the certificate of a head at a length, in the same form
  rope-theory certify model --dtype bfloat16                     is it vouched for if it is loaded in another format?
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "certify",
        help="prove anew that a compiled model answers every valid input, from its folder alone",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Read a compiled model's config.json, model.safetensors and certificate.json, and prove what the\n"
        "certificate says: bounds through every layer, in the arithmetic of the format, for all valid inputs. Neither\n"
        "torch nor transformers is used. A FILE of run-long --certify is proved anew in the same way. Exit status 2 if the folder is refused. With --dtype: whether a proof goes through\n"
        "for the model loaded in that format; exit status 1 if not.",
    )
    parser.add_argument(
        "directory",
        metavar="DIR",
        type=Path,
        help="a folder of compile --out with certificate.json; or FILE, of run-long --certify",
    )
    parser.add_argument("--dtype", metavar="FORMAT", help="loaded in this format (float32, bfloat16, float16, float64)")
    parser.add_argument("--json", action="store_true", help="the certificate as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json
    from dataclasses import asdict

    from rope_theory.core.errors import require
    from rope_theory.machines.certificates import check, check_head, in_format

    file = args.directory.is_file()
    if args.dtype is not None:
        require(not file, "dtype", "must not be given with the certificate of a head", args.dtype)
        found = in_format(args.directory, args.dtype)
        print(json.dumps(asdict(found), indent=2) if args.json else found)
        return int(not found.vouched)
    certificate = (check_head if file else check)(args.directory)
    if args.json:
        print(json.dumps({name: value for name, value in certificate.items() if name != "weights"}, indent=2))
        return 0
    for line in lines(certificate):
        print(line)
    return 0


def lines(certificate: dict) -> list[str]:
    """A certificate in words."""
    stray = "stray from the answer" if "stray" in certificate["layers"][0] else "error of a logit"
    said = [f"CERTIFIED: {certificate['statement']}", f"  layer  least lead   rivals get    {stray}"]
    said += [
        f"  {number:>5}  {layer['lead']:<11.5g}  {layer['miss']:<12.3g}  {layer.get('stray', layer['logit_error']):.3g}"
        for number, layer in enumerate(certificate["layers"], 1)
    ]
    said.append(f"  each weight may differ by {certificate['allowance']} units in the last place; zeros stay zero")
    said.append("  trusted:")
    return said + [f"    {fact}" for fact in certificate["trusted"]]
