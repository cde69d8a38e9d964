"""`rope-theory run-long`: a constructed head at length through torch's attention, with what was predicted."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rope_theory.faces.arguments import Choices, add_overwrite, formats_named, whole
from rope_theory.faces.commands import Heading
from rope_theory.faces.parser import lacking

HEADING = Heading.HEADS
EXAMPLES = """\
examples:
  rope-theory run-long --construction mix --length 8192 --dtype bfloat16
  rope-theory run-long --construction mix --length 131072 --dtype bfloat16 --queries targets --receipt mix.json
  rope-theory run-long --construction index --length 1000 --dtype bfloat16 --find-limit
  rope-theory run-long --construction induction --length 200 --dtype float16 --find-limit --json
  rope-theory run-long --construction mix --length 131072 --queries sample:64 --certify mix.json
  rope-theory run-long --show-receipts
"""


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The options of a run that a sweep does not vary."""
    parser.add_argument("--device", help="cpu, cuda or cuda:N (default: cuda where there is one)")
    parser.add_argument(
        "--queries",
        default="all",
        help="all (a question at every position), last, sample:K, or targets (every possible target, from the last "
        "position; not for retrieval) (default: all)",
    )
    parser.add_argument(
        "--beta",
        default=None,
        help="inverse temperature; auto leaves half of the gap for errors, hard shares ties and nothing else "
        "(default: auto; hard with --find-limit)",
    )
    parser.add_argument(
        "--rotation",
        default="float64",
        type=formats_named,
        help="float64 or float32: from frequencies to rotated vectors (default: float64)",
    )
    parser.add_argument("--head-dim", default="128", metavar="D", help="of queries, keys and values (default: 128)")
    parser.add_argument(
        "--theta", help="a fixed angle, radians per position (default: one for each length; not for mix)"
    )
    parser.add_argument("--letters", help="retrieval (default 8) and induction (default 3)")
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "run-long",
        help="run a constructed head at length in torch: accuracy, margin, limits, throughput, memory",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Queries and keys are rotated in --rotation, rounded once to --dtype, and go through\n"
        "scaled_dot_product_attention, whose logits and sums are float32 (float64 for float64). Values are codes of +-1,\n"
        "from which the key that was found is read. Exit status 1: something contradicts what was predicted.",
    )
    parser.add_argument(
        "--construction",
        metavar="NAME",
        choices=Choices(lambda catalogue: catalogue.constructions()),
        help="one of %(choices)s",
    )
    parser.add_argument("--length", metavar="N", help="number of positions; with --find-limit the longest to try")
    parser.add_argument(
        "--dtype",
        default="bfloat16",
        type=formats_named,
        help="bfloat16, float16, float32 or float64 (default: bfloat16)",
    )
    parser.add_argument("--base", default="500000", help="base of a mix's frequencies (default: 500000)")
    parser.add_argument("--seed", default="0", help="of what is drawn (default: 0)")
    add_settings(parser)
    parser.add_argument("--find-limit", action="store_true", help="search the length at which it stops working, too")
    parser.add_argument(
        "--receipt", type=Path, metavar="PATH", help="write the result with device, versions and settings"
    )
    parser.add_argument(
        "--certify",
        type=Path,
        metavar="FILE",
        help="prove before the run that every query reads its target, at every position, and write it (rope-theory certify FILE)",
    )
    add_overwrite(parser)
    parser.add_argument(
        "--show-receipts",
        nargs="?",
        const="",
        metavar="DIR",
        help="print the receipts of a folder (default: the checkout's)",
    )
    parser.set_defaults(run=run)
    subparsers.choices["scale-run"] = parser  # the old name, not in the help


