"""New: the positional and symbolic scores of U25 and U26 in closed form, and what they can tell."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from rope_theory.angles import ball
from rope_theory.claims import Claim, FalseNeighbour, Form, Hypothesis, Tier
from rope_theory.truth import Truth, every, less, truth

#: E[a][b] = e^{C[a,b]} > 0: exact logits are logarithms of positive rationals.
Powers = tuple[tuple[Fraction, ...], ...]


def weights(E: Powers, order: list[int], own: Fraction) -> list[Fraction]:
    """Attention weights of the earlier positions when content order[b] stands at position b; own: e^{own logit} or 0."""
    powers = [E[content][place] for place, content in enumerate(order)]
    return [power / (sum(powers) + own) for power in powers]


def literal(E: Powers, own: Fraction, i: int, j: int) -> tuple[Fraction, Fraction]:
    """cos²(v'_ij, v_ij) and cos²(v'_ij, v_ji), by swapping the contents and computing both softmaxes."""
    order = list(range(len(E)))
    before = weights(E, order, own)
    order[i], order[j] = j, i
    after = weights(E, order, own)
    norms = (before[i] ** 2 + before[j] ** 2) * (after[i] ** 2 + after[j] ** 2)
    return ((after[i] * before[i] + after[j] * before[j]) ** 2 / norms,
            (after[i] * before[j] + after[j] * before[i]) ** 2 / norms)


def cosh(power: Fraction) -> Fraction:
    """cosh x from e^x."""
    return (power + 1 / power) / 2


def cosh_half_squared(power: Fraction) -> Fraction:
    """cosh²(x/2) from e^x."""
    return (cosh(power) + 1) / 2


def ratios(E: Powers, i: int, j: int) -> tuple[Fraction, Fraction]:
    """e^A and e^B, A = C[i,i] - C[j,j] and B = C[j,i] - C[i,j]."""
    return E[i][i] / E[j][j], E[j][i] / E[i][j]


def closed(E: Powers, i: int, j: int, sign: int = 1, norm: str = "both", halved: bool = True) -> tuple[Fraction, Fraction]:
    """The squares of the two closed forms; the last three arguments spoil them."""
    p, q = ratios(E, i, j)
    q = q**sign
    divisor = {"both": cosh(p) * cosh(q), "A": cosh(p) ** 2, "none": Fraction(1)}[norm]
    over = cosh_half_squared if halved else lambda power: cosh(power) ** 2
    return over(p * q) / divisor, over(p / q) / divisor


def computed(E: Powers, i: int, j: int, switch: bool = True) -> tuple[Fraction, Fraction]:
    """The squares as the library computes them, from e^{-|A|} and e^{-|B|}."""
    p, q = ratios(E, i, j)
    a, b = min(p, 1 / p), min(q, 1 / q)
    norms = (1 + a * a) * (1 + b * b)
    along, across = (1 + a * b) ** 2 / norms, (a + b) ** 2 / norms
    return (along, across) if (p >= 1) == (q >= 1) or not switch else (across, along)


def swaps(E: Powers) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(len(E)), 2))


def score_sum(E: Powers, own: Fraction, shares) -> tuple[arb, arb]:
    """Σ α·pos and Σ α·sym as balls, α the given shares of the swaps in their order."""
    both = [literal(E, own, i, j) for i, j in swaps(E)]
    return tuple(sum((ball(share) * ball(pair[side]).sqrt() for share, pair in zip(shares, both, strict=True)), arb(0))
                 for side in (0, 1))


def _exclusion(E, own, shares, slack, constant=Fraction(1), total="sum") -> Truth:
    each = every(
        pos + sym == 1 + 1 / (cosh(p) * cosh(q)) and 0 < pos <= 1 and 0 < sym <= 1
        for i, j in swaps(E) for (pos, sym), (p, q) in [(literal(E, own, i, j), ratios(E, i, j))])
    positional, symbolic = score_sum(E, own, shares)
    above = {"sum": positional + symbolic, "squares": positional * positional + symbolic * symbolic}[total]
    T = 2 / slack  # two positions, A = B = ln T: the positional score is 1, the symbolic one 1/cosh A
    near = 1 + 1 / cosh(T) < 1 + slack
    return every((each, less(ball(constant), above), near))


def _is_one(E, side: int) -> bool:
    """Whether every swap's cosine is 1 (side 0: positional, 1: symbolic), own key or not."""
    return all(literal(E, Fraction(1), i, j)[side] == 1 for i, j in swaps(E))


def _symmetric(E, side: int) -> bool:
    """Whether C[a,b] - C[b,b] (side 0) or C[a,b] - C[a,a] (side 1) is a symmetric matrix."""
    def entry(a, b):
        return E[a][b] / E[b][b] if side == 0 else E[a][b] / E[a][a]

    return all(entry(a, b) == entry(b, a) for a, b in swaps(E))


