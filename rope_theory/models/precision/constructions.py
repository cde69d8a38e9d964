"""The constructions as contests: which keys must beat which, by how much exactly, and whether they do in a
recipe.

A construction decodes at length n if, for every input of length n, the query at position n gives the key it
must find a strictly larger computed logit than every rival. For T_Retrieval only letter-pair queries are
asked, and their rivals are the keys with another left letter (`RetrievalHead`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import numpy as np
from flint import arb

from rope_theory.core.angles import FULL_TURN, Angle
from rope_theory.core.constructions import LetterCircle, h_mix, h_pos, h_pos_mix, h_sym
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.heads import PhaseHead
from rope_theory.core.tasks import Pair
from rope_theory.core.truth import Truth
from rope_theory.laws.discrepancy import Frequency, FrequencyList, MixCertificate, best_mix, single_gap
from rope_theory.laws.discrepancy.precision import ends
from rope_theory.models.precision.emulation import Run, Span
from rope_theory.models.precision.errors import BITS, ONE, logit_error_bound, logit_error_of_turns, uniform_phase_error
from rope_theory.models.precision.recipe import Recipe

MOST_PAIRS = 4_000_000
"""Largest number of query-key pairs that are emulated at one length."""
SAMPLE = 300
"""How many targets are tried, evenly spread, when not all can be."""


class TargetContest(ABC):
    """What all constructions share.

    Attributes:
        name: how output calls it.
        does: what it does where it works, as output says it.
        note: what that leaves out ("" if nothing).
        top_is_one: whether the target's exact logit is 1, always.
        asks: what its queries ask for: "offsets" (an integer of positions back), "letters" (any match will do) or
            "last" (the last match).
        factor: (lower, upper) of the attention factor, which multiplies cosines and sines; gaps and errors are over its square.
        emulates: whether an emulation of every query and key is this contest: without an attention factor, and every key seen.
    """

    name: str
    does: str = "decodes"
    note: str = ""
    top_is_one: bool = False
    asks: str = "offsets"
    factor: tuple[Fraction, Fraction] = ONE

    @property
    def reach(self) -> int | None:
        """The longest length it is made for; None: no end."""
        return None

    @property
    def emulates(self) -> bool:
        return self.factor == ONE

    @property
    def own_angles(self) -> bool:
        """Whether the head has an angle of its own at each length (its `theta` is None)."""
        return getattr(self, "theta", True) is None

    def sees(self, key: int, query: int) -> bool:
        """Whether the query at one position is asked about the key at another."""
        return True

    @abstractmethod
    def head(self, n: int) -> PhaseHead:
        """The head for length n, in the ball reading."""

    @abstractmethod
    def planes(self, n: int) -> list[tuple[object, Fraction, Fraction]]:
        """(frequency, bound of |q|, bound of |k|) per plane."""

    @abstractmethod
    def gap(self, n: int) -> Fraction:
        """A lower bound of the exact lead of the target over every rival, for every input of length n."""

    def fitted(self, recipe: Recipe) -> Recipe:
        """The recipe with the scale of its fp8 keys, if it has any, made for this head's keys: `Recipe.fitted`."""
        return recipe.fitted(max(key for _, _, key in self.planes(2)) * self.factor[1])

    def error(self, recipe: Recipe, n: int) -> Fraction:
        """A bound of the logit error at every length up to n that grows with n.

        Where the angle changes with the length, so does its rounding; the bound then is one for all angles.
        """
        if not self.own_angles:
            return logit_error_bound(recipe, self.planes(n), n, self.factor)
        turns = [(uniform_phase_error(recipe, g, n), q, k) for g, q, k in self.planes(n)]
        return logit_error_of_turns(recipe, turns, self.factor)

    @abstractmethod
    def decodes(self, run: Run, n: int) -> Truth:
        """Whether the head decodes at length n as it is run: TRUE only if every target was compared with every
        rival.
        """


def _ball(angle: Angle) -> arb:
    with flint.ctx.workprec(BITS):
        return angle.ball()


def lower(angle_values: Iterable[arb]) -> Fraction:
    """The least lower end of some balls."""
    return min(ends(value)[0] for value in angle_values)


