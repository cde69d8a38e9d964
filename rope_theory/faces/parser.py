"""The parser of the command line: bad arguments get the one-line error of the library, with what they may have meant."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Never

from rope_theory.core.errors import Absent, InvalidInput, Words, require, with_point
from rope_theory.core.meant import meant, slip

_REQUIRED = "the following arguments are required: "
#: What other tools call an option, in the order in which options are looked for here.
SAME = {
    "--base": "--rope-theta --rope_theta --theta --rope-base",
    "--length": "--n --context --context-length --seq-len --seqlen --sequence --sequence-length --max-length --max-len --len --ctx",
    "--to": "--context --context-length --target --seq-len",
    "--dtype": "--precision --fmt --format --type",
    "--class": "--arch --architecture --model --model-type",
    "--theta": "--angle --freq --frequency",
    "--dim": "--rotary-dim --head-size",
    "--head-dim": "--head-size",
    "--jobs": "-j --workers --threads --processes",
    "--out": "-o --output --save --outdir --out-dir",
    "--json": "-j --as-json",
    "--version": "-v -V",
}
#: A value of options that have no default and stand in no example of their command.
SAMPLES = {
    "accept": "u26.thm31",
    "base": "500000",
    "beta": "64",
    "claim": "u26.thm32",
    "config": "config.json",
    "date": "1 December 2026",
    "device": "cpu",
    "folder": "proofs",
    "layer": "full_attention",
    "letters": "8",
    "name": "u26",
    "phase": "0.5",
    "sender": "A. Reader",
    "theta": "2pi/7",
    "verdict": "refuted",
}
#: What commands call a file or a folder that is given by itself.
FILES = ("CONFIG", "A", "FILE", "DIR", "MODEL")


def _near(name: str, shown: Sequence[str]) -> str:
    """The nearest options, in a sentence; --help only where it is misspelt, as it is near to every short name."""
    return meant(name, [each for each in shown if each != "--help" or slip(name, ["--help"])], cutoff=0.6)


def calls(examples: str) -> list[list[str]]:
    """The calls that the examples of a help show, in parts, without what is said beside them.

    Example:
        >>> calls('examples:\\n  rope-theory run index "A 1"     at once\\n  and so on')
        [['rope-theory', 'run', 'index', 'A 1']]
    """
    lines = (re.split(" {2,}", line.strip())[0] for line in examples.splitlines())
    return [shlex.split(line) for line in lines if line.startswith("rope-theory ")]


def as_in(examples: str, given: Sequence[str], missing: Sequence[str] = ()) -> str:
    """A whole call, for a rule to end with: an example that begins as what was given and has what is missing; else that with what is missing, as examples have it; else an example that begins so; else the first.

    Args:
        examples: of the help.
        given: the call so far, with the program's name.
        missing: options, if nothing else is wrong with it.

    Example:
        >>> shown = "rope-theory shape --n 33 --theta 0.1"
        >>> as_in(shown, ["rope-theory", "shape", "--n", "7"], ["--theta"]), as_in(shown, ["rope-theory", "shape", "7"])
        (', as in rope-theory shape --n 7 --theta 0.1', ', as in rope-theory shape --n 33 --theta 0.1')
    """
    known, start = calls(examples), [*given]
    having = {name: next((call for call in known if name in call[:-1]), None) for name in missing}
    alike = [call for call in known if call[: len(start)] == start]
    found = next((call for call in alike if {*missing} <= {*call}), None)
    if found is None and having and all(having.values()):
        values = {name: call[call.index(name) + 1] for name, call in having.items() if call}
        found = [*start, *(part for pair in values.items() for part in pair)]
    found = found or next(iter([*alike, *known]), None)
    return f", as in {shlex.join(found)}" if found else ""


def lacking(examples: str, command: Sequence[str], options: Mapping[str, str | None]) -> tuple[list[str], str, str]:
    """Of options that a command looks up itself: which are missing, `as_in` of a call that has them, and what was given of them.

    Args:
        examples: of the help.
        command: the call up to the options, with the program's name.
        options: name -> what was written, or None.

    Example:
        >>> lacking("rope-theory gap --theta 1 --span 8", ["rope-theory", "gap"], {"--theta": "2", "--span": None})
        (['--span'], ', as in rope-theory gap --theta 2 --span 8', '--theta 2')
    """
    missing = [name for name, text in options.items() if text is None]
    given = [part for name, text in options.items() if text is not None for part in (name, text)]
    return missing, as_in(examples, [*command, *given], missing), " ".join(given)


class Help(argparse.HelpFormatter):
    """argparse's, but examples at the end stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if not text.startswith("examples:"):
            return super()._fill_text(text, width, indent)
        return "\n".join(f"{indent}{line}" for line in text.rstrip().splitlines())


