"""Exact angles and exact sums of cosines.

An `Angle` is 2π·turns + radians with both parts rational. Because π is irrational, two angles are equal exactly
when both parts are, so angles are totally ordered. A `TrigSum` is Σ c_i·cos(angle_i) with rational c_i. Its sign
is decided, always: balls settle it unless it is zero, and zero is decided in a cyclotomic field (the radian parts
separate by the Lindemann–Weierstrass theorem).
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import flint
from flint import arb, fmpq

from rope_theory.core.errors import InvalidInput, require, with_point
from rope_theory.core.truth import Truth

if TYPE_CHECKING:
    import sympy

Rational = int | Fraction

#: A summand of an angle as people write it, with its sign.
_TERM = re.compile(
    r"(?P<sign>\+\s*-|[+-]|)\s*(?P<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:/\d+)?)?\s*"
    r"(?:(?P<star>\*?)\s*(?P<pi>pi)(?:\s*/\s*(?P<divisor>[\d.]+))?|(?P<turn>turns?)|)\s*",
    re.ASCII,
)


def _terms(text: str) -> Iterator[re.Match[str]]:
    """The summands of a sum of angles, all of the text.

    Raises:
        ValueError: some part is none: it has neither number nor π, an asterisk that multiplies nothing, or no sign before it.
    """
    at = 0
    while at < max(len(text), 1):
        found = _TERM.match(text, at)
        if not found or not (found["number"] or (found["pi"] and not found["star"])) or (at and not found["sign"]):
            raise ValueError(text)
        yield found
        at = found.end()


def ball(value: Rational | arb | Angle | TrigSum) -> arb:
    """A ball that contains `value`, at the working precision `flint.ctx.prec`."""
    if isinstance(value, arb):
        return value
    if isinstance(value, Angle | TrigSum):
        return value.ball()
    if isinstance(value, float):
        raise TypeError("a float is not exact; give a Fraction or a decimal string")
    return arb(_fmpq(value))


def _fmpq(value: Rational) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _fraction(name: str, value: Rational) -> Fraction:
    if type(value) is Fraction:
        return value
    require(isinstance(value, Rational), name, "must be an int or a Fraction", value)
    return Fraction(value)


@functools.total_ordering
class Angle:
    """The exact angle 2π·turns + radians.

    Args:
        turns: rational number of full turns.
        radians: rational number of radians on top.

    Raises:
        InvalidInput: `Angle.parse` of what is no angle.
        TypeError: comparison or arithmetic with a float.

    Example:
        >>> from fractions import Fraction
        >>> Angle(Fraction(1, 6)).cos() == Fraction(1, 2)
        True
    """

    __slots__ = ("_canonical", "_hash", "_parts")
    _canonical: Angle | None
    _hash: int
    _parts: tuple[int, int, int]

    def __init__(self, turns: Rational = 0, radians: Rational = 0):
        turns, radians = _fraction("turns", turns), _fraction("radians", radians)
        p, q = turns.denominator, radians.denominator
        made = Angle._over(turns.numerator * q, radians.numerator * p, p * q)
        self._parts, self._hash, self._canonical = made._parts, made._hash, made._canonical

    @classmethod
    def _over(cls, turns: int, radians: int, over: int) -> Angle:
        """Both parts over one positive denominator, in lowest terms together: integers add faster than fractions."""
        made = cls.__new__(cls)
        common = math.gcd(turns, radians, over)
        if common != 1:
            turns, radians, over = turns // common, radians // common, over // common
        made._parts = parts = (turns, radians, over)
        made._hash, made._canonical = hash(parts), None
        return made

    @classmethod
    def _folded(cls, turns: int, radians: int, over: int) -> Angle:
        """The representative of ±angle + 2πZ with turns in [0, 1), radians >= 0, and turns <= 1/2 if radians = 0."""
        if radians < 0:
            turns, radians = -turns, -radians
        turns %= over
        if not radians and 2 * turns > over:
            turns = over - turns
        made = cls._over(turns, radians, over)
        made._canonical = made
        return made

    @property
    def parts(self) -> tuple[int, int, int]:
        """(t, r, q): the angle is t/q turns and r/q radians, q positive and as small as can be."""
        return self._parts

    @property
    def turns(self) -> Fraction:
        """The rational number of full turns."""
        return Fraction(self._parts[0], self._parts[2])

    @property
    def radians(self) -> Fraction:
        """The rational number of radians on top."""
        return Fraction(self._parts[1], self._parts[2])

    @classmethod
    def parse(cls, text: str, argument: str = "angle") -> Angle:
        """Read "0.8", "-1/3", "pi", "2pi/7", "2*pi/7", "3/7 turn", and sums of these, "2pi/3 - 1/10", exactly: the grammar of every angle that is text.

        Args:
            text: the angle as the user wrote it.
            argument: its name in the error.

        Raises:
            InvalidInput: the text is none of these (NaN and infinity included).

        Example:
            >>> from fractions import Fraction
            >>> Angle.parse("2pi/7") == Angle(Fraction(1, 7)), Angle.parse("2pi/3-1/10") == Angle(Fraction(1, 3), Fraction(-1, 10))
            (True, True)
            >>> Angle.parse("−π/3") == Angle.parse("-pi/3")
            True
        """
        lower = text.lower().replace("π", "pi").replace("−", "-").strip()  # the minus of a page, too
        if re.search(r"e[+-]?0*[1-9]\d{3}", lower):  # an exact 10^9999 takes longer than anyone waits
            raise InvalidInput(argument, "must have an exponent of at most 999", text)
        try:
            return sum((cls._term(found) for found in _terms(lower)), cls())
        except ZeroDivisionError:
            raise InvalidInput(argument, 'must not divide by 0, as in "2pi/7"', text) from None
        except ValueError:
            rule = 'must be radians like "0.8" or "2pi/7", or like "3/7 turn", or a sum like "2pi/3-1/10"'
            unknown = re.search(r"[α-ω|]|alph|phi|theta|omega", lower)
            if re.search(r"[/*+-]$", lower):
                rule += f" (a number is missing behind {lower[-1]})"
            hint = cls._meant(lower) or with_point(text) or (" (a number: no name but pi is known)" if unknown else "")
            raise InvalidInput(argument, f"{rule}{hint}", text) from None

    @classmethod
    def _meant(cls, lower: str) -> str:
        """What is said of an angle in degrees, in LaTeX or in code: the same as it is read here; of other texts nothing.

        Example:
            >>> [Angle._meant(text) for text in ("30°", "(2pi)/7", "2*np.pi/7", "4/5 rad", "1 2")]
            [' (write "30/360 turn")', ' (write "2pi/7")', ' (write "2*pi/7")', ' (write "4/5")', '']
        """
        plain = re.sub(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", lower.partition("=")[0])
        plain = re.sub(r"\btau\b|τ", "2pi", re.sub(r"\b(?:np|math|numpy)\.", "", plain.replace("\\", "")))
        plain = re.sub(r"([\d.]+)\s*(?:°|deg(?:rees?)?)$", r"\1/360 turn", plain.strip(" $"))
        plain = plain.translate({ord("·"): "*", ord("×"): "*"} | dict.fromkeys(map(ord, "(){}")))
        plain = re.sub(r"\s*rad(?:ians?)?$", "", re.sub(r"\s*([*/+-])\s*", r"\1", plain))
        try:
            sum((cls._term(found) for found in _terms(plain)), cls())
        except ZeroDivisionError:
            return " (it divides by 0)"
        except ValueError:
            return " (write a number for n)" if re.fullmatch(r"[\d.]*\*?(?:pi)?/\d*\*?n", plain) else ""
        return f' (write "{plain}")'

    @classmethod
    def _term(cls, found: re.Match[str]) -> Angle:
        """The angle that one summand is."""
        number, divisor = Fraction(found["number"] or 1), Fraction(found["divisor"] or 1)
        size = -number if "-" in found["sign"] else number
        return cls(size / divisor / 2) if found["pi"] else cls(size) if found["turn"] else cls(0, size)

    def __add__(self, other: Angle) -> Angle:
        if not isinstance(other, Angle):
            return NotImplemented
        (a, b, p), (c, d, q) = self._parts, other._parts
        return Angle._over(a + c, b + d, p) if p == q else Angle._over(a * q + c * p, b * q + d * p, p * q)

    def __neg__(self) -> Angle:
        turns, radians, over = self._parts
        return Angle._over(-turns, -radians, over)

    def __sub__(self, other: Angle) -> Angle:
        if not isinstance(other, Angle):
            return NotImplemented
        (a, b, p), (c, d, q) = self._parts, other._parts
        return Angle._over(a - c, b - d, p) if p == q else Angle._over(a * q - c * p, b * q - d * p, p * q)

    def __mul__(self, factor: Rational) -> Angle:
        turns, radians, over = self._parts
        if type(factor) is int:
            return Angle._over(turns * factor, radians * factor, over)
        if not isinstance(factor, Rational):
            return NotImplemented
        return Angle._over(turns * factor.numerator, radians * factor.numerator, over * factor.denominator)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Rational) -> Angle:
        if type(divisor) is int and divisor > 0:
            turns, radians, over = self._parts
            return Angle._over(turns, radians, over * divisor)
        return self * (1 / Fraction(divisor))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Angle):
            return False
        return self is other or self._parts == other._parts

    def __hash__(self) -> int:
        return self._hash

    def __lt__(self, other: Angle) -> bool:
        return (self - other).sign() < 0

    def __float__(self) -> float:
        return float(self.ball().mid())

    def __repr__(self) -> str:
        if not self.turns:
            return f"{self.radians}"
        sign = "-" if self.radians < 0 else "+"
        return f"{self.turns} turn" + (f" {sign} {abs(self.radians)}" if self.radians else "")

    def sign(self) -> int:
        """-1, 0 or 1, exactly: the angle is 0 only if both parts are (π is irrational)."""
        turns, radians, _ = self._parts
        if not turns or not radians:
            return _sign(turns + radians)
        return _refine(self.ball)

    def is_whole_turns(self) -> bool:
        """Whether the angle is a multiple of 2π."""
        turns, radians, over = self._parts
        return not radians and not turns % over

    def ball(self) -> arb:
        """An enclosure in radians at the working precision."""
        turns, radians, over = self._parts
        return arb.pi() * fmpq(2 * turns, over) + fmpq(radians, over)

    def sympy(self) -> sympy.Expr:
        """The same angle as a SymPy number, in radians."""
        import sympy

        return 2 * sympy.pi * sympy.Rational(self.turns) + sympy.Rational(self.radians)

    def cos(self) -> TrigSum:
        """cos of the angle, exactly."""
        return TrigSum._canonical({self.canonical(): 1})

    def sin(self) -> TrigSum:
        """sin of the angle, exactly: cos(angle - 1/4 turn)."""
        return (self - QUARTER_TURN).cos()

    def canonical(self) -> Angle:
        """The representative of ±angle + 2πZ with turns in [0, 1), radians >= 0, and turns <= 1/2 if radians = 0."""
        if self._canonical is None:
            folded = Angle._folded(*self._parts)
            self._canonical = self if folded._parts == self._parts else folded
        return self._canonical


ZERO, QUARTER_TURN, FULL_TURN = Angle(), Angle(Fraction(1, 4)), Angle(1)


@functools.total_ordering
class TrigSum:
    """The exact real number Σ c·cos(angle), a ring with decidable order.

    Args:
        terms: rational coefficient of each cosine.

    Example:
        >>> from fractions import Fraction
        >>> from rope_theory import Angle
        >>> fifth = Angle(Fraction(1, 5))
        >>> fifth.cos() + (2 * fifth).cos() == Fraction(-1, 2)
        True
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Angle, Rational]):
        require(isinstance(terms, Mapping), "terms", "must be a mapping from angles to coefficients", terms)
        collected: dict[Angle, Rational] = {}
        for angle, coefficient in terms.items():
            key = angle.canonical()
            collected[key] = collected.get(key, 0) + coefficient
        self.terms = {angle: c for angle, c in collected.items() if c}

    @classmethod
    def _canonical(cls, terms: dict[Angle, Rational]) -> TrigSum:
        """The sum of terms whose angles are canonical already, and no coefficient 0."""
        made = cls.__new__(cls)
        made.terms = terms
        return made

    @staticmethod
    def of(value: Rational | TrigSum) -> TrigSum:
        """Read a rational number as a TrigSum."""
        if isinstance(value, TrigSum):
            return value
        number = value if type(value) in (int, Fraction) else Fraction(value)
        return TrigSum._canonical({ZERO: number} if number else {})

    def __add__(self, other: Rational | TrigSum) -> TrigSum:
        if not isinstance(other, _SUMMANDS):
            return NotImplemented
        total = dict(self.terms)
        for angle, c in TrigSum.of(other).terms.items():
            _add(total, angle, c)
        return TrigSum._canonical(total)

    __radd__ = __add__

    def __neg__(self) -> TrigSum:
        return TrigSum._canonical({angle: -c for angle, c in self.terms.items()})

    def __sub__(self, other: Rational | TrigSum) -> TrigSum:
        return self + -other

    def __rsub__(self, other: Rational) -> TrigSum:
        return -self + other

    def __mul__(self, other: Rational | TrigSum) -> TrigSum:
        if isinstance(other, TrigSum):
            return self._product(other)
        if not isinstance(other, _SUMMANDS):
            return NotImplemented
        return TrigSum._canonical({angle: c * other for angle, c in self.terms.items()} if other else {})

    __rmul__ = __mul__

    def _product(self, other: TrigSum) -> TrigSum:
        """Each cos a·cos b is half of cos(a - b) + cos(a + b)."""
        total: dict[Angle, Rational] = {}
        for one, c in self.terms.items():
            a, r, p = one._parts
            for two, d in other.terms.items():
                b, s, q = two._parts
                less = Angle._folded(a * q - b * p, r * q - s * p, p * q)
                more = Angle._folded(a * q + b * p, r * q + s * p, p * q)
                if less == more:
                    _add(total, less, c * d)
                else:
                    half = c * d * HALF
                    _add(total, less, half)
                    _add(total, more, half)
        return TrigSum._canonical(total)

    def __truediv__(self, divisor: Rational) -> TrigSum:
        return self * (1 / Fraction(divisor))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SUMMANDS) and (self - other).sign() == 0

    __hash__ = None  # type: ignore[assignment]  # equality is by value, and equal values may have different terms

    def __lt__(self, other: Rational | TrigSum) -> bool:
        return (self - other).sign() < 0

    def __float__(self) -> float:
        return float(self.ball().mid())

    def __repr__(self) -> str:
        return " + ".join(f"{c}*cos({a})" if a != ZERO else f"{c}" for a, c in self.terms.items()) or "0"

    def ball(self) -> arb:
        """An enclosure at the working precision; exact special values at rational turns."""
        total = arb(0)
        for angle, c in self.terms.items():
            cosine = _cosine(angle._parts, flint.ctx.prec)
            total += cosine * (c if type(c) is int else _fmpq(c))
        return total

    def sympy(self) -> sympy.Expr:
        """The same number as a SymPy expression."""
        import sympy

        return sympy.Add(*(sympy.Rational(c) * sympy.cos(a.sympy()) for a, c in self.terms.items()))

    def sign(self) -> int:
        """-1, 0 or 1, exactly."""
        if not self.terms:
            return 0
        # nearly every nonzero sum shows at these precisions; the zero test is costly for large orders
        enclosure = self.ball()
        if not (enclosure > 0 or enclosure < 0):
            with flint.ctx.workprec(512):
                enclosure = self.ball()
        if enclosure > 0 or enclosure < 0:
            return 1 if enclosure > 0 else -1
        return 0 if self._is_zero() else _refine(self.ball)

    def _is_zero(self) -> bool:
        """Zero in every group of equal radian part (Lindemann–Weierstrass), each a cyclotomic question."""
        groups: dict[Fraction, dict[Fraction, Rational]] = {}
        for angle, c in self.terms.items():
            groups.setdefault(angle.radians, {})[angle.turns] = c
        return all(_cyclotomic_zero(_roots(radians, terms)) for radians, terms in groups.items())


