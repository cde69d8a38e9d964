"""The least bases that Su prints for 1k to 64k are right to both digits.

Idea: each is enclosed from both sides (men2024.table2 and its certificates).

Traps: 1k is 1024: at 1000 the least base is 4.2e3. To two digits a number need not be a base that works: 1.2e4 has B(1554) < 0. No claim is made
beyond 64k; `rope-theory base` encloses the least base at one length.
"""

from rope_theory.evidence.claims import Among, ours, paraphrase, theorem
from rope_theory.laws.discrepancy.kernel import kernel_first_negative
from rope_theory.laws.discrepancy.least_base_table import PRINTED
from rope_theory.proofs.men2024_table2 import THOUSANDS, agrees, both_ends, row

[_, SU] = PRINTED
ROWS = tuple(row(k, 1024, SU) for k in THOUSANDS)


@theorem(
    "su2024.table",
    paraphrase("Su2024", "section on the numerical solution"),
    "b* = inf{b >= 1 : f_b(m) >= 0, m = 0, …, L-1} at d = 128 is, to two digits, 4.3e3, 1.2e4, 2.7e4, 8.4e4, 2.3e5, 6.3e5, 2.1e6 for L = 1k, 2k, 4k, 8k, 16k, 32k, 64k.",
    Among.of("a row of the table up to 64k", ROWS),
    example=ROWS[1],
    small=lambda thorough: ROWS,
    readings="1k = 1024, as in the code beside the table. Bases are at least 1: below 1 frequencies grow from plane to plane, and an infimum over all b > 0 is another question. The four rows from 128k on are in no claim.",
)
def infimum(k, unit, printed, step=0):
    return agrees(k, unit, printed, step)


infimum.by_hand(both_ends)
infimum.false("one more in the last digit", ROWS[4], step=1)
infimum.false("1k is 1000", ROWS[0], unit=1000)


@infimum.proof
def proof(proof):
    proof.rows("the certificate of each length checked again")
    proof.qed("d = 128, seven lengths, every real base from 1 up to the lower bounds")


GAP = (
    {"small": 9_100, "large": 9_200, "length": 1400, "dim": 128},
    {"small": 118, "large": 119, "length": 41, "dim": 26},
)


@theorem(
    "su2024.table.no-bisection",
    ours("Su2024", "section on the numerical solution"),
    "There are bases b_0 < b and lengths with f_{b_0}(m) >= 0 for all m < L and f_b(m) < 0 for some: 9100 < 9200 at L = 1400, d = 128, and 118 < 119 at L = 41, d = 26.",
    Among.of("a row named in the statement", GAP),
    example=GAP[0],
    small=lambda thorough: GAP,
    readings="He says that the contrary, on which bisection would rest, is not true, and gives no example.",
)
def gap(small, large, length, dim):
    good, bad = (kernel_first_negative(base, dim, limit=length - 1).m is None for base in (small, large))
    return small < large and good and not bad


gap.false("the other way round", GAP[0], holds=lambda small, large, length, dim: gap(large, small, length, dim))
gap.false("at L = 1000 as well", GAP[0], length=1000)


@gap.proof
def gap_proof(proof):
    proof.rows("every m, by integer sums with a proved error and by balls")
    proof.qed("two pairs of bases")
