"""Rules that stretch a model's context, side by side: what each does to wavelengths, gaps and the kernel."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import flint

from rope_theory.core.errors import require, require_int
from rope_theory.core.truth import Truth, truth
from rope_theory.laws.discrepancy import (
    FirstNegative,
    Frequency,
    FrequencyList,
    MixCertificate,
    best_mix_of,
    kernel_first_negative_of,
)
from rope_theory.laws.discrepancy.cosine_sums import Progress
from rope_theory.laws.discrepancy.precision import as_ball, float_above, float_below
from rope_theory.models.config.decide import fraction
from rope_theory.models.config.rotary import LayerRope, RopeConfig
from rope_theory.models.config.rules import Geometry, Rope, rope
from rope_theory.models.enough import Lead
from rope_theory.models.limits import kernel_limit, require_few
from rope_theory.models.plane_limits import last_length
from rope_theory.models.sweep_time import require_short

if TYPE_CHECKING:
    import sympy

RULES = ("plain", "linear", "ntk", "dynamic", "yarn", "llama3", "longrope")
ORDER = (*RULES, "as configured")
#: Rules that no factor changes.
WITHOUT_FACTOR = ("plain", "longrope", "as configured")


@dataclass(frozen=True)
class Scaled:
    """One rule at the target length.

    Attributes:
        name: of `RULES`, or "as configured".
        settings: its parameters in words.
        rope: exact frequencies and attention factor.
        short, long: certified best mixes for the short length and for the target length.
        lead: the mix of the target length, as a head whose logits the layer makes under this rule.
        kernel: the first negative of B(m), or its certified absence up to a limit.
        unchanged: planes with the same frequency as the plain rule.
        undecided: planes of which that is not decided.
        slow: planes that turn less than once within the target length.
        each_length: whether every length has frequencies of its own (dynamic NTK).
    """

    name: str
    settings: str
    rope: Rope
    short: MixCertificate
    long: MixCertificate
    lead: Lead
    kernel: FirstNegative
    unchanged: int
    undecided: int
    slow: int
    each_length: bool

    @functools.cached_property
    def beta(self) -> float | None:
        """`Lead.enough` for half of the weight: what `limits` says of the best mix."""
        return self.lead.enough()

    def wavelengths(self) -> list[float | None]:
        """2π/g of each plane; None where it stands still."""
        return [6.283185307179586 / g if g else None for g in self.rope.floats()]


def original_length(config: RopeConfig, given: int | None) -> int:
    """L0: as given, or original_max_position_embeddings, or max_position_embeddings.

    Raises:
        InvalidInput: none of them is there; a linear rule leaves open whether max_position_embeddings is meant before or after it.
    """
    found = given or config.original_length or config.max_length
    linear = (
        given is None and config.original_length is None and any(each.rope_type == "linear" for each in config.layers)
    )
    told = f"must be given: the linear rule leaves open whether max_position_embeddings {found} is the length before it or after"
    require(not linear, "--from", told, None)
    require(
        found is not None,
        "--from",
        "must be given where the configuration has no max_position_embeddings",
        None,
    )
    return require_int("--from", found, least=2)


#: What a rule is given where the configuration does not say it: rule -> key -> value.
SUPPOSED = {"yarn": {"beta_fast": 32, "beta_slow": 1}, "llama3": {"low_freq_factor": 1, "high_freq_factor": 4}}


def _own(layer: LayerRope) -> dict:
    """The configuration's own parameters, where they are of a rule that needs more than a factor."""
    return layer.parameters if layer.rope_type in ("yarn", "llama3", "longrope") else {}


def defaults(layer: LayerRope) -> dict[str, list[str]]:
    """What `rules` supposes for this layer: {rule: ["beta_fast 32", …]}, empty where the configuration says it all.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> defaults(read_config({"head_dim": 4, "rope_theta": 10000}).layer())["yarn"]
        ['beta_fast 32', 'beta_slow 1']
    """
    own = _own(layer)
    found = {
        rule: [f"{key} {value}" for key, value in values.items() if own.get(key) is None]
        for rule, values in SUPPOSED.items()
    }
    return {rule: rows for rule, rows in found.items() if rows}


