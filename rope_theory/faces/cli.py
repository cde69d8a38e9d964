"""The command line: `rope-theory verify`, `explain`, `run`, …

Exit status: 0 if all is well, 1 if a verdict or an answer is not what it should be, 2 for bad input.
"""

from __future__ import annotations

import argparse
import errno
import fnmatch
import gc
import importlib
import os
import pkgutil
import re
import shlex
import sys
from collections.abc import Sequence

from rope_theory.core.errors import Absent, InvalidInput, typed
from rope_theory.core.meant import nearest, slip
from rope_theory.faces import commands
from rope_theory.faces.arguments import DIM, formats_named
from rope_theory.faces.hints import of_another_command, refuse_dashes
from rope_theory.faces.parser import Parser

START = """\
where to start:
  a model of yours    limits, scale, compare config.json: what its rotary frequencies can and cannot do
                      profile: which of its heads look positional, and which symbolic
  a question          ask WORDS: answers and claims that have these words
  a number format     cliff, drift, run-long: how far constructed heads reach in it
  a paper's sentence  paper u26, errata u26, explain ID, verify ID
  a machine           run, compile, certify, show: constructed heads and models, and their proofs
  a lecture           lessons, fetch-course, figures
rope-theory COMMAND --help has examples; --json gives data; a length that takes long is estimated first."""

#: When Python looks for cycles that nothing uses: by default after every 700 new objects, which takes a fifteenth of the time of `verify`.
COLLECT = (50_000, 20, 50)

#: What the library calls by another name than the option that gives it.
OPTIONS = {
    "rotary dimension": DIM,
    "rotary_dim": DIM,
    "model": ("--config",),
    "receipts": ("--show-receipts",),
    "directory": ("--from",),
}


def parser() -> argparse.ArgumentParser:
    """The argument parser, with every module of `rope_theory.faces.commands` as a subcommand."""
    top = Parser(
        prog="rope-theory",
        description="The theory of positional and symbolic attention heads under RoPE, as claims that are "
        "decided by running them.",
        epilog=START,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="store_true", help="print the version and exit")
    subparsers = top.add_subparsers(metavar="COMMAND")
    headed: dict[str, commands.Heading] = {}
    for info in pkgutil.iter_modules(commands.__path__):
        module = importlib.import_module(f"{commands.__name__}.{info.name}")
        before = set(subparsers.choices)
        module.add_parser(subparsers)
        headed |= dict.fromkeys(set(subparsers.choices) - before, module.HEADING)
    _under_headings(top, subparsers, headed)
    return top


def _under_headings(
    top: argparse.ArgumentParser, subparsers: argparse._SubParsersAction, headed: dict[str, commands.Heading]
) -> None:
    """List the commands in groups, and not in one list of all."""
    listed = subparsers._choices_actions
    for heading in commands.Heading:
        group = top.add_argument_group(heading.value)
        group._group_actions.extend(each for each in listed if headed[each.dest] is heading)
    top._positionals._group_actions.remove(subparsers)
    top._action_groups.append(top._action_groups.pop(top._action_groups.index(top._optionals)))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; bad input is one line on standard error.

    Args:
        argv: arguments without the program's name; default: the command line's.

    Returns:
        the exit status.
    """
    gc.set_threshold(*COLLECT)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without θ shows a question mark
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return status
    except InvalidInput as problem:
        print(f"error: {' '.join(str(problem).split())}", *getattr(problem, "__notes__", ()), sep="\n", file=sys.stderr)
        return 2
    except (MemoryError, RuntimeError) as problem:
        if not _out_of_memory(problem):
            raise
        print("error: out of memory (try a shorter length, or fewer at once)", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has gone (`| head`): nothing is left to say
        return _unread()
    except OSError as problem:
        if problem.errno != errno.ENOSPC:
            raise
        _unread()
        print(f"error: output must be writable, got '{problem.strerror}'", file=sys.stderr)
        return 2
    except SystemExit as leave:  # argparse; or rich, which met a reader that has gone
        if isinstance(leave.__context__, BrokenPipeError):
            return _unread()
        raise


def _out_of_memory(problem: Exception) -> bool:
    """Python's, torch's on a GPU, or torch's on a CPU, which is a RuntimeError with these words."""
    words = ("can't allocate memory", "not enough memory")
    return (
        isinstance(problem, MemoryError)
        or type(problem).__name__ == "OutOfMemoryError"
        or any(each in str(problem) for each in words)
    )


def _unread() -> int:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