def _rows_agree(E) -> bool:
    return all(row == E[0] for row in E)


def _columns_agree(E) -> bool:
    return _rows_agree(tuple(zip(*E, strict=True)))


def _one(E) -> bool:
    pure = (_rows_agree(E) <= _is_one(E, 0)) and (_columns_agree(E) <= _is_one(E, 1))
    return pure and all(_is_one(E, side) == _symmetric(E, side) for side in (0, 1))


def _powers(*rows) -> Powers:
    return tuple(tuple(map(Fraction, row)) for row in rows)


SOME = _powers((1, 5, 2), (Fraction(1, 3), 2, 7), (4, Fraction(1, 2), 3))
#: Swap (0, 1): A = B; swap (2, 3): A = -B; all four differences large.
BOTH_KINDS = _powers((100, 1, 1, 1), (100, 1, 1, 1), (1, 1, 100, 100), (1, 1, 1, 1))
#: A symmetric matrix with a constant diagonal: nothing is positional or symbolic, both scores are 1.
SYMMETRIC = _powers((1, 3), (3, 1))
FLAT = Fraction(1, 6)


def matrices(thorough: bool = False) -> Iterator[Powers]:
    """Small matrices of positive rationals, with equal, positional, symbolic and mixed entries."""
    yield from (_powers((1, 1), (1, 1)), SYMMETRIC, _powers((2, 1), (2, 1)), _powers((2, 2), (1, 1)), SOME, BOTH_KINDS)
    values = (Fraction(1, 7), Fraction(1), Fraction(3)) if thorough else (Fraction(1), Fraction(3))
    for entries in itertools.product(values, repeat=4):
        yield entries[:2], entries[2:]


def _instances(thorough: bool = False) -> Iterator[dict]:
    for E in matrices(thorough):
        for (i, j), own in itertools.product(swaps(E), (Fraction(0), Fraction(2))):
            yield {"E": E, "own": own, "i": i, "j": j}


def _averages(thorough: bool = False) -> Iterator[dict]:
    for E in matrices(thorough):
        number = len(swaps(E))
        for shares in ([Fraction(1, number)] * number, [Fraction(1), *[Fraction(0)] * (number - 1)]):
            yield {"E": E, "own": Fraction(1), "shares": tuple(shares), "slack": Fraction(1, 10)}


POSITIVE = Hypothesis("E[a][b] = e^{C[a,b]} > 0, N >= 2 contents and as many positions",
                      lambda E, **_: len(E) >= 2 and all(len(row) == len(E) and min(row) > 0 for row in E))
OWN = Hypothesis("the query's own key has e^{logit} >= 0 (0: it does not compete)", lambda own, **_: own >= 0)
SWAP = Hypothesis("0 <= i < j < N: two earlier positions", lambda E, i, j, **_: 0 <= i < j < len(E))
SHARES = Hypothesis("weights of the swaps: >= 0, sum 1",
                    lambda E, shares, **_: len(shares) == len(swaps(E)) and min(shares) >= 0 and sum(shares) == 1)
SLACK = Hypothesis("slack > 0", lambda slack, **_: slack > 0)
EXAMPLE = {"E": SOME, "own": Fraction(2), "i": 0, "j": 2}
AVERAGE = {"E": SOME, "own": Fraction(2), "shares": (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), "slack": FLAT}
SOURCE = "new; on U25, Section 3 and U26, Appendix D"


def _matches(E, own, i, j, form=closed, **spoiled) -> bool:
    return literal(E, own, i, j) == form(E, i, j, **spoiled)


SWAP_SCORES = Claim(
    id="new.swap-scores",
    source=SOURCE,
    form=Form.NEW,
    statement="With A = C[i,i] - C[j,j], B = C[j,i] - C[i,j] and lc(x) = |x| + log1p(e^{-2|x|}), a swap of two earlier contents has "
              "cos(v'_ij, v_ij) = cosh((A+B)/2)/√(cosh A cosh B) = exp(lc((A+B)/2) - (lc(A)+lc(B))/2), and cos(v'_ij, v_ji) is the same "
              "with (A-B)/2. No partition function enters.",
    hypotheses=(POSITIVE, OWN, SWAP),
    holds=_matches,
    verdict=Tier.PROVED,
    example=EXAMPLE,
    small=_instances,
    controls=(
        FalseNeighbour("B = C[i,j] - C[j,i]: the two scores change places", EXAMPLE,
                       lambda **case: _matches(**case, sign=-1), prove={"sign": -1}),
        FalseNeighbour("divided by cosh A, as if the swap kept the norm", EXAMPLE,
                       lambda **case: _matches(**case, norm="A"), prove={"norm": "A"}),
        FalseNeighbour("not divided", EXAMPLE, lambda **case: _matches(**case, norm="none"), prove={"norm": "none"}),
        FalseNeighbour("cosh(A+B) for cosh((A+B)/2)", EXAMPLE, lambda **case: _matches(**case, halved=False),
                       prove={"halved": False}),
    ),
    readings=(
        "C is any real matrix: RoPE, soft caps and norms are inside its entries. Instances take e^C rational; both cosines are "
        "positive, so their squares are compared.",
        "v'_ij holds the weights of the positions i and j after the contents changed places, softmax computed anew.",
        "s_POS and s_SYM are averages of these cosines whose weights α see the unswapped attention only.",
    ),
)

