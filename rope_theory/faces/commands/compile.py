"""`rope-theory compile TASK`: a constructed stack in an ordinary model class, saved and verified."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rope_theory.core.words import counted
from rope_theory.faces.arguments import add_overwrite, formats_named, whole
from rope_theory.faces.commands import Heading
from rope_theory.faces.parser import as_in

HEADING = Heading.HEADS
EXAMPLES = """\
examples:
  rope-theory compile number --verify recipe               the published test recipe, 45 600 sequences
  rope-theory compile letter --class gptj --layers 12 --width 128 --rotary-dim 128 --verify 4000
  rope-theory compile number --base 500000 --head-dim 128 --length 129 --out model
  rope-theory compile letter --layers 12 --letters 16 --length 65 --hops 12 --verify 1200
  rope-theory compile --from model --verify recipe         a model that was saved before
  rope-theory compile number --layers 2 --out model --certify
"""
SETTINGS = ("layers", "length", "base", "head_dim", "rotary_dim", "width", "letters", "integers")
ONLY = {"base": "llama", "head_dim": "llama", "rotary_dim": "gptj"}


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "compile",
        help="put a constructed stack into Llama's or GPT-J's own class, and verify it",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Build a LlamaForCausalLM or GPTJForCausalLM that answers a task: weights ours,\n"
        "code theirs. Save it, and run it on inputs drawn by the published recipe. Exit status 1 if an answer is\n"
        "wrong or leads by less than the weights are made for. Needs the extra models.",
    )
    parser.add_argument(
        "task", nargs="?", metavar="TASK", help="number, letter or previous (rope-theory constructions)"
    )
    parser.add_argument("--class", dest="kind", choices=("llama", "gptj"), help="model class (default: llama)")
    parser.add_argument("--layers", help="as many hops are answered (default: 4)")
    parser.add_argument("--length", help="n0, the longest input (default: 17)")
    parser.add_argument("--base", help="llama: rope_theta (default: one that suits the length)")
    parser.add_argument("--head-dim", help="llama: head dimension (default: 4, or what the code needs)")
    parser.add_argument("--rotary-dim", help="gptj: rotary dimension (default: 64)")
    parser.add_argument("--width", help="hidden size (default: the least)")
    parser.add_argument("--letters", help="letters of the vocabulary (default: 120, or 8)")
    parser.add_argument("--integers", help="largest integer (default: 16, or what the length needs; letter task: 8)")
    parser.add_argument(
        "--code", choices=("circle", "one-hot"), help="code of the answers (default: circle; one-hot in 16 bits)"
    )
    parser.add_argument(
        "--dtype",
        type=formats_named,
        metavar="FORMAT",
        help="of the weights: float32 (default), float64, bfloat16, float16",
    )
    parser.add_argument("--out", metavar="DIR", type=Path, help="save it there; what is verified is read back")
    parser.add_argument(
        "--certify", action="store_true", help="prove that it answers every valid input, and write certificate.json"
    )
    add_overwrite(parser)
    parser.add_argument("--from", dest="source", metavar="DIR", type=Path, help="a saved model, instead of TASK")
    parser.add_argument("--verify", metavar="COUNT", help='run it on this many inputs ("recipe": 45 600)')
    parser.add_argument("--at", metavar="LENGTH", help="length of the inputs (default: n0)")
    parser.add_argument("--hops", metavar="MOST", help="1..MOST hops in equal parts (default: 4, or the layers)")
    parser.add_argument("--device", default="cpu", help="where it runs, e.g. cuda (default: cpu)")
    parser.add_argument("--seed", default="2026", help="of the inputs (default: 2026)")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.elsewhere = dict.fromkeys(("GPT2", "GPT-2", "BERT", "T5"), " (it has no rotary positions)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import require
    from rope_theory.core.files import output_folder
    from rope_theory.machines import compile as compiled
    from rope_theory.machines.certificates import NAME
    from rope_theory.machines.certificates.folder import no_others

    for name in ("at", "hops"):
        rule = f"must be given with --verify: --verify 100 --{name} {shlex.quote(str(getattr(args, name)))}"
        require(getattr(args, name) is None or args.verify is not None, f"--{name}", rule, getattr(args, name))
    require(not args.certify or args.out is not None, "--certify", "must be given with --out FOLDER", "--certify")
    seed = whole("seed", args.seed, 0, as_in="2026")
    count = None
    if args.verify is not None:
        count = compiled.RECIPE if args.verify == "recipe" else whole("verify", args.verify, 1)
    hops = None if args.hops is None else range(1, whole("hops", args.hops, 1) + 1)
    length = None if args.at is None else whole("at", args.at, 2)
    new = args.out is not None and not args.out.exists()
    if args.out is not None:
        output_folder(args.out, (*compiled.FILES, NAME), args.overwrite)
        if args.certify and args.out.exists():
            no_others(args.out)
    try:
        model = _moved(_model(args), args.device)
        certificate = _saved(args, model)
    finally:
        if new and not any(args.out.iterdir()):
            args.out.rmdir()
    if args.out is not None:
        model = _moved(compiled.load(args.out), args.device)
    verified = None
    if count is not None:
        verified = compiled.verify(model, count, length=length, hops=hops, seed=seed)
    _show(args, model, verified, certificate)
    return 0 if verified is None or verified.holds else 1


def _saved(args: argparse.Namespace, model) -> dict | None:
    """Save the model, and with --certify only if it can be certified; its certificate."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.progress import callback
    from rope_theory.machines import compile as compiled
    from rope_theory.machines.certificates import certify

    if args.out is None or not args.certify:
        _warn(args, model)
        if args.out is not None:
            compiled.save(model, args.out)
        return None
    found: list[dict] = []
    try:
        with callback("proving that every valid input is answered") as progress:
            compiled.save(model, args.out, lambda folder: found.append(certify(folder, progress)))
    except InvalidInput as problem:
        rule = f"must be left out: this model cannot be certified, and nothing was written ({problem})"
        raise InvalidInput("certify", rule, str(args.out)) from None
    return found[0]


