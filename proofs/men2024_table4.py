"""The two counts of Table 4 are exact, of the m with B(m) < 0; its heading says >= 0.

Idea: the frequencies of both methods are powers of rational numbers, so that the sign of every B(m) is decided; those below 0 are
counted.

Traps: 15k and 30k are 15·1024 and 30·1024: with 15000 and 30000 the counts are 35 and 2462. Method 2 violates B(m) >= 0 at 2457 distances
from 15k to 30k, not at all of them.
"""

import functools
from fractions import Fraction

from rope_theory.evidence.by_hand import number, sign
from rope_theory.evidence.claims import Among, Erratum, Tier, Weight, ours, paraphrase, theorem
from rope_theory.laws.discrepancy.frequency_list import rope_frequency
from rope_theory.laws.discrepancy.kernel import kernel_negatives_of


def method(number):
    """θ_0, …, θ_63 of Method 1 or 2 (p. 9), each as a power of a rational."""
    if number == 1:
        return [rope_frequency(5_000_000, Fraction(-i, 64)) for i in range(64)]
    fast = [rope_frequency(10**44 * 8**16, Fraction(-i, 704)) for i in range(44)]
    slow = [rope_frequency(10 ** (4 * i) * 8**64, Fraction(-1, 64)) for i in range(44, 64)]
    return fast + slow


@functools.cache
def negatives(number):
    return kernel_negatives_of(method(number), 30 * 1024)


def tally(method, k, unit, sign="< 0"):
    """How many m of 1, …, k·unit have that sign."""
    below = sum(m <= k * unit for m in negatives(method))
    return below if sign == "< 0" else k * unit - below


ROWS = tuple({"method": a, "k": k, "negative": c} for a, k, c in ((1, 15, 0), (1, 30, 0), (2, 15, 97), (2, 30, 2554)))
LISTED = Among.of("an entry of the table", ROWS)


@theorem(
    "men2024.table4",
    paraphrase("Men2024", "p. 9, Table 4"),
    "“Numbers of m whose B_{m,θ} >= 0” at 15k and 30k: 0 and 0 for Method 1, 97 and 2554 for Method 2.",
    LISTED,
    example=ROWS[2],
    verdict=Tier.REFUTED,
    readings="m = 1, …, L; 1k = 1024. The frequencies of both methods stand at men2024.table4.corrected.",
    in_fairness="The numbers are right to the last digit, for B < 0; the text beside the table (“severely violating”) says so. Only the sign in the heading is wrong.",
    erratum=Erratum(
        Weight.SLIP,
        "the sign in a heading; the text beside it has it right",
        "“numbers of m whose B_{m,θ} < 0”",
        fault="a sign in a heading",
    ),
)
def counted(method, k, negative, sign=">= 0"):
    return tally(method, k, 1024, sign) == negative


counted.outside("Method 2 at 10k", {"method": 2, "k": 10, "negative": 0}, LISTED)
counted.outside("Method 2 at 20k", {"method": 2, "k": 20, "negative": 5}, LISTED)
counted.edge(
    "with < 0, as the text beside the table has it, the count is right", {**ROWS[2], "sign": "< 0"}, holds=True
)


@counted.by_hand
def by_hand(method, k, negative):
    found = tally(method, k, 1024)
    return [
        f"Method {method}, m = 1, …, {k * 1024}: B(m) < 0 at {number(found)} of them, >= 0 at the other {number(k * 1024 - found)}",
        f"Printed for >= 0: {negative}",
        f"{number(k * 1024 - found)} {sign(k * 1024 - found, negative)} {negative}",
    ]


counted.proof(lambda proof: proof.refute(ROWS[2], "every sign decided"))


@theorem(
    "men2024.table4.corrected",
    ours("Men2024", "for p. 9, Table 4"),
    "Numbers of m in 1, …, L with B(m) < 0 at L = 15·1024 and 30·1024: 0 and 0 for Method 1, 97 and 2554 for Method 2.",
    LISTED,
    example=ROWS[2],
    small=lambda thorough: ROWS,
    readings="Method 1: θ_i = (5·10^6)^{-2i/128}. Method 2: θ_i = (10^44·8^16)^{-i/704} for i < 44, and 10000^{-2i/128}/8 from there on (p. 9).",
)
def corrected(method, k, negative, unit=1024):
    return tally(method, k, unit) == negative


corrected.false("15k is 15000", ROWS[2], unit=1000)
corrected.false("one fewer", ROWS[3], holds=lambda method, k, negative: tally(method, k, 1024) == negative - 1)


@corrected.proof
def corrected_proof(proof):
    proof.rows("the sign of every B(m), by integer sums with a proved error and by balls")
    proof.qed("d = 128, both methods, every m up to 30720")
