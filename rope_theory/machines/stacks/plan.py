"""What a stack is made of: task, head, and by how much its targets lead, for every input up to a length.

| task | head of every layer | a row's targets | lead |
|---|---|---|---|
| number | H_POS in one or more planes (T_Index) | the key an integer asks for; a letter asks for itself | mix gap |
| letter | H_SYM in one plane (T_Retrieval) | keys with the left letter asked for | see `letter_stack` |

Why the letter stack needs no recency: on a valid input (reading "earlier" of `solve_letter`) all keys with the left
letter that a token of the path asks for hold one token, the next of the path, and the last token of a path was
itself found so: all keys with its left letter hold it. So each row's targets agree, whichever of them it attends to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np

from rope_theory.core.angles import Angle, ball
from rope_theory.core.constructions import LetterCircle, h_pos_mix, h_sym
from rope_theory.core.errors import require, require_int
from rope_theory.core.heads import PhaseHead, Token
from rope_theory.core.tasks import pair_vocabulary, vocabulary
from rope_theory.laws.discrepancy import best_mix_of, mix_gap, read_frequency
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.machines.stacks.bound import affordable_miss

BITS = 128
CODES = ("circle", "one-hot")
#: Letters and integers of the published vocabularies.
PUBLISHED = {"number": (120, 16), "letter": (8, 8)}


@dataclass(frozen=True)
class StackPlan:
    """A stack, before it is put into weights.

    Args:
        task: "number" or "letter".
        vocabulary: input tokens.
        answers: the tokens that can be an answer.
        head: of every layer, in floats.
        layers: at least 1; paths of at most this many hops are answered.
        length: n0, the longest input.
        target: a lower bound of the logits of all targets.
        rival: an upper bound of the logits of all rivals; target > rival.
        code: "circle" (two dimensions) or "one-hot" (one for each answer).
    """

    task: str
    vocabulary: tuple[Token, ...]
    answers: tuple[Token, ...]
    head: PhaseHead
    layers: int
    length: int
    target: Fraction
    rival: Fraction
    code: str = "circle"

    def __post_init__(self):
        require_int("layers", self.layers, least=1)
        require(self.code in CODES, "code", f"must be one of {', '.join(CODES)}", self.code)

    @property
    def gap(self) -> Fraction:
        """Δ: every target leads every rival by at least this."""
        return self.target - self.rival

    @property
    def codes(self) -> np.ndarray:
        """Unit vectors (answers, dimensions), float64: 2π/answers apart on a circle, or the unit vectors."""
        count = len(self.answers)
        if self.code == "one-hot":
            return np.eye(count)
        angles = 2 * np.pi * np.arange(count) / count
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)

    @property
    def distance(self) -> Fraction:
        """δ: a lower bound of the distance of two codes, 2 sin(π/answers) or √2."""
        with flint.ctx.workprec(BITS):
            half = ball(Angle(Fraction(1, 2 * max(len(self.answers), 2)))).sin()
            exact = 2 * half if self.code == "circle" else ball(2).sqrt()
            return min(ends(exact)[0], Fraction(7, 5))

    @property
    def miss(self) -> Fraction:
        """η: the share of the mass that may miss the answer, see `rope_theory.machines.stacks.bound`."""
        return affordable_miss(self.distance)

    def code_of(self, token: Token) -> np.ndarray:
        """What the token writes into the answer subspace 0: its code, or 0 if it is no answer."""
        return self.codes[self.answers.index(token)] if token in self.answers else 0 * self.codes[0]


def number_stack(
    length: int,
    layers: int,
    *,
    letters: int | Collection[str] = PUBLISHED["number"][0],
    integers: int | Collection[int] | None = None,
    frequencies: Sequence[Angle | Fraction] | None = None,
    weights: Sequence[Fraction] | None = None,
    code: str = "circle",
) -> StackPlan:
    """The stack for the number task: H_POS in every layer.

    Args:
        length: n0 >= 2.
        layers: the most hops.
        letters, integers: the vocabulary (see `rope_theory.core.tasks.vocabulary`); default: the published 120 letters and
            16 integers, and for longer inputs than the published 17 tokens as many integers as reach back, n0 - 1.
        frequencies: exact, radians per position; default: the one angle 2π/n0, the best single one.
        weights: a_k of sum 1, exact; default: the best mix of these frequencies at this length.
        code: see `StackPlan`.

    Raises:
        InvalidInput: an argument out of range; frequencies that leave no gap.

    Example:
        >>> plan = number_stack(9, 4, letters=3, integers=4)
        >>> [round(float(x), 6) for x in (plan.target, plan.rival)]
        [1.0, 0.766044]
    """
    require_int("length", length, least=2)
    integers = max(PUBLISHED["number"][1], length - 1) if integers is None else integers
    names, numbers = vocabulary(letters, integers)
    require(names is not None and numbers is not None, "vocabulary", "must be finite", None)
    exact = [Angle(Fraction(1, length))] if frequencies is None else list(frequencies)
    if weights is None:
        certificate = best_mix_of(exact, length)
        weights, gap = certificate.weights, certificate.gap_lower
    else:
        gap = mix_gap(exact, weights, length).gap_lower
    require(gap > 0, "frequencies", f"must leave a gap at length {length}", str(frequencies))
    head = h_pos_mix([_radians(g) for g in exact], weights)
    one = Fraction(1)
    return StackPlan("number", (*names, *numbers), tuple(names), head, layers, length, one, one - gap, code)


def letter_stack(
    length: int,
    layers: int,
    *,
    letters: int | Collection[str] = PUBLISHED["letter"][0],
    integers: int | Collection[int] = PUBLISHED["letter"][1],
    frequency: Angle | Fraction | None = None,
    code: str = "circle",
) -> StackPlan:
    """The stack for the letter task: H_SYM in every layer, letters ω = 2π/letters apart.

    A key at distance t <= n0 - 1 with the letter asked for has the logit cos(tθ) >= cos((n0-1)θ); any other at most
    cos(ω - (n0-1)θ). Targets lead if and only if 2(n0-1)θ < ω.

    Args:
        length: n0 >= 2.
        layers: the most hops.
        letters, integers: the vocabulary, at least two letters; default: the published 8 and 8. A path of h hops
            has h + 1 different letters.
        frequency: θ, exact, radians per position, 0 <= 2(n0-1)θ < ω; default 0 (no rotation).
        code: see `StackPlan`.

    Raises:
        InvalidInput: an argument out of range.

    Example:
        >>> round(float(letter_stack(17, 4).gap), 6)
        0.292893
    """
    require_int("length", length, least=2)
    names, numbers = vocabulary(letters, integers, single=True)
    require(names is not None and numbers is not None, "vocabulary", "must be finite", None)
    require(len(names) >= 2, "letters", "must be at least 2", len(names))
    theta = Angle() if frequency is None else frequency
    circle = LetterCircle(tuple(names))
    with flint.ctx.workprec(BITS):
        angle = read_frequency(theta).radians_ball()
        spread, spacing = (length - 1) * angle, circle.spacing(angle)
        rule = f"must satisfy 0 <= θ < ω/(2(n0-1)) = {float(spacing) / (2 * length - 2):.6g} radians"
        inside = bool(angle >= 0) and bool(2 * spread < spacing)
        require(inside, "frequency", rule, str(frequency))
        target, rival = ends(spread.cos())[0], ends((spacing - spread).cos())[1]
    bound, pairs = pair_vocabulary(names, numbers)
    head = h_sym(circle, _radians(theta))
    return StackPlan("letter", (*bound, *pairs), bound, head, layers, length, target, rival, code)


def _radians(angle: Angle | Fraction) -> float:
    with flint.ctx.workprec(BITS):
        return float(read_frequency(angle).radians_ball())
