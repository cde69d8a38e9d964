"""Base 1000·L keeps the kernel non-negative at the lengths of the table, up to 1M.

Idea: every m < L is decided at the base 1000·L.

Traps: bases above a good one may be bad, so one length does not answer for another; lengths between those of the table are not decided
here.
"""

from rope_theory.evidence.by_hand import beside_zero, between
from rope_theory.evidence.claims import Among, paraphrase, theorem
from rope_theory.laws.discrepancy.kernel import kernel_at, kernel_first_negative

ROWS = tuple({"k": 1 << j} for j in range(11))


@theorem(
    "su2024.thousand",
    paraphrase("Su2024", "section on the numerical solution"),
    "With b = 1000·L, f_b(m) >= 0 for m = 0, …, L-1, at L = 1k, 2k, …, 1M (1k = 1024, d = 128).",
    Among.of("a length of the table", ROWS),
    example=ROWS[0],
    small=lambda thorough: ROWS if thorough else ROWS[:7],
    readings="Said of all lengths up to 10^6; decided at the eleven of the table.",
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
