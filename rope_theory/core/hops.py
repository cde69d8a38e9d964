"""A constructed one-layer model at work, hop by hop: what one pass does at one position, and how sure it is.

Attention is average hard attention, exact; beside it each hop is read by softmax at an explicit inverse
temperature. Which model is run on which task, and the oracle beside it: `rope_theory.machines.catalogue`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import Decoded, OneLayer
from rope_theory.core.decoding import beta_bound
from rope_theory.core.errors import require
from rope_theory.core.heads import Token
from rope_theory.core.numbers import Value
from rope_theory.core.progress import progress

PRECISION = 256


@dataclass(frozen=True)
class Hop:
    """One pass, seen from the position whose hop it resolves.

    Args:
        before, after: the sequence that the pass reads and the one it leaves.
        position: of the query, 1-based.
        hard: the run under average hard attention, exact.
        gap: Δ, the largest logit minus the largest logit of a key that holds another token; None if none does.
        beta: inverse temperature of the softmax run, None if no softmax decides (Δ = 0).
        soft: the softmax run, in balls.
    """

    before: tuple[Token, ...]
    after: tuple[Token, ...]
    position: int
    hard: Decoded
    gap: Value
    beta: Fraction | None
    soft: Decoded | None


@dataclass(frozen=True)
class TaskOutcome:
    """What the constructed head and the oracle say.

    Args:
        task, tokens, model, theta: what was run.
        hops: one for each pass.
        answer: the head's, None if its scores tie.
        oracle: the oracle's.
        path: positions the oracle visits, for the tasks with hops.
    """

    task: str
    tokens: tuple[Token, ...]
    model: str
    theta: Angle
    hops: tuple[Hop, ...]
    answer: Token | None
    oracle: Token
    path: tuple[int, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the head answers as the oracle, and softmax decodes every hop as hard attention does."""
        soft = all(hop.soft is not None and hop.soft.answer == hop.hard.answer for hop in self.hops)
        return self.answer is not None and self.answer == self.oracle and soft


def whole_beta(gap: Value, rivals: int) -> Fraction:
    """A whole number β > ln(rivals)/gap: the target's keys then share more than half of the softmax weight.

    Args:
        gap: Δ > 0, exact.
        rivals: at most this many keys hold another token.

    Raises:
        InvalidInput: gap not positive.

    Example:
        >>> whole_beta(Fraction(1, 2), 8)
        Fraction(5, 1)
    """
    require(gap > 0, "gap", "must be positive", gap)
    bits = PRECISION
    while True:
        with flint.ctx.workprec(bits):
            if ball(gap) > 0:
                whole = beta_bound(max(rivals, 1), gap).upper().floor().unique_fmpz()
                if whole is not None:
                    return Fraction(int(whole) + 1)
        bits *= 2


def logit_gap(tokens: Sequence[Token], run: Decoded) -> Value:
    """Δ: the largest logit minus the largest logit of a key that holds another token; None if none does."""
    best = max(run.logits)
    target = tokens[run.logits.index(best)]
    others = [value for token, value in zip(tokens, run.logits, strict=False) if token != target]
    return best - max(others) if others else None


def hop(
    layer: OneLayer,
    tokens: tuple[Token, ...],
    position: int,
    beta: Fraction | None,
    after: tuple[Token, ...] | None = None,
) -> Hop:
    """Run the layer at one position, by hard attention and by softmax.

    Args:
        beta: inverse temperature; None: the least whole number that `whole_beta` gives for this gap.
        after: what the pass leaves at every position; default: only this position changes.
    """
    hard = layer.run(tokens, position)
    gap = logit_gap(tokens, hard)
    if beta is None:
        beta = Fraction(1) if gap is None else whole_beta(gap, position - 1) if gap > 0 else None
    soft = None
    if beta is not None:
        with flint.ctx.workprec(PRECISION + 2 * beta.numerator.bit_length()):
            soft = layer.run(tokens, position, beta)
    if after is None:
        after = (
            *tokens[: position - 1],
            tokens[position - 1] if hard.answer is None else hard.answer,
            *tokens[position:],
        )
    return Hop(tokens, after, position, hard, gap, beta, soft)


def answered_at_once(
    task: str,
    tokens: tuple[Token, ...],
    model: str,
    theta: Angle,
    layer: OneLayer,
    beta: Fraction | None,
    oracle: Token,
) -> TaskOutcome:
    """The outcome of a task that one pass answers at the last position; `layer` and `beta` as for `hop`."""
    last = hop(layer, tokens, len(tokens), beta)
    return TaskOutcome(task, tokens, model, theta, (last,), last.hard.answer, oracle)


def one_pass(layer: OneLayer, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The sequence after one pass; a position at which the scores tie keeps its token."""
    return tuple(old if new is None else new for old, new in zip(tokens, layer.apply(tokens), strict=True))


def passes(
    layer: OneLayer, tokens: tuple[Token, ...], positions: Sequence[int], beta: Fraction | None
) -> tuple[Hop, ...]:
    """One pass of the layer for each entry of `positions`: the position whose hop that pass resolves."""
    hops = []
    for position in progress(list(positions), "passes"):
        after = one_pass(layer, tokens)
        hops.append(hop(layer, tokens, position, beta, after))
        tokens = after
    return tuple(hops)


def final(hops: Sequence[Hop]) -> Token | None:
    """What stands at the last position in the end; None if some hop was not decided."""
    return None if any(step.hard.answer is None for step in hops) else hops[-1].after[-1]