COMPUTED = Claim(
    id="new.swap-scores.computed",
    source=SOURCE,
    form=Form.NEW,
    statement="With a = e^{-|A|} and b = e^{-|B|} the positional cosine is (1 + ab)/√((1+a²)(1+b²)) where A and B have one sign and "
              "(a + b)/√((1+a²)(1+b²)) where they have not, and the symbolic one the other way round: no exponential is above 1.",
    hypotheses=(POSITIVE, OWN, SWAP),
    holds=lambda **case: _matches(**case, form=computed),
    verdict=Tier.PROVED,
    example=EXAMPLE,
    small=_instances,
    controls=(
        FalseNeighbour("the first form whatever the signs", EXAMPLE,
                       lambda **case: _matches(**case, form=computed, switch=False), prove={"switch": False}),
        FalseNeighbour("the query's own key is part of B", EXAMPLE,
                       lambda E, own, i, j: literal(E, own, i, j) ==
                       computed((*E[:j], (E[j][0] + own, *E[j][1:]), *E[j + 1:]), i, j)),
    ),
)

EXCLUSION = Claim(
    id="new.swap-scores.exclusion",
    source=SOURCE,
    form=Form.NEW,
    statement="Each swap has pos² + sym² = 1 + 1/(cosh A cosh B) with 0 < pos, sym <= 1. So for all weights of the swaps "
              "s_POS + s_SYM > 1, and no larger constant is right: no head is low in both, and a score of at most γ puts the other above 1 - γ.",
    hypotheses=(POSITIVE, OWN, SHARES, SLACK),
    holds=_exclusion,
    verdict=Tier.PROVED,
    example=AVERAGE,
    small=_averages,
    controls=(
        FalseNeighbour("s_POS + s_SYM > 1.1", {"E": _powers((100, 1), (100, 1)), "own": Fraction(0), "shares": (Fraction(1),), "slack": FLAT},
                       lambda **case: _exclusion(**case, constant=Fraction(11, 10)), prove={"constant": "11/10"}),
        FalseNeighbour("s_POS² + s_SYM² > 1 for averages, as for one swap",
                       {"E": BOTH_KINDS, "own": Fraction(0), "slack": FLAT,
                        "shares": (Fraction(1, 2), *[Fraction(0)] * 4, Fraction(1, 2))},
                       lambda **case: _exclusion(**case, total="squares"), prove={"total": "squares"}),
        FalseNeighbour("weights may be negative",
                       {"E": BOTH_KINDS, "own": Fraction(0), "slack": FLAT,
                        "shares": (Fraction(-1), *[Fraction(1, 2)] * 4, Fraction(0))},
                       lambda E, own, shares, slack: less(ball(Fraction(3)), sum(score_sum(E, own, shares))),
                       drops=(SHARES.text,), prove={"nonnegative": False}),
    ),
    readings=("For each slack > 0 the head with A = B = ln(2/slack) on two positions has s_POS + s_SYM < 1 + slack.",),
)

SCORE_ONE = Claim(
    id="new.swap-scores.one",
    source=SOURCE,
    form=Form.NEW,
    statement="s_POS = 1 exactly if C[a,b] - C[b,b] is a symmetric matrix, s_SYM = 1 exactly if C[a,b] - C[a,a] is. Positional and "
              "symbolic heads have it 0; from N = 2 on others have the score 1 too.",
    hypotheses=(POSITIVE,),
    holds=_one,
    verdict=Tier.PROVED,
    example={"E": SYMMETRIC},
    small=lambda thorough: ({"E": E} for E in matrices(thorough)),
    controls=(
        FalseNeighbour("s_POS = 1 exactly for positional heads", {"E": SYMMETRIC},
                       lambda E: _is_one(E, 0) == _rows_agree(E), prove={"only": "positional"}),
        FalseNeighbour("s_SYM = 1 exactly for symbolic heads", {"E": SYMMETRIC},
                       lambda E: _is_one(E, 1) == _columns_agree(E), prove={"only": "symbolic"}),
        FalseNeighbour("both scores are 1 only if all logits agree", {"E": SYMMETRIC},
                       lambda E: truth((_is_one(E, 0) and _is_one(E, 1)) <= (_rows_agree(E) and _columns_agree(E)))),
    ),
    readings=("A score is an average with positive weights (a softmax), so it is 1 exactly if every swap's cosine is.",),
)