@functools.lru_cache(65536)
def _cosine(parts: tuple[int, int, int], bits: int) -> arb:
    """The cosine of an angle at the working precision, `bits`."""
    turns, radians, over = parts
    if not radians:
        return arb.cos_pi_fmpq(fmpq(2 * turns, over))
    return (arb.pi() * fmpq(2 * turns, over) + fmpq(radians, over)).cos()


_SUMMANDS = (int, Fraction, TrigSum)
HALF = Fraction(1, 2)


def _add(total: dict[Angle, Rational], angle: Angle, coefficient: Rational) -> None:
    """Add a term that is not 0 to those collected; one that comes to 0 is gone."""
    if angle in total:
        coefficient += total[angle]
        if not coefficient:
            del total[angle]
            return
    total[angle] = coefficient


def _roots(radians: Fraction, terms: Mapping[Fraction, Rational]) -> Iterable[tuple[Fraction, Rational]]:
    """The coefficient of e^{i·radians} as (turns of a root of unity, coefficient) pairs, times 2."""
    for turns, c in terms.items():
        yield turns, c
        if not radians:
            yield -turns, c


def _cyclotomic_zero(terms: Iterable[tuple[Fraction, Rational]]) -> bool:
    """Whether Σ c·e^{2πi·turns} is 0: reduction modulo the cyclotomic polynomial."""
    terms = list(terms)
    order = math.lcm(*(turns.denominator for turns, _ in terms))
    coefficients = [fmpq(0)] * order
    for turns, c in terms:
        coefficients[int(turns * order) % order] += _fmpq(c)
    modulus = flint.fmpq_poly(flint.fmpz_poly.cyclotomic(order))
    return flint.fmpq_poly(coefficients) % modulus == flint.fmpq_poly(0)


def _sign(value: Rational) -> int:
    return (value > 0) - (value < 0)


def decided(ask: Callable[[], Truth]) -> Truth:
    """What `ask` answers at the first working precision of 64, 256 and 1024 bits that decides."""
    for bits in (64, 256, 1024):
        with flint.ctx.workprec(bits):
            if (answer := ask()) is not Truth.UNKNOWN:
                return answer
    return Truth.UNKNOWN


def _refine(enclose: Callable[[], arb]) -> int:
    """The sign of a number known to be nonzero, by balls of growing precision."""
    bits = 128
    while True:
        with flint.ctx.workprec(bits):
            enclosure = enclose()
        if enclosure > 0 or enclosure < 0:
            return 1 if enclosure > 0 else -1
        bits *= 2
