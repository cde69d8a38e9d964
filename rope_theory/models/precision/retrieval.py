"""T_Retrieval with 8 letters in a number format: the rows of its logits, enclosed, and which tokens it answers."""

from __future__ import annotations

import functools
from fractions import Fraction

import flint

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, t_retrieval, t_retrieval_steady
from rope_theory.core.tasks import Pair, retrieval_function, single_letters
from rope_theory.core.truth import Truth
from rope_theory.models.precision.constructions import RetrievalHead
from rope_theory.models.precision.emulation import Emulation, Span
from rope_theory.models.precision.errors import BITS
from rope_theory.models.precision.recipe import Recipe

LETTERS = single_letters(8)


def rotating(n: int) -> OneLayer:
    """T_Retrieval with 8 letters at θ = ω/(4n), in the ball reading."""
    with flint.ctx.workprec(BITS):
        return t_retrieval(LETTERS, RetrievalHead().angle(n).ball())


@functools.cache
def steady() -> OneLayer:
    """T_Retrieval without rotation and with a direct path (new.retrieval-separation.repaired)."""
    with flint.ctx.workprec(BITS):
        return t_retrieval_steady(LETTERS, like=Angle().ball())


@functools.cache
def emulation(form: str, n: int | None) -> Emulation:
    """All steps of the logit in the format: `rotating(n)`, or `steady()` for n None."""
    return Emulation((steady() if n is None else rotating(n)).head, Recipe.uniform(form))


def last_row(run: Emulation, tokens: tuple[Pair, ...]) -> Span:
    """Enclosures of the logits of the last token's query."""
    keys = list(zip(tokens, range(1, len(tokens) + 1), strict=True))
    return run.logits(keys[-1:], keys)[0]


def answers(model: OneLayer, run: Emulation, tokens: tuple[Pair, ...]) -> Truth:
    """Whether the last token finds its answer: by the direct path, or by the strictly largest computed logit."""
    answer = retrieval_function(tokens, strict=False)[-1]
    if model.direct(tokens[-1]).get(answer, 0) > 1:  # no other token gets more than all of the attention, 1
        return Truth.TRUE
    row = last_row(run, tokens)
    own = [j for j, token in enumerate(tokens) if token == answer]
    others = [j for j, token in enumerate(tokens) if token != answer]
    if not others or row.lo[own].max() > row.hi[others].max():
        return Truth.TRUE
    return Truth.FALSE if row.lo[others].max() >= row.hi[own].max() else Truth.UNKNOWN


def all_are(row: Span, value: Fraction) -> bool:
    """Whether all enclosures are the one number, which must be a float64."""
    return bool((row.lo == float(value)).all() and (row.hi == float(value)).all())


def least_letter_lead(run: Emulation) -> Fraction:
    """The least lead of a letter's own key over another letter's, both asked for by a letter pair, at position 1."""
    queries, keys = [(Pair("A", letter), 1) for letter in LETTERS], [(Pair(letter, 1), 1) for letter in LETTERS]
    rows, count = run.logits(queries, keys), range(len(LETTERS))
    return min(
        Fraction(float(rows.lo[own, own])) - Fraction(float(rows.hi[own, other]))
        for own in count
        for other in count
        if other != own
    )