class _ByOffset(TargetContest):
    """A head that finds the key i positions back, all keys alike: H_POS, and mixes of it."""

    top_is_one = True

    def decodes(self, run: Run, n: int) -> Truth:
        if neighbours_collide(run, _inexact(run), n):
            return Truth.FALSE
        if n * n * len(run.head.planes) <= MOST_PAIRS:
            keys = [("A", j) for j in range(1, n + 1)]
            logits = run.logits([(i, n) for i in range(n)], keys)
            targets = n - 1 - np.arange(n)
            rows = np.arange(n)
            target = logits[rows, targets]
            lo, hi = logits.lo.copy(), logits.hi.copy()
            lo[rows, targets] = hi[rows, targets] = -np.inf
            if (lo >= target.hi[:, None]).any() or neighbours_collide(run, range(1, n), n):
                return Truth.FALSE
            return Truth.TRUE if (hi < target.lo[:, None]).all() else Truth.UNKNOWN
        return self._sampled(run, n)

    def _sampled(self, run: Run, n: int) -> Truth:
        """FALSE if some target among a sample loses for certain to a neighbour or a near return; else
        UNKNOWN.
        """
        targets = np.unique(np.linspace(1, n, SAMPLE).astype(np.int64)).tolist()
        if neighbours_collide(run, targets, n):
            return Truth.FALSE
        for step in self.close_distances(n):
            for shift in (step, -step):
                chosen = [j for j in targets if 1 <= j + shift <= n]
                if chosen and self._loses(run, n, chosen, shift):
                    return Truth.FALSE
        return Truth.UNKNOWN

    def _loses(self, run: Run, n: int, targets: Sequence[int], shift: int) -> bool:
        start, size = 0, 8  # most that lose do so early
        while chosen := targets[start : start + size]:
            queries = [(n - j, n) for j in chosen]
            ahead = run.logits_of_pairs(queries, [("A", j) for j in chosen])
            rival = run.logits_of_pairs(queries, [("A", j + shift) for j in chosen])
            if (rival.lo >= ahead.hi).any():
                return True
            start, size = start + size, 2 * size
        return False

    def close_distances(self, n: int) -> list[int]:
        """Distances at which a rival comes close to the target."""
        return [1]


def _inexact(run: Run) -> list[int]:
    """Which position is the last before the first one that the format of positions does not hold."""
    return [run.recipe.position.largest_exact_integer + 1 - run.first] if run.recipe.position else []


def neighbours_collide(run: Run, positions: Iterable[int], last: int) -> bool:
    """Whether some j of the positions and j + 1 <= last are turned alike: no head tells them apart."""
    return any(run.same_turn(j, j + 1) for j in positions if j < last)


@dataclass(frozen=True)
class IndexHead(_ByOffset):
    """T_Index's head with one frequency: a fixed θ, or θ = 2π/n, the best for each length (theta None).

    Example:
        >>> IndexHead().gap(4) == 1 and IndexHead(Angle.parse("pi")).gap(3) == 0
        True
    """

    theta: Angle | None = None
    name: str = "T_Index"

    def angle(self, n: int) -> Angle:
        return Angle(Fraction(1, n)) if self.theta is None else self.theta

    def head(self, n: int) -> PhaseHead:
        return h_pos(_ball(self.angle(n)))

    def planes(self, n: int) -> list:
        return [(self.angle(n), Fraction(1), Fraction(1))]

    def gap(self, n: int) -> Fraction:
        return single_gap(self.angle(n), n - 1).gap_lower if n > 1 else Fraction(2)

    def close_distances(self, n: int) -> list[int]:
        return sorted({1, single_gap(self.angle(n), n - 1).minimiser})


@dataclass(frozen=True)
class MixHead(_ByOffset):
    """Index with a certified mix of many frequencies: Σ a_k cos((t - i) g_k)."""

    certificate: MixCertificate
    name: str = "best mix"
    factor: tuple[Fraction, Fraction] = ONE

    @classmethod
    def best(cls, base: object, dim: int, length: int) -> MixHead:
        """The best mix of base^(-2(k-1)/dim) for a length."""
        return cls(best_mix(base, dim, length))

    @property
    def reach(self) -> int:
        return self.certificate.length

    def _used(self) -> list[tuple[Frequency, Fraction]]:
        frequencies: FrequencyList = self.certificate.frequencies
        return [(g, a) for g, a in zip(frequencies.angles, self.certificate.weights, strict=True) if a]

    def head(self, n: int) -> PhaseHead:
        with flint.ctx.workprec(BITS):
            frequencies = [g.radians_ball() for g, _ in self._used()]
        return h_pos_mix(frequencies, [a for _, a in self._used()])

    def planes(self, n: int) -> list:
        return [(g, a, Fraction(1)) for g, a in self._used()]

    def gap(self, n: int) -> Fraction:
        require(n <= self.reach, "length", f"must be at most {self.reach}, the mix's own", n)
        return self.certificate.gap_lower