def rules(layer: LayerRope, start: int, target: int, factor: Fraction | None = None) -> dict[str, tuple[Rope, str]]:
    """{rule: (frequencies, parameters in words)} for stretching from `start` to `target` positions.

    Args:
        layer: its base and dimensions are used, and the parameters of its own rule where a rule needs more
            than a factor (longrope is there only if the configuration gives its lists).
        start: L0.
        target: n > L0.
        factor: of every rule; default n/L0.

    Raises:
        InvalidInput: target not above start, factor below 1, rope type "proportional" (its planes are not the
            plain rule's).

    Example:
        >>> from rope_theory.models.config import read_config
        >>> layer = read_config({"head_dim": 4, "rope_theta": 10000}).layer()
        >>> {name: found.floats()[1] for name, (found, _) in rules(layer, 100, 800).items() if name in ("plain", "linear", "ntk")}
        {'plain': 0.01, 'linear': 0.00125, 'ntk': 0.00125}
    """
    require(target > start, "--to", f"must be greater than the original length {start}", target)
    require(
        layer.rope_type != "proportional",
        "rope_type",
        "must not be 'proportional' for a comparison of rules",
        layer.rope_type,
    )
    factor = Fraction(target, start) if factor is None else factor
    require(factor >= 1, "--factor", "must be at least 1", factor)
    own = _own(layer)
    at = Geometry(layer.base, layer.head_dim, layer.rotary_dim, start, target)
    blend, ramp = (
        {key: value if own.get(key) is None else own[key] for key, value in SUPPOSED[rule].items()}
        for rule in ("llama3", "yarn")
    )
    ramp |= {key: own[key] for key in ("truncate",) if own.get(key) is not None}
    common = {"factor": factor, "original_max_position_embeddings": start}
    by = f"factor {factor_word(factor)}"
    table = {
        "plain": ("default", {}, "frequencies as they are"),
        "linear": ("linear", {"factor": factor}, by),
        "ntk": ("ntk", {"factor": factor}, f"base times ({factor_word(factor)})^(d/(d-2))"),
        "dynamic": ("dynamic", {"factor": factor}, f"{by}, at n = {target}"),
        "yarn": (
            "yarn",
            common | ramp,
            f"{by}, beta_fast {ramp['beta_fast']}, beta_slow {ramp['beta_slow']}",
        ),
        "llama3": (
            "llama3",
            common | blend,
            f"{by}, low_freq_factor {blend['low_freq_factor']}, high_freq_factor {blend['high_freq_factor']}",
        ),
    }
    if layer.rotary_dim == 2:
        table = {name: row for name, row in table.items() if name not in ("ntk", "dynamic")}
    found = {name: (rope(kind, parameters, at), words) for name, (kind, parameters, words) in table.items()}
    if layer.rope_type == "longrope":
        found["longrope"] = (rope("longrope", layer.parameters, layer.geometry), "the configuration's lists")
    if layer.rope_type != "default":
        found["as configured"] = (layer.rope, f"rope type {layer.rope_type}")
    return found


def named_rules(
    layer: LayerRope, start: int, target: int, factors: Sequence[Fraction | None]
) -> dict[str, tuple[Rope, str]]:
    """Every rule of `rules` with every factor, by the name that `compare` gives it, in order."""
    found = {}
    several = list(dict.fromkeys(factors))
    given = [Fraction(target, start) if factor is None else factor for factor in several]
    apart = len(set(map(factor_word, given))) == len(several)
    require(
        apart, "--factor", "must be factors that differ in six digits", ", ".join(str(float(each)) for each in given)
    )
    for factor in several:
        for name, row in rules(layer, start, target, factor).items():
            by_factor = len(factors) > 1 and name not in WITHOUT_FACTOR
            found[f"{name} ×{factor_word(factor or Fraction(target, start))}" if by_factor else name] = row
    return dict(sorted(found.items(), key=lambda item: ORDER.index(item[0].partition(" ×")[0])))


def compare(
    layer: LayerRope,
    start: int,
    target: int,
    short: int,
    factors: Sequence[Fraction | None] = (None,),
    *,
    long: bool = False,
    progress: Progress | None = None,
) -> list[Scaled]:
    """Every rule of `rules` with its certified gaps and kernel.

    Args:
        layer, start, target: as for `rules`.
        short: length for the gap at short range, >= 2.
        factors: each as for `rules`; of several, a rule that takes one is named with it ("yarn ×8").
        long: also with more than `SURVEY_PLANES` planes, and for sweeps of more than about a minute.
        progress: called as progress(done, total) after each rule.

    Raises:
        InvalidInput: too many planes or positions, and `long` is not set.
    """
    planes, seen = len(layer.frequencies.angles), seen_length(layer, target)
    if not long:
        require_few(planes)
    found = named_rules(layer, start, target, factors)
    if not long:
        require_short("--to", seen, planes, len(found))
    plain = found["plain"][0].frequencies.angles
    results = []
    for count, (name, (each, words)) in enumerate(found.items(), 1):
        angles = each.frequencies.angles
        same = list(map(same_angle, angles, plain))
        long_mix = best_mix_of(each.frequencies, seen)
        results.append(
            Scaled(
                name,
                words,
                each,
                best_mix_of(each.frequencies, min(short, seen)),
                long_mix,
                Lead.of(scored(layer, name), each, long_mix.weights, long_mix.gap_lower, seen),
                kernel_first_negative_of(each.frequencies, limit=kernel_limit(seen, planes)),
                same.count(Truth.TRUE),
                same.count(Truth.UNKNOWN),
                sum(below_one_turn(angle, seen) for angle in angles),
                name.startswith("dynamic") or (name == "as configured" and layer.rope_type == "dynamic"),
            )
        )
        if progress is not None:
            progress(count, len(found))
    return results


