"""The frequencies of each rope type, exact: what transformers computes in float32, as numbers.

With b the base, d the rotary dimension, g_k = b^(-2k/d), k = 0..d/2-1, L0 the original length, f the factor:

* default       g_k
* linear        g_k/f
* dynamic       b becomes b·(f·n/L - (f - 1))^(d/(d-2)) at length n > L = max_position_embeddings
* yarn          g_k·(1 - r_k + r_k/f), r_k rising from 0 to 1 between two planes (see `_yarn_ramp`)
* longrope      g_k/λ_k, λ the long factors if n > L0, else the short ones
* llama3        g_k below the wavelength L0/high, g_k/f above L0/low, in between weighted linearly in
  1/wavelength
* proportional  b^(-2k/head_dim)/f for the first share of the planes, 0 for the others
* ntk           b becomes b·f^(d/(d-2)), whatever the length (no rope type of transformers; for comparison)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from rope_theory.core.errors import InvalidInput, Words, require
from rope_theory.core.meant import meant
from rope_theory.core.rope import exponents
from rope_theory.core.words import counted
from rope_theory.laws.discrepancy.frequency import Frequency, read_rational
from rope_theory.laws.discrepancy.frequency_list import FrequencyList
from rope_theory.laws.discrepancy.precision import as_ball, ends
from rope_theory.laws.discrepancy.sympy_balls import sympy_ball
from rope_theory.models.config.decide import floor_of, fraction, negative, negative_ball, rational
from rope_theory.models.config.keys import Keys, as_json

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True)
class Geometry:
    """What a rule may know beside its own parameters.

    Args:
        base: b, exact.
        head_dim, rotary_dim: dimensions of a head; the rotary ones are turned.
        max_length: max_position_embeddings, or None.
        length: the current length n, or None: as a model is initialised.
        share: partial_rotary_factor (used by "proportional" only; `rotary_dim` holds it for the others).
    """

    base: Fraction
    head_dim: int
    rotary_dim: int
    max_length: int | None = None
    length: int | None = None
    share: Fraction = Fraction(1)


@dataclass(frozen=True)
class Rope:
    """Frequencies and attention factor of one rule.

    Attributes:
        frequencies: exact, in radians per position, plane 1 first.
        attention_factor: SymPy number; cosines and sines are multiplied by it, so logits by its square.
        notes: what a reader should know.
    """

    frequencies: FrequencyList
    attention_factor: sympy.Expr | Fraction = Fraction(1)
    notes: tuple[str, ...] = ()

    def floats(self) -> list[float]:
        """The frequencies rounded to binary64 (within one unit in the last place)."""
        with flint.ctx.workprec(200):
            return [float(angle.radians_ball()) for angle in self.frequencies.angles]

    def attention_float(self) -> float:
        """The attention factor rounded to binary64."""
        with flint.ctx.workprec(200):
            return float(sympy_ball(self.attention_factor))

    def attention_bounds(self) -> tuple[Fraction, Fraction]:
        """(lower, upper) of the attention factor, equal where it is rational."""
        if isinstance(self.attention_factor, Fraction) or self.attention_factor.is_Rational:
            exact = read_rational("attention factor", self.attention_factor)
            return exact, exact
        with flint.ctx.workprec(200):
            return ends(sympy_ball(self.attention_factor))


MAX_POWER_BITS = 1 << 16
"""Largest size of what a root is taken of: beyond it exact frequencies would take minutes."""


def _bounded(name: str, number: Fraction, root: int) -> None:
    """Refuse a number so long that exact roots of its powers would take minutes."""
    bits = max(map(int.bit_length, number.as_integer_ratio()))
    rule = f"must have fewer digits at this dimension (at most {MAX_POWER_BITS // root} bits)"
    require(bits * root <= MAX_POWER_BITS, name, rule, Words(f"{bits} bits"))


def scaled_power(base: Fraction, exponent: Fraction, coefficient: Fraction) -> Frequency:
    """coefficient·base^exponent as one power of one rational: (c^q·b^p)^(1/q) for exponent p/q.

    Example:
        >>> scaled_power(Fraction(10000), Fraction(-1, 2), Fraction(1, 8)).radians
        Fraction(1, 800)
    """
    require(coefficient > 0, "factor", "must be positive", coefficient)
    source = f"{base}^({exponent})" + ("" if coefficient == 1 else f"·{coefficient}")
    q = exponent.denominator
    _bounded("factor", coefficient, q)
    inner = coefficient**q * base**exponent.numerator
    root = _exact_root(inner, q)
    if root is not None:
        return Frequency(source, radians=root)
    return Frequency(source, power=(inner, Fraction(1, q)))


def _exact_root(number: Fraction, q: int) -> Fraction | None:
    """The rational q-th root, or None."""
    parts = flint.fmpz(number.numerator), flint.fmpz(number.denominator)
    roots = [part.root(q) for part in parts]
    exact = all(root**q == part for root, part in zip(roots, parts, strict=True))
    return Fraction(int(roots[0]), int(roots[1])) if exact else None


def plain(base: Fraction, rotary_dim: int, divisor: Fraction = Fraction(1)) -> FrequencyList:
    """g_k/divisor."""
    if divisor == 1:
        return FrequencyList.rope(base, rotary_dim)
    return FrequencyList.of(scaled_power(base, e, 1 / divisor) for e in exponents(rotary_dim))


def _default(keys: Keys, at: Geometry) -> Rope:
    return Rope(plain(at.base, at.rotary_dim))


def _linear(keys: Keys, at: Geometry) -> Rope:
    return Rope(plain(at.base, at.rotary_dim, keys.number("factor", least=1)))


def _stretched(at: Geometry, ratio: Fraction) -> FrequencyList:
    """The frequencies of the base b·ratio^(d/(d-2)): g_k·ratio^(-2k/(d-2)), exact."""
    require(at.rotary_dim > 2, "rotary_dim", "must be greater than 2 for a base that depends on it", at.rotary_dim)
    if ratio == 1:
        return plain(at.base, at.rotary_dim)
    _bounded("factor", ratio, at.rotary_dim)
    import sympy

    angles = []
    for k, exponent in enumerate(exponents(at.rotary_dim)):
        if k == 0:
            angles.append(Frequency("1", radians=Fraction(1)))
            continue
        stretch = Fraction(-2 * k, at.rotary_dim - 2)
        try:
            value = sympy.Pow(sympy.Rational(at.base), sympy.Rational(exponent)) * sympy.Pow(
                sympy.Rational(ratio), sympy.Rational(stretch)
            )
        except OverflowError:  # SymPy looks for roots of an integer beyond float64
            rule = "must have fewer digits where the base depends on it (SymPy takes no exact powers of it)"
            raise InvalidInput("factor", rule, ratio) from None
        angles.append(Frequency(f"{at.base}^({exponent})·({ratio})^({stretch})", symbolic=value))
    return FrequencyList(tuple(angles))


def _dynamic(keys: Keys, at: Geometry) -> Rope:
    if keys.has("alpha"):
        return _alpha(keys, at)
    factor = keys.number("factor", least=1)
    if at.max_length is None:
        raise InvalidInput("max_position_embeddings", "must be given for rope type 'dynamic'", None)
    length = max(at.length or at.max_length, at.max_length)
    ratio = factor * length / at.max_length - (factor - 1)
    note = (
        f"the base depends on the current length: up to {at.max_length} positions it is the plain one; keys cached at a "
        "shorter length keep the frequencies of that length"
    )
    return Rope(_stretched(at, ratio), notes=(note,))


def _alpha(keys: Keys, at: Geometry) -> Rope:
    """Hunyuan's files: type "dynamic" with a fixed alpha."""
    for key in ("factor", "beta_fast", "beta_slow", "mscale", "mscale_all_dim"):
        keys.get(key)
    note = "with alpha the base is base·alpha^(d/(d-2)) at every length; the other parameters are not used by the class"
    return Rope(_stretched(at, keys.number("alpha", least=1)), notes=(note,))