def run(args: argparse.Namespace) -> int:
    if args.show_receipts is not None:
        return _show(args)
    from rope_theory.core.errors import require
    from rope_theory.core.files import unused
    from rope_theory.core.packages import require_packages

    options = {"--construction": args.construction, "--length": args.length}
    missing, shown, given = lacking(EXAMPLES, ["rope-theory", "run-long"], options)
    require(not missing, ", ".join(missing), f"must be given{shown}", given or None)
    require_packages("torch", to="run heads")
    settings = read_settings(args).at(
        construction=args.construction,
        length=whole("--length", args.length, 3),
        dtype=args.dtype,
        base=args.base,
        seed=whole("--seed", args.seed, 0),
    )
    if args.receipt is not None:
        unused(args.receipt, args.overwrite, "--receipt", "receipt.json")
    if not args.find_limit:  # which stops long before the longest length, as a rule
        from rope_theory.machines.long_context.run import require_room

        require_room(settings)
    if args.certify is not None:
        _certify(args, settings)
    result = _run(settings, args.find_limit)
    return _print(args, result)


def _certify(args: argparse.Namespace, settings) -> None:
    """Write the certificate of the head that will run.

    Raises:
        InvalidInput: the bounds do not vouch for it; then nothing runs, and nothing is written.
    """
    from rope_theory.core.errors import require
    from rope_theory.core.files import unused, write_text
    from rope_theory.machines.certificates import head_certificate

    require(not args.find_limit, "--certify", "must not be given with --find-limit", str(args.certify))
    unused(args.certify, args.overwrite, "--certify", "certificate.json")
    certificate = head_certificate(settings)
    write_text(args.certify, json.dumps(certificate) + "\n")
    if not args.json:
        print(f"CERTIFIED: {certificate['statement']}")


def read_settings(args: argparse.Namespace):
    """The settings that `add_settings` reads, with placeholders for construction and length."""
    from rope_theory.machines.long_context.devices import default_device
    from rope_theory.machines.long_context.run import LongRunSettings

    beta = args.beta or ("hard" if getattr(args, "find_limit", False) else "auto")
    return LongRunSettings(
        construction="",
        length=0,
        device=args.device or default_device(),
        queries=args.queries,
        beta=beta if beta in ("auto", "hard") else _number("--beta", beta),
        rotation=args.rotation,
        head_dim=whole("--head-dim", args.head_dim, 2),
        theta=args.theta,
        letters=None if args.letters is None else whole("--letters", args.letters, 2),
    )


def _number(name: str, text: str) -> float:
    from rope_theory.core.errors import InvalidInput

    try:
        return float(text)
    except ValueError:
        raise InvalidInput(name, "must be a positive number, auto or hard", text[:40]) from None


def _run(settings, find: bool):
    """The run; with `find` the search first, then a run at the limit, or at the longest length if there is none."""
    from dataclasses import replace

    from rope_theory.machines.long_context.run import run_long
    from rope_theory.machines.long_context.search import asks_targets, find_limit

    if not find:
        return run_long(settings)
    limit = find_limit(settings, settings.length)
    at = settings.at(length=settings.length if limit is None or settings.construction == "mix" else max(limit, 3))
    if asks_targets(at):
        at = at.at(queries="targets")
    return replace(run_long(at), observed_limit=limit)


def _print(args: argparse.Namespace, result) -> int:
    from rope_theory.machines.long_context.receipts import describe, receipt, write_receipt

    data = receipt(result)
    if args.receipt is not None:
        write_receipt(data, args.receipt)
    print(json.dumps(data, indent=2, ensure_ascii=False) if args.json else describe(data))
    if not args.json and args.find_limit and result.observed_limit is None:
        print(f"  observed: no failure up to {args.length}")
    for fault in result.faults:
        print(f"fault: {fault}", file=sys.stderr)
    return int(bool(result.faults))


def _show(args: argparse.Namespace) -> int:
    from rope_theory.core.errors import printable
    from rope_theory.machines.long_context.devices import code_hash
    from rope_theory.machines.long_context.receipts import FOLDER, receipts

    found = receipts(Path(args.show_receipts) if args.show_receipts else FOLDER)
    if args.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return 0
    from rope_theory.machines.long_context.receipts import describe

    here = code_hash()
    for name, data in found.items():
        code = "this code" if data["machine"]["code"] == here else "another state of the code"
        print(f"{printable(name)} (claimed by the receipt, made by {code})\n{describe(data)}")
    return 0
