"""Exercises of the course: an answer is judged with a sentence, and how it was typed does not matter (12.0 is 12)."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

from rope_theory.core.errors import InvalidInput
from rope_theory.core.numbers import as_whole

ANSWER = "the answer"


class NotYet(Exception):
    """Why an answer is not right yet, as one sentence."""


def exercise(
    kind: str, least: int | None = None, most: int | None = None, gives: str = "any"
) -> Callable[[Callable], Callable]:
    """Make of a function of assertions a check that prints one sentence and says whether the answer is right.

    Args:
        kind: what the answer is: "whole", "number", "text", "function", "list", "numbers" (a list of them), "matrix"
            (rows of numbers) or "any".
        least, most: the range of a whole number in which the check can work.
        gives: the kind of what a function gives; another is told so, and is not judged as a wrong number.

    Returns:
        a decorator: check_1(answer) -> bool. Its assertions must have messages: they are the sentences. No answer, or more than
        one, gets a sentence, too.

    Example:
        >>> @exercise("whole")
        ... def check_1(answer):
        ...     assert answer == 12, f"{answer} apples are not a dozen"
        >>> check_1(12.0), check_1("12"), check_1(11)
        Exercise 1: right.
        Exercise 1, not yet: the answer must be a whole number, and '12' is text (leave the quotation marks out).
        Exercise 1, not yet: 11 apples are not a dozen.
        (True, False, False)
        >>> check_1()
        Exercise 1, not yet: no answer stands between the brackets: check_1(your_answer).
        False
    """

    def decorate(check: Callable[[Any], None]) -> Callable[..., bool]:
        number = check.__name__.rpartition("_")[2]

        @functools.wraps(check)
        def judged(*given: Any, **named: Any) -> bool:
            problem = _miscalled(check.__name__, kind, given, named)
            if problem is None:
                [answer] = given or named.values()
                problem = _problem(check, kind, (least, most), gives, answer)
            stop = "" if problem and problem[-1] in ".?!" else "."
            print(f"Exercise {number}: right." if problem is None else f"Exercise {number}, not yet: {problem}{stop}")
            return problem is None

        return judged

    return decorate


#: What the answer to each kind of exercise is, as its slide and its sheet say it.
_FORMS = {
    "whole": "a whole number",
    "number": "a number",
    "text": "text in quotation marks",
    "function": "a function",
    "list": "a list",
    "numbers": "a list of numbers",
    "matrix": "a list of rows of numbers",
    "any": "in a form named above",
}
_LISTS = ("list", "numbers", "matrix")


def form(kind: str, least: int | None = None, most: int | None = None, gives: str = "any") -> str:
    """What the answer to an exercise of this kind is, in words.

    Args:
        kind, least, most, gives: as for `exercise`.

    Raises:
        KeyError: there is no such kind.

    Example:
        >>> form("whole", 2, 200), form("function", gives="number"), form("matrix")
        ('a whole number from 2 to 200', 'a function that gives a number', 'a list of rows of numbers')
    """
    within = f" from {least} to {most}" if least is not None and most is not None else ""
    given = (
        f" that gives {_FORMS[gives].partition(' in quotation')[0]}" if kind == "function" and gives != "any" else ""
    )
    return f"{_FORMS[kind]}{within}{given}"


def _miscalled(name: str, kind: str, given: Sequence[Any], named: Mapping[str, Any]) -> str | None:
    """What is wrong with a call of a check that has not one answer: none, several, or one under another name."""
    if not given and not named:
        return f"no answer stands between the brackets: {name}(your_answer)"
    if named and (given or named.keys() != {"answer"}):
        return f"give the answer alone, without a name before it: {name}(your_answer)"
    if len(given) > 1:
        how = "make them one list, in square brackets" if kind in _LISTS else "give one"
        return f"one answer is asked for, and these are {len(given)}: {how}"
    return None


def _problem(check: Callable, kind: str, within: tuple[int | None, int | None], gives: str, answer: Any) -> str | None:
    try:
        check(_function(answer, gives) if kind == "function" else _READ[kind](answer, *within))
    except NotYet as sentence:
        return str(sentence)
    except (AssertionError, InvalidInput) as wrong:  # bad input to the library has a sentence, too
        return str(wrong)
    except Exception:  # whatever a student's object does where the check uses it
        return "the check could not use this answer: look at its type and its size"
    return None


def _said(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}".splitlines()[0][:200]


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())  # on one line, as arrays are not
    return text if len(text) <= 60 else text[:60] + "…"


def _is(value: Any) -> str:
    """What a value is that is of another kind than the answer."""
    if value is None:
        return "None is nothing: does your code give its result with `return`?"
    if isinstance(value, str):
        return (
            f"{_shown(value)} is text (leave the quotation marks out)"
            if value.startswith(("[", "("))
            else f"{_shown(value)} is text"
        )
    if callable(value):
        return "this is a function (call it)"
    return f"{_shown(value)} is of the type {type(value).__name__}"


def _plain(value: Any) -> Any:
    """The value with NumPy's types as Python's, and whole numbers as int, however they were typed."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, Decimal) and value.is_finite():
        value = Fraction(value)
    number = as_whole(value)
    return value if number is None else number


