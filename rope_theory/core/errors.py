"""The one error for bad input: it names the argument, the rule and the value, in one line that a terminal can show."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

LONGEST = 240
"""Characters of an argument, and of a value, in an error."""


def printable(text: str) -> str:
    r"""The text with everything escaped that a terminal would not show as it stands.

    Example:
        >>> print(printable("a\x1b[31m\nb"))
        a\x1b[31m\nb
    """
    return text if text.isprintable() else "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def _brief(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def without_decimal(text: str) -> str:
    """The text with numbers as files have them.

    Example:
        >>> without_decimal("[Decimal('4.0'), 3]")
        '[4.0, 3]'
    """
    return re.sub(r"Decimal\('([^']*)'\)", r"\1", text)


class Words(str):
    """Text that an error shows without quotation marks: words about what there is, or a number as it was typed.

    Example:
        >>> print(InvalidInput("joblib", "must be installed", Words("no joblib")))
        joblib must be installed, got no joblib
    """

    def __repr__(self) -> str:
        return str(self)


def typed(text: str) -> str:
    """What was typed on a command line, for an error: there a number has no quotation marks. It is not computed: it may be huge.

    Example:
        >>> typed("1/2"), typed("1e999999999"), typed("half")
        (1/2, 1e999999999, 'half')
    """
    return Words(text) if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?(/0*[1-9][0-9]*)?", text) else text


def with_point(text: str) -> str:
    """What is said of a number that has a comma, in brackets: to write a point, or none where it may part thousands; of one with a unit; of other texts nothing.

    Example:
        >>> with_point("0,0398"), with_point("-1,5e3"), with_point("1,2,3")
        (' (write a point: 0.0398)', ' (write a point: -1.5e3)', '')
        >>> with_point("10,000"), with_point("1,000,000")
        (' (without the comma: 10000; with a point: 10.000)', ' (without commas: 1000000)')
        >>> with_point("10k"), with_point("1.5M")
        (' (without a unit, as 10e3)', ' (without a unit, as 1.5e6)')
    """
    text = text.strip()
    if unit := re.fullmatch(r"([+-]?[0-9]+(?:\.[0-9]+)?)([kKMG])", text):
        return f" (without a unit, as {unit[1]}e{3 + 3 * 'KMG'.index(unit[2].upper())})"
    one = re.fullmatch(r"[+-]?[0-9]+,[0-9]+([eE][+-]?[0-9]+)?", text)
    bare, point = text.replace(",", ""), text.replace(",", ".")
    if re.fullmatch(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+", text):
        return f" (without the comma: {bare}; with a point: {point})" if one else f" (without commas: {bare})"
    return f" (write a point: {point})" if one else ""


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    try:
        if isinstance(value, Fraction | Decimal):
            value = Words(value)
        if type(value) is str and "\\" in value and not {"'", '"'} & {*value}:
            return f"'{_brief(value)}'"  # as it was typed: repr doubles a backslash
        return _brief(without_decimal(repr(value)))
    except (ValueError, RecursionError):  # a whole number of thousands of digits; lists in lists in lists
        return f"a value of type {type(value).__name__} that is too large to show"


class InvalidInput(ValueError):
    """An argument breaks a rule.

    Args:
        argument: name of the argument, as the caller wrote it.
        rule: what must hold, phrased to follow the name ("must be at least 1").
        value: what was given; None is shown as "nothing".

    Example:
        >>> print(InvalidInput("span", "must be at least 1", 0))
        span must be at least 1, got 0
    """

    def __init__(self, argument: str, rule: str, value: object):
        self.argument, self.rule, self.value = argument, rule, value
        super().__init__(printable(" ".join(self._sentence().splitlines())))

    def _sentence(self) -> str:
        return f"{_brief(self.argument)} {self.rule[:1000]}, got {_shown(self.value)}"

    def of(self, value: object) -> InvalidInput:
        """The same error, with its notes, of a value as it was written."""
        same = self._with(value)
        for note in getattr(self, "__notes__", ()):
            same.add_note(note)
        return same

    def _with(self, value: object) -> InvalidInput:
        return InvalidInput(self.argument, self.rule, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """As a worker process hands it on: the sentence, and all that was added."""
        return _handed_on, (type(self), str(self), self.__dict__)


class Absent(InvalidInput):
    """Something is named that is not there: the sentence says that, and not what must be.

    Args:
        argument: as of `InvalidInput`.
        none: the sentence, with {} for what was named.
        value: what was named.
        hints: what may have been meant and where it is listed, in brackets; those that are "" are left out.

    Example:
        >>> print(Absent("command", "rope-theory has no command {}", "explian", "did you mean explain?"))
        rope-theory has no command 'explian' (did you mean explain?)
    """

    def __init__(self, argument: str, none: str, value: object, *hints: str):
        self.none, self.hint = none, "; ".join(filter(None, hints)).replace("?; ", "? ")
        super().__init__(argument, "must be there", value)

    def _sentence(self) -> str:
        before, _, behind = self.none.partition("{}")
        return f"{before}{_shown(self.value)}{behind}{f' ({self.hint[:1000]})' if self.hint else ''}"

    def _with(self, value: object) -> InvalidInput:
        return Absent(self.argument, self.none, value, self.hint)


def _handed_on(kind: type[InvalidInput], sentence: str, state: dict[str, Any]) -> InvalidInput:
    problem = kind.__new__(kind, sentence)
    problem.__dict__.update(state)
    return problem


def require(condition: bool, argument: str, rule: str, value: object) -> None:
    """Raise `InvalidInput(argument, rule, value)` unless `condition` is true."""
    if not condition:
        raise InvalidInput(argument, rule, value)


def require_int(argument: str, value: object, *, least: int | None = None, most: int | None = None) -> int:
    """Return `value` if it is an integer within [least, most]; booleans are no integers here.

    Raises:
        InvalidInput: naming `argument`, the rule and the value.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise InvalidInput(argument, "must be an integer", value)
    number = value.__index__()
    if least is not None and number < least:
        raise InvalidInput(argument, f"must be at least {least}", number)
    if most is not None and number > most:
        raise InvalidInput(argument, f"must be at most {most}", number)
    return number
