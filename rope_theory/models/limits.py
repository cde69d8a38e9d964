"""What the rotary frequencies of a model can and cannot do at a context length: conditions of the theory, certified.

Per plane, alone, with frequency g and n positions:

* its Index gap is min over 1 <= t <= n-1 of 1 - cos(tg) (new.index-gap-sharp); it is *positional* in a format
  of p bits if the gap is at least 2/(2^p + 3): then a target's logit β stays ahead of every rival's after one
  rounding, whatever β is, and otherwise not at every β (at β = 1, 2, 4, … while the gap exceeds 2^{-(p+1)},
  new.precision-cliff.threshold; everything before that rounding is exact here: `rope_theory.models.precision`
  bounds the other steps);
* it is *symbolic* for M letters on a circle if g < ω/(2n), ω = 2π/M (u26.retrieval-max);
* a single-plane positional head has a U-shape over the answer's position if n·g < 2π (new.u-shape-sign).

All planes together: the best mix (new.index-gap-multifrequency), and the kernel B(m) = Σ cos(m g_k).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rope_theory.core.errors import require, require_int
from rope_theory.laws.discrepancy import (
    FirstNegative,
    Frequency,
    FrequencyList,
    MixCertificate,
    best_mix_of,
    kernel_first_negative,
    kernel_first_negative_of,
)
from rope_theory.laws.discrepancy.cosine_sums import Progress
from rope_theory.models.config.rotary import LayerRope
from rope_theory.models.config.table import seen
from rope_theory.models.enough import Lead
from rope_theory.models.mix_errors import MixErrors, mix_errors
from rope_theory.models.phase_limits import OneSided, one_sided
from rope_theory.models.plane_limits import PlaneLimits, plane_limits
from rope_theory.models.precision.formats import FORMATS, STORED
from rope_theory.models.sweep_time import require_short
from rope_theory.models.symbol_limits import SymbolPlane
from rope_theory.models.windowed import cut

SHARES = (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4))
"""p-RoPE: the shares of planes that keep turning."""

BASES = tuple(
    mantissa * 10**power for power in (3, 4, 5, 6, 7) for mantissa in (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
)
"""Bases whose kernel is looked at: ten in each decade from 10^4 to 8·10^8."""


@dataclass(frozen=True)
class Variant:
    """p-RoPE with a share p of the planes turning, the slowest at angle 0."""

    share: Fraction
    kept: int
    kernel: FirstNegative
    mix: MixCertificate | None


@dataclass(frozen=True)
class LayerLimits:
    """All of one layer type.

    Attributes:
        layer: the rotation read from the configuration.
        length: n, cut to the layer's window if it slides: distances end below it.
        positions: of the text, n as it was asked for: positions and phases run up to it.
        dtype, letters: as asked.
        planes: one `PlaneLimits` each.
        mix: the certified best mix.
        kernel: the first negative of B(m), or its certified absence.
        variants: p-RoPE.
        good_bases, bad_bases: the bases of `BASES` with B(m) >= 0 for 1 <= m < n, and the others, for the
            plain rule.
    """

    layer: LayerRope
    length: int
    positions: int
    dtype: str
    letters: int
    planes: tuple[PlaneLimits, ...]
    mix: MixCertificate
    kernel: FirstNegative
    variants: tuple[Variant, ...] = ()
    good_bases: tuple[int, ...] = ()
    bad_bases: tuple[int, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @functools.cached_property
    def mix_errors(self) -> dict[str, MixErrors]:
        """`mix_errors` in every format."""
        return {name: mix_errors(self.layer, self.mix, self.length, self.positions, name) for name in FORMATS}

    @functools.cached_property
    def cached_errors(self) -> dict[str, MixErrors]:
        """`mix_errors` with keys stored in each format of `STORED`, all else as in the format asked for."""
        return {
            name: mix_errors(self.layer, self.mix, self.length, self.positions, self.dtype, name) for name in STORED
        }

    def lead(self, plane: bool) -> Lead:
        """The best plane alone, or the best mix, as a head whose logits the layer makes."""
        return self._plane_lead if plane else self._mix_lead

    @functools.cached_property
    def _mix_lead(self) -> Lead:
        return Lead.of(self.layer, self.layer.rope, self.mix.weights, self.mix.gap_lower, self.length)

    @functools.cached_property
    def _plane_lead(self) -> Lead:
        one = [Fraction(k == self.mix.best_plane) for k in range(1, len(self.planes) + 1)]
        return Lead.of(self.layer, self.layer.rope, one, self.mix.best_plane_gap[0], self.length)

    @functools.cached_property
    def beta_plane(self) -> float | None:
        """`Lead.enough` of the best plane, for half of the weight."""
        return self.lead(plane=True).enough()

    @functools.cached_property
    def beta_mix(self) -> float | None:
        """`Lead.enough` of the best mix, for half of the weight."""
        return self.lead(plane=False).enough()

    @functools.cached_property
    def beta_mix_up_to(self) -> float | None:
        """`Lead.up_to` of the best mix, for half of the weight."""
        return self.lead(plane=False).up_to()

    @functools.cached_property
    def in_reach(self) -> tuple[float, tuple[Fraction, Fraction]] | None:
        """`Lead.in_reach` of the best mix."""
        return self.lead(plane=False).in_reach()

    def norms(self, beta: float | None) -> float | None:
        """|q|·|k| that gives the inverse temperature β: β·√score_dim / (attention factor)²."""
        return self.lead(plane=False).norms(beta)

    @property
    def equal_keys(self) -> float:
        """√(m·Σ a_k²), a_k the weights of the mix on its m planes: |q|·|k| of a key whose planes are equally long, over the least that gives the same logits, at |q_k| = |k_k|."""
        weights = [weight for weight in self.mix.weights if weight]
        return math.sqrt(len(weights) * sum(weight * weight for weight in weights))

    def best_plane(self) -> PlaneLimits:
        """The plane that is best alone."""
        return self.planes[self.mix.best_plane - 1]

    @functools.cached_property
    def symbols(self) -> dict[int, SymbolPlane]:
        """The planes that tell the letters apart at every distance, by number."""
        angles = self.layer.frequencies.angles
        return {
            each.plane: self._symbols(angles[each.plane - 1])
            for each in self.planes
            if each.role in ("symbolic", "both")
        }

    @property
    def best_symbol_plane(self) -> int | None:
        """The one of `symbols` with the largest lead."""
        return max(self.symbols, key=lambda plane: self.symbols[plane].lead, default=None)

    @functools.cached_property
    def unturned(self) -> tuple[int, SymbolPlane | None]:
        """How many dimensions of a head never turn, and two of them as a plane."""
        count = self.layer.query_dim - self.layer.rotary_dim
        return count, self._symbols(Frequency("0")) if count > 1 else None

    def _symbols(self, angle: Frequency) -> SymbolPlane:
        return SymbolPlane(angle, self.letters, self.length, self.layer.logits.cap)

    def beta_symbols(self, plane: SymbolPlane) -> float | None:
        """`SymbolPlane.enough`, up to the largest logit of the model."""
        return plane.enough(self.lead(plane=False).most_logit)

    @functools.cached_property
    def one_sided(self) -> tuple[OneSided, ...]:
        """Each plane alone with its best phase, rivals on one side."""
        return tuple(one_sided(angle, self.length) for angle in self.layer.frequencies.angles)


def good_bases(rotary_dim: int, length: int, bases: Sequence[int] = BASES) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(good, bad): the bases with B(m) >= 0 for all 1 <= m < length, and the others, each certified.

    Example:
        >>> good_bases(128, 4096, (10_000, 20_000, 50_000))
        ((50000,), (10000, 20000))
    """
    length = require_int("length", length, least=2)
    good = tuple(base for base in bases if _keeps_sign(base, rotary_dim, length - 1))
    return good, tuple(base for base in bases if base not in good)


