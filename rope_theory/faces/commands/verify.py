"""`rope-theory verify`: decide the claims, print the table, write the JSON."""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rope_theory.faces.arguments import add_fresh, add_json_file, add_overwrite, claims_asked, one_thread, whole
from rope_theory.faces.commands import Heading
from rope_theory.faces.filters import add_filters, chosen

if TYPE_CHECKING:
    from rope_theory.evidence.formal import KernelStatus
    from rope_theory.evidence.ledger import Ledger
    from rope_theory.faces.report.rows import Row


HEADING = Heading.DECIDE


EXAMPLES = """\
examples:
  rope-theory verify u26.index-bound-length
  rope-theory verify "u26.*"                  a paper's
  rope-theory verify --summary
  rope-theory verify --json verdicts.json
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="decide the claims and print their table",
        epilog=EXAMPLES,
        description="Decide the claims and print their table. Exit status 0 only if every verdict is the recorded "
        "one and every false neighbour was rejected (with --kernel: and every formal proof was checked).",
    )
    parser.add_argument(
        "ids",
        metavar="ID",
        nargs="*",
        help="only these claims: ids or patterns ('u26.*'), in any case of letters; for words the claims whose titles or ids "
        "have them are listed, and the exit status is 2",
    )
    parser.add_argument("--claim", action="append", metavar="ID", nargs="+", help="the same as ID (may be repeated)")
    add_filters(parser)
    parser.add_argument(
        "--profile",
        choices=("quick", "thorough"),
        default="quick",
        help="how far finite domains and searches go (default: quick)",
    )
    parser.add_argument("--by", choices=("paper", "verdict"), default="paper", help="order of the table; verdict: what "
                        "is refuted first, then from the weakest evidence to the strongest (default: paper)")  # fmt: skip
    parser.add_argument("--summary", action="store_true", help="print the counts only")
    parser.add_argument("--jobs", metavar="N", default="1", help="how many processes decide (default: 1)")
    add_json_file(parser)
    add_overwrite(parser)
    parser.add_argument(
        "--kernel",
        action="store_true",
        help="also check the formal proofs with Coq now, all of them whatever the ID: about 2 minutes where nothing has changed since the last "
        "time, 6 from nothing (default: the kernel column shows receipts)",
    )
    add_fresh(parser)
    parser.elsewhere = {
        "--paper": " (the claims of a paper: rope-theory verify 'u26.*')",
        "--kind": " (of a paper's sentences: rope-theory paper u26 --kind theorem)",
        **dict.fromkeys(
            ("--theta", "--length", "--beta"), " (a claim says its own; rope-theory run and gap take numbers)"
        ),
        "--all": " (without an ID all claims are decided)",
        "--out": " (--json PATH writes the verdicts there)",
        "--steps": " (rope-theory explain ID --steps shows them)",
        **dict.fromkeys(("--fails", "--refuted"), " (did you mean --verdict refuted?)"),
        "VERBATIM": " (did you mean quoted?)",
        "--formal": " (rope-theory formal ID shows the formal statement)",
    }
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    one_thread()
    from rich.console import Console

    from rope_theory.core.errors import require
    from rope_theory.core.files import unused, write_text
    from rope_theory.core.progress import progress
    from rope_theory.evidence.asked import no_claim
    from rope_theory.evidence.formal.coq import CoqProblem
    from rope_theory.evidence.formal.receipts import check_now, committed_status
    from rope_theory.evidence.theory import claims
    from rope_theory.faces.report.rows import environment, without_receipts
    from rope_theory.faces.report.table import by_verdict, print_counts, print_table

    if args.json is not None and _asks_for_claims(str(args.json)):
        args.ids, args.json = [*args.ids, str(args.json)], Path("-")
    jobs = whole("jobs", args.jobs, 1, 1024, "4")
    names = [*args.ids, *(name for group in args.claim or () for name in group)]
    rule = "must stand without --summary, which is a line of text"
    require(not args.summary or str(args.json) != "-", "--json", rule, "--json --summary")
    if [each.casefold() for each in names] == ["all"]:
        raise no_claim(names[0], "all of them: rope-theory verify")
    asked = claims_asked(names) if names else list(claims().values())
    wanted = chosen(asked, args.words, args.relation, args.verdict)
    to_stdout = args.json is not None and str(args.json) == "-"
    if args.json is not None and not to_stdout:
        unused(args.json, args.overwrite, "json", "verdicts.json")
    try:
        formal = check_now(args.fresh) if args.kernel else None
    except CoqProblem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return problem.status
    statuses = [(one.id, formal.statuses[one.id] if formal else committed_status(one)) for one in wanted]
    found = decided(statuses, args.profile, jobs, args.fresh)
    rows = list(progress(found, "deciding claims", len(wanted), lines=True))
    if formal:
        rows = [without_receipts(entry, formal.sound) for entry in rows]
    text = (
        json.dumps({"claims": rows, "environment": environment(args.profile)}, ensure_ascii=to_stdout, indent=2) + "\n"
    )
    if to_stdout:
        print(text, end="")
    else:
        console = Console(file=sys.stdout, highlight=False)
        if args.summary:
            print_counts(console, rows)
            if kept := sum(entry["kept"] is not None for entry in rows):
                print(
                    f"{kept} of the decisions {'was' if kept == 1 else 'were'} kept by earlier runs (--fresh decides anew)"
                )
        else:
            print_table(console, by_verdict(rows) if args.by == "verdict" else rows)
        if args.json is not None:
            write_text(args.json, text)
    for fault in formal.faults if formal else ():
        print(f"formal proofs: {fault}", file=sys.stderr)
    drifted = formal and (formal.faults or any(entry["kernel"]["status"] == "drifted" for entry in rows))
    return 0 if all(entry["sound"] for entry in rows) and not drifted else 1


def _asks_for_claims(after_json: str) -> bool:
    """Whether what stands behind --json is an id or a pattern, for which --json is a flag, and no file's name: verify --json u26.table1."""
    from rope_theory.evidence.theory import claims

    first, dot, rest = after_json.casefold().partition(".")
    paper = bool(dot) and rest != "json" and any(id.startswith(f"{first}.") for id in claims())
    return paper or any(sign in after_json for sign in "*?[")


def decided(
    asked: Sequence[tuple[str, KernelStatus]], profile: str, jobs: int = 1, fresh: bool = True
) -> Iterator[Row]:
    """The rows of the claims, in the order asked, each as soon as it and those before it are decided.

    Args:
        asked: ids, each with what is known of its formal proof.
        profile: "quick" or "thorough".
        jobs: processes at once; each has a ledger of its own, so a claim that several rest on may be decided again.
        fresh: decide all anew.
    """
    from rope_theory.evidence.ledger import Ledger
    from rope_theory.faces.report.rows import row

    if min(jobs, len(asked)) <= 1:
        ledger = Ledger(profile, fresh)
        yield from (row(ledger.decide(claim_id), kernel) for claim_id, kernel in asked)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(min(jobs, len(asked)), get_context("spawn")) as pool:
        waiting = [pool.submit(_by_worker, profile, fresh, *one) for one in asked]
        try:
            for future in waiting:
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _by_worker(profile: str, fresh: bool, claim_id: str, kernel: KernelStatus) -> Row:
    """One row, in a process that has a ledger of its own."""
    from rope_theory.faces.report.rows import row

    return row(_ledger(profile, fresh).decide(claim_id), kernel)


@functools.cache
def _ledger(profile: str, fresh: bool) -> Ledger:
    from rope_theory.evidence.ledger import Ledger

    return Ledger(profile, fresh)
