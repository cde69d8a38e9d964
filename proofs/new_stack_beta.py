"""Several hops in one pass: a β for L layers that share one attention matrix.

Idea: a row on the path puts all but e = (n-1)e^{-βΔ} of its weight on the next token of the path, at least. A^L sums
over all chains of L steps, and those that follow the path weigh (1 - e)^L >= 1 - L·e together. The last token of a
path is its own next token, so layers beyond the hops change nothing.

Steps: 1. β says L·e <= η. 2. A row's share. 3. Bernoulli, one layer at a time. 4. The chain ends at the answer. 5. The
gaps of the two heads. 6. Why a row's targets all hold the same token.

Traps: the share is lost once for each layer, not for each hop: spare layers cost, too. A letter stack without
rotation is no Retrieval on every position (tokens that share a left letter tie); on the path it is, since there all
keys that tie hold one token. An integer off the path may point before the start, and its row may be anything.
"""

from fractions import Fraction

import z3
from sympy import cos, symbols

from rope_theory.claims import Proof, proves, trusted
from rope_theory.constructions import SymbolicCircle, h_pos, h_sym
from rope_theory.statements.new_stack import STACK_BETA
from rope_theory.tasks import Pair

beta, D, delta, E, S, W, r, m, k = z3.Reals("β Δ δ e^-βΔ S w r m k")
L, eta, e, M, after, logarithm = z3.Reals("L η e M M' ln((n-1)L/η)")


def _one_row(proof: Proof, counted: bool) -> None:
    proof.trust(trusted.EXPONENTIAL)
    proof.trust(trusted.LOGARITHM)
    proof.implies("β >= ln((n-1)L/η)/Δ says βΔ >= ln((n-1)L/η), that is (n-1)L·e^{-βΔ} <= η", [D > 0],
                  (beta >= logarithm / D) == (beta * D >= logarithm))
    proof.implies("a larger gap has a smaller term: -βδ <= -βΔ", [beta >= 0, delta >= D], -beta * delta <= -beta * D)
    proof.implies("k terms of at most e^{-βΔ} add up to at most k·e^{-βΔ}: one term more",
                  [S <= k * E, delta <= E], S + delta <= (k + 1) * E)
    factor = L if counted else 1
    proof.implies("so the rivals' sum S, relative to a target, is at most e with L·e <= η",
                  [m >= 1, E > 0, L >= 1, S <= m * E, m * factor * E <= eta], L * S <= eta,
                  covers=[{m: 1, L: 2, E: Fraction(1, 8), eta: Fraction(1, 4), S: Fraction(1, 8)}])
    proof.implies("targets count r >= 1 (each at least the logit t): their share r/(r + S) is at least 1 - S",
                  [r >= 1, S >= 0, S <= e, W * (r + S) == r], W >= 1 - e)
    proof.implies("and exceeds it if S > 0: in the query's own row, its own key is a rival",
                  [r >= 1, S > 0, S <= e, W * (r + S) == r], W > 1 - e)


def _all_layers(proof: Proof, share: Fraction) -> None:
    proof.trust(trusted.SUMS)
    proof.implies("L·e <= η < 1 and L >= 1, so e < 1", [L >= 1, e >= 0, L * e <= eta, eta < 1], e < 1)
    proof.implies("k + 1 layers: the mass M > 1 - k·e that followed the path from the query's row on goes on with a "
                  "share of at least 1 - e",
                  [e >= 0, e < 1, k >= 1, M > 1 - k * e, after >= (1 - e) * M], after > 1 - (k + 1) * e,
                  covers=[{k: 1, e: Fraction(1, 1000), M: 1}, {k: 100, e: Fraction(99, 100), M: 1}])
    proof.implies("L layers: more than 1 - η",
                  [L >= 1, e >= 0, L * e <= eta, M > 1 - L * e],
                  M > 1 - z3.Q(share.numerator, share.denominator) * eta,
                  covers=[{L: 1, e: Fraction(99, 100), eta: Fraction(99, 100)},
                          {L: 100, e: Fraction(1, 10**4), eta: Fraction(1, 100)}])


def _chain(proof: Proof, room: bool) -> None:
    hops, layers, end = z3.Ints("hops L end")
    proof.implies("after L steps a chain that follows the path stands at its token number min(L, h): the answer",
                  [hops >= 1, layers >= 1, *([hops <= layers] if room else []),
                   end == z3.If(layers < hops, layers, hops)], end == hops,
                  covers=[{hops: 1, layers: 1}, {hops: 1, layers: 9}, {hops: 9, layers: 9}])


def _gaps(proof: Proof, turns: Fraction | None) -> None:
    n, i, theta, omega = symbols("n i theta omega", real=True)
    proof.identity("number: the key an integer asks for has the logit 1", h_pos(theta).logit(i, n, "A", n - i), 1)
    proof.identity("a letter asks for itself, with the logit 1", h_pos(theta).logit("A", n, "A", n), 1)
    t = symbols("t", real=True)
    key, query = symbols("k q", real=True)
    proof.identity("a key t places from the one asked for has the logit cos(tθ)",
                   h_pos(theta).logit(i, n, "A", n - i - t), cos(t * theta))
    head = h_sym(SymbolicCircle(omega), 0 * omega)
    proof.identity("letter: a key k letters from the one asked for has the logit cos(kω), wherever it stands",
                   head.logit(Pair("x", query), n, Pair(key, 1), i), cos((key - query) * omega))
    proof.identity("a letter-integer pair asks for its own left letter",
                   head.logit(Pair(key, 1), n, Pair(key, 1), i), 1)
    proof.trust(trusted.COSINE)
    step, length, whole = z3.Ints("t n z")
    turn = step if turns is None else step * length * turns.numerator
    parts = length if turns is None else length * turns.denominator
    proof.implies("t = 1..n-1 (k = 1..K-1 either way): tθ is at least 2π/n away from every multiple of 2π, so the "
                  "rival is behind by 1 - cos(2π/n) at least",
                  [length >= 2, step >= 1, step <= length - 1],
                  z3.And(turn - whole * parts != 0, z3.Or(turn - whole * parts >= 1, whole * parts - turn >= 1))
                  if turns is None else turn - whole * parts != 0,
                  covers=[{length: 2, step: 1}, {length: 9, step: 8}])


def _targets(proof: Proof) -> None:
    key, place, seen, token, found = z3.Ints("key place seen token next")
    proof.implies("letter, reading \"earlier\": all keys that a copy of a path token sees with the letter it asks for "
                  "hold the next token; the answer's own copies were seen from a place no earlier, so all keys with "
                  "its left letter up to it were seen too, and hold it",
                  [key <= place, place <= seen, z3.Implies(key <= seen, token == found)], token == found)


@proves(STACK_BETA)
def stack_beta(proof: Proof, counted=True, room=True, share=Fraction(1), turns=None):
    _one_row(proof, counted)
    _all_layers(proof, share)
    _chain(proof, room)
    _gaps(proof, turns)
    _targets(proof)
    return proof.qed("every valid input of every length n >= 2, every L >= 1, 0 < η < 1, every such β")
