"""`rope-theory constructions`: the catalogue of heads, and what each can do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from rope_theory.faces.commands import Heading

HEADING = Heading.HEADS


EXAMPLES = """\
examples:
  rope-theory constructions
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "constructions",
        help="list the constructed heads, and what each can do",
        epilog=EXAMPLES,
        description="The catalogue: what each head does, its tasks, and which commands take it. For a command that does "
        "not, the reason.",
    )
    parser.add_argument("--json", action="store_true", help="the answer as JSON on standard output")
    parser.one_value = _no_name
    parser.set_defaults(run=run)


def _no_name(given: Sequence[str]) -> str:
    """What is said where a name stands alone: all of them are listed."""
    return "options alone: it lists all constructions (one on tokens: rope-theory run index 'C B A 2')"


def run(args: argparse.Namespace) -> int:
    from rope_theory.machines.catalogue import CAPABILITIES, constructions

    found: list[dict[str, Any]] = [
        {
            "name": one.name,
            "title": one.title,
            "summary": one.summary,
            "source": one.source,
            "tasks": {task.name: task.summary for task in one.runs},
            "can": [name for name in CAPABILITIES if one.can(name)],
            "compiles": list(one.stacks),
            "why_not": dict(one.why_not),
        }
        for one in constructions().values()
    ]
    if args.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return 0
    for one in found:
        print(f"{one['name']}: {one['title']} ({one['source']})\n  {one['summary']}")
        for name, summary in one["tasks"].items():
            print(f"  task {name}: {summary}")
        print(f"  can {', '.join(one['can']) or 'nothing here'}")
        for name, reason in one["why_not"].items():
            print(f"  no {name}: {reason}")
        print()
    return 0