class Beside(str):
    """What was given beyond what is taken, as an error shows it."""

    def __repr__(self) -> str:
        return f"{str(self)!r} besides"


class NoOption(Absent):
    """An option that a command has not.

    Args:
        command: with the program's name.
        name: of the option.
        hint: what is meant, or "": where the options are listed.
    """

    def __init__(self, command: str, name: str, hint: str):
        self.command, self.unknown = command, not hint
        super().__init__(name, f"{command} has no option {{}}", Words(name), hint or f"{command} --help lists them")


class Parser(argparse.ArgumentParser):
    """argparse's parser whose errors are `InvalidInput`: argument, rule, value, and the nearest option or choice.

    Example:
        >>> parser = Parser(prog="limits")
        >>> _ = parser.add_argument("--length", required=True)
        >>> try: parser.parse_args(["--lenght", "5"])
        ... except InvalidInput as problem: print(problem)
        limits has no option --lenght (did you mean --length?)
    """

    #: Options that a command has not, as one may write them, and choices, in capitals, and what is said of them: text, or what makes it of all that was written.
    elsewhere: Mapping[str, str | Callable[[Sequence[str]], str]] = {}
    #: What is said of a value that is none of the choices, or "".
    of_value: Callable[[str], str] = staticmethod(lambda value: "")
    #: What a command that takes one value takes, in words, of all that was written, for one that is given more; "" for what all commands say.
    one_value: Callable[[Sequence[str]], str] | None = None

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **{"formatter_class": Help, **settings})
        self._given: list[str] = []

    def parse_known_args(self, args=None, namespace=None):
        """As argparse does, but an option that is none is named before anything else is missed, and so is a file behind a bare --json."""
        self._given = list(args or ())
        options = self._option_string_actions
        shown = [name for name, action in options.items() if action.help != argparse.SUPPRESS]
        before = None
        for token in args or ():
            name = token.partition("=")[0]
            if token == "--" or (self._subparsers is not None and not token.startswith("-")):
                break
            is_value = before is not None and before.nargs is None and not token.startswith("--")
            if re.match("--?[A-Za-z]", token) and not is_value and not any(each.startswith(name) for each in options):
                said = (
                    self.elsewhere.get(name)
                    or self._bare(name)
                    or self._of_another(name)
                    or self.elsewhere.get(slip(name, self.elsewhere) or "")
                )
                near = (said(self._given) if callable(said) else said) or _near(name, shown) or self._on_topic(name)
                raise NoOption(self.prog, name, near.strip()[1:-1])
            if token.endswith(".json") and before is not None and before.nargs == 0 and not self._takes_files():
                raise self._no_value(before.option_strings[0], token)
            before = options.get(token)
        return super().parse_known_args(args, namespace)

    def _on_topic(self, name: str) -> str:
        """Up to three arguments whose help has the words of what is no option, --construction, before what it says in brackets, in a sentence; else nothing."""
        words = [each for each in re.split(r"[\W_]+", name.lower()) if len(each) >= 4]
        about = [
            each
            for each in self._actions
            if each.help not in (None, argparse.SUPPRESS)
            and any(re.search(rf"\b{word}", each.help.partition("(")[0].lower()) for word in words)
        ]
        if len(about) == 1 and not about[0].option_strings:
            return f" ({about[0].metavar} says it{self._as_in()})"
        called = [each.option_strings[0] for each in about if each.option_strings]
        return f" (did you mean {', '.join(called)}?)" if 0 < len(called) <= 3 else ""

    def _values(self) -> list[argparse.Action]:
        """What is given without an option."""
        return [each for each in self._actions if not each.option_strings and each.help != argparse.SUPPRESS]

    def _alone(self) -> list[str]:
        """What was given without an option, where each option takes no value or one or more."""
        behind = [None, *(self._option_string_actions.get(each) for each in self._given)]
        free = [action is None or action.nargs == 0 for action in behind]
        return [each for each, bare in zip(self._given, free, strict=False) if bare and not each.startswith("-")]

    def _takes_files(self) -> bool:
        return any(each.metavar in FILES for each in self._values())

    def _bare(self, name: str) -> str:
        """How to write what is no option, if it is a value's name: the same without it; else nothing."""
        called = name.lstrip("-")
        own = [
            each
            for each in self._values()
            if called in (each.dest, each.dest.removesuffix("s"), str(each.metavar).lower())
        ]
        if not own:
            return ""
        choices = own[0].choices
        if choices is not None and not {*self._given, *(each.partition("=")[2] for each in self._given)} & {*choices}:
            return f" (its value stands alone: {', '.join(map(str, choices))}{self._as_in()})"
        parts = [each.partition("=")[::2] for each in self._given]
        kept = [value if each == name else whole for whole, (each, value) in zip(self._given, parts, strict=True)]
        return f" (its value stands alone: {shlex.join([*self.prog.split(), *filter(None, kept)])})"

    def _of_another(self, name: str) -> str:
        """What is said of the name of another option's choice, --latex, and of a file where the command prints."""
        options = self._option_string_actions
        held = [
            each
            for each, action in options.items()
            if action.choices is not None and name.lstrip("-") in action.choices
        ]
        if held:
            return f" (did you mean {held[0]} {name.lstrip('-')}?)"
        if name == "--format" and "json" in self._given and "--json" in options:
            return " (did you mean --json?)"
        own = next((each for each, others in SAME.items() if name in others.split() and each in options), "")
        if own:
            return f" (did you mean {own}?)"
        prints = name in ("--out", "--output", "-o", "--file") and "--json" in options
        return " (it prints: > FILE behind the command writes a file)" if prints and not self._takes_files() else ""

    def _no_value(self, name: str, value: str) -> InvalidInput:
        """The error for a value of an option that has none; behind --json it was meant as a file."""
        hint = self._usage()
        if name == "--json":
            kept = [each for each in self._given if each != value and not each.endswith(f"={value}")]
            written = shlex.join([*self.prog.split(), *kept, *([] if name in kept else [name])])
            hint = f" (it prints; for a file: {written} > {shlex.quote(value)})"
        return InvalidInput(name, f"must stand without a value{hint}", value)

    def with_rest(self, args: argparse.Namespace, rest: Sequence[str]) -> bool:
        """Take values that stand behind options, `paper u26 --fails p8`, where the last thing that is given without an option may be many; else False."""
        values = self._values()
        if not values or values[-1].nargs not in ("*", "+") or any(each.startswith("-") for each in rest):
            return False
        setattr(args, values[-1].dest, [*getattr(args, values[-1].dest), *rest])
        return True

    def _get_value(self, action: argparse.Action, text: str) -> Any:
        """As argparse does, but a file without a name is refused: it would be the folder that one is in."""
        if action.type is Path and not text.strip():
            raise InvalidInput("/".join(action.option_strings) or str(action.metavar), "must not be empty", text)
        return super()._get_value(action, text)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what is not among the choices, with the nearest of them."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(each) for each in action.choices]
        name = "/".join(action.option_strings) or str(action.metavar or action.dest)
        near, upper = meant(value, choices), str(value).upper()
        known = [] if near else [each for each in self.elsewhere if not each.startswith("-")]
        said = self.elsewhere.get(upper) or self.elsewhere.get(slip(upper, known) or "")
        said = (said(self._given) if callable(said) else said) or self.of_value(str(value))
        first = next((each for each in self._given if each in action.choices and not action.option_strings), None)
        if first is not None:  # run "C B A 2" index
            call = [*self.prog.split(), first, *(each for each in self._given if each != first)]
            said = f" (did you mean {shlex.join(call)}?)"
        hint = said or near or self.misplaced(str(value))
        raise InvalidInput(name, f"must be one of {', '.join(choices)}{hint}", value)

    def misplaced(self, value: str) -> str:
        """Where a configuration goes, if that is what the value looks like and this command takes one after --config; else nothing."""
        is_file = value.endswith(".json") or ("/" in value and not re.match(r"-?[\d.]*\*?(?:pi|π)?/\d", value))
        asks = "--config" in self._option_string_actions and all(
            each.dest != "config" or each.option_strings for each in self._actions
        )
        return " (a configuration goes after --config)" if is_file and asks else ""

    def _option_meant(self, value: str) -> str:
        """The option that a value without one belongs to: an angle, a number, or a choice of one option alone; else nothing."""
        options = self._option_string_actions
        if re.match(r"[\d.]*\*?(?:pi|π)", value) and "--theta" in options:
            return "--theta"
        if value.isdigit() and int(value) > 1:
            of_theta = any(each.startswith("--theta") for each in self._given)
            sizes = ("--span",) * of_theta + ("--length", "--lessons")
            return next((name for name in sizes if name in options), "")
        one_of = [each for each in self._actions if each.option_strings and each.choices and value in each.choices]
        return one_of[0].option_strings[0] if len(one_of) == 1 else ""

    def left_over(self, values: Sequence[str]) -> InvalidInput:
        """The error for arguments that no part of this command takes."""
        names = [
            " ".join(each.metavar) if isinstance(each.metavar, tuple) else str(each.metavar or each.dest)
            for each in self._values()
        ]
        many = f"no more than {' '.join(names)} and options" if names else "options alone"
        only = self.one_value(self._given) if self.one_value else ""
        meant_by = self._option_meant(values[0])
        whole = self._with(meant_by, values[0]) if [*values] == self._given else ""
        if f"--{values[0]}" in self._option_string_actions:  # letter u26 short
            dashed = [f"--{each}" if each == values[0] else each for each in self._given]
            meant_by, whole = f"--{values[0]}", shlex.join([*self.prog.split(), *dashed])
        hint = (
            f" (did you mean {whole or f'{meant_by} {values[0]}'}?)"
            if meant_by
            else self.misplaced(values[0]) or self._as_in()
        )
        return InvalidInput(
            "arguments",
            f"of {self.prog} must be {only or many}{hint if meant_by or not only else ''}",
            Beside(" ".join(values)),
        )

    def error(self, message: str) -> Never:
        """One line, in the words of the library where there are some, and where the usage stands."""
        if found := re.fullmatch(r"one of the arguments (.+) is required", message):
            rule = f"must be given, one of them{self._as_in(self._of_groups())}"
            raise InvalidInput(found[1].replace(" ", ", "), rule, " ".join(self._given) or None)
        if message.startswith(_REQUIRED):
            raise self._lacking(message.removeprefix(_REQUIRED))
        if found := re.fullmatch(r"argument ([^:]+): ignored explicit argument '(.*)'", message):
            raise self._no_value(found[1].split("/")[-1], found[2])
        if found := re.fullmatch(r"argument ([^:]+): expected (one|at least one|\d+) arguments?", message):
            name = found[1].split("/")[0]
            values = f"{found[2]} value{'' if 'one' in found[2] else 's'}"
            option = self._option_string_actions.get(name)
            writes = option is not None and "standard output" in (option.help or "")
            behind = self._given[self._given.index(name) + 1 :][:1] if name in self._given else []
            call = [*self.prog.split(), *(each for each in self._given if each != name)]
            shown = as_in(self.epilog or "", call, [name])
            hint = shown if f" {name} " in shown else self._told(option)
            if writes:
                hint = " (a file; without the option it is standard output)"
            elif option is not None and option.choices is not None:
                hint = f": {', '.join(map(str, option.choices))}"
            elif behind and re.match(r"-[\w.]", behind[0]):
                hint = f" (one that starts with - is written {name}={behind[0]})"
            raise InvalidInput(name, f"must have {values} after it{hint}", behind[0] if behind else None)
        if found := re.fullmatch(r"unrecognized arguments: (.*)", message):
            raise self.left_over(found[1].split())
        if found := re.fullmatch(r"argument ([^:]+): invalid (\w+) value: '(.*)'", message):
            kind = {"int": "a whole number", "float": "a number"}.get(found[2], f"a value of kind {found[2]}")
            raise InvalidInput(found[1], f"must be {kind}{with_point(found[3])}", found[3])
        if found := re.fullmatch(r"argument ([^:]+): not allowed with argument (.+)", message):
            rule = f"must not be given beside {found[2]}: leave one of them out"
            raise InvalidInput(found[1], rule, f"{found[2]} {found[1]}")
        require(False, self.prog, f"must be called otherwise{self._usage()}: {message}", None)
        raise AssertionError

    def _lacking(self, names: str) -> InvalidInput:
        """The error for arguments that are missing: a whole call, with what was given where it belongs.

        Args:
            names: of all that is missing, as argparse lists them.
        """
        from rope_theory.evidence.papers import names as papers

        names = re.sub(r"(--[\w-]+)/--[\w-]+", r"\1", names)  # the first name of an option that has two
        single = [each for each in self._values() if each.nargs in (None, "?")]
        alone = self._alone()
        value = next(iter(alone[len(single) :]), None)
        option = self._option_string_actions.get(names)
        wanted = names.split(", ")
        numbers = all(re.fullmatch(r"[\d.]+|[\d.*]*(?:pi|π)(?:/\d+)?", each) and each != "0" for each in alone)
        if alone and len(wanted) > 1 and not self._values() and len(alone) <= len(wanted) and numbers:
            kept = [each for each in self._given if each not in alone]
            pairs = [each for pair in zip(wanted, alone, strict=False) for each in pair]
            call = [*self.prog.split(), *kept, *pairs]
            shown = as_in(self.epilog or "", call, wanted[len(alone) :]) if len(alone) < len(wanted) else ""
            return InvalidInput(names, f"must be given{shown or f': {shlex.join(call)}'}", " ".join(alone))
        for action, text in zip(single, alone, strict=False):
            if action.metavar == "DIR" and not Path(text).exists():
                made = as_in(self.epilog or "", []).removeprefix(", as in ")
                return Absent("DIR", "there is no folder {}", text, f"to make one: {made}" if made else "")
        odd = value is not None and (value.endswith(".json") or value.casefold() in papers())
        if value is None or odd or option is None or len(single) < len(self._values()):
            wanted = [] if len(alone) > len(single) else [*wanted, *self._of_groups()]
            rule = f"must be given{self._as_in(wanted) or self._usage()}"
            bare = self._given and [*self._given] == alone and "--" not in names
            told = Words(f"nothing behind '{' '.join(self._given)}'") if bare else " ".join(self._given) or None
            return InvalidInput(names, rule, told)
        missing = option.metavar == "FILE" and not Path(value).exists()
        kept = [each for each in self._given if each != value]
        written = shlex.join([*self.prog.split(), *kept, names, *([] if missing else [value])])
        rule = f"must be given: {written}{f' FILE; there is no file {value}' if missing else ''}"
        return InvalidInput(names, rule, value)

    def _told(self, option: argparse.Action | None) -> str:
        """A value of an option, with what the help says of it: its default, or one that is kept for it."""
        if option is None or not option.help:
            return f" ({self.prog} --help says which)"
        name, own = option.option_strings[0], option.default
        value = str(own) if isinstance(own, str | int | float) and str(own) else SAMPLES.get(option.dest, "")
        shown = f", as in {name} {shlex.quote(value)}" if value else ""
        return f"{shown} ({self._get_formatter()._expand_help(option).partition(' (default')[0]})"

    def _of_groups(self) -> list[str]:
        """Of each group of options of which one must be given and none is, the one that comes first in an example."""
        shown = [part for call in calls(self.epilog or "") for part in call]
        groups = [[*group._group_actions] for group in self._mutually_exclusive_groups if group.required]
        named = [[name for action in group for name in action.option_strings] for group in groups]
        lacking = [group for group in named if not {*group} & {*self._given}]
        return [
            min((each for each in group if each in shown), key=shown.index) for group in lacking if {*group} & {*shown}
        ]

    def _as_in(self, missing: Sequence[str] = ()) -> str:
        """`as_in` of this command's examples."""
        return as_in(self.epilog or "", [*self.prog.split(), *self._given], missing)

    def _with(self, option: str, value: str) -> str:
        """The first example that has the option, with this value, or nothing."""
        call = next((each for each in calls(self.epilog or "") if option in each[:-1]), None)
        return shlex.join([*call[: call.index(option) + 1], value, *call[call.index(option) + 2 :]]) if call else ""

    def _usage(self) -> str:
        return f" ({self.prog} --help shows the usage)"