def below_one_turn(angle: Frequency, length: int) -> bool:
    """Whether a plane turns less than once within a length: n·g < 2π."""
    last = last_length(angle, 1)
    return last is None or last >= length


def scored(layer: LayerRope, rule: str) -> LayerRope:
    """The layer with the score scale that it has under a rule: what the file's own rule puts into it is of that rule alone."""
    return layer if rule in ("as configured", "longrope") else replace(layer, score_dim=layer.unscaled_dim)


def seen_length(layer: LayerRope, target: int) -> int:
    """The target length, or the layer's window (chunk) where that is less: no larger distance comes up in it.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> plain = {"head_dim": 4, "rope_theta": 10000, "layer_types": ["sliding_attention"], "sliding_window": 512}
        >>> [seen_length(read_config(plain).layer(), target) for target in (100, 2048)]
        [100, 512]
    """
    return target if layer.window is None else max(2, min(target, layer.window))


def stale_phase(fresh: FrequencyList, stale: FrequencyList, position: int) -> tuple[int, float]:
    """(plane, turns): the largest phase by which a key cached with `stale` frequencies is off at a position.

    Example:
        >>> stale_phase(FrequencyList.of(["1", "0.1"]), FrequencyList.of(["1", "0.2"]), 10)
        (2, 0.15915494309189535)
    """
    with flint.ctx.workprec(256):
        off = [
            0.0
            if same_angle(new, old) is Truth.TRUE
            else float(abs(new.radians_ball() - old.radians_ball()) * as_ball(position) / (2 * flint.arb.pi()))
            for new, old in zip(fresh.angles, stale.angles, strict=True)
        ]
    worst = max(range(len(off)), key=off.__getitem__)
    return worst + 1, off[worst]


def slowest_turns(results: list[Scaled], start: int, target: int) -> dict[str, float]:
    """By rule: the turn of the slowest plane within the target length, in units of its plain turn within the original one.

    Of two turns that balls of 256 bits do not tell apart the quotient is 1; a larger turn has more than 1, however little.
    """
    angles = {each.name: each.rope.frequencies.angles[-1] for each in results}
    with flint.ctx.workprec(256):
        plain = angles["plain"].radians_ball() * start
        turns = {name: angle.radians_ball() * target / plain for name, angle in angles.items()}
        above = math.nextafter(1.0, 2.0)
        return {
            name: 1.0 if turn.contains(1) else max(float(turn), above) if turn > 1 else float(turn)
            for name, turn in turns.items()
        }


def cached_at(layer: LayerRope, start: int, target: int) -> int:
    """The position of a key whose frequencies have changed: L0, or the first beyond it that the last query still sees.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> slides = {"head_dim": 4, "rope_theta": 10000, "layer_types": ["sliding_attention"], "sliding_window": 512}
        >>> [cached_at(read_config(slides).layer(), 4096, target) for target in (4100, 8192)]
        [4096, 7681]
    """
    return start if layer.window is None else max(start, target - layer.window + 1)


def moved_phases(
    layer: LayerRope,
    early: LayerRope,
    results: list[Scaled],
    start: int,
    target: int,
    factors: Sequence[Fraction | None] = (None,),
) -> dict[str, tuple[int, float]]:
    """By rule whose frequencies follow the length: `stale_phase` of the key at `cached_at`, cached at that length, where it has moved.

    Args:
        layer, early: the layers as configured at the target length and at the length `cached_at`.
        results: from `compare`.
        factors: as of `compare`.
    """
    position, found = cached_at(layer, start, target), {each.name: each.rope.frequencies for each in results}
    old = {name: found["plain"] for name in found if name.startswith("dynamic")}
    if position > start and old:
        given = [Fraction(target, start) if factor is None else factor for factor in factors]
        then = named_rules(layer, start, position, given)
        old = {name: then[name][0].frequencies for name in old}
    old |= {"as configured": early.frequencies} if "as configured" in found else {}
    if position == start and "longrope" in found:
        old["longrope"] = early.frequencies
    moved = {name: stale_phase(found[name], stale, position) for name, stale in old.items()}
    return {name: off for name, off in moved.items() if off[1]}


