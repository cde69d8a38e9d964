"""Shares of softmax weight, in derivations: when the keys that match hold more than all others."""

from __future__ import annotations

import z3

from rope_theory.evidence.claims import Proof, trusted


def majority(proof: Proof) -> None:
    """With e^{-βΔ} < 1/(n0-1), which is β > ln(n0-1)/Δ, the matches hold more than half of the weight and decode."""
    one_more_term(proof)
    matches, rivals, longest, ratio, rest = z3.Reals("m r n0 e^(-βΔ) S")
    proof.implies(
        "the matches together hold more than half of the weight",
        [matches >= 1, 0 <= rivals, rivals <= longest - 1, ratio > 0, ratio * (longest - 1) < 1]
        + [rest >= 0, rest <= rivals * ratio],
        matches / (matches + rest) > z3.Q(1, 2),
    )
    right, wrong, matched = z3.Reals("right wrong matched")
    proof.implies(
        "more than half of the weight decodes: no other output can gather as much",
        [matched > z3.Q(1, 2), right >= matched, wrong >= 0, right + wrong <= 1],
        right > wrong,
    )


def outweighs(proof: Proof) -> None:
    """The last step, of any gap Δ: β > ln(n0-1)/Δ is enough."""
    proof.trust(trusted.EXPONENTIAL)
    rivals, ratio, rest = z3.Reals("n0-1 e^(-βΔ) S")
    proof.implies(
        "β > ln(n0-1)/Δ says (n0-1)·e^{-βΔ} < 1: the match outweighs its rivals, and its attribute is decoded",
        [rivals >= 1, ratio > 0, rivals * ratio < 1, 0 <= rest, rest <= rivals * ratio],
        1 / (1 + rest) > z3.Q(1, 2),
    )


def moves_with_the_power(proof: Proof) -> None:
    """The weight of one key among others that do not change."""
    one, two, others = z3.Reals("e e' others")
    moves = (one / (one + others) < two / (two + others)) == (one < two)
    proof.implies("with constant distractors the weight moves with e", [one > 0, two > 0, others > 0], moves)


def one_more_term(proof: Proof) -> None:
    """S <= k·e^{-βΔ} for k rivals, by induction on their number."""
    rest, term, ratio, k = z3.Reals("S s e^(-βΔ) k")
    step = "S <= k·e^{-βΔ} for k rivals with terms of at most e^{-βΔ}: true for none, and one more keeps it"
    proof.implies(step, [rest <= k * ratio, term <= ratio], rest + term <= (k + 1) * ratio)
