"""The first negative of the kernel Σ cos(m g_k), with no m left out.

Idea: write m = row·w + column; then each cosine is cos·cos - sin·sin of two small tables. With table entries as
integers the sum is exact arithmetic of integers, off from the true sum by a proved bound
(`rope_theory.laws.discrepancy.cosine_sums`). It decides nearly every m; the few that are close to 0 go to balls, and
the first negative is enclosed by balls on its own. The formal proof has a table of 8192 cosines, filled by a rotation
in integers, and one accumulator for each plane: a sum of 64 is off by less than 0.032 there, and no B(m) is that near
to 0.

Traps: a sweep in floating point can step over a sign change that is smaller than its error. B(m) is never exactly 0
here (Lindemann–Weierstrass), so some precision always decides.
"""

from rope_theory.evidence.claims import Among, ours, theorem
from rope_theory.laws.discrepancy.kernel import first_negative_of

#: Published first negatives.
PUBLISHED = tuple(
    {"base": base, "dim": 128, "m": m} for base, m in ((10_000, 1707), (500_000, 18438), (1_000_000, 27115))
)


@theorem(
    "new.kernel-first-negative",
    ours("Men et al. 2024, Base of RoPE Bounds Context Length", "on its kernel B(m)"),
    "For d = 128 the first m >= 1 with B(m) = Σ_k cos(m g_k) < 0 is 1707 at base 10^4, 18438 at base 5·10^5 and 27115 at "
    "base 10^6: negative there, and at no smaller m.",
    Among.of("a row named in the statement", PUBLISHED),
    example=PUBLISHED[0],
    small=lambda thorough: PUBLISHED,
    readings=(
        "Integers m. Every m before the first is evaluated, in Coq's integers too; here by integer sums with a proved "
        "error, and by balls where they do not decide.",
        "B(m) is an average over independent query and key contents (Men et al.); it bounds no single head: "
        "new.index-gap-multifrequency keeps a gap far beyond its first negative.",
    ),
)
def first_negative(base, dim, m):
    return first_negative_of(base, dim) == m


first_negative.false("1708 at base 10^4", PUBLISHED[0], m=1708)
first_negative.false("the same for d = 64", PUBLISHED[0], dim=64)
first_negative.false(
    "base 9900 does as well as 10^4", PUBLISHED[0], holds=lambda base, dim, m: first_negative_of(base - 100, dim) >= m
)
for _row in PUBLISHED:
    for _m in (_row["m"] - 1, _row["m"] + 1, 2 * _row["m"]):
        first_negative.edge(f"{_m} at base {_row['base']} is not it", {**_row, "m": _m}, assumed=False, holds=False)
for _dim in (64, 126, 130, 256):
    first_negative.edge(f"1707 belongs to d = 128, not to {_dim}", {**PUBLISHED[0], "dim": _dim}, holds=False)


@first_negative.proof
def proof(proof):
    proof.rows("every m up to the published one, by integer sums with a proved error and by balls")
    proof.qed("d = 128, bases 10^4, 5·10^5 and 10^6, every m up to the first negative")