#: What people call a command.
VERBS = {
    **dict.fromkeys(("check", "claims", "decide", "list"), "verify"),
    **dict.fromkeys(("error", "errors", "mistakes", "corrections", "fixes"), "errata"),
    **dict.fromkeys(("register", "sentences"), "paper"),
    **{"prove": "formal", "proof": "formal", "coq": "formal", "cite": "explain", "claim": "explain"},
}
#: What is said of it where it is none.
NO_COMMAND = "rope-theory has no command {}"


def _run(given: list[str]) -> int:
    top = parser()
    if given and not given[0].startswith("-") and given[0] not in _commands(top):
        _refuse_id(given)
        raise Absent("command", NO_COMMAND, given[0], _command_meant(top, given) or "rope-theory --help lists them")
    if given[1:] == ["help"]:
        raise Absent(
            "help", f"rope-theory {given[0]} takes no {{}}", "help", f"did you mean rope-theory {given[0]} --help?"
        )
    refuse_dashes(given, [*_subparser(top, given[0])._option_string_actions] if given else [])
    try:
        args, rest = top.parse_known_args(given)
    except InvalidInput as problem:
        raise of_another_command(problem, given, {name: _subparser(top, name) for name in _commands(top)}) from None
    if rest and not (own := _subparser(top, given[0])).with_rest(args, rest):
        raise own.left_over(rest)
    if args.version:
        from rope_theory import __version__

        print(f"rope-theory {__version__}")
        return 0
    if not hasattr(args, "run"):
        top.print_help(sys.stderr)
        return 2
    try:
        return args.run(args)
    except InvalidInput as problem:
        for one in getattr(problem, "found", ())[:1]:  # claims where an id was asked for
            problem.add_note(f"  one of them: {shlex.join(['rope-theory', given[0], one])}")
        raise _as_written(problem, given, _subparser(top, given[0])) from None


def _command_meant(top: argparse.ArgumentParser, given: list[str]) -> str:
    """What may have been meant by what is no command: what people call one, a task, a configuration, a paper, tokens, a place, or a misspelt one."""
    from rope_theory.evidence.papers import by_name
    from rope_theory.evidence.papers import names as paper_names
    from rope_theory.evidence.placed_claims import KINDS, is_located
    from rope_theory.machines.catalogue import tasks

    first, rest, known = given[0], given[1:], _commands(top)
    call: list[str] = []
    if first.lower() == "lesson" and rest:
        call = ["explain", *given]
    elif first.lower() in VERBS:
        call = [VERBS[first.lower()], *rest, *["--cite"] * (first.lower() == "cite")]
    elif first.lower() in tasks():
        call = ["run", first.lower(), *rest]
    elif f"--{first.lower()}" in top._option_string_actions:  # help paper, version
        call = [*(each for each in rest[:1] if each in known), f"--{first.lower()}"]
    elif first.lower().removesuffix("s") in KINDS and all(by_name(each).lower() in paper_names() for each in rest):
        call = ["paper", *(rest or ["u26"]), "--kind", first.lower().removesuffix("s")]
    elif first.endswith(".json"):
        call = ["limits", first, "--length", "N"]
    elif by_name(first).lower() in paper_names():
        call = ["errata" if all(each.startswith("-") for each in rest) else "paper", *given]
    elif (task := _takes_tokens(given)) is not None:
        call = ["run", task, *given]
    elif is_located(" ".join(given)):
        call = ["explain", *given]
    if call:
        return f"did you mean {shlex.join(['rope-theory', *call])}?"
    one = slip(first, known)
    begin = [each for each in known if len(first) > 2 and each.startswith(first.lower()[:4])]
    topical = _about(top, first) if first.isalpha() and not one else []
    near = dict.fromkeys([*begin, *filter(None, [one]), *topical])
    return f"did you mean {', '.join(near)}?" if near else nearest(first, known)


def _takes_tokens(given: list[str]) -> str | None:
    """The first task whose input this is, "A A A 1", if that is all that was written."""
    from rope_theory.faces.commands.run import taking

    tokens = " ".join(given)
    written = re.fullmatch(r"[A-Z]\w?(?: [A-Z0-9]\w*)+", tokens)
    return next(iter(taking(tokens)), None) if written else None