def _letters(count: int) -> LetterCircle:
    require(count >= 2, "letters", "must be at least 2", count)
    return LetterCircle(tuple(f"s{number}" for number in range(count)), spare=True)


def _spread(n: int) -> list[int]:
    """Positions 1..n: all up to 2·SAMPLE, else an even sample with both ends."""
    return np.unique(np.linspace(1, n, n if n <= 2 * SAMPLE else SAMPLE).astype(np.int64)).tolist()


@dataclass(frozen=True)
class RetrievalHead(TargetContest):
    """T_Retrieval's head on letter pairs: letters on a circle, one rotation, fixed or θ = ω/(4n) (theta None).

    What is asked: for a letter-pair query every match must beat every key with another left letter. On proper
    inputs the matches of a letter pair all hold its answer, so their order does not matter. This is not all of
    Retrieval: a letter-integer query must also beat other tokens with its own left letter, which it leads by
    1 - cos θ only (new.retrieval-separation.shared-letter); in 16-bit formats these tie at short lengths
    (new.precision-cliff.retrieval-shared-letter).
    """

    letters: int = 8
    theta: Angle | None = None
    name: str = "T_Retrieval, letter pairs against other letters"
    does: str = "keeps every match ahead of every key with another left letter, for letter-pair queries,"
    note: str = (
        "letter-integer tokens that share their left letter are not asked: they lead by 1 - cos θ only "
        "(explain new.precision-cliff.retrieval-shared-letter)"
    )
    asks: str = "letters"

    @property
    def circle(self) -> LetterCircle:
        require(self.letters >= 2, "letters", "must be at least 2", self.letters)
        return LetterCircle(tuple(f"s{number}" for number in range(self.letters)))

    @property
    def spacing(self) -> Angle:
        return FULL_TURN / self.letters

    def angle(self, n: int) -> Angle:
        return self.spacing / (4 * n) if self.theta is None else self.theta

    def head(self, n: int) -> PhaseHead:
        return h_sym(self.circle, _ball(self.angle(n)))

    def planes(self, n: int) -> list:
        return [(self.angle(n), Fraction(1), Fraction(1))]

    def gap(self, n: int) -> Fraction:
        """Lead over other letters: cos((n-1)θ) - cos(ω - (n-1)θ) for 0 <= (n-1)θ <= ω/2; below 0 beyond."""
        reach = (n - 1) * self.angle(n)
        if reach.sign() < 0 or (self.spacing / 2 - reach).sign() < 0:
            return Fraction(-1)
        with flint.ctx.workprec(BITS):
            return ends((reach.cos() - (self.spacing - reach).cos()).ball())[0]

    def decodes(self, run: Run, n: int) -> Truth:
        """Queries ask for each letter; the query's own key is a rival, or a match if it holds that letter."""
        names, positions = self.circle.letters, _spread(n)
        answers = []
        for asked, own in zip(names, names[1:] + names[:1], strict=True):
            query = [(Pair(own, asked), n)]
            rivals = [(Pair(letter, 1), j) for letter in names if letter != asked for j in positions]
            match, rest = run.logits(query, [(Pair(asked, 1), j) for j in positions]), run.logits(query, rivals)
            answers.append(_beats(match, rest, positions, [j for _, j in rivals]))
        return _all_seen(answers, len(positions) == n)


