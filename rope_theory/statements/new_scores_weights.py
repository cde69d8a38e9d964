"""New: whether the printed weights α(π) of the swaps are well defined, and what reading makes them so."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import flint
from flint import arb

from rope_theory.angles import ball
from rope_theory.claims import Claim, FalseNeighbour, Form, Hypothesis, NonWitness, Tier
from rope_theory.truth import Truth, every, less


def exponents(D, tau, flips, kind="printed") -> list[Fraction]:
    """What the softmax over swaps is taken of; flips[k]: the k-th swap {i, j}, i < j, is written (j, i)."""
    pairs = [(i, j) if not flip else (j, i)
             for (i, j), flip in zip(itertools.combinations(range(len(D)), 2), flips, strict=True)]
    change = {"printed": lambda x: x, "absolute": abs, "positive part": lambda x: max(x, Fraction(0))}[kind]
    return [change(D[i] - D[j]) / tau for i, j in pairs]


def _well_defined(D, tau, flips, kind="printed") -> bool:
    """Whether the weights are those of the order i < j. Two softmaxes agree exactly if their exponents differ by a constant."""
    first = exponents(D, tau, [False] * len(flips), kind)
    differences = {x - y for x, y in zip(first, exponents(D, tau, flips, kind), strict=True)}
    return len(differences) <= 1


def _share_ratios(D, tau) -> list[arb]:
    """Weight of each swap when both orders are summed, over its weight with |D_i - D_j|."""
    x = [ball(value) for value in exponents(D, tau, [False] * (len(D) * (len(D) - 1) // 2), "absolute")]
    both, absolute = [value.cosh() for value in x], [value.exp() for value in x]
    total = [sum(side, arb(0)) for side in (both, absolute)]
    return [c / total[0] / (e / total[1]) for c, e in zip(both, absolute, strict=True)]


def _within(D, tau, factor=Fraction(2)) -> Truth:
    for bits in (64, 256, 1024):  # ratios come as near to 2 as e^{-1/τ}
        with flint.ctx.workprec(bits):
            bound = ball(factor)
            answer = every(side for ratio in _share_ratios(D, tau) for side in (less(ratio, bound), less(1 / bound, ratio)))
        if answer is not Truth.UNKNOWN:
            return answer
    return Truth.UNKNOWN


def _instances(thorough: bool = False) -> Iterator[dict]:
    sizes = (2, 3, 4) if thorough else (2, 3)
    for size in sizes:
        D = tuple(Fraction(size - k, size * (size + 1) // 2) for k in range(size))
        for flips in itertools.product((False, True), repeat=size * (size - 1) // 2):
            yield {"D": D, "tau": Fraction(1, 10), "flips": flips}


def _rows(thorough: bool = False) -> Iterator[dict]:
    for row in ((1, 1), (1, 2), (1, 1, 1), (1, 1, 8), (1, 2, 3), (1, 2, 4, 8)):
        for tau in (Fraction(1), Fraction(1, 50)):
            yield {"D": tuple(Fraction(x, sum(row)) for x in row), "tau": tau}


WEIGHTS = Hypothesis("attention weights of N >= 2 earlier positions: D > 0, sum at most 1",
                     lambda D, **_: len(D) >= 2 and min(D) > 0 and sum(D) <= 1)
TAU = Hypothesis("τ > 0", lambda tau, **_: tau > 0)
FLIPS = Hypothesis("each swap is written in one of its two orders",
                   lambda D, flips, **_: len(flips) == len(D) * (len(D) - 1) // 2)
THREE = tuple(Fraction(k, 6) for k in (3, 2, 1))
WITNESS = {"D": THREE, "tau": Fraction(1), "flips": (True, False, False)}

PRINTED_WEIGHTS = Claim(
    id="new.swap-scores.printed-weights",
    source="U26, Appendix D",
    form=Form.PRINTED,
    statement="α(π) = softmax over swaps π = (i j) of (d_i - d_j)/τ: a weight of each swap of two earlier contents.",
    hypotheses=(WEIGHTS, TAU, FLIPS),
    holds=_well_defined,
    verdict=Tier.REFUTED,
    example=WITNESS,
    controls=(
        NonWitness("two earlier positions: one swap, whose weight is 1 in either order",
                   {"D": (Fraction(2, 3), Fraction(1, 3)), "tau": Fraction(1), "flips": (True,)}),
        NonWitness("equal attention weights: all orders give the same",
                   {"D": (Fraction(1, 4),) * 3, "tau": Fraction(1), "flips": (True, False, False)}),
    ),
    readings=(
        "A swap is unordered: (i j) = (j i). The statement holds if the weights do not depend on which of the two is written first.",
        "d_i is the attention weight D_i.",
    ),
)

WEIGHTS_CORRECTED = Claim(
    id="new.swap-scores.printed-weights.corrected",
    source="after U26, Appendix D; the authors' own code",
    form=Form.CORRECTED,
    statement="With |d_i - d_j| for d_i - d_j each swap has one weight, whichever order it is written in.",
    hypotheses=(WEIGHTS, TAU, FLIPS),
    holds=lambda **case: _well_defined(**case, kind="absolute"),
    verdict=Tier.PROVED,
    example=WITNESS,
    small=_instances,
    corrects="new.swap-scores.printed-weights",
    controls=(
        FalseNeighbour("with d_i - d_j itself", WITNESS, _well_defined, prove={"kind": "printed"}),
        FalseNeighbour("with max(d_i - d_j, 0)", WITNESS, lambda **case: _well_defined(**case, kind="positive part"),
                       prove={"kind": "positive part"}),
    ),
)

ORDERED_WEIGHTS = Claim(
    id="new.swap-scores.printed-weights.ordered",
    source="U26, Appendix D",
    form=Form.READING,
    statement="Read over ordered pairs, (i j) and (j i) both counted, the printed α gives the swap {i, j} a weight proportional to "
              "cosh((d_i - d_j)/τ): well defined, and within a factor of 2 of its weight with |d_i - d_j|.",
    hypotheses=(WEIGHTS, TAU),
    holds=_within,
    verdict=Tier.PROVED,
    example={"D": THREE, "tau": Fraction(1)},
    small=_rows,
    controls=(
        FalseNeighbour("within a factor of 3/2", {"D": (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)), "tau": Fraction(1, 50)},
                       lambda **case: _within(**case, factor=Fraction(3, 2)), prove={"factor": "3/2"}),
        FalseNeighbour("the same weights as with |d_i - d_j|", {"D": THREE, "tau": Fraction(1)},
                       lambda D, tau: every(less(abs(ratio - 1), arb("1e-9")) for ratio in _share_ratios(D, tau)),
                       prove={"factor": "1"}),
    ),
)
