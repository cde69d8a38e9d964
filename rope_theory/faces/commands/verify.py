"""`rope-theory verify`: decide the claims, print the table, write the JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="decide the claims and print their table",
        description="Decide the claims and print their table. Exit status 0 only if every verdict is the recorded "
        "one and every false neighbour was rejected (with --kernel: and every formal proof was checked).",
    )
    parser.add_argument("--claim", action="append", metavar="ID", nargs="+", help="only these claims (may be repeated)")
    parser.add_argument(
        "--profile",
        choices=("quick", "thorough"),
        default="quick",
        help="how far finite domains and searches go (default: quick)",
    )
    parser.add_argument("--json", metavar="PATH", type=Path, help="write the verdicts there too ('-': standard output)")
    parser.add_argument(
        "--kernel",
        action="store_true",
        help="also check the formal proofs with Coq now (default: the kernel column shows receipts)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rich.console import Console

    from rope_theory.core.files import writable, write_text
    from rope_theory.core.progress import progress
    from rope_theory.evidence.formal.coq import CoqProblem
    from rope_theory.evidence.formal.receipts import check_now, committed
    from rope_theory.evidence.ledger import Ledger
    from rope_theory.evidence.theory import claim, claims
    from rope_theory.faces.report.rows import environment, row
    from rope_theory.faces.report.table import print_table

    asked = [claim(claim_id).id for group in args.claim for claim_id in group] if args.claim else list(claims())
    to_stdout = args.json is not None and str(args.json) == "-"
    if args.json is not None and not to_stdout:
        writable(args.json)
    try:
        formal = check_now() if args.kernel else committed()
    except CoqProblem as problem:
        print(f"error: {problem}", file=sys.stderr)
        return problem.status
    ledger = Ledger(args.profile)
    rows = [
        row(ledger.decide(claim_id), formal.statuses[claim_id])
        for claim_id in progress(list(dict.fromkeys(asked)), "deciding claims")
    ]
    text = (
        json.dumps({"claims": rows, "environment": environment(args.profile)}, ensure_ascii=to_stdout, indent=2) + "\n"
    )
    if to_stdout:
        print(text, end="")
    else:
        print_table(Console(file=sys.stdout, highlight=False), rows)
        if args.json is not None:
            write_text(args.json, text)
    for fault in formal.faults if args.kernel else ():
        print(f"formal proofs: {fault}", file=sys.stderr)
    drifted = args.kernel and (formal.faults or any(entry["kernel"]["status"] == "drifted" for entry in rows))
    return 0 if all(entry["sound"] for entry in rows) and not drifted else 1
