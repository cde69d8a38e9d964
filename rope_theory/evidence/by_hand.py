"""Numbers as a reader checks them by hand: digits that are the number's own, and comparisons that are decided."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb

from rope_theory.core.angles import Angle, TrigSum, ball
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth, less
from rope_theory.core.words import counted
from rope_theory.evidence.written import formulas, said

if TYPE_CHECKING:
    from rope_theory.evidence.claims.sides import Sides

Number = int | Fraction | TrigSum | Angle | arb
#: Fractions with a larger denominator are shown by their digits.
PLAIN = 16
#: Longer rows of numbers are not written out.
LONGEST = 8
#: Before two sides that came out alike and have no names.
APART = "both sides, computed apart: "
#: How deep functions of a page are read, where the statement itself compares nothing that can be shown.
WITHIN = 2
#: The most characters of a comparison with its code.
WIDEST = 100


def spelled(angle: Angle) -> str:
    """An angle in radians as it is written: "2π/3", "4/5", "π/8 + 1".

    Example:
        >>> spelled(Angle.parse("2pi/3")), spelled(Angle.parse("-0.8")), spelled(Angle(1, -2)), spelled(Angle())
        ('2π/3', '-4/5', '2π - 2', '0')
    """
    halves = 2 * angle.turns
    times = {1: "", -1: "-"}.get(halves.numerator, str(halves.numerator))
    turns = f"{times}π" + (f"/{halves.denominator}" if halves.denominator > 1 else "") if halves else ""
    radians = str(angle.radians) if angle.radians or not turns else ""
    return " + ".join(filter(None, (turns, radians))).replace("+ -", "- ")


def number(value: Number, decimals: int = 4) -> str:
    """A number as a fraction if it is a short one, else its first decimals, cut off and not rounded: "0.9238…".

    Args:
        value: exact, or a ball narrow enough to tell the digits.
        decimals: at least 1.

    Raises:
        InvalidInput: the ball does not tell them.

    Example:
        >>> number(Angle.parse("2pi/3").cos()), number(Angle.parse("pi/8").cos()), number(-Angle.parse("1").cos())
        ('-1/2', '0.9238…', '-0.5403…')
    """
    short = _short(value)
    if short is not None:
        return str(short)
    if isinstance(value, int | Fraction):
        scaled, rest = divmod(abs(value) * 10**decimals, 1)
    else:
        scaled, rest = (abs(ball(value)) * 10**decimals).floor().unique_fmpz(), True
        require(scaled is not None, "value", f"must be known to {decimals} decimals", value)
    digits = str(int(scaled)).zfill(decimals + 1)
    shown = f"{'-' if ball(value) < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"
    return f"{shown}…" if rest else shown.rstrip("0")


def sign(left: Number, right: Number) -> str:
    """The decided sign between two numbers: "<", "=" or ">".

    Raises:
        InvalidInput: the balls overlap.

    Example:
        >>> sign(Angle.parse("pi/3").cos(), Fraction(1, 2)), sign(1, arb.pi()), sign(4, arb.pi())
        ('=', '<', '>')
    """
    if less(ball(left), ball(right)) is Truth.TRUE:
        return "<"
    if less(ball(right), ball(left)) is Truth.TRUE:
        return ">"
    require(not isinstance(left, arb) and not isinstance(right, arb) and left == right, "left",
            f"must be told from {right} or equal it exactly", left)  # fmt: skip
    return "="


def compared(left: str, value: Number, right: str, other: Number) -> str:
    """One line: left = its number, the decided sign, the other number = right.

    Example:
        >>> compared("1 - cos(2π/3)", 1 - Angle.parse("2pi/3").cos(), "2π²/16", 2 * arb.pi() ** 2 / 16)
        '1 - cos(2π/3) = 3/2 > 1.2337… = 2π²/16'
    """
    return f"{left} = {number(value)} {sign(value, other)} {number(other)} = {right}"


def both_sides(holds: Callable[..., Any], instance: Mapping[str, Any], most: int = 4) -> list[str]:
    """What a statement compares at an instance: left side, sign, right side, as numbers, with their formulas; each once.

    The sign is the statement's own where it is true there, else the one that is. Comparisons with a constant of counts, and of
    balls that overlap, are left out; so is a formula that only code would say. Where nothing else is compared, counts with
    counts are shown, tokens with tokens, each link of a chain, and what functions of the page compare.

    Args:
        holds: the statement, a function of a page.
        most: how many lines there may be; the last of more says so.

    Example:
        >>> from rope_theory.evidence.theory import claim
        >>> both_sides(claim("u26.retrieval-display").holds, claim("u26.retrieval-display").example)[2]
        '1 - cos(ω - (n - 1)θ) = 0.8263… > 0.6039… = 1 - cos(ω - nθ)'
    """
    from rope_theory.evidence.claims.sides import compared_at

    lines: dict[str, None] = {}
    for within in (None, 0, WITHIN):
        compared = compared_at(holds, instance, within)
        lines = dict.fromkeys(filter(None, (_line(one, instance, within is not None) for one in compared)))
        if lines:
            break
    shown = list(lines)[:most]
    more = counted(len(lines) - most, "comparison")
    return shown if len(lines) == len(shown) else [*shown, f"and {more} of this kind"]


def listed(values: Iterable[Any]) -> str:
    """Values with commas between; numbers as `number` has them."""
    return ", ".join(number(value) if isinstance(value, Number) else str(value) for value in values)


def beside_zero(name: str, value: Number) -> str:
    """name = its number, and the decided sign between it and 0.

    Example:
        >>> beside_zero("cos 2", Angle.parse("2").cos())
        'cos 2 = -0.4161… < 0'
    """
    return f"{name} = {number(value)} {sign(value, 0)} 0"


def sequence(tokens: Iterable[Any]) -> str:
    """Tokens as they are written: "A1 BA"; "?" where nothing is decoded.

    Example:
        >>> sequence(("A", 2, None))
        'A 2 ?'
    """
    return " ".join("?" if token is None else str(token) for token in tokens)


def between(ends: tuple[Fraction, Fraction]) -> arb:
    """The ball that two ends enclose.

    Example:
        >>> number(between((Fraction(141421, 10**5), Fraction(141422, 10**5))))
        '1.4142…'
    """
    low, high = ends
    return ball(low).union(ball(high))


#: What each sign of a statement allows.
_ALLOWS = {"<": "<", "≤": "<=", ">": ">", "≥": ">=", "=": "=", "≠": "<>"}


def _line(one: Sides, instance: Mapping[str, Any], counts: bool = False) -> str:
    """The comparison as text, with the formulas that fit; empty where it shows nothing.

    Args:
        one: the comparison.
        instance: where it is made.
        counts: whether whole numbers are compared, neither written in the statement, and tokens.
    """
    left, right = (
        _exact(value, code, one.meaning) for value, code in zip((one.left, one.right), one.code, strict=True)
    )
    trivial = ("0 = 0", "1 = 1") if counts else ()
    counts = counts and not any(isinstance(code, ast.Constant) for code in one.code)
    wholes = isinstance(left, int) and isinstance(right, int)
    try:
        if counts and isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
            left, right = list(left.values()), [right[name] for name in left]
        rows = isinstance(left, list | tuple) and isinstance(right, list | tuple)
        text = _rows(left, right) if rows else ""
        if not rows and _numeric(left, right) and (not wholes or (counts and not one.inside)):
            text = _pair(left, one.sign, right)
        elif not text and counts and not (wholes and one.inside):
            text = _token_rows(left, one.sign, right)
    except (InvalidInput, OverflowError):
        return ""
    if not text or len(text) > WIDEST:
        return ""
    left, right = ("", "") if text.startswith("(") else formulas(*one.code, one.meaning, instance)
    if text in trivial or (text in ("0 = 0", "1 = 1") and not left and not right):
        return ""
    if not left and not right and _alike(text):
        left, right = map(said, one.code)
        if left == right:
            return f"{APART}{text}"
    whole = f"{f'{left} = ' if _tells(left, text) else ''}{text}{f' = {right}' if _tells(right, text) else ''}"
    if len(whole) <= WIDEST:
        return whole
    return f"{APART}{text}" if _alike(text) else text


def _token_rows(left: Any, asked: str, right: Any) -> str:
    """Two tokens, or two short rows of them, with the sign between them; empty for anything else."""
    first, second = map(_tokens, (left, right))
    return f"{first} {'=' if left == right else '≠'} {second}" if first and second and asked in "=≠" else ""


def _tokens(value: Any) -> str:
    """A token, or a short row of them, as it is written; empty for anything else."""
    row = value if isinstance(value, list | tuple) and not isinstance(value, Pair) else (value,)
    known = all(isinstance(each, str | int | Pair) and not isinstance(each, bool) for each in row)
    return sequence(row) if known and 0 < len(row) <= 2 * LONGEST else ""


def _alike(text: str) -> bool:
    """Whether both sides came out as one text, so that nothing but names tells them apart."""
    first, _, second = re.split(r" ([=≤≥]) ", f"{text} = ", maxsplit=1)
    return f"{first} = " == second


def _tells(formula: str, numbers: str) -> bool:
    """Whether a formula says more than its number does."""
    return bool(formula) and formula not in numbers.split()


def _exact(value: Any, code: ast.expr, meaning: Mapping[str, ast.expr]) -> Any:
    """A ball that is one number as that number, and the ball of a fraction that the code writes as that fraction."""
    if not isinstance(value, arb):
        return value
    if not value.is_exact():
        return _fraction(code, meaning) or value
    digits, exponent = value.man_exp()
    return int(digits) * Fraction(2) ** int(exponent) if value.is_finite() else value


def _fraction(code: ast.expr, meaning: Mapping[str, ast.expr]) -> Fraction | None:
    """The fraction in the code of its ball."""
    match code:
        case ast.Call(ast.Name("ball"), [ast.Name(name)]) if name in meaning:
            return _fraction(ast.Call(ast.Name("ball"), [meaning[name]], []), meaning)
        case ast.Call(ast.Name("ball"), [ast.Call(ast.Name("Fraction"), given, [])]):
            values: list[Any] = [part.value for part in given if isinstance(part, ast.Constant)]
            return Fraction(*values) if values and len(values) == len(given) else None
    return None


def _rows(left: Sequence[Any], right: Sequence[Any]) -> str:
    if not (len(left) == len(right) <= LONGEST and _numeric(*left, *right)) or any(isinstance(v, arb) for v in left):
        return ""
    equal = "=" if all(map(operator.eq, left, right)) else "≠"
    return f"({', '.join(map(_shown, left))}) {equal} ({', '.join(map(_shown, right))})"


def _pair(left: Number, asked: str, right: Number) -> str:
    """Both numbers, with as many decimals as tell them apart, from each other and from 0."""
    decided = sign(left, right)
    for decimals in range(4, 40, 4):
        shown = [_shown(value, decimals) for value in (left, right)]
        if (decided == "=" or shown[0] != shown[1]) and not any(set(text) == set("0.…") for text in shown):
            break
    else:
        shown = [_shown(value) for value in (left, right)]
    return f"{shown[0]} {asked if decided in _ALLOWS[asked] else decided} {shown[1]}"


def _numeric(*values: Any) -> bool:
    return all(isinstance(value, Number) and not isinstance(value, bool) for value in values)


def _shown(value: Number, decimals: int = 4) -> str:
    return spelled(value) if isinstance(value, Angle) else number(value, decimals)


def _short(value: Number) -> Fraction | None:
    if isinstance(value, arb | Angle):
        return None
    near = Fraction(float(value)).limit_denominator(PLAIN)
    return near if value == near else None