@dataclass(frozen=True)
class InductionHead(TargetContest):
    """H_MIX: a symbol plane of amplitude A without rotation, a recency plane of amplitude 1, fixed θ₂ or π/n
    (None).

    The last match must beat every earlier match and every other letter; the query's own key matches nothing.
    """

    letters: int = 3
    theta: Angle | None = None
    amplitude: Fraction | None = None
    name: str = "H_MIX"
    asks: str = "last"

    @property
    def circle(self) -> LetterCircle:
        return _letters(self.letters)

    @property
    def symbol_amplitude(self) -> Fraction:
        """A; by default a whole number with A(1 - cos ω) >= 3, the least one up to the width of a ball."""
        if self.amplitude is not None:
            return self.amplitude
        apart = 1 - (FULL_TURN / self.circle.points).cos()
        with flint.ctx.workprec(BITS):
            whole = (3 / apart.ball()).upper().ceil().unique_fmpz()
        if whole is None:
            raise InvalidInput("letters", f"must be so few that {BITS} bits tell neighbours apart", self.letters)
        return Fraction(int(whole))

    def angle(self, n: int) -> Angle:
        return Angle(Fraction(1, 2 * n)) if self.theta is None else self.theta

    def head(self, n: int) -> PhaseHead:
        return h_mix(self.circle, _ball(self.angle(n)), self.symbol_amplitude)

    def planes(self, n: int) -> list:
        return [(Angle(), self.symbol_amplitude, Fraction(1)), (self.angle(n), Fraction(1), Fraction(1))]

    def gap(self, n: int) -> Fraction:
        """The least of cos(tθ) - cos((t+1)θ), t = 1..n-2, and A(1 - cos ω) - (1 - cos((n-1)θ)); below 0 if
        unordered.

        cos(tθ) - cos((t+1)θ) = 2 sin((t + 1/2)θ) sin(θ/2), least at an end as long as (n - 3/2)θ <= π.
        """
        theta = self.angle(n)
        if theta.sign() <= 0 or (Angle(Fraction(1, 2)) - theta * (Fraction(n) - Fraction(3, 2))).sign() <= 0:
            return Fraction(-1)
        apart = 1 - (FULL_TURN / self.circle.points).cos()
        sums = [self.symbol_amplitude * apart - (1 - ((n - 1) * theta).cos())]
        sums += [(t * theta).cos() - ((t + 1) * theta).cos() for t in {1, n - 2} if 1 <= t <= n - 2]
        with flint.ctx.workprec(BITS):
            return lower(value.ball() for value in sums)

    def decodes(self, run: Run, n: int) -> Truth:
        names, positions = self.circle.letters, _spread(n - 1)
        if neighbours_collide(run, _inexact(run), n - 1):
            return Truth.FALSE
        answers = []
        for asked in names:
            query = [(asked, n)]
            later = run.logits(query, [(Pair(asked, 1), min(j + 1, n - 1)) for j in positions])
            match = run.logits(query, [(Pair(asked, 1), j) for j in positions])
            rivals = [(asked, n)] + [(Pair(each, 1), j) for each in names if each != asked for j in positions]
            rest = run.logits(query, rivals)
            answers.append(_beats(match, rest, positions, [j for _, j in rivals]))
            if n > 2:
                answers.append(_rises(later, match, [j < n - 1 for j in positions]))
                answers += [Truth.FALSE] * neighbours_collide(run, positions, n - 1)
        return _all_seen(answers, len(positions) == n - 1)


def _beats(winners: Span, losers: Span, won: Sequence[int], lost: Sequence[int]) -> Truth:
    """Whether each winner (at position won[k]) beats each loser; FALSE needs two that fit into one input."""
    apart = np.array(won)[:, None] != np.array(lost)[None, :]
    if (apart & (losers.lo[0][None, :] >= winners.hi[0][:, None])).any():
        return Truth.FALSE
    return Truth.TRUE if losers.hi.max() < winners.lo.min() else Truth.UNKNOWN


def _rises(later: Span, match: Span, asked: Sequence[bool]) -> Truth:
    keep = np.array(asked)
    if (later.hi[0] <= match.lo[0])[keep].any():
        return Truth.FALSE
    return Truth.TRUE if (later.lo[0] > match.hi[0])[keep].all() else Truth.UNKNOWN


def _all_seen(answers: Sequence[Truth], complete: bool) -> Truth:
    if Truth.FALSE in answers:
        return Truth.FALSE
    return Truth.TRUE if complete and Truth.UNKNOWN not in answers else Truth.UNKNOWN
