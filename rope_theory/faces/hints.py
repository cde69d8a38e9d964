"""What somebody meant who wrote an option with a dash from a page, an option of another command, or tokens as a paper sets them."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Mapping, Sequence

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.parser import NoOption, Parser

#: Dashes of pages, which no option begins with.
DASHES = "‐‑‒–—―−"
_PASTED = re.compile(rf"[-{DASHES}]*[{DASHES}][-{DASHES}]*([A-Za-z][\w-]*)(=.*)?", re.DOTALL)


def refuse_dashes(given: Sequence[str], options: Sequence[str]) -> None:
    """Raise an error if an option begins with a dash that was copied from a page.

    Args:
        given: all that was written.
        options: of the command.

    Raises:
        InvalidInput: with the same call as it should be.

    Example:
        >>> try: refuse_dashes(["paper", "u26", "–-fails"], ["--fails"])
        ... except InvalidInput as problem: print(problem)
        --fails must begin with two hyphens: rope-theory paper u26 --fails, got '–-fails'
    """
    for place, token in enumerate(given):
        found = _PASTED.fullmatch(token)
        if found and any(each.startswith(f"--{found[1]}") for each in options):
            meant = [*given[:place], f"--{found[1]}{found[2] or ''}", *given[place + 1 :]]
            rule = f"must begin with two hyphens: {shlex.join(['rope-theory', *meant])}"
            raise InvalidInput(f"--{found[1]}", rule, token)


def of_another_command(problem: InvalidInput, given: Sequence[str], commands: Mapping[str, Parser]) -> InvalidInput:
    """The error of an option that the command has not, with the one other command that has it and takes the rest, if there is one, or the few that have it; behind which an option stands.

    Other errors are as they were, and so is one that says already what is meant.

    Args:
        problem: as the parser raised it.
        given: all that was written.
        commands: the parsers by name.
    """
    if not (isinstance(problem, NoOption) and problem.unknown):
        return problem
    command, *rest = given
    if command.startswith("-"):
        if command.lstrip("-") in commands:
            call = shlex.join(["rope-theory", command.lstrip("-"), *rest])
            return NoOption(problem.command, problem.argument, f"did you mean {call}?")
        taken = next((each for each in rest if each in commands), None)
        if taken is None:
            return problem
        if command not in commands[taken]._option_string_actions:
            told = f"nor has {taken}: rope-theory {taken} --help lists its own"
            return NoOption(problem.command, problem.argument, told)
        calls = [[taken, *(each for each in rest if each != taken), command]]
    else:
        having = [name for name, one in commands.items() if problem.argument in one._option_string_actions]
        calls = [[name, *rest] for name in having if name != command and _parses(commands[name], rest)]
        if len(calls) != 1 and 1 < len(having) <= 5:
            return NoOption(problem.command, problem.argument, f"{', '.join(having)} have one")
        calls = [each for each in calls if _alone_called(commands[each[0]]) == _alone_called(commands[command])]
    if len(calls) != 1:
        return problem
    says = "it stands behind the command" if command.startswith("-") else f"an option of {calls[0][0]}"
    return NoOption(problem.command, problem.argument, f"{says}: {shlex.join(['rope-theory', *calls[0]])}")


def _alone_called(parser: Parser) -> str | None:
    """What the first value is called that a command takes without an option: a paper, a task."""
    return next((str(each.metavar or each.dest) for each in parser._values()), None)


def _parses(parser: argparse.ArgumentParser, rest: Sequence[str]) -> bool:
    try:
        return not parser.parse_known_args([*rest])[1]
    except InvalidInput:
        return False


def plain_tokens(text: str) -> str:
    """Tokens that are set as a paper sets them, without brackets, commas and subscripts.

    Example:
        >>> plain_tokens("⟨A,1⟩ ⟨B,A⟩"), plain_tokens("(A, 1), (B, A)"), plain_tokens("A,1,B"), plain_tokens("A_1 B_2 A")
        ('A1 BA', 'A1 BA', 'A 1 B', 'A1 B2 A')
    """
    pairs = re.sub(r"[⟨〈<({\[]\s*([A-Za-z])\s*,\s*(\w+)\s*[⟩〉>)}\]]", r" \1\2 ", text)
    bare = re.sub(r"(?<=[A-Za-z])_\{?(\w+)\}?", r"\1", pairs)
    return " ".join(re.sub(r"[⟨⟩〈〉<>(){}\[\],;$\\]", " ", bare).split())
