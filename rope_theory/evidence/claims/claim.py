"""What a claim is: a statement that can be run, its hypotheses, and the false neighbours that must be rejected."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rope_theory.core.truth import Truth, every
from rope_theory.evidence.claims.domain import Domain
from rope_theory.evidence.claims.erratum import Erratum
from rope_theory.evidence.claims.hypothesis import Among, Hypothesis, Instance, Predicate
from rope_theory.evidence.claims.source import Source


class Tier(enum.Enum):
    """The verdicts, strongest evidence first; REFUTED and UNDECIDED stand apart."""

    PROVED = "Coq's kernel checked a theorem that is bound to this claim"
    CERTIFIED = "rigorous balls over the whole region stated"
    EXHAUSTIVE = "every case of a stated finite domain"
    DERIVED = "steps checked by machine, put together by hand"
    TESTED = "sampled, or run in floating point"
    REFUTED = "a witness, evaluated again each time, exactly or in rigorous balls"
    UNDECIDED = "neither proved nor refuted"

    def __str__(self) -> str:
        return self.name


#: Tiers that support a statement, strongest first.
SUPPORT = (Tier.PROVED, Tier.CERTIFIED, Tier.EXHAUSTIVE, Tier.DERIVED, Tier.TESTED)


@dataclass(frozen=True)
class FalseNeighbour:
    """A statement close to the claim that is false: the machinery must reject it.

    Rejected means decided FALSE: at `counterexample` every hypothesis that is kept is TRUE, every dropped one is
    FALSE, and the (altered) statement is exactly FALSE; and, where `prove` is given, the claim's own derivation, run
    with those arguments, comes to a step that is decided FALSE.

    Args:
        name: the false statement in words.
        counterexample: instance at which it fails.
        holds: the altered statement; None keeps the claim's (a dropped hypothesis, or an edit).
        drops: texts of the hypotheses that are dropped.
        prove: arguments for the derivation that turn it into an attempt at the false statement.
        edit: arguments for the claim's own statement that make it the false one.
    """

    name: str
    counterexample: Instance
    holds: Predicate | None = None
    drops: tuple[str, ...] = ()
    prove: Mapping[str, Any] | None = None
    edit: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class NonWitness:
    """For refuted claims: an instance that must not pass as a witness.

    Args:
        name: why it is none, in words.
        instance: where the printed statement does hold; or, with `outside`, where one hypothesis fails.
        outside: text of the one hypothesis that keeps the instance from being a witness: it is FALSE there, all others
            are TRUE, and the statement is FALSE (or cannot be evaluated outside: `says_nothing`).
        says_nothing: the statement means nothing outside the hypothesis; only the hypothesis is asked.
    """

    name: str
    instance: Instance
    outside: str = ""
    says_nothing: bool = False


@dataclass(frozen=True)
class Claim:
    """One statement of a theory.

    Args:
        id: paper and name, e.g. "u26.retrieval-max"; ".corrected" for a repaired statement.
        source: where it stands and whose words it is in.
        statement: the claim in one or a few sentences: the formal reading that stands beside a quotation.
        holds: the statement at one instance, by keyword, answered exactly.
        verdict: the verdict on record; deciding the claim must give this one.
        hypotheses: conditions on an instance under which `holds` is claimed.
        example: an instance that meets the hypotheses and at which the statement is evaluated (no vacuity).
        controls: false neighbours (or non-witnesses, for a refuted claim) that must be rejected.
        small: (thorough: bool) -> a finite family of instances to attack the statement with, smallest first; those
            that do not meet the hypotheses are passed over.
        readings: choices that had to be made to make the printed words precise.
        corrects: id of the refuted claim that this one repairs.
        in_fairness: for a printed statement that is false, or holds in part: what a kind reader would say (what is surely meant, what
            survives, how little must change).
        erratum: for such a statement: how much it weighs, and the least change that mends it.
        domain: the hypotheses that are formulas of z3, with what their variables are at an instance.
    """

    id: str
    source: Source
    statement: str
    holds: Predicate
    verdict: Tier
    example: Instance
    hypotheses: tuple[Hypothesis, ...] = ()
    controls: tuple[FalseNeighbour | NonWitness, ...] = ()
    small: Callable[[bool], Iterable[Instance]] | None = None
    readings: tuple[str, ...] = ()
    corrects: str | None = None
    in_fairness: str = ""
    erratum: Erratum | None = None
    domain: Domain | None = None

    def assumed_at(self, instance: Instance) -> Truth:
        """Whether the instance meets all hypotheses."""
        return every(hypothesis.at(instance) for hypothesis in self.hypotheses)

    def at(self, instance: Instance) -> Truth:
        """Whether the statement holds at the instance (hypotheses not asked)."""
        return every([self.holds(**instance)])

    def rows(self, thorough: bool) -> tuple[Instance, ...]:
        """All instances, where a hypothesis lists them; none otherwise."""
        return next((tuple(given.rows(thorough)) for given in self.hypotheses if isinstance(given, Among)), ())


@dataclass(frozen=True)
class Verdict:
    """A decision: tier, how it was reached, over what, and the witness if there is one.

    Only the ledger gives them out; one that a page brings along is refused.
    """

    tier: Tier
    method: str
    domain: str
    witness: Instance | None = None


@dataclass(frozen=True)
class Backing:
    """What a proof kernel says of a claim.

    Args:
        kind: "proved" or "refuted".
        words: how it was checked, in words.
        trust: what that rests on: the kernel, and axioms by name.
    """

    kind: str
    words: str
    trust: tuple[str, ...] = ()
