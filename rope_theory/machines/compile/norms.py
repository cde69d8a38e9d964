"""Normalisation, accounted for: what a pre-norm model does to a stack, and the constants that make up for it.

RMSNorm hands on x·√H/N(x), with N(x)² = |x|² + H·eps, H the width of the residual stream and eps the norm's own.
LayerNorm does the same once the mean of x is 0; here it is 0 by construction: every coordinate u of the stack stands
as the pair (u, -u)/√2, in the embedding and in all that layers write.

**Bounds.** |x|² is 1 + 1 (one-hot query and key) + M² (the ballast M) plus the squared lengths of the answer
subspaces, L + 1 at most, each at most 1: what a layer writes is a combination of unit vectors, non-negative and of sum
at most 1. So N_min <= N(x) <= N_max at all positions and layers, N_min² = 2 + M² + H·eps, N_max² = N_min² + L + 1.

**β.** The logit of query i and key j is B·λ_ij/(N_i·N_j), λ the logit of the construction. Targets have λ >= t, rivals
λ <= r. N_i is common to a row, the keys' norms are not: a target leads every rival by at least

    B·G,  G = (t/N_max - max(r, 0)/N_min)/N_max,

which is positive if and only if (N_max/N_min)·max(r, 0) < t: the ballast has to be large enough. The B that suffices
is `stack_beta` for the gap G.

**Values.** A value read through the norm comes out as N_min/N(x) times what the residual stream holds, a factor
between N_min/N_max and 1 for each layer: of the answer's code a stack of L layers keeps k >= (N_min/N_max)^L, and what
does not come from the answer is not lengthened. `readout_margin` takes k.

**Rounding.** Weights are rounded from float64, norms and rotation run in float32. To first order the computed logit
is off by at most u·(2·n0·Σ a_k g_k + d + 32) times the largest logit B/N_min², u = 2^-24, d the head dimension: each
side's phase is a float32 product position × frequency, the frequency is exactly the model's float32 number, and what
else happens adds a few u. The budget leaves room for an error of 1/2 and refuses what needs more. What the answer
subspaces hold is off by some (16 + 4L)·u; the budget refuses codes whose margin is less than 100 times that.

In bfloat16 and float16 a logit is off by some multiple of u of the largest, whatever β is: so β makes up for it, if the gap G
is wider than twice `NARROW`·u/N_min². Whether it is enough no first-order count can say: `rope_theory.machines.certificates`
does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import flint
import numpy as np

from rope_theory.core.angles import ball
from rope_theory.core.errors import require
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.machines.stacks.bound import readout_margin, stack_beta
from rope_theory.machines.stacks.plan import BITS, StackPlan
from rope_theory.models.precision.formats import FLOAT32, Format

UNIT = FLOAT32.unit_roundoff
#: The least lead of the answer's logit that the readout is scaled to.
MARGIN = 10
#: e^{2·1/2} is below this: room for logits that are off by 1/2.
ROOM = 3
#: Room for the roundings of a 16-bit format that a logit goes through; at 26 the published tasks are certified in both.
NARROW = 26


@dataclass(frozen=True)
class Budget:
    """The constants of a compiled stack, with what they guarantee. All but `scale` and `error` are exact.

    Args:
        width: H, of the residual stream.
        ballast: M.
        norm_min, norm_max: enclose N(x), from below and from above.
        beta: B.
        gap: a lower bound of G.
        keep: k.
        margin: the answer's lead before scaling, at least.
        scale: of the readout, so that the answer's logit leads by at least `MARGIN`.
        error: first-order bound of the error of a computed logit.
    """

    width: int
    ballast: int
    norm_min: Fraction
    norm_max: Fraction
    beta: Fraction
    gap: Fraction
    keep: Fraction
    margin: Fraction
    scale: float
    error: float


def least_ballast(plan: StackPlan) -> int:
    """M with M² >= (L + 1)·max(4/Δ, 4L): three quarters of the gap are left, and k >= e^{-1/8}.

    Example:
        >>> from rope_theory.machines.stacks import letter_stack
        >>> least_ballast(letter_stack(17, 4))
        9
    """
    wanted = (plan.layers + 1) * max(4 / plan.gap, Fraction(4 * plan.layers))
    return isqrt(int(wanted)) + 1


def budget(plan: StackPlan, width: int, eps: float, head_dim: int, form: Format = FLOAT32) -> Budget:
    """The constants for a residual stream of this width, see this module.

    Args:
        width: H.
        eps: the norm's own, as the configuration gives it.
        head_dim: d.
        form: of weights and activations.

    Raises:
        InvalidInput: the logits would be too large for float32, or the codes too close; a 16-bit format is too coarse.
    """
    ballast = least_ballast(plan)
    with flint.ctx.workprec(BITS):
        least = ball(2 + ballast**2 + width * Fraction(eps))
        most = least + plan.layers + 1
        norm_min, norm_max = ends(least.sqrt())[0], ends(most.sqrt())[1]
    gap = (plan.target / norm_max - max(plan.rival, Fraction(0)) / norm_min) / norm_max
    narrow = form.bits < FLOAT32.bits
    lost = NARROW * form.unit_roundoff / norm_min**2 if narrow else Fraction(0)
    rule = f"must be wider, or the frequencies others: {form.name} leaves no gap"
    require(2 * lost < gap or not narrow, "dtype", rule, form.name)
    beta = stack_beta(plan.length - 1, gap - 2 * lost, plan.layers, plan.miss / ROOM)
    error = float(UNIT * beta / norm_min**2) * (2 * plan.length * _speed(plan) + head_dim + 32) + float(lost * beta)
    require(
        narrow or error <= 0.5,
        "length",
        f"must be smaller, or the frequencies others: logits of size {float(beta / norm_min**2):.3g} are off by up "
        f"to {error:.2g} in float32",
        plan.length,
    )
    keep = (norm_min / norm_max) ** plan.layers
    margin = readout_margin(plan.miss, plan.distance, keep)
    blur = 100 * (16 + 4 * plan.layers) * UNIT
    require(
        narrow or margin >= blur,
        "code",
        f"must be one-hot for {len(plan.answers)} answers: on a circle they are too close for float32 (--code one-hot)",
        plan.code,
    )
    scale = MARGIN * float(norm_max / margin) / width**0.5
    return Budget(width, ballast, norm_min, norm_max, beta, gap, keep, margin, scale, error)


def _speed(plan: StackPlan) -> float:
    """Σ_k a_k·g_k, a_k the largest |q|·|k| in plane k."""
    w_q, w_k, frequencies = plan.head.matrices(plan.vocabulary)
    sizes = [np.hypot(w[0::2], w[1::2]).max(axis=1) for w in (w_q, w_k)]
    return float(sizes[0] * sizes[1] @ frequencies)