def _refuse_id(given: list[str]) -> None:
    """Raise an error that names `ask` if what stands in a command's place is the id of a question, `explain` if that of a claim, or a pattern or beginning of ids.

    Raises:
        InvalidInput: it is.
    """
    from rope_theory.evidence.answers import question_named

    if question := question_named(given[0]):
        raise Absent("command", NO_COMMAND, given[0], f"did you mean rope-theory ask {question}?")
    name = given[0].casefold()
    if "." not in name or "/" in name:
        return
    from rope_theory.evidence.titles import is_id, titles

    if is_id(name) or any(fnmatch.fnmatchcase(id.casefold(), name.rstrip("*") + "*") for id in titles()):
        with_it = "verify" if "*" in name or "?" in name else "explain"
        asked = shlex.join([with_it, *given])
        raise Absent("command", NO_COMMAND, given[0], f"did you mean rope-theory {asked}?")


def _as_written(problem: InvalidInput, given: list[str], parser: Parser | None = None) -> InvalidInput:
    """The error of the library with an option's dashes, where its argument is one that was written: `--base`, not `base`; numbers bare.

    Example:
        >>> print(_as_written(InvalidInput("head_dim", "must be even", 7), ["limits", "--head-dim", "7"]))
        --head-dim must be even, got 7
        >>> print(_as_written(InvalidInput("rotary dimension", "must be even", 7), ["gap", "--dim=7"]))
        --dim must be even, got 7
    """
    from rope_theory.core.angles import Angle

    if isinstance(problem, Absent):  # it says what is not there, whatever the argument's name
        return _with_call(problem, given)
    own = f"--{problem.argument.removeprefix('--').replace('_', '-')}"
    names = [each.partition("=")[0] for each in given if each.startswith("--") and len(each) > 2]

    def written(option: str) -> bool:
        return option in names or any(len(each) > 3 and option.startswith(each) for each in names)

    if problem.value is None and problem.argument.startswith(("--", "CONFIG")):  # something else was given
        problem = InvalidInput(problem.argument, problem.rule, " ".join(given[1:]) or None)
    known = parser._option_string_actions if parser else {}
    called = [each for each in names if each in known and known[each].dest == problem.argument]  # --n, of length
    option = next(filter(written, (own, *OPTIONS.get(problem.argument, ()), *called)), None)
    if option is None and problem.argument == "directory":
        option = "DIR"
    if option is None:
        return problem
    value = typed(_typed(problem.value, given)) if isinstance(problem.value, str) else problem.value
    value = option if value is True else value  # what stands without a value
    if isinstance(value, Angle) and option in given:
        value = given[given.index(option) + 1]
    named = InvalidInput(option, problem.rule, value)
    for note in getattr(problem, "__notes__", ()):
        named.add_note(note)
    return named


def _with_call(problem: Absent, given: list[str]) -> Absent:
    """The error of a configuration that is not there, with the call of the one that it names: `limits` with it."""
    from rope_theory.models.config.source import NoConfig

    if not isinstance(problem, NoConfig) or not problem.instead or problem.value not in given:
        return problem
    call = ["rope-theory", *(problem.instead if each == problem.value else each for each in given)]
    if given[0] in ("limits", "gap") and not any(each.startswith(("--length", "--n")) for each in given):
        call += ["--length", "4096"]
    return problem.by(shlex.join(call))


def _typed(value: str, given: list[str]) -> str:
    """The value as it was written, where it holds a number format in short.

    Example:
        >>> _typed("foo=bfloat16", ["cliff", "index", "--step", "foo=bf16"]), _typed("x", ["--step=x"])
        ('foo=bf16', 'x')
    """
    written = [each for token in given for each in (token, token.partition("=")[2] if token.startswith("-") else "")]
    return next((each for each in written if each and value not in written and formats_named(each) == value), value)


def _subparser(top: argparse.ArgumentParser, command: str) -> Parser:
    """The parser of a subcommand; of all, where there is none."""
    found = top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            found = action.choices.get(command, found)
    assert isinstance(found, Parser)
    return found


def _about(top: argparse.ArgumentParser, word: str) -> list[str]:
    """Up to three commands whose line in the help, or else whose description, has the word: slides, of lessons."""
    from rope_theory.core.lookup import Lookup

    lines: dict[str, list[str]] = {}
    descriptions: dict[str, list[str]] = {}
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            lines |= {each.dest: [each.help or ""] for each in action._choices_actions}
            descriptions |= {name: [action.choices[name].description or ""] for name in lines}
    found = Lookup(lines, [2]).find(word) or Lookup(descriptions, [2]).find(word)
    return [each.name for each in found[:3]]


def _commands(top: argparse.ArgumentParser) -> list[str]:
    """The names of all subcommands, old ones too."""
    return [
        name for action in top._actions if isinstance(action, argparse._SubParsersAction) for name in action.choices
    ]
