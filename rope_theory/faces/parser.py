"""The parser of the command line: bad arguments get the one-line error of the library, with what they may have meant."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from typing import Any, Never

from rope_theory.core.errors import InvalidInput, require, with_point
from rope_theory.core.meant import meant, slip

_REQUIRED = "the following arguments are required: "


def _near(name: str, shown: Sequence[str]) -> str:
    """The nearest options, in a sentence; --help only where it is misspelt, as it is near to every short name."""
    return meant(name, [each for each in shown if each != "--help" or slip(name, ["--help"])], cutoff=0.6)


class Help(argparse.HelpFormatter):
    """argparse's, but examples at the end stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if not text.startswith("examples:"):
            return super()._fill_text(text, width, indent)
        return "\n".join(f"{indent}{line}" for line in text.rstrip().splitlines())


class Parser(argparse.ArgumentParser):
    """argparse's parser whose errors are `InvalidInput`: argument, rule, value, and the nearest option or choice.

    Example:
        >>> parser = Parser(prog="limits")
        >>> _ = parser.add_argument("--length", required=True)
        >>> try: parser.parse_args(["--lenght", "5"])
        ... except InvalidInput as problem: print(problem)
        --lenght must be an option of limits (did you mean --length?), got '--lenght'
    """

    #: Options that a command has not, as an engineer may write them, and what is said of them.
    elsewhere: Mapping[str, str] = {}
    #: What a second value is told by a command that takes one.
    one_value = ""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"formatter_class": Help, **settings})

    def parse_known_args(self, args=None, namespace=None):
        """As argparse does, but an option that is none is named before anything else is missed."""
        options = self._option_string_actions
        shown = [name for name, action in options.items() if action.help != argparse.SUPPRESS]
        before = None
        for token in args or ():
            name = token.partition("=")[0]
            if token == "--" or (self._subparsers is not None and not token.startswith("-")):
                break
            is_value = before is not None and before.nargs is None and not token.startswith("--")
            if re.match("--?[A-Za-z]", token) and not is_value and not any(each.startswith(name) for each in options):
                near = self.elsewhere.get(name) or _near(name, shown) or self._help()
                rule = f"must be an option of {self.prog}{near}"
                raise InvalidInput(name, rule, token)
            before = options.get(token)
        return super().parse_known_args(args, namespace)

    def _help(self) -> str:
        return f" ({self.prog} --help lists them)"

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what is not among the choices, with the nearest of them."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(each) for each in action.choices]
        name = "/".join(action.option_strings) or str(action.metavar or action.dest)
        hint = meant(value, choices) or self.misplaced(str(value))
        raise InvalidInput(name, f"must be one of {', '.join(choices)}{hint}", value)

    def misplaced(self, value: str) -> str:
        """Where a configuration goes, if that is what the value looks like and this command takes one after --config; else nothing."""
        is_file = value.endswith(".json") or "/" in value
        asks = "--config" in self._option_string_actions and all(
            each.dest != "config" or each.option_strings for each in self._actions
        )
        return " (a configuration goes after --config)" if is_file and asks else ""

    def left_over(self, values: Sequence[str]) -> InvalidInput:
        """The error for arguments that no part of this command takes."""
        if self.one_value:
            return InvalidInput("arguments", f"must be those of {self.prog}, which {self.one_value}", " ".join(values))
        length = values[0].isdigit() and "--length" in self._option_string_actions
        hint = f" (did you mean --length {values[0]}?)" if length else self.misplaced(values[0]) or self._usage()
        return InvalidInput("arguments", f"must be those of {self.prog}{hint}", " ".join(values))

    def error(self, message: str) -> Never:
        """One line, in the words of the library where there are some, and where the usage stands."""
        if message.startswith(_REQUIRED):
            names = re.sub(
                r"(--[\w-]+)/--[\w-]+", r"\1", message.removeprefix(_REQUIRED)
            )  # the first name of an option that has two
            raise InvalidInput(names, f"must be given{self._usage()}", None)
        if found := re.fullmatch(r"argument ([^:]+): expected (one|at least one|\d+) arguments?", message):
            name = found[1].split("/")[0]
            values = f"{found[2]} value{'' if 'one' in found[2] else 's'}"
            option = self._option_string_actions.get(name)
            writes = option is not None and "standard output" in (option.help or "")
            hint = (
                "a file; without the option it is standard output"
                if writes
                else f"one that starts with - is written {name}=-1"
            )
            raise InvalidInput(name, f"must have {values} after it ({hint})", None)
        if found := re.fullmatch(r"unrecognized arguments: (.*)", message):
            raise self.left_over(found[1].split())
        if found := re.fullmatch(r"argument ([^:]+): invalid (\w+) value: '(.*)'", message):
            kind = {"int": "a whole number", "float": "a number"}.get(found[2], f"a value of kind {found[2]}")
            raise InvalidInput(found[1], f"must be {kind}{with_point(found[3])}", found[3])
        if found := re.fullmatch(r"argument ([^:]+): not allowed with argument (.+)", message):
            raise InvalidInput(
                found[1], f"must not be given beside {found[2]}{self._usage()}", f"{found[2]} {found[1]}"
            )
        require(False, self.prog, f"must be called otherwise{self._usage()}: {message}", None)
        raise AssertionError

    def _usage(self) -> str:
        return f" ({self.prog} --help shows the usage)"
