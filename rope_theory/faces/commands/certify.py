"""`rope-theory certify DIR|FILE`: the certificate of a compiled model or of a head, proved anew from it alone."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from rope_theory.faces.arguments import formats_named
from rope_theory.faces.commands import Heading

HEADING = Heading.HEADS
EXAMPLES = """\
examples:
  rope-theory compile number --layers 2 --out model --certify    write a model and its certificate
  rope-theory certify model                                      prove it anew, without torch
  rope-theory certify model --json                               the certificate without the weights in it
  rope-theory run-long --construction mix --length 8192 --certify mix.json
  rope-theory certify mix.json                                   the certificate of a head at a length, in the same form
  rope-theory certify model --dtype bfloat16                     is it vouched for if it is loaded in another format?
"""

#: Of a head's certificate: where it holds, what it does not say, how it is checked.
OF_HEAD = {
    "Where": "In full sequences through attention as rope_theory.machines.long_context runs it, on any device without TF32.",
    "Not guaranteed": "Longer sequences, other formats, other programs. Nothing is said of trained models.",
    "Check it": "This command has just proved it anew from the file alone; `rope-theory run-long` runs it in torch.",
}


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "certify",
        help="prove anew that a compiled model answers every valid input, from its folder alone",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Read a compiled model's config.json, model.safetensors and certificate.json, and prove what the\n"
        "certificate says: bounds through every layer, in the arithmetic of the format, for all valid inputs. It prints\n"
        "what is guaranteed, where, what is not, the bounds, and what is trusted. It holds for one format, one longest\n"
        "input and these weights; it says nothing of trained models or of other formats.\nNot for a downloaded model: its weights are trained, and `rope-theory limits DIR` says what its planes can do. Neither torch nor transformers\n"
        "is used. A FILE of run-long --certify is proved anew in the same way. Exit status 0: proved; 2: the folder is\n"
        "refused. With --dtype: whether a proof goes through for the model loaded in that format; 1 if not.",
    )
    parser.add_argument(
        "directory",
        metavar="DIR",
        type=Path,
        help="a folder of compile --out with certificate.json; or FILE, of run-long --certify",
    )
    parser.add_argument(
        "--dtype",
        type=formats_named,
        metavar="FORMAT",
        help="loaded in this format (float32, bfloat16, float16, float64)",
    )
    parser.add_argument("--json", action="store_true", help="the certificate as JSON on standard output")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json
    from dataclasses import asdict

    from rope_theory.core.errors import Absent, require
    from rope_theory.machines.certificates import check, check_head, in_format
    from rope_theory.machines.certificates.folder import to_make

    file = args.directory.is_file()
    if not args.directory.exists():
        raise Absent("DIR", "there is no folder and no file {}", str(args.directory), to_make(args.directory))
    rule = "must be a folder of rope-theory compile --out --certify, or a certificate, which begins with {"
    begin = args.directory.read_bytes()[:10_000] if file else b""
    require(not file or begin.lstrip().startswith((b"{", b"[")), "DIR", rule, str(args.directory))
    configuration = args.directory.name == "config.json" or b"model_type" in begin
    rule = f"must be a certificate, not the configuration of a model (which is read by: rope-theory limits {shlex.quote(str(args.directory))} --length N)"
    require(not configuration, "DIR", rule, str(args.directory))
    if args.dtype is not None:
        require(not file, "dtype", "must not be given with the certificate of a head", args.dtype)
        found = in_format(args.directory, args.dtype)
        print(json.dumps(asdict(found), indent=2) if args.json else found)
        return int(not found.vouched)
    certificate = (check_head if file else check)(args.directory)
    if args.json:
        print(json.dumps({name: value for name, value in certificate.items() if name != "weights"}, indent=2))
        return 0
    for line in lines(certificate, args.directory):
        print(line)
    return 0


def lines(certificate: dict, path: Path) -> list[str]:
    """A certificate in words: what is guaranteed, where, what is not, how to check it, then the bounds and what is trusted."""
    from rope_theory.machines.compile.card import allowed, guarantee

    of_model = "stray" in certificate["layers"][0]
    stray = "stray from the answer" if of_model else "error of a logit"
    said = [f"CERTIFIED: {certificate['statement']}"]
    facts = guarantee(certificate, str(path)) if of_model else OF_HEAD
    said += [f"  {name.lower()}: {words.replace('`', '')}" for name, words in facts.items() if name != "Guaranteed"]
    said += ["  bounds, layer by layer:", f"  layer  least lead   rivals get    {stray}"]
    said += [
        f"  {number:>5}  {layer['lead']:<11.5g}  {layer['miss']:<12.3g}  {layer.get('stray', layer['logit_error']):.3g}"
        for number, layer in enumerate(certificate["layers"], 1)
    ]
    said += [] if of_model else [f"  {allowed(certificate['allowance'])[:-1].lower()}"]
    said.append("  trusted:")
    return said + [f"    {fact}" for fact in certificate["trusted"]]