def _whole(answer: Any, least: int | None = None, most: int | None = None, name: str = ANSWER) -> int:
    value = _number(answer, name=name, word="whole number")
    if not isinstance(value, int):
        raise NotYet(f"{name} must be a whole number, and {_shown(answer)} is none")
    if (least is not None and value < least) or (most is not None and value > most):
        raise NotYet(f"{value} is out of range: the answer lies between {least} and {most}")
    return value


def _number(answer: Any, *_: object, name: str = ANSWER, word: str = "number") -> Any:
    """A real number as it was typed: exact ones stay exact; text, functions and what is no finite number is refused."""
    value = _plain(answer)
    if isinstance(value, str):
        hint = " (leave the quotation marks out)" if _reads_as_number(value) else ""
        raise NotYet(f"{name} must be a {word}, and {_shown(value)} is text{hint}")
    if isinstance(value, complex):
        raise NotYet(f"{name} must be a {word}, and {_shown(answer)} is complex: give its real part")
    if isinstance(value, bool) or not _is_real(value):
        raise NotYet(f"{name} must be a {word}, and {_is(answer)}")
    if isinstance(value, float) and not math.isfinite(value):
        raise NotYet(f"{name} must be a finite {word}, and {_shown(answer)} is none")
    return value


def _is_real(value: Any) -> bool:
    """Whether a value is a number, or an exact one that has a float, as √2 of SymPy and a sum of cosines do."""
    if isinstance(value, Real):
        return True
    try:
        return hasattr(value, "__float__") and math.isfinite(float(value))
    except (TypeError, ValueError, OverflowError):
        return False


def _text(answer: Any, *_: object, name: str = ANSWER) -> str:
    if not isinstance(answer, str):
        raise NotYet(f"{name} must be text in quotation marks, and {_is(answer)}")
    return answer


def _reads_as_number(text: str) -> bool:
    try:
        Fraction(text)
    except (ValueError, ZeroDivisionError):
        return False
    return True


def _function(answer: Any, gives: str) -> Callable:
    if not callable(answer):
        rule = "the answer must be a function: define one and give its name, without brackets behind it"
        raise NotYet(f"{rule} ({_shown(answer)} is of the type {type(answer).__name__})")

    @functools.wraps(answer, assigned=(), updated=())
    def wrapped(*arguments: Any) -> Any:
        given = ", ".join(map(_shown, arguments))
        try:
            value = _plain(answer(*arguments))
        except Exception as problem:
            raise NotYet(f"your function stopped at answer({given}) with {_said(problem)}") from None
        if value is None:
            raise NotYet(f"answer({given}) gave nothing: does your function say `return`?")
        return value if gives == "any" else _READ[gives](value, name=f"answer({given})")

    return wrapped


def _list(answer: Any, *_: object, name: str = ANSWER, word: str = "list") -> list:
    value = _plain(list(answer) if isinstance(answer, tuple | range) or hasattr(answer, "__next__") else answer)
    if not isinstance(value, list):
        raise NotYet(f"{name} must be a {word}, and {_is(answer)}")
    return [list(each) if isinstance(each, tuple | range) else _plain(each) for each in value]


def _numbers(answer: Any, *_: object, name: str = ANSWER) -> list:
    return [_number(each, name=f"each part of {name}") for each in _list(answer, name=name, word="list of numbers")]


def _matrix(answer: Any, *_: object, name: str = ANSWER) -> list[list]:
    rows = _list(answer, name=name, word="list of rows, each a list of numbers")
    for row in rows:
        if not isinstance(row, list):
            raise NotYet(f"{name} must be a list of rows, each a list of numbers, and {_shown(row)} is no list")
    return [[_number(entry, name=f"each entry of {name}") for entry in row] for row in rows]


_READ: dict[str, Callable[..., Any]] = {
    "whole": _whole,
    "number": _number,
    "text": _text,
    "list": _list,
    "numbers": _numbers,
    "matrix": _matrix,
    "any": lambda answer, *_: _plain(answer),
}


def fraction(value: Any) -> Fraction:
    """The number as a fraction; a float as the nearest one with a small denominator (1/3 typed as 0.333…).

    Example:
        >>> fraction(1 / 3), fraction("2/7")
        (Fraction(1, 3), Fraction(2, 7))
    """
    if not isinstance(value, Rational | float | str):
        value = float(value)  # an exact number that is none of Python's: a sum of cosines
    return Fraction(value).limit_denominator(10**6) if isinstance(value, float) else Fraction(value)
