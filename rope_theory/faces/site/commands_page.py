"""The commands as a page, from the parser itself: under the headings of `rope-theory --help`, each with its line there and an example."""

from __future__ import annotations

import argparse
import importlib

from rope_theory.faces.site.html import Html, described, el, join
from rope_theory.faces.site.page_shell import page

#: Pages of the report that have what a command prints.
SHOWN = {
    "ask": "questions.html",
    "errata": "errata.html",
    "figures": "figures.html",
    "lessons": "learn.html",
    "paper": "u26.html",
}


def commands_page() -> str:
    """commands.html."""
    # by its name: the parser has the command that writes this report
    top: argparse.ArgumentParser = importlib.import_module("rope_theory.faces.cli").parser()
    [subparsers] = (each for each in top._actions if isinstance(each, argparse._SubParsersAction))
    parts: list[Html] = []
    for group in top._action_groups:
        rows = [
            (
                _name(each.dest),
                join(
                    [
                        each.help or "",
                        el("code", example(each.dest, subparsers.choices[each.dest].epilog), class_="example"),
                    ]
                ),
            )
            for each in group._group_actions
            if each.dest in subparsers.choices
        ]
        if rows:
            parts += [el("h2", (group.title or "").capitalize()), described(rows)]
    return page(
        "commands.html",
        "Commands",
        el("h1", "Commands"),
        el("p", top.description or "", class_="lead"),
        *_start(top.epilog or ""),
        *parts,
    )  # fmt: skip


def _name(command: str) -> Html:
    code = el("code", command)
    shown = el("a", "here", href=SHOWN[command]) if command in SHOWN else None
    return join([code, " (", shown, ")"]) if shown else code


def _start(epilog: str) -> list[Html]:
    """Where to start, as `--help` ends: a heading, what one may have and the commands for it, a sentence."""
    head, *lines, last = epilog.splitlines()
    found: dict[str, list[str]] = {}
    for line in lines:
        name, _, told = line.removeprefix("  ").partition("  ")
        found.setdefault(name or list(found)[-1], []).append(told.strip())
    rows = [(name, join(told, el("br"))) for name, told in found.items()]
    return [el("p", last), el("h2", head.rstrip(":").capitalize()), described(rows)]


def example(command: str, epilog: str | None) -> str:
    """The first example of the command's help, without what is said beside it.

    Example:
        >>> example("gap", "examples:\\n  rope-theory gap --length 9   in radians")
        'rope-theory gap --length 9'
    """
    told = [line.strip().partition("  ")[0] for line in (epilog or "").splitlines()]
    begins = f"rope-theory {command}"
    return next(each for each in told if f"{each} ".startswith(f"{begins} "))
