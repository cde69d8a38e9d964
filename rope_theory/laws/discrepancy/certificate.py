"""A certificate for the best mix: enough data to check both bounds again without the solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rope_theory.core.errors import InvalidInput
from rope_theory.laws.discrepancy.bounds import best_single_plane, dual_bound
from rope_theory.laws.discrepancy.cosine_sums import MAX_LENGTH
from rope_theory.laws.discrepancy.frequency_list import FrequencyList
from rope_theory.laws.discrepancy.mix import mix_gap
from rope_theory.laws.discrepancy.precision import float_above, float_below


@dataclass(frozen=True)
class MixCertificate:
    """gap_lower <= min_t sum_k a_k (1 - cos(t*g_k)) and (best gap of any mix) <= gap_upper, 1 <= t < length.

    Attributes:
        frequencies: the exact frequencies and where they come from.
        length: n; rivals stand at distances 1..n-1.
        weights: a, exact, one for each frequency, sum exactly 1.
        dual: pairs (t, y_t), exact, sum of the y_t exactly 1.
        minimiser: the t at which this mix is tightest.
        gap_lower: rigorous lower bound of this mix's gap over all t.
        gap_upper: rigorous upper bound of every mix's gap, from the dual.
        best_plane: the plane (from 1) whose gap alone is best.
        best_plane_gap: (lower, upper) of the best gap of a single plane.
    """

    frequencies: FrequencyList
    length: int
    weights: tuple[Fraction, ...]
    dual: tuple[tuple[int, Fraction], ...]
    minimiser: int
    gap_lower: Fraction
    gap_upper: Fraction
    best_plane: int
    best_plane_gap: tuple[Fraction, Fraction]

    @property
    def planes_used(self) -> int:
        """How many planes have a positive weight."""
        return sum(1 for weight in self.weights if weight)

    def to_json(self) -> dict[str, Any]:
        """A dict for `json.dumps`.

        Weights and dual are numbers whose printed decimals are the exact rationals when those have at most 15
        places (`best_mix` rounds to that); other fractions are written as "p/q". Bounds are rounded outward,
        so that both the printed decimal and its binary double are bounds.

        Raises:
            InvalidInput: never for the output of `best_mix`.
        """
        return {
            "frequencies": self.frequencies.to_json(),
            "length": self.length,
            "minimiser": self.minimiser,
            "gap_lower": float_below(self.gap_lower),
            "gap_upper": float_above(self.gap_upper),
            "weights": [_to_number(weight) for weight in self.weights],
            "planes_used": self.planes_used,
            "dual": {"t": [t for t, _ in self.dual], "weights": [_to_number(y) for _, y in self.dual]},
            "best_plane": {
                "plane": self.best_plane,
                "gap_lower": float_below(self.best_plane_gap[0]),
                "gap_upper": float_above(self.best_plane_gap[1]),
            },
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MixCertificate:
        """The certificate that `to_json` wrote; every number is read as its printed decimal.

        Raises:
            InvalidInput: a key is missing or a value is of the wrong kind.
        """
        try:
            dual, plane = data["dual"], data["best_plane"]
            return cls(
                frequencies=FrequencyList.from_json(data["frequencies"]),
                length=data["length"],
                weights=tuple(_from_number(weight) for weight in data["weights"]),
                dual=tuple((t, _from_number(y)) for t, y in zip(dual["t"], dual["weights"], strict=True)),
                minimiser=data["minimiser"],
                gap_lower=_from_number(data["gap_lower"]),
                gap_upper=_from_number(data["gap_upper"]),
                best_plane=plane["plane"],
                best_plane_gap=(_from_number(plane["gap_lower"]), _from_number(plane["gap_upper"])),
            )
        except InvalidInput:
            raise
        except (KeyError, TypeError, ValueError) as problem:
            raise InvalidInput("certificate", f"must have the form that to_json writes ({problem!r})", data) from None


@dataclass(frozen=True)
class Verification:
    """The outcome of `verify_certificate`: accepted exactly when no check failed.

    Attributes:
        failures: one sentence for each failed check.
        gap_lower, gap_upper: the bounds as recomputed (None where a malformed part made that pointless).
    """

    failures: tuple[str, ...]
    gap_lower: Fraction | None = None
    gap_upper: Fraction | None = None

    @property
    def accepted(self) -> bool:
        """Whether every statement of the certificate was confirmed."""
        return not self.failures


def verify_certificate(certificate: MixCertificate | dict[str, Any]) -> Verification:
    """Check every statement of a certificate from scratch, without the solver, trusting none of its numbers.

    Weights and dual must be exact probability vectors of the right shape; gap_lower must not exceed the
    rigorous lower bound recomputed over all t; gap_upper must not be less than the dual bound recomputed in
    balls; the minimiser must be the position of least value (not checked in the rare case that no single one
    is certain); the best single plane's gap must be enclosed.

    Args:
        certificate: a `MixCertificate`, or the dict of its `to_json`.

    Returns:
        `Verification`; `accepted` is False with reasons for a wrong certificate. (A bound that is true but
        loose is accepted: it is still a bound.)

    Example:
        >>> from dataclasses import replace
        >>> from rope_theory.laws.discrepancy import best_mix
        >>> certificate = best_mix(10000, 8, 50)
        >>> verify_certificate(certificate).accepted
        True
        >>> verify_certificate(replace(certificate, gap_lower=certificate.gap_upper + 1)).accepted
        False
    """
    claimed_planes = None
    if isinstance(certificate, dict):
        claimed_planes = certificate.get("planes_used")
        certificate = MixCertificate.from_json(certificate)
    shape = _shape_failures(certificate)
    if claimed_planes not in (None, certificate.planes_used):
        shape.append(f"planes_used must be {certificate.planes_used}, not {claimed_planes}")
    if shape:
        return Verification(tuple(shape))
    angles, failures = certificate.frequencies.angles, []
    own = mix_gap(certificate.frequencies, certificate.weights, certificate.length)
    upper = dual_bound(angles, certificate.dual)
    if certificate.gap_lower > own.gap_lower:
        failures.append(f"gap_lower exceeds the mix's own gap, {float(own.gap_lower)} at t = {own.minimiser}")
    if certificate.gap_upper < upper:
        failures.append(f"gap_upper is less than the bound its dual gives, {float(upper)}")
    if own.minimiser_certain and certificate.minimiser != own.minimiser:
        failures.append(f"minimiser must be {own.minimiser}, not {certificate.minimiser}")
    plane, (low, high), _ = best_single_plane(angles, certificate.length)
    if certificate.best_plane != plane:
        failures.append(f"best_plane must be {plane}, not {certificate.best_plane}")
    if certificate.best_plane_gap[0] > low or certificate.best_plane_gap[1] < high:
        failures.append(f"best_plane_gap does not enclose the best plane's gap, {float(low)}")
    return Verification(tuple(failures), own.gap_lower, upper)


def _shape_failures(certificate: MixCertificate) -> list[str]:
    """What is wrong with the form of a certificate, before any arithmetic on angles."""
    length, weights = certificate.length, certificate.weights
    times = [t for t, _ in certificate.dual]
    whole = [length, certificate.minimiser, certificate.best_plane, *times]
    if not all(isinstance(number, int) and not isinstance(number, bool) for number in whole):
        return ["length, minimiser, best_plane and the dual's t must be integers"]
    rules = {
        "length must be in 2..2^32": 2 <= length <= MAX_LENGTH,
        "minimiser must be in 1..length-1": 1 <= certificate.minimiser < length,
        "the frequencies must be those of base and dim": certificate.frequencies.is_consistent(),
        "there must be one weight for each frequency": len(weights) == len(certificate.frequencies.angles),
        "weights must be Fractions >= 0 with sum exactly 1": _is_probability(weights),
        "dual must be Fractions >= 0 with sum exactly 1": _is_probability([y for _, y in certificate.dual]),
        "the dual's t must be distinct and in 1..length-1": len(set(times)) == len(times)
        and all(1 <= t < length for t in times),
    }
    return [rule for rule, holds in rules.items() if not holds]


def _is_probability(values: Sequence[object]) -> bool:
    shares = [value for value in values if isinstance(value, Fraction) and value >= 0]
    return len(shares) == len(values) and sum(shares) == 1


def _to_number(value: Fraction) -> float | str:
    """The float whose shortest decimal is exactly `value`, or "p/q" when there is none."""
    number = float(value)
    return number if Fraction(repr(number)) == value else str(value)


def _from_number(value: float | int | str) -> Fraction:
    """The exact value of the printed form."""
    return Fraction(value) if isinstance(value, str) else Fraction(repr(value))
