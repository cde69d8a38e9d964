"""Table 1's frequencies are those of base 10000 in dimension 128, rounded to four decimals.

Idea: g_k = 10000^{-2(k-1)/128}, so g_k^64 = 10^{-4(k-1)} is rational, and "g_k rounds to x" is (x - h)^64 <=
10^{-4(k-1)} < (x + h)^64 with h = 0.00005: eleven comparisons of whole numbers.

Traps: ids count from 1. The values are rounded, not cut off, and no floating-point power is taken.
"""

from fractions import Fraction

from rope_theory.core.angles import ball
from rope_theory.core.rope import frequencies, rounds_to
from rope_theory.evidence.by_hand import compared, number
from rope_theory.evidence.claims import Among, theorem, verbatim

PRINTED = {
    1: "1.0000", 2: "0.8660", 10: "0.2738", 18: "0.0866", 32: "0.0115", 37: "0.0056", 38: "0.0049", 39: "0.0042",
    40: "0.0037", 41: "0.0032", 42: "0.0027",
}  # fmt: skip
ROWS = [{"row": row, "value": Fraction(value)} for row, value in PRINTED.items()]
PRINTED_ROW = Among.of("a printed row", ROWS)
SECOND, LAST = ROWS[1], ROWS[-1]


@theorem(
    "u26.table1",
    verbatim("U26", "p. 27, Table 1", "Weighted averaged ID’s and the corresponding frequencies."),
    "Frequency ids and values for b = 10000, d = 128: "
    + ", ".join(f"{row} → {value}" for row, value in PRINTED.items())
    + ".",
    PRINTED_ROW,
    example=LAST,
    small=PRINTED_ROW.rows,
    readings="The printed values are rounded to four decimals (not cut off): 0.8660 is 0.86596….",
)
def table1(row, value, first=1, base=10000, dim=128):
    return rounds_to(value, 4, row + 1 - first, base, dim)


@table1.by_hand
def beside_the_digits(row, value):
    frequency, half = frequencies(10000, 128, "ball")[row - 1], Fraction(1, 20000)
    return [
        f"θ_{row} = 10000^(-{2 * (row - 1)}/128) = {number(frequency, 8)}; printed: {number(value)}",
        compared(
            "10⁴ times the difference",
            10**4 * abs(ball(value) - frequency),
            "half a unit of the last decimal",
            10**4 * half,
        ),
    ]


table1.false("frequency 42 is 0.0028", {**LAST, "value": Fraction("0.0028")}, PRINTED_ROW)
table1.false("ids count from 0", SECOND, first=0)
table1.false("base 500000", LAST, base=500000)
table1.false("the head dimension is 64", SECOND, dim=64)
for at in ROWS:
    for step in (-1, 1):
        beside = {**at, "value": at["value"] + step * Fraction("0.0001")}
        table1.edge(f"row {at['row']}: {step:+} in the last digit", beside, assumed=False, holds=False)
        beside = {**at, "row": at["row"] + step}
        table1.edge(f"row {at['row']}: id {step:+}", beside, assumed=False, holds=False)


@table1.proof
def proof(proof):
    proof.rows("each printed value is its frequency rounded to four decimals")
    proof.qed("the eleven printed ids, in twelve rows")