def _ntk(keys: Keys, at: Geometry) -> Rope:
    return Rope(_stretched(at, keys.number("factor", least=1)))


def mscale(factor: Fraction, scale: Fraction) -> sympy.Expr | Fraction:
    """YaRN's 1 + scale·ln(factor)/10 (1 where nothing is stretched)."""
    if factor <= 1:
        return Fraction(1)
    import sympy

    return 1 + sympy.Rational(scale) / 10 * sympy.log(sympy.Rational(factor))


def _yarn(keys: Keys, at: Geometry) -> Rope:
    import sympy

    factor = keys.number("factor", least=1)
    original = keys.whole("original_max_position_embeddings")
    fast, slow = (
        keys.number("beta_fast", above=0, default=Fraction(32)),
        keys.number("beta_slow", above=0, default=Fraction(1)),
    )
    require(fast >= slow, keys.name("beta_fast"), f"must be at least beta_slow = {slow}", fast)
    truncate = keys.flag("truncate", True)
    given = keys.number("attention_factor", above=0, default=None)
    scale, scale_all = (keys.number(key, least=0, default=None) for key in ("mscale", "mscale_all_dim"))
    if given is not None:
        attention = given
    elif scale and scale_all:
        attention = mscale(factor, scale) / mscale(factor, scale_all)
    else:
        attention = mscale(factor, Fraction(1))
    notes: tuple[str, ...] = ()
    if at.max_length is not None and Fraction(at.max_length, original) not in (factor, 1):
        notes = (
            f"factor {factor} is not max_position_embeddings/original = {Fraction(at.max_length, original)}; the factor "
            "decides",
        )
    angles = []
    for exponent, ramp in zip(exponents(at.rotary_dim), _yarn_ramp(at, original, fast, slow, truncate), strict=True):
        if isinstance(ramp, Fraction):
            angles.append(scaled_power(at.base, exponent, 1 - ramp + ramp / factor))
        else:
            plane = sympy.Pow(sympy.Rational(at.base), sympy.Rational(exponent))
            value = plane * (1 - ramp * (1 - 1 / sympy.Rational(factor)))
            angles.append(Frequency(f"{at.base}^({exponent}), yarn", symbolic=value))
    return Rope(FrequencyList(tuple(angles)), attention, notes)