def _model(args: argparse.Namespace):
    from rope_theory.core.errors import require
    from rope_theory.machines import compile as compiled

    texts = {name: getattr(args, name) for name in SETTINGS if getattr(args, name) is not None}
    choices = {name: getattr(args, name) for name in ("code", "dtype") if getattr(args, name) is not None}
    if args.source is not None:
        unused = [args.task, args.kind, *texts.values(), *choices.values()]
        require(not any(unused), "from", "must not be given with TASK, --class or settings", str(args.source))
        return compiled.load(args.source)
    require(args.task is not None, "task", f"must be given, or --from{as_in(EXAMPLES, [])}", args.task)
    kind = args.kind or "llama"
    for name in texts:
        require(ONLY.get(name, kind) == kind, name, f"must not be given for {kind}", texts[name])
    settings: dict[str, Any] = {name: whole(name, text, 1) for name, text in texts.items()} | choices
    return (compiled.to_llama if kind == "llama" else compiled.to_gptj)(args.task, **settings)


def _warn(args: argparse.Namespace, model) -> None:
    """Say before anything is written or run whether a proof goes through in the format that is asked for."""
    import sys
    import tempfile

    from rope_theory.core.errors import InvalidInput
    from rope_theory.machines import compile as compiled
    from rope_theory.machines.certificates import in_format
    from rope_theory.machines.compile.tokens import format_of

    dtype = format_of(model)
    if args.certify or (args.dtype is None and dtype == "float32"):
        return
    with tempfile.TemporaryDirectory() as folder:
        compiled.save(model, Path(folder) / "model")
        try:
            vouched = in_format(Path(folder) / "model", dtype).vouched
        except InvalidInput:  # float64, which no certificate is for
            vouched = False
    what = "could be certified (--certify)" if vouched else "is not vouched for: no proof goes through"
    print(f"note: in {dtype} this model {what}", file=sys.stderr)


def _moved(model, device: str):
    from rope_theory.core.errors import InvalidInput

    try:
        return model.to(device)
    except (RuntimeError, AssertionError):  # an unknown name, or a torch without this device
        raise InvalidInput("device", "must be one that torch has here", device) from None


def _show(args: argparse.Namespace, model, verified, certificate) -> None:
    import json

    from rope_theory.machines.compile.tokens import described

    settings = described(model)
    if args.json:
        found = {"model": settings, "verified": None if verified is None else _json(verified)}
        if certificate is not None:
            found["certificate"] = {name: value for name, value in certificate.items() if name != "weights"}
        print(json.dumps(found, indent=2))
        return
    limits = settings["budget"]
    print(
        f"{settings['class']}, {settings['task']} task: {counted(settings['layers'], 'layer')}, n0 = {settings['length']}, "
        f"hidden size {limits['width']}, {counted(settings['tokens'], 'token')}, {counted(settings['parameters'], 'parameter')}"
    )
    if args.source is not None:
        print("  claimed by its config.json:")
    print(
        f"  gap Δ {settings['gap']:.6g}, ballast {limits['ballast']}, norms {limits['norm_min']:.6g} to "
        f"{limits['norm_max']:.6g}, effective β {limits['beta'] / limits['norm_min'] ** 2:.6g}, logit error at "
        f"most {limits['error']:.2g} (first order)"
    )
    if args.out is not None:
        print(f"  saved in {args.out}")
    if certificate is not None:
        from rope_theory.machines.compile.card import guarantee

        print(f"  CERTIFIED: {certificate['statement']}")
        for name, said in guarantee(certificate, str(args.out)).items():
            if name != "Guaranteed":
                print(f"  {name.lower()}: {said.replace('`', '')}")
    if verified is None:
        return
    print(
        f"  {counted(verified.inputs, 'input')} of {counted(verified.length, 'token')}, seed {verified.seed}, {verified.dtype} on "
        f"{verified.device}: {verified.seconds:.1f} s"
    )
    for part in verified.classes:
        hops = "hop " if part.hops == 1 else "hops"
        print(f"  {part.hops:>3} {hops}  {part.right} of {part.inputs} right, smallest logit margin {part.margin:.4g}")
    print(
        "  every answer is right, with the margin it is made for"
        if verified.holds
        else f"  FAILS: {verified.right} of {verified.inputs} right, smallest margin {verified.margin:.4g}"
    )


def _json(verified) -> dict:
    import torch
    import transformers

    from rope_theory import __version__

    return asdict(verified) | {
        "inputs": verified.inputs,
        "right": verified.right,
        "margin": verified.margin,
        "holds": verified.holds,
        "versions": {
            "rope_theory": __version__,
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        },
    }
