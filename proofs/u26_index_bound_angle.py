"""T_Index's largest logit leads by at most 1 - cos θ, because the target has a neighbour.

Idea: the position next to the target is at distance 1 from it, and its logit is cos θ, while the largest is 1. If the
neighbour is no maximiser it bounds the gap in both readings of "others". If it is one, cos θ = 1; then every logit is
1, all positions tie and both gaps are 0 = 1 - cos θ.

Traps: the target must exist (n > m) and must have a neighbour (n >= 2). If "others" are positions with another token,
the neighbour may hold the same token and does not count: A B B with a small angle.
"""

from fractions import Fraction

import z3
from sympy import cos, symbols

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.heads import logits
from rope_theory.evidence.by_hand import compared
from rope_theory.evidence.claims import Hypothesis, Tier, at_most, every, less, ours, st, theorem, verbatim
from rope_theory.evidence.instances.index import LONGER, TWO_POSITIONS, index_inputs, logit_line, query_line
from rope_theory.laws.gaps import Others, gap, input_gap

ONE = Angle.parse("1")
ABC = {"tokens": ("A", "B", "C"), "theta": ONE}
BEFORE = {"tokens": ("A", 2), "theta": ONE}


@theorem(
    "u26.index-bound-angle",
    verbatim(
        "U26",
        "p. 21, Appendix F.2.1",
        "Notice that this discrepancy (for any input σ̄) is upper-bounded by ∆θ(n) ≤ 1 − cos(θ)",
    ),
    "Δ_Index(n) <= 1 - cos θ.",
    TWO_POSITIONS,
    LONGER,
    example=ABC,
    small=index_inputs,
    readings=(
        "Δ is the maximum over inputs (Definition 3.1), so every input's gap must be within the bound; the minimum "
        "then is, too.",
        "Others: any other position (F.2.1), and also positions that are not maximisers (Lemma F.1). 'Tokens with "
        "another left letter', our reading of F.2.2, is for Retrieval; read for Index as 'positions with another token' it fails, "
        "see u26.index-bound-angle.other-token.",
        "For n > 1 and n > m, the domain of Index.",
    ),
)
def bounded(tokens, theta, part=1, within=at_most):
    found = [input_gap(h_pos(theta), tokens, kind) for kind in (Others.ANY, Others.NOT_MAXIMAL)]
    return every(value is not None and within(value, 1 - (part * theta).cos()) for value in found)


@bounded.by_hand
def both_gaps(tokens, theta):
    kinds = {"any other position": Others.ANY, "positions that are not maximisers": Others.NOT_MAXIMAL}
    return [
        f"{query_line(tokens, theta)}. {logit_line(tokens, theta)}",
        *(
            compared(f"Gap to {name}", input_gap(h_pos(theta), tokens, kind), "1 - cos θ", 1 - theta.cos())
            for name, kind in kinds.items()
        ),
    ]


bounded.false("strictly below", ABC, within=less)
bounded.false("1 - cos(θ/2)", ABC, part=Fraction(1, 2))
bounded.false("all positions tie, for any θ", ABC, part=0)
bounded.false("one position has a discrepancy, too", {"tokens": ("A",), "theta": ONE}, TWO_POSITIONS)
bounded.false("an integer may point before the start", BEFORE, LONGER)
bounded.attack(
    tokens=st.integers(2, 9).flatmap(
        lambda n: st.sampled_from([(*"ABABABAB"[: n - 1], query) for query in ("A", *range(1, n))])
    ),
    theta=st.builds(Angle, st.fractions(-1, 1, max_denominator=10), st.sampled_from([0, 0, 1, -3])),
)


@bounded.proof
def proof(proof):
    proof.use("u26.index-logits")
    length, asked = z3.Ints("n i")
    target = length - asked
    proof.implies(
        "the target n - i has a neighbour among 1..n",
        [length >= 2, 0 <= asked, asked < length],
        z3.And(1 <= target, target <= length, z3.Or(target - 1 >= 1, target + 1 <= length)),
    )
    n, i, theta = symbols("n i theta", real=True)
    for side in (-1, 1):
        logit = h_pos(theta).logit(i, n, "A", n - i + side)
        proof.identity(f"the logit of the neighbour at distance {side} is cos θ", logit, cos(theta))
    c, second = z3.Reals("cosθ second")
    proof.implies(
        "if cos θ = 1 all tie and the gaps are 0; else the neighbour is no maximiser, and the second largest logit of "
        "either kind is at least its own",
        [c < 1, c <= second],
        1 - second <= 1 - c,
    )
    proof.qed("every input with n >= 2, n > m, every real θ")


@theorem(
    "u26.index-bound-angle.other-token",
    ours("U26", "another reading of p. 21, Appendix F.2.1"),
    "Δ_Index(n) <= 1 - cos θ, with the largest logit among positions that hold another token.",
    LONGER,
    two_tokens := Hypothesis("two tokens differ", lambda tokens, **_: len(set(tokens)) > 1),
    verdict=Tier.REFUTED,
    example={"tokens": ("A", "B", "B"), "theta": ONE},
)
def other_token(tokens, theta):
    found = gap(logits(h_pos(theta), tokens), Others.OTHER_LETTER, tokens, letter=lambda token: token)
    return found is not None and at_most(found, 1 - theta.cos())


@other_token.by_hand
def same_token_beside(tokens, theta):
    found = gap(logits(h_pos(theta), tokens), Others.OTHER_LETTER, tokens, letter=lambda token: token)
    told = compared("The largest less the largest at another token", found, "1 - cos θ", 1 - theta.cos())
    return [query_line(tokens, theta), logit_line(tokens, theta), told]


other_token.true_at("all tokens differ", ABC)
other_token.true_at("the neighbour of the target differs", {"tokens": ("B", "A", "B"), "theta": ONE})
other_token.outside("the query points before the start", BEFORE, LONGER)
other_token.outside("no position holds another token", {"tokens": ("A", "A"), "theta": ONE}, two_tokens)
for tokens in (("A", "B"), ("A", 1), (1, "A")):
    for theta in ("1", "pi", "2pi/3", "-3"):
        at = {"tokens": tokens, "theta": Angle.parse(theta)}
        other_token.edge(f"n = 2, {tokens}, θ = {theta}: the other position is the neighbour", at, holds=True)
other_token.proof(lambda proof: proof.refute({"tokens": ("A", "B", "B"), "theta": ONE}))
