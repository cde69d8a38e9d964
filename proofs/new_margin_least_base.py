"""Does the base bound the length? Not for the best head: at six lengths from 2048 to 65536 its margin at the least base whose kernel keeps its sign is smaller than at base 10^4, whose kernel does not.

Idea: the kernel is a mean with equal weights; a head may weigh its planes. The best mix leads every rival at distances 1..n-1 by a margin enclosed from both sides: a rational mix below,
a rational dual measure above. A larger base spreads the planes to slow ones, which tell near rivals apart less.

Traps: a margin of constructed heads, for a target at a known distance; whether training finds such heads is another question. Least bases from new.least-base's table: the good base of each
row. At n = 1024, where base 10^4 is good, too, the least base has the larger margin.
"""

import functools
from fractions import Fraction

from rope_theory.evidence.claims import Among, ours, theorem, trusted
from rope_theory.laws.discrepancy import FrequencyList, best_mix_of, kernel_first_negative
from rope_theory.laws.discrepancy.least_base_table import tabulated

ROWS = [
    {"length": length, "least": least, "plain": plain}
    for length, least, plain in (
        (2048, "0.32041", "0.32066"),
        (4096, "0.30852", "0.31319"),
        (8192, "0.29974", "0.30916"),
        (16384, "0.29347", "0.30573"),
        (32768, "0.28248", "0.30271"),
        (65536, "0.28052", "0.29744"),
    )
]
UNIT = Fraction(1, 10**5)


@functools.cache
def margin(base, length):
    """(lower, upper) of the best mix's gap at d = 128."""
    found = best_mix_of(FrequencyList.rope(Fraction(base), 128), length)
    return found.gap_lower, found.gap_upper


@theorem(
    "new.margin-least-base",
    ours("Men et al. 2024, Base of RoPE Bounds Context Length", "on its headline"),
    "At d = 128 and n = 2048, 4096, …, 65536 the best convex mix of planes, phases aligned, leads every rival at distances 1..n-1 on both sides by more at base 10^4, whose kernel is negative within n, than at the bases "
    "11587.2444, 26952.3547, 83764.434, 231643.6469, 629980.2482, 2090181.9508, whose kernels keep their sign: by 0.32066, 0.31319, 0.30916, 0.30573, 0.30271, 0.29744 against 0.32041, "
    "0.30852, 0.29974, 0.29347, 0.28248, 0.28052 (five digits, cut off).",
    Among.of("a row named in the statement", ROWS),
    example=ROWS[0],
    small=lambda thorough: ROWS,
    readings="Convex mixes of the planes, rivals on both sides; with rivals on both sides phases do not help (new.two-sided-phase). The six bases are the good ones of the table of least bases. "
    "How near they are to the least is computed there in balls; by kernel it is known at n = 4096 (new.least-base), and to two digits at all six (men2024.table2.corrected).",
)
def margins(length, least, plain, shift=0, base=10_000):
    """`shift`: is added to the margin named at the least base."""
    named, other = Fraction(least) + shift, Fraction(plain)
    low, high = margin(tabulated(128, length).high, length)
    below, above = margin(base, length)
    negative = kernel_first_negative(base, 128, limit=length - 1).m is not None
    return named <= low <= high < named + UNIT and other <= below <= above < other + UNIT and high < below and negative


margins.false("one unit of the fifth digit more", ROWS[0], shift=UNIT)
margins.false("the same at base 500000", ROWS[3], base=500_000)
margins.false("at n = 1024", {"length": 1024, "least": "0.32875", "plain": "0.32786"}, "a row named in the statement")
margins.edge("a length of no row", {**ROWS[0], "length": 2000}, assumed=False)


@margins.proof
def proof(proof):
    proof.rows("mix and dual measure at both bases, the kernel at base 10^4, by balls")
    proof.trust(trusted.DUALITY)
    proof.qed("d = 128, the six lengths", method="primal and dual certificates in exact integers and balls")
