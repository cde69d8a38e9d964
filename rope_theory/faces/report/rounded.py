"""Bounds as the reports print them, rounded outward."""

from __future__ import annotations

from fractions import Fraction

from rope_theory.laws.discrepancy.precision import decimal_above, decimal_below


def below(value: Fraction) -> str:
    """Rounded down: seven decimals, or four digits where that is too little."""
    return f"{(value * 10**7).__floor__() / 10**7:.7f}" if value >= Fraction(1, 1000) else decimal_below(value, 4)


def above(value: Fraction) -> str:
    """Rounded up: seven decimals, or four digits where that is too little."""
    return f"{(value * 10**7).__ceil__() / 10**7:.7f}" if value >= Fraction(1, 1000) else decimal_above(value, 4)


def few_above(value: Fraction | float, digits: int = 4) -> str:
    """So many digits, rounded up.

    Example:
        >>> few_above(23.5003), few_below(23.5003)
        ('23.51', '23.5')
    """
    return f"{float(decimal_above(Fraction(value), digits)):.{digits}g}"


def few_below(value: Fraction | float, digits: int = 4) -> str:
    """So many digits, rounded down."""
    return f"{float(decimal_below(Fraction(value), digits)):.{digits}g}"
