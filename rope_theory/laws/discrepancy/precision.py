"""Working precision, and the exact ends of a ball: the only road from `arb` to a returned bound.

A ball is turned into two Fractions (its exact dyadic ends), and a Fraction into a decimal that is rounded
away from the enclosed number. Nothing in this folder compares two balls with `<` and believes a False.
The working precision is `flint.ctx.prec`, one per process; it is only changed by `flint.ctx.workprec(bits)`,
which puts it back, and never around a `yield`.
"""

from __future__ import annotations

from fractions import Fraction

import flint

from rope_theory.core.errors import InvalidInput

MAX_BITS = 1 << 16
"""Default ceiling of the working precision, in bits (about 19 700 decimal digits)."""


class PrecisionExhausted(InvalidInput):
    """The question was still open at the largest precision allowed; the message states that precision.

    Example:
        >>> print(PrecisionExhausted("theta", 256, "sqrt(2)"))
        theta must be decidable within 256 bits (raise max_bits, or give an exact angle), got 'sqrt(2)'
    """

    def __init__(self, argument: str, bits: int, value: object):
        self.bits = bits
        super().__init__(
            argument, f"must be decidable within {bits} bits (raise max_bits, or give an exact angle)", value
        )


def as_ball(number: Fraction | int) -> flint.arb:
    """The ball around an exact rational, at the working precision.

    Example:
        >>> as_ball(Fraction(1, 3)) * 3 == 1, (as_ball(Fraction(1, 3)) * 3).contains(1)
        (False, True)
    """
    if isinstance(number, int):
        return flint.arb(number)
    return flint.arb(flint.fmpq(number.numerator, number.denominator))


_RATIONAL_VERSINES = {1: Fraction(0), 2: Fraction(2), 3: Fraction(3, 2), 4: Fraction(1), 6: Fraction(1, 2)}


def versine(turns: Fraction) -> flint.arb:
    """1 - cos(2 pi*turns) = 2 sin^2(pi*turns) as a ball: exact where rational, else relatively accurate.

    It is rational exactly for denominators 1, 2, 3, 4, 6 (Niven).

    Example:
        >>> versine(Fraction(5, 6)) == versine(Fraction(1, 6)) == flint.arb(0.5)
        True
    """
    if turns.denominator in _RATIONAL_VERSINES:
        return as_ball(_RATIONAL_VERSINES[turns.denominator])
    return twice_square(flint.arb.sin_pi_fmpq(flint.fmpq(turns.numerator, turns.denominator)))


def twice_square(ball: flint.arb) -> flint.arb:
    """2*x^2. By multiplication: python-flint's `x ** 2` is NaN for a ball around 0.

    Example:
        >>> twice_square(flint.arb(0, 1)).contains(2), (flint.arb(0, 1) ** 2).is_nan()
        (True, True)
    """
    return 2 * ball * ball


def exact_value(ball: flint.arb) -> Fraction:
    """The value of a ball of radius 0 as a dyadic Fraction, without rounding."""
    mantissa, exponent = map(int, ball.man_exp())
    return Fraction(mantissa << exponent) if exponent >= 0 else Fraction(mantissa, 1 << -exponent)


def ends(ball: flint.arb) -> tuple[Fraction, Fraction]:
    """(lower, upper) with lower <= x <= upper for every x in a finite ball: exact Fractions.

    Example:
        >>> low, high = ends(flint.arb(2).sqrt())
        >>> low * low < 2 < high * high
        True
    """
    return exact_value(ball.lower()), exact_value(ball.upper())


def ends_within(ball: flint.arb, least: int, most: int) -> tuple[Fraction, Fraction]:
    """`ends` of a number known to lie in [least, most]: cut to it, or all of it for a ball not finite.

    Example:
        >>> ends_within(flint.arb.nan(), 0, 2)
        (Fraction(0, 1), Fraction(2, 1))
    """
    if not ball.is_finite():
        return Fraction(least), Fraction(most)
    low, high = ends(ball)
    return max(low, Fraction(least)), min(high, Fraction(most))


def decimal_or_hex(value: int) -> int | str:
    """The integer itself where Python writes it in base 10 (up to 4300 digits), else its text in base 16.

    Example:
        >>> decimal_or_hex(10**9), decimal_or_hex(10**5000)[:6]
        (1000000000, '0x31e2')
    """
    return value if value.bit_length() <= 14_000 else hex(value)


def decimal_below(value: Fraction, digits: int = 20) -> str:
    """The largest decimal of `digits` significant digits that is <= `value`, as text.

    Example:
        >>> decimal_below(Fraction(2, 3), 4), decimal_below(Fraction(-2, 3), 4), decimal_below(Fraction(0))
        ('6.666e-1', '-6.667e-1', '0')
    """
    if value == 0:
        return "0"
    exponent = _decimal_exponent(abs(value)) - digits + 1
    scale = Fraction(10) ** -exponent
    return _scientific((value * scale).__floor__(), exponent)


def decimal_above(value: Fraction, digits: int = 20) -> str:
    """The smallest decimal of `digits` significant digits that is >= `value`, as text.

    Example:
        >>> decimal_above(Fraction(2, 3), 4)
        '6.667e-1'
    """
    text = decimal_below(-value, digits)
    return text[1:] if text.startswith("-") else ("0" if text == "0" else "-" + text)


def float_below(value: Fraction) -> float:
    """A float f whose binary value and whose printed decimal are both <= `value` (relative slack 1e-14).

    `repr(f)` has at most 15 significant digits, so text and double agree to well under the slack of one
    unit in the fifteenth digit that is taken off. Below 1e-290 in size: 0.0 (or -1e-290).

    Example:
        >>> float_below(Fraction(1, 3))
        0.333333333333332
    """
    if value == 0 or 0 < value < Fraction(1, 10**290):
        return 0.0
    if -Fraction(1, 10**290) < value < 0:
        return -1e-290
    exponent = _decimal_exponent(abs(value)) - 14
    scaled = (value * Fraction(10) ** -exponent).__floor__()
    return float(f"{scaled - 1}e{exponent}")


def float_above(value: Fraction) -> float:
    """A float f whose binary value and whose printed decimal are both >= `value` (relative slack 1e-14).

    Example:
        >>> float_above(Fraction(1, 3))
        0.333333333333335
    """
    return -float_below(-value) if value else 0.0


def _decimal_exponent(value: Fraction) -> int:
    """The integer e with 10^e <= value < 10^(e+1), for value > 0."""
    guess = int((value.numerator.bit_length() - value.denominator.bit_length()) * 0.30103)
    while Fraction(10) ** guess > value:
        guess -= 1
    while Fraction(10) ** (guess + 1) <= value:
        guess += 1
    return guess


def _scientific(mantissa: int, exponent: int) -> str:
    """mantissa * 10^exponent as d.ddde±x, trailing zeros dropped."""
    sign, digits = ("-", str(-mantissa)) if mantissa < 0 else ("", str(mantissa))
    exponent += len(digits) - 1
    tail = digits[1:].rstrip("0")
    return f"{sign}{digits[0]}{'.' + tail if tail else ''}e{exponent}"