def to_json(
    layer: LayerRope, lengths: tuple[int, int, int], results: list[Scaled], moved: dict[str, tuple[int, float]]
) -> dict:
    """A dict for `json.dumps`; certified bounds are rounded outward.

    Args:
        lengths: L0, n, the short length.
        moved: from `moved_phases`.
    """
    start, target, short = lengths
    turns = slowest_turns(results, start, target)

    def span(mix: MixCertificate) -> list[float]:
        return [float_below(mix.gap_lower), float_above(mix.gap_upper)]

    return {
        "layer_type": layer.layer_type,
        "base": str(layer.base),
        "rotary_dim": layer.rotary_dim,
        "logits": layer.logits.to_json(),
        "from": start,
        "to": target,
        "window": layer.window,
        "length": seen_length(layer, target),
        "short_length": min(short, seen_length(layer, target)),
        "rules": [
            {
                "rule": each.name,
                "settings": each.settings,
                "attention_factor": each.rope.attention_float(),
                "wavelengths": each.wavelengths(),
                "unchanged_planes": each.unchanged,
                "undecided_planes": each.undecided,
                "planes_below_one_turn": each.slow,
                "slowest_turn": turns[each.name],
                "cached_keys_off": {
                    **dict(zip(("plane", "turns"), moved[each.name], strict=True)),
                    "position": cached_at(layer, start, target),
                }
                if each.name in moved
                else None,
                "gap_short": span(each.short),
                "gap_long": span(each.long),
                "sufficient_beta": each.beta,
                "sufficient_norms": each.lead.norms(each.beta),
                "sufficient_beta_by_nearest": each.lead.by_nearest(),
                "first_negative": each.kernel.m,
                "certified_nonnegative_up_to": each.kernel.limit if each.kernel.m is None else each.kernel.m - 1,
            }
            for each in results
        ],
    }


def same_angle(mine: Frequency, theirs: Frequency) -> Truth:
    """Whether two exact angles are the same.

    Powers of fractions and products of them, fractions among them, are decided by their roots; other formulas are TRUE where they
    expand to one, and FALSE where balls of 256 bits are apart.

    Example:
        >>> one, other = FrequencyList.of(["0.1", "0.2"]).angles
        >>> same_angle(one, FrequencyList.rope(10000, 8).angles[1]), same_angle(one, other)
        (<Truth.TRUE: 'true'>, <Truth.FALSE: 'false'>)
    """
    if _parts(mine) == _parts(theirs):
        return Truth.TRUE
    with flint.ctx.workprec(256):
        if not mine.radians_ball().overlaps(theirs.radians_ball()):
            return Truth.FALSE
    one, other = _root(mine), _root(theirs)
    if one is not None and other is not None:
        return truth(_same_power(one, other))
    return Truth.TRUE if (_formula(mine) - _formula(theirs)).expand() == 0 else Truth.UNKNOWN


def _parts(angle: Frequency) -> tuple:
    return angle.turns, angle.radians, angle.power, angle.symbolic


def _root(angle: Frequency) -> tuple[Fraction, Fraction] | None:
    """(a, e) of an angle a^e with a > 0 and e fractions; None where it is not seen to be one."""
    if angle.power:
        return angle.power
    if angle.symbolic is None:
        return None if angle.turns or angle.radians <= 0 else (angle.radians, Fraction(1))
    factors = _formula(angle).as_powers_dict().items()
    if not all(base.is_Rational and base > 0 and exponent.is_Rational for base, exponent in factors):
        return None
    powers = [(fraction(base), fraction(exponent)) for base, exponent in factors]
    whole = math.lcm(*(exponent.denominator for _, exponent in powers))
    return math.prod((base ** int(exponent * whole) for base, exponent in powers), start=Fraction(1)), Fraction(
        1, whole
    )


def _same_power(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> bool:
    """Whether a^(p/q) = c^(r/s), by whole powers of both."""
    whole = math.lcm(one[1].denominator, other[1].denominator)
    return one[0] ** int(one[1] * whole) == other[0] ** int(other[1] * whole)


def _formula(angle: Frequency) -> sympy.Expr:
    """The angle as a SymPy number."""
    import sympy

    if angle.symbolic is not None:
        return angle.symbolic
    if angle.power:
        return sympy.Pow(*(sympy.Rational(each) for each in angle.power))
    return 2 * sympy.pi * sympy.Rational(angle.turns) + sympy.Rational(angle.radians)


def factor_word(number: Fraction) -> str:
    """A factor as names and sentences have it."""
    return str(int(number)) if number.denominator == 1 else f"{float(number):.6g}"