def stretched(rope_type: str, parameters: dict, at: Geometry) -> Fraction | None:
    """factor × original length, for which YaRN and the dynamic rule are set; None under other rules.

    The original length of the dynamic rule is max_position_embeddings itself. Llama 3's factor is no such multiple: 3.1 goes to
    131072 with factor 8 and 8192.

    Example:
        >>> stretched("dynamic", {"factor": 4}, Geometry(Fraction(10000), 64, 64, 4096))
        Fraction(16384, 1)
    """
    keys = Keys(parameters)
    original = {
        "yarn": keys.number("original_max_position_embeddings", default=None),
        "dynamic": None if keys.has("alpha") else at.max_length,
    }.get(rope_type)
    factor = keys.number("factor", default=None)
    return None if original is None or factor is None else factor * original


def _yarn_ramp(at: Geometry, original: int, fast: Fraction, slow: Fraction, truncate: bool) -> list:
    """r_k = clamp((k - low)/(high - low)), low and high where a plane turns `fast` and `slow` times in L0.

    The plane that turns t times has index c(t) = d·ln(L0/(2πt))/(2 ln b). With `truncate` low is rounded down
    and high up, and the ramp is rational; without it is a SymPy number, and only its clamping is decided
    here.
    """

    import sympy

    def index(turns: Fraction) -> sympy.Expr:
        inside = sympy.Rational(original) / (2 * sympy.pi * sympy.Rational(turns))
        return at.rotary_dim * sympy.log(inside) / (2 * sympy.log(sympy.Rational(at.base)))

    low, high = index(fast), index(slow)
    if truncate:
        low, high = sympy.Integer(floor_of(low)), sympy.Integer(floor_of(high) + 1)  # never whole: π is in it
    low = sympy.Integer(0) if negative(low) else low
    high = sympy.Integer(at.rotary_dim - 1) if negative(at.rotary_dim - 1 - high) else high
    if low == high:
        high = high + sympy.Rational(1, 1000)
    ramps: list = []
    for k in range(at.rotary_dim // 2):
        if rational(low) and rational(high):
            exact = (k - fraction(low)) / (fraction(high) - fraction(low))
            ramps.append(min(max(exact, Fraction(0)), Fraction(1)))
        elif negative((k - low) * (high - low)):
            ramps.append(Fraction(0))
        elif negative((high - k) * (high - low)):
            ramps.append(Fraction(1))
        else:
            ramps.append((k - low) / (high - low))
    return ramps


def _longrope(keys: Keys, at: Geometry) -> Rope:
    import sympy

    planes = at.rotary_dim // 2
    original = keys.whole("original_max_position_embeddings", least=2)
    short, long = keys.numbers("short_factor", planes), keys.numbers("long_factor", planes)
    given = keys.number("attention_factor", above=0, default=None)
    factor = keys.number("factor", above=0, default=None)
    if given is not None:
        attention = given
    else:
        if factor is None:
            if at.max_length is None:
                rule = "must be given (or max_position_embeddings, or attention_factor) for rope type 'longrope'"
                raise InvalidInput(keys.name("factor"), rule, None)
            factor = Fraction(at.max_length, original)
        attention = (
            Fraction(1)
            if factor <= 1
            else sympy.sqrt(1 + sympy.log(sympy.Rational(factor)) / sympy.log(sympy.Integer(original)))
        )
    is_long = at.length is not None and at.length > original
    near, far = (keys.number(key, above=0, default=None) for key in ("short_mscale", "long_mscale"))
    if near is not None and far is not None:
        return _phimoe(at, short, far if is_long else near)
    note = f"{'long' if is_long else 'short'} factors (in transformers the long ones above {original} positions)"
    factors = long if is_long else short
    angles = tuple(
        scaled_power(at.base, e, 1 / each) for e, each in zip(exponents(at.rotary_dim), factors, strict=True)
    )
    return Rope(FrequencyList(angles), attention, (note,))


def _phimoe(at: Geometry, short: tuple[Fraction, ...], scale: Fraction) -> Rope:
    """Phi-3.5-MoE's class in transformers: an attention factor for each range, and the short factors at every length."""
    angles = (scaled_power(at.base, e, 1 / each) for e, each in zip(exponents(at.rotary_dim), short, strict=True))
    note = "the class in transformers 5.23 turns by the short factors at every length, and takes long_mscale beyond"
    return Rope(FrequencyList(tuple(angles)), scale, (note,))


def _llama3(keys: Keys, at: Geometry) -> Rope:
    import sympy

    factor = keys.number("factor", least=1)
    original = keys.whole("original_max_position_embeddings")
    low, high = keys.number("low_freq_factor", above=0), keys.number("high_freq_factor", above=0)
    require(high >= low, keys.name("high_freq_factor"), f"must be at least low_freq_factor = {low}", high)
    angles = []
    for exponent in exponents(at.rotary_dim):
        unscaled = scaled_power(at.base, exponent, Fraction(1))
        if _turns_below(unscaled, original, low):
            angles.append(scaled_power(at.base, exponent, 1 / factor))
        elif not _turns_below(unscaled, original, high):
            angles.append(unscaled)
        else:
            plane = sympy.Pow(sympy.Rational(at.base), sympy.Rational(exponent))
            turns = original * plane / (2 * sympy.pi)
            smooth = (turns - sympy.Rational(low)) / sympy.Rational(high - low)
            value = plane * ((1 - smooth) / sympy.Rational(factor) + smooth)
            angles.append(Frequency(f"{at.base}^({exponent}), llama3", symbolic=value))
    notes: tuple[str, ...] = ()
    if at.max_length is not None and original >= at.max_length:
        notes = (
            f"original_max_position_embeddings {original} is not below max_position_embeddings {at.max_length}, of which transformers "
            "warns; the frequencies are by the former",
        )
    return Rope(FrequencyList(tuple(angles)), notes=notes)


def _turns_below(angle: Frequency, length: int, bound: Fraction) -> bool:
    """Whether an algebraic angle makes fewer than `bound` > 0 turns over a length: never exactly as many, for π is transcendental."""
    difference = f"{length} positions at {angle.source} radians, in turns, less {bound}"
    return negative_ball(lambda: length * angle.turns_ball() - as_ball(bound), difference)


def _proportional(keys: Keys, at: Geometry) -> Rope:
    factor = keys.number("factor", least=1, default=Fraction(1))
    turned = int(at.share * at.head_dim) // 2
    angles = [scaled_power(at.base, e, 1 / factor) for e in exponents(at.head_dim)[:turned]]
    zeros = [Frequency("0")] * (at.head_dim // 2 - turned)
    note = (
        f"{len(zeros)} of {counted(at.head_dim // 2, 'plane')} stand{'s' * (len(zeros) == 1)} still"
        if zeros
        else "every plane is turned"
    )
    return Rope(FrequencyList(tuple(angles + zeros)), notes=(note,))


_RULES: dict[str, Callable[[Keys, Geometry], Rope]] = {
    "default": _default,
    "linear": _linear,
    "dynamic": _dynamic,
    "yarn": _yarn,
    "longrope": _longrope,
    "llama3": _llama3,
    "proportional": _proportional,
    "ntk": _ntk,
}
ROPE_TYPES = tuple(name for name in _RULES if name != "ntk")
"""Rope types a configuration may name."""


def require_type(given: str, where: str) -> None:
    """Refuse a rope type that no configuration may name, with the one that may be meant."""
    if given not in ROPE_TYPES:
        rule = f"must be one of {', '.join(ROPE_TYPES)}{meant(given, ROPE_TYPES, most=1)}"
        raise InvalidInput(f"{where}rope_type", rule, given)


def rope(rope_type: str, parameters: dict, at: Geometry, where: str = "") -> Rope:
    """The frequencies of a rule; keys of `parameters` that the rule does not know are refused.

    Args:
        rope_type: one of `ROPE_TYPES`, or "ntk".
        parameters: the rule's own keys.
        at: dimensions, base, lengths.
        where: prefix of the keys in errors.

    Raises:
        InvalidInput: unknown type, a missing, unknown or contradictory key.

    Example:
        >>> at = Geometry(Fraction(10000), 4, 4)
        >>> rope("linear", {"factor": 8}, at).floats()
        [0.125, 0.00125]
    """
    if rope_type != "ntk":
        require_type(rope_type, where)
    keys = Keys(parameters, where)
    if rope_type != "default":
        _bounded("rope_theta", at.base, at.rotary_dim // 2)
    found = _RULES[rope_type](keys, at)
    for unknown in keys.unread():
        rule = f"must be a key of rope type '{rope_type}'{meant(unknown, keys.asked(), most=1, cutoff=0.75)}"
        raise InvalidInput(f"{where}{unknown}", rule, as_json(parameters[unknown]))
    return found