@functools.cache
def _keeps_sign(base: int, rotary_dim: int, limit: int) -> bool:
    """Whether B(m) >= 0 for 1 <= m <= limit under the plain rule."""
    return kernel_first_negative(base, rotary_dim, limit=limit).m is None


def p_rope(frequencies: FrequencyList, share: Fraction) -> FrequencyList:
    """The fastest share of the planes (rounded up), the others at angle 0.

    Example:
        >>> [angle.source for angle in p_rope(FrequencyList.of(["1", "0.5"]), Fraction(1, 2)).angles]
        ['1', '0']
    """
    require(0 < share <= 1, "share", "must be above 0 and at most 1", share)
    kept = -(-share.numerator * len(frequencies.angles) // share.denominator)
    return FrequencyList.of([*frequencies.angles[:kept], *[Frequency("0")] * (len(frequencies.angles) - kept)])


KERNEL_WORK = 1 << 27
"""Positions times planes, beyond the context length, within which the first negative of the kernel is sought."""


def kernel_limit(length: int, planes: int) -> int:
    """How far the first negative of the kernel is sought: n - 1 at least, and 10^6 where there are at most 134 planes.

    Args:
        length: n.
        planes: how many; the work is their product with the limit.

    Example:
        >>> kernel_limit(4096, 64), kernel_limit(4096, 1024)
        (1000000, 131072)
    """
    return max(length - 1, min(1_000_000, KERNEL_WORK // planes))


SURVEY_PLANES, SURVEY_WORK = 256, 1 << 30
"""p-RoPE and the survey of bases are left out beyond these many planes, or positions times planes (half a minute)."""

MIX_SWEEPS = 3
"""What `cliff mix` costs, in sweeps (measured)."""

EXTRA_SWEEPS = 3
"""p-RoPE and the survey of bases, in sweeps: most kernels are negative early."""


def require_few(planes: int) -> None:
    """Refuse more planes than any model has, where each costs.

    Raises:
        InvalidInput: more than `SURVEY_PLANES`.

    Example:
        >>> require_few(256)
    """
    rule = f"must be at most {2 * SURVEY_PLANES} (half a minute), or --long be given"
    require(planes <= SURVEY_PLANES, "rotary dimension", rule, 2 * planes)


def layer_limits(
    layer: LayerRope,
    length: int,
    dtype: str = "bfloat16",
    letters: int = 8,
    *,
    extras: bool = True,
    long: bool = False,
    progress: Progress | None = None,
) -> LayerLimits:
    """All limits of one layer type at a context length.

    Args:
        layer: from `read_config(..., length=n)`.
        length: n, 2 <= n <= 2^32; time grows with it.
        dtype: format of the finished logit.
        letters: alphabet for "symbolic".
        extras: p-RoPE variants and the survey of bases, too, up to `SURVEY_PLANES` and `SURVEY_WORK`.
        long: also for sweeps of more than `MOST_SECONDS`, and survey beyond the bounds, too.
        progress: called as progress(done, total) in steps of work.

    Raises:
        InvalidInput: the sweep takes more than `MOST_SECONDS`, and `long` is not set.

    Example:
        >>> from rope_theory.models.config import read_config
        >>> found = layer_limits(read_config({"head_dim": 128, "rope_theta": 10000}).layer(), 2000, extras=False)
        >>> found.kernel.m, found.mix.gap_lower > Fraction(32, 100)
        (1707, True)
    """
    text = require_int("length", length, least=2, most=1 << 32)
    length = cut(layer, text)
    notes: tuple[str, ...] = ()
    if length < text:
        notes = (
            f"a query of these layers {seen(layer)}: limits are for that length, number formats for positions up to {text}",
        )
    frequencies = layer.frequencies
    count = len(frequencies.angles)
    if not long:
        require_short("length", length, count)
    if extras and not long and (count > SURVEY_PLANES or length * count > SURVEY_WORK):
        extras = False
        left_out = "p-RoPE and the survey of bases are left out at this size (--long: with them)"
        notes = (*notes, left_out)
    steps = 2 + (len(SHARES) + 1 if extras else 0)
    done = _counter(progress, steps)
    planes = tuple(plane_limits(angle, k, length, dtype, letters) for k, angle in enumerate(frequencies.angles, 1))
    mix = best_mix_of(frequencies, length)
    done()
    limit = kernel_limit(length, count)
    kernel = kernel_first_negative_of(frequencies, limit=limit)
    done()
    variants: list[Variant] = []
    good: tuple[int, ...] = ()
    bad: tuple[int, ...] = ()
    if extras:
        for share in SHARES:
            thinned = p_rope(frequencies, share)
            moving = [angle for angle in thinned.angles if angle.rational_turns != 0]
            variants.append(
                Variant(
                    share,
                    len(moving),
                    kernel_first_negative_of(thinned, limit=limit),
                    best_mix_of(moving, length) if moving else None,
                )
            )
            done()
        good, bad = good_bases(layer.rotary_dim, length)
        done()
    return LayerLimits(
        layer,
        length,
        text,
        dtype,
        letters,
        planes,
        mix,
        kernel,
        tuple(variants),
        good,
        bad,
        notes,
    )


def _counter(progress: Progress | None, total: int):
    count = 0

    def done() -> None:
        nonlocal count
        count += 1
        if progress is not None:
            progress(count, total)

    return done
