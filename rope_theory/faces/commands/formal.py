"""`rope-theory formal`: the kernel-checked proofs, claim by claim; with --run, checked afresh."""

from __future__ import annotations

import argparse
import json
import sys

from rope_theory.faces.commands import Heading

HEADING = Heading.DECIDE
EXAMPLES = """\
examples:
  rope-theory formal                                 what the committed receipts say; needs no Coq
  rope-theory formal u26.thm32                       of one claim, with its statement; then its parts
  rope-theory formal --run                           compile what has changed, and check everything now
  rope-theory formal --run --install --write         what `make formal` does
exit status: 0 if all is well, 1 if something drifted or is refused, 2 for bad input,
3 if Coq or one of its libraries is missing, 4 if it is too old
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "formal",
        help="list the kernel-checked proofs and every claim without one; --run checks them with Coq",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="The theorems of proofs/formal with their assumptions, and every claim without one, by name.\n"
        "Without --run this shows receipts: what Coq said when they were written, if nothing has changed since.",
    )
    parser.add_argument(
        "claims",
        metavar="ID",
        nargs="*",
        default=[],
        help="of these claims the sentence and the formal statement, then the receipts of their parts and of ids that go on from theirs",
    )
    parser.add_argument("--run", action="store_true", dest="with_coq", help="compile and check everything with Coq now")
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="compile every file; else a file compiled earlier is used where nothing has changed that it was made from "
        "(never with CI in the environment)",
    )
    parser.add_argument("--install", action="store_true", help="first install what is missing, with apt-get as root")
    parser.add_argument("--write", action="store_true", help="write the receipts if all is well")
    parser.add_argument(
        "--check", action="store_true", help="exit status 1 if the receipts are not of these proofs (versions apart)"
    )
    parser.add_argument(
        "--accept",
        metavar="ID",
        action="append",
        nargs="+",
        default=[],
        help="the wording or the formal statement of this claim has changed, and they say the same again",
    )
    parser.add_argument("--json", action="store_true", help="the list as JSON on standard output")
    parser.elsewhere = {
        **dict.fromkeys(
            ("--decide", "--verify"), " (rope-theory verify ID decides; rope-theory formal --run has Coq check)"
        ),
        "--coq": " (did you mean --run?)",
        "--prove": " (did you mean --run?)",
    }
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rich.console import Console

    from rope_theory.core.errors import Words, require
    from rope_theory.evidence.asked import asked as asked_for
    from rope_theory.evidence.formal.coq import CoqProblem
    from rope_theory.evidence.theory import claim
    from rope_theory.faces.report.formal import as_json, print_formal, print_named

    asked = [name for name in ("fresh", "install", "write", "check", "accept") if getattr(args, name)]
    require(args.with_coq or not asked, f"--{asked[0] if asked else ''}", "must come with --run", Words("no --run"))
    require(
        not (args.claims and args.with_coq),
        "--run",
        "must come without claims, as it checks all: rope-theory formal --run",
        " ".join(args.claims),
    )
    named = [one.id for one in asked_for(args.claims)]
    accepted = [claim(claim_id).id for group in args.accept for claim_id in group]
    try:
        outcome, out_of_date = _decide(args, accepted)
    except CoqProblem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return problem.status
    outcome = outcome.only(named) if named else outcome
    if args.json:
        print(json.dumps(as_json(outcome), indent=2))
    elif named:
        print_named(Console(file=sys.stdout, highlight=False), outcome, named)
        print("rope-theory explain ID --formal: what the names in a statement mean, and the false neighbours")
    else:
        print_formal(Console(file=sys.stdout, highlight=False), outcome)
    if args.check and out_of_date:
        print("receipts.json is not up to date: run `make formal`", file=sys.stderr)
    return 0 if outcome.sound and not (args.check and out_of_date) else 1


def _decide(args: argparse.Namespace, accepted: list[str]):
    """The outcome, and whether the receipts would be written differently (and are, with --write)."""
    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.files import writable, write_text
    from rope_theory.evidence.formal import sources as source_files
    from rope_theory.evidence.formal.coq import install
    from rope_theory.evidence.formal.receipts import NAME, Audit, as_text, ask_coq, read_receipts

    folder = source_files.folder()
    sources = source_files.read(folder)
    if not args.with_coq:
        return Audit.of(sources, folder), False
    if folder is None:
        raise InvalidInput("proofs/formal", "must be there", "nothing")
    if args.write:
        writable(folder / NAME)
    if args.install:
        install(sources)
    found = ask_coq(sources, folder, args.fresh)
    outcome = Audit.of(sources, folder, found, accepted)
    if not outcome.sound:
        return outcome, False
    old, new = read_receipts(folder), as_text(found, sources)
    if args.write and json.loads(new) != old:
        write_text(folder / NAME, new)
    return outcome, json.loads(new)["claims"] != old["claims"]  # other versions of Coq are as good
