"""How commands read their arguments: whole numbers, angles, and choices that are looked up only when they are needed."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from rope_theory.core.errors import InvalidInput, Words, require_int, typed
from rope_theory.core.numbers import as_whole

if TYPE_CHECKING:
    from rope_theory.core.angles import Angle
    from rope_theory.evidence.claims import Claim
    from rope_theory.models.config.rotary import RopeConfig

#: 12.0, 1e9, 1.5e3: exponents of at most three digits, so that no number takes long to write out.
_DECIMAL = re.compile(r"[+-]?\d+(\.\d*)?([eE]\+?\d{1,3})?", re.ASCII)

#: 128Ki, 1Mi, 1Gi: units of 1024, 1024² and 1024³. 128k, 1M, 1G: units of which readers think of two.
_BINARY = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)([kKmMgG])i", re.ASCII)
_AMBIGUOUS = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)([kKmMgG])", re.ASCII)
_POWER = {"k": 1, "m": 2, "g": 3}


def claims_asked(names: Iterable[str], patterns: bool = True) -> list[Claim]:
    """The claims that these names ask for (`rope_theory.evidence.asked.asked`); words that only a question has are sent to `ask`.

    Args:
        names, patterns: as there.

    Raises:
        InvalidInput: as there.
    """
    from rope_theory.evidence.answers import question_named
    from rope_theory.evidence.asked import NothingFound, asked, no_claim

    names = list(names)
    if question := question_named(" ".join(names)):
        raise no_claim(" ".join(names), f"a question: rope-theory ask {question}")
    try:
        return asked(names, patterns)
    except NothingFound as problem:
        from rope_theory.evidence.answers import questions_by_words, understood

        words = str(problem.value)
        if not questions_by_words().find(understood(words)):
            raise
        quoted = shlex.quote(words) if re.search(r'["$`!\\]', words) else f'"{words}"'
        raise NothingFound(words, f"rope-theory ask {quoted} finds answers") from None


#: Whole numbers as one may write them, as an error says it.
AS_IN = "4096, 1e9, 128Ki, 1Mi or 1Gi"


def whole(name: str, text: str, least: int | None = None, most: int | None = 1 << 32, as_in: str = AS_IN) -> int:
    """The whole number that the text is.

    Args:
        name: of the argument, as the error names it.
        text: decimal (12.0 is 12), with an exponent (1e9), or in units of 1024, 1024² or 1024³ (128Ki, 1Mi, 1Gi). 128k and 1M are refused, as they are
            read as thousands by some and as 1024s by others.
        least, most: its range.
        as_in: examples for the error.

    Raises:
        InvalidInput: no whole number, or one out of range.

    Example:
        >>> whole("length", "17", 1), whole("length", "17.0", 1), whole("length", "1.5e3", 1), whole("length", "128Ki")
        (17, 17, 1500, 131072)
    """
    from fractions import Fraction

    text, number = text.strip(), None
    try:
        if found := _BINARY.fullmatch(text):
            number = as_whole(Fraction(found[1]) * 1024 ** _POWER[found[2].lower()])
        else:
            number = as_whole(Fraction(text) if _DECIMAL.fullmatch(text) else int(text))
    except ValueError:
        pass
    if number is None:
        rule = f"must be a whole number, as in {as_in}"
        if len(text) > 4300 or re.fullmatch(r"[\d_.]+[eE][+-]?\d{4,}", text, re.ASCII):
            rule += ", of at most 4300 digits (in 1e9, at most three in the exponent)"
        if re.fullmatch(r"\d{1,3}(,\d{3})+", text, re.ASCII):
            rule += f" (without commas: {text.replace(',', '')})"
        if found := _AMBIGUOUS.fullmatch(text):
            power, unit = _POWER[found[2].lower()], found[2].upper()
            small, large = (Fraction(found[1]) * each**power for each in (1000, 1024))
            both = f"write {large} (or {found[1]}{unit}i) for 1024s, or {small} for thousands"
            rule = f"must be one number, and {text} is read as two: {both}"
        raise InvalidInput(name, rule, typed(text[:40]))
    try:
        return require_int(name, number, least=least, most=most)
    except InvalidInput as problem:  # 1e99 as it was typed, and not a hundred digits
        raise InvalidInput(name, problem.rule, Words(text)) from None


def add_fresh(parser: argparse.ArgumentParser) -> None:
    """The option that decides anew what an earlier run decided."""
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="decide anew; else decisions of earlier runs count where nothing they were reached from has changed "
        "(never with CI in the environment)",
    )


def angle(name: str, text: str) -> Angle:
    """The exact angle that the text is, as `Angle.parse` reads it.

    Args:
        name: of the argument, as the error names it.
        text: radians ("0.8", "2pi/7"), turns ("3/7 turn"), or a sum ("2pi/3-1/10").

    Raises:
        InvalidInput: no angle.

    Example:
        >>> angle("theta", "2pi/7")
        1/7 turn
    """
    from rope_theory.core.angles import Angle

    return Angle.parse(text, name)


def ranges(name: str, text: str, least: int = 1) -> range:
    """The positions that the text names: "1", or "2-5" with both ends.

    Args:
        name: of the argument, as the error names it.
        text: one position, or two with a hyphen.
        least: the first there may be.

    Raises:
        InvalidInput: neither, or a range that goes down or beyond 100 000 positions.

    Example:
        >>> list(ranges("leave_out", "2-5")), list(ranges("leave_out", "1"))
        ([2, 3, 4, 5], [1])
    """
    found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text, re.ASCII)
    first, last = (0, 0) if found is None else (int(found[1]), int(found[2] or found[1]))
    rule = "must be positions from 1, as in 1 or 2-5" if least == 1 else f"must be numbers from {least}, as in 0,3-5"
    if found is None or not least <= first <= last < first + 100_000:
        raise InvalidInput(name, rule, text)
    return range(first, last + 1)


def numbers(name: str, text: str | None) -> list[int] | None:
    """Numbers from 0, with commas and ranges; None: none were given.

    Raises:
        InvalidInput: as `ranges`.

    Example:
        >>> numbers("layers", "0,3-5")
        [0, 3, 4, 5]
    """
    return None if text is None else [each for part in text.split(",") for each in ranges(name, part, 0)]


def add_overwrite(parser: argparse.ArgumentParser) -> None:
    """--overwrite, which every command that writes files has: without it none of them replaces a file."""
    parser.add_argument("--overwrite", action="store_true", help="files of these names may be there already")


def add_json_file(parser: argparse.ArgumentParser) -> None:
    """--json as every command has it, or with a file that gets the JSON beside the table."""
    parser.add_argument(
        "--json",
        metavar="PATH",
        type=Path,
        nargs="?",
        const=Path("-"),
        help="the answer as JSON on standard output, as with '-'; with a PATH the JSON goes there, and the table is printed",
    )


def formats_named(text: str) -> str:
    """The text of an option with the full names of number formats: one, several with commas between, or one after =; what is none stays.

    Example:
        >>> formats_named("bf16"), formats_named("FP32,float64"), formats_named("trig=fp16"), formats_named("fp8")
        ('bfloat16', 'float32,float64', 'trig=float16', 'fp8')
    """
    from rope_theory.models.precision.formats import SHORT

    step, sign, names = text.rpartition("=")
    return step + sign + ",".join(SHORT.get(name.strip().lower(), name) for name in names.split(","))


def add_asked_of_heads(parser: argparse.ArgumentParser) -> None:
    """--dtype and --letters: what heads have to outlast and to tell apart, for commands that bound them."""
    parser.add_argument(
        "--dtype",
        default="bfloat16",
        type=formats_named,
        metavar="FORMAT",
        help="number format: bfloat16 (default), float16, float32, float64, or bf16, fp16, fp32, fp64 for short",
    )
    parser.add_argument(
        "--letters", default="8", metavar="M", help="how many symbols a symbolic head has to tell apart (default: 8)"
    )


def add_config(parser: argparse.ArgumentParser) -> None:
    """CONFIG, or --config CONFIG as where a configuration is one of several things to name: the same argument."""
    what = "a config.json, the folder that holds it, or a fetched model"
    either = parser.add_mutually_exclusive_group()
    either.add_argument("config", nargs="?", metavar="CONFIG", default=argparse.SUPPRESS, help=what)
    either.add_argument("--config", metavar="CONFIG", help="the same, for CONFIG")


#: The names of one option: d, of the planes that turn; that of the head where no configuration says that it is another.
DIM = ("--dim", "--head-dim")


def add_long(
    parser: argparse.ArgumentParser, words: str = "answer also where it takes more than about a minute"
) -> None:
    """--long, for commands whose time grows with a length: without it they refuse what takes more than about a minute."""
    parser.add_argument("--long", action="store_true", help=words)


#: An estimate of so many seconds or more is said before the work.
WORTH_SAYING = 10


def one_thread() -> None:
    """Products of NumPy's matrices in one thread, if NumPy is not loaded yet and nobody has said otherwise.

    Those of a sweep are small: a second thread mostly waits, which takes as much processor time as the work.
    """
    if "numpy" not in sys.modules:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def announce(name: str, length: int, duration: float) -> None:
    """Say on standard error how long a long length will take, before the work, where that is `WORTH_SAYING`.

    Args:
        name: of the argument.
        length: number of positions.
        duration: in seconds, by `rope_theory.models.sweep_time.seconds`, which also decides what needs --long.
    """
    from rope_theory.models.sweep_time import in_words

    if duration >= WORTH_SAYING:
        print(f"{name} {length}: about {in_words(duration)} on one core, an estimate", file=sys.stderr, flush=True)


def afford(name: str, length: int, planes: int, sweeps: int = 1, *, long: bool) -> None:
    """Refuse a sweep of more than about a minute unless it is asked for, and say how long another long one will take.

    Args:
        name: of the argument.
        length, planes, sweeps: as of `rope_theory.models.sweep_time.seconds`.
        long: it is asked for.

    Raises:
        InvalidInput: it takes more than about a minute.
    """
    from rope_theory.models.sweep_time import require_short, seconds

    if not long:
        require_short(name, length, planes, sweeps)
    announce(name, length, seconds(length, planes, sweeps))


def tell_unread(*configs: RopeConfig) -> None:
    """Say on standard error which keys of a configuration were not read though its author may think so, once each; not what its notes say."""
    from rope_theory.models.config.misread import MOVED

    for line in dict.fromkeys(
        f"{config.source}: {each}"
        for config in configs
        for each in config.not_read
        if each.doubtful and each.key not in MOVED
    ):
        print(line, file=sys.stderr, flush=True)


def unread_json(config: RopeConfig) -> dict[str, dict[str, str | None]]:
    """{key of the file that nothing was read from: {"did_you_mean": the key that it may misspell, or None}}, for JSON; its value is not shown."""
    return {each.key: {"did_you_mean": each.meant} for each in config.not_read}


def with_paper(text: str) -> Callable[[Sequence[str]], str]:
    """What is said of an option with the paper that was written in place of NAME.

    Example:
        >>> with_paper("rope-theory letter NAME --short")(["u25", "--short"]), with_paper("errata NAME")([])
        ('rope-theory letter u25 --short', 'errata u26')
    """
    return lambda given: text.replace("NAME", next((each for each in given if not each.startswith("-")), "u26"))


def one_paper(given: Sequence[str]) -> str:
    """What `errata` and `letter` take without an option, as an error says it: where a place stands behind the paper, with the command that shows it.

    Args:
        given: all that was written behind the command.
    """
    from rope_theory.evidence.papers import by_name, names
    from rope_theory.evidence.placed_claims import is_located

    paper, *rest = [each for each in given if not each.startswith("-")]
    place = " ".join(rest)
    shown = f" (a place of it: {shlex.join(['rope-theory', 'paper', paper, place])})" if is_located(place) else ""
    if all(by_name(each).casefold() in names() for each in rest):
        return "one paper at a time, in a call for each"
    return f"one paper, and options{shown}"


class Choices:
    """What argparse takes as `choices`, from the catalogue, which is loaded only when a value is checked or help shown.

    Args:
        names: `rope_theory.machines.catalogue` -> the choices.

    Example:
        >>> "index" in Choices(lambda catalogue: catalogue.tasks())
        True
    """

    def __init__(self, names: Callable[[ModuleType], Iterable[str]]):
        self._names = names

    def __iter__(self) -> Iterator[str]:
        from rope_theory.machines import catalogue

        return iter(self._names(catalogue))

    def __contains__(self, name: object) -> bool:
        return name in list(self)
