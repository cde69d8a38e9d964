"""The least base for a context length, from both sides, where goodness means that the kernel keeps its sign.

Idea: bases from 1 up to the lower bound are cut into intervals. On each of them one distance m is negative for all bases at once: with
the logarithm of the base as a ball, every frequency and every cosine is one, and their sum stays below 0. The intervals shrink
towards the first base at which the last dip closes. Just above it a base is good, with every m decided.

Traps: good bases are not all those above the least one (new.base-bound-monotone). The kernel is a mean over contents, not a
limit of a head. Real bases, not whole ones: between the bounds nothing is said.
"""

import functools
from fractions import Fraction

from rope_theory.evidence.claims import Among, Truth, ours, theorem, truth
from rope_theory.laws.discrepancy.kernel import kernel_first_negative
from rope_theory.laws.discrepancy.least_base import least_base


def row(length, low, high, dim=128):
    return {"length": length, "dim": dim, "low": Fraction(low), "high": Fraction(high)}


ROWS = (row(1024, "4293.38", "4293.45"), row(4096, "26952.32", "26952.34"))


@functools.cache
def least(dim, length):
    return least_base(dim, length)


@functools.cache
def good(base, dim, length):
    return kernel_first_negative(base, dim, limit=length - 1).m is None


@theorem(
    "new.least-base",
    ours("Men et al. 2024, Base of RoPE Bounds Context Length", "on its question, certified"),
    "At d = 128 no real base b with 1 <= b <= 4293.38 keeps B(m) >= 0 for 1 <= m < 1024, and 4293.45 does; for 1 <= m < 4096 it is "
    "26952.32 and 26952.34.",
    Among.of("a row named in the statement", ROWS),
    example=ROWS[0],
    small=lambda thorough: ROWS,
    readings="Each interval of bases has one m that is negative on all of it; `rope-theory base` does the same for any length.",
)
def bounds(length, dim, low, high, up=0):
    """`up`: is added to the lower bound."""
    found = least(dim, length)
    below = Truth.TRUE if low + up <= found.low else Truth.FALSE if low + up >= found.high else Truth.UNKNOWN
    return below & truth(good(high, dim, length))


bounds.false("no base up to 4293.48", ROWS[0], up=Fraction(1, 10))
bounds.false(
    "4293.37 does, too", ROWS[0], holds=lambda length, dim, low, high: good(low - Fraction(1, 100), dim, length)
)
bounds.false("the same for d = 64", ROWS[0], dim=64)
bounds.edge("one position fewer is no other row", row(1023, "4293.38", "4293.45"), assumed=False)


@bounds.proof
def proof(proof):
    proof.rows("intervals of bases, an m for each, in balls; the base above them at every m")
    proof.qed("d = 128, n = 1024 and 4096, every real base from 1 up to the lower bounds")
