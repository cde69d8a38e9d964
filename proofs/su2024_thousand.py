"""Base 1000·L keeps the kernel non-negative at the lengths of the table, up to 1M; not at every length up to 10^6.

Idea: every m < L is decided at the base 1000·L where it is to hold; one m is enough where it is not.

Traps: bases above a good one may be bad, so one length does not answer for another. The sentence is one in brackets, beside the start of a search that is
run at the lengths of the table.
"""

from rope_theory.core.truth import Truth
from rope_theory.evidence.by_hand import beside_zero, between
from rope_theory.evidence.claims import Among, Erratum, Hypothesis, Tier, Weight, ours, paraphrase, theorem
from rope_theory.laws.discrepancy.kernel import kernel_at, kernel_first_negative

WITHIN = Hypothesis("1 <= L <= 10^6", lambda length, **_: 1 <= length <= 10**6)
BELOW = Hypothesis("0 <= m < L", lambda length, m, **_: 0 <= m < length)


def at(length, m):
    return {"length": length, "m": m}


@theorem(
    "su2024.thousand",
    paraphrase("Su2024", "section on the numerical solution"),
    "Within 10^6 the base b = 1000·L keeps f_b(m) >= 0 throughout: at every length L <= 10^6, for m = 0, …, L-1 (d = 128).",
    WITHIN,
    BELOW,
    example=at(267290, 258373),
    verdict=Tier.REFUTED,
    readings="At an instance: at a length L and a distance m. 'Within 10^6' is read of every length; at the eleven of the table beside it, it holds (su2024.thousand.corrected).",
    in_fairness="The sentence stands in brackets, for the start of a search that is run at the lengths of a table; at all eleven of them it holds, 1M with them. No number of the table rests on more.",
    erratum=Erratum(
        Weight.SLIP,
        "it starts a search at the lengths of the table, where it holds; no number rests on other lengths",
        "in place of lengths within 10^6, the lengths of the table",
        fault="the range of lengths",
    ),
)
def within(length, m):
    low, high = kernel_at(1000 * length, 128, m)
    return Truth.TRUE if low >= 0 else Truth.FALSE if high < 0 else Truth.UNKNOWN


@within.by_hand
def one_distance(length, m):
    value = beside_zero(f"B({m})", between(kernel_at(1000 * length, 128, m)))
    return [
        f"L = {length}, base b = 1000·L = {1000 * length}, d = 128; m = {m} < L",
        f"The sum of 64 cosines B(m) = Σ_i cos(m·b^(-i/64)), i = 0, …, 63: {value}",
        f"So at the base {1000 * length} not every m = 0, …, {length - 1} has B(m) >= 0",
    ]


within.true_at("the distance before", at(267290, 258372))
within.true_at("a length of the table, the same distance", at(1 << 19, 258373))
within.outside("a distance beyond the length", at(258373, 258373), BELOW, says_nothing=True)
within.outside("a length above 10^6", at(10**6 + 1, 1), WITHIN, says_nothing=True)
within.proof(lambda proof: proof.refute(at(267290, 258373), "a negative B(m), in balls"))

ROWS = tuple({"k": 1 << j} for j in range(11))


@theorem(
    "su2024.thousand.corrected",
    ours("Su2024", "for the section on the numerical solution"),
    "With b = 1000·L, f_b(m) >= 0 for m = 0, …, L-1, at L = 1k, 2k, …, 1M (1k = 1024, d = 128).",
    Among.of("a length of the table", ROWS),
    example=ROWS[0],
    small=lambda thorough: ROWS if thorough else ROWS[:7],
    readings="The eleven lengths of the table beside the sentence.",
)
def enough(k, times=1000):
    length = 1024 * k
    return kernel_first_negative(times * length, 128, limit=length - 1).m is None


@enough.by_hand
def some_distances(k):
    length = 1024 * k
    near = (1, length // 2, length - 1)
    told = (beside_zero(f"B({m})", between(kernel_at(1000 * length, 128, m))) for m in near)
    return [f"L = {length}, base 1000·L = {1000 * length}, d = 128; at three of the distances below L:", *told]


enough.false("b = 2·L", ROWS[2], times=2)
enough.false("b = L", ROWS[0], times=1)


@enough.proof
def proof(proof):
    proof.rows("every m, by integer sums with a proved error and by balls")
    proof.qed("d = 128, eleven lengths")
