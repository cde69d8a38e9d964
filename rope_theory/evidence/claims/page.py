"""A theorem on one page: the claims, their false neighbours, attacks and derivations stand in one file.

@theorem("euler.primes", ours(), "n² + n + 41 is prime.", POSITIVE, verdict=Tier.REFUTED, example={"n": 1})
def primes(n, shift=41):
    return isprime(n * n + n + shift)

primes.true_at("n = 39 is the last of the first run", {"n": 39})

@primes.proof
def refutation(proof):
    return proof.refute({"n": 40})
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rope_theory.core.errors import InvalidInput, Words
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims.claim import Claim, FalseNeighbour, NonWitness, Tier
from rope_theory.evidence.claims.domain import Domain
from rope_theory.evidence.claims.erratum import Erratum
from rope_theory.evidence.claims.hypothesis import Hypothesis, Instance
from rope_theory.evidence.claims.source import PRINTED, Source


@dataclass(frozen=True)
class Edge:
    """A pinned instance of a claim, and what hypotheses and statement answer there."""

    why: str
    at: Instance
    assumed: bool | None
    holds: bool | None


@dataclass
class Theorem:
    """One claim of a page with all that stands beside it; `claim` is the record that everything else reads.

    Calling it evaluates the statement.
    """

    claim: Claim
    attacks: list[dict[str, Any]] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    decide: Callable[..., Any] | None = None
    hand: Callable[..., list[str]] | None = None
    _edits: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.claim.id

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        return self.claim.holds

    def __call__(self, *values: Any, **at: Any) -> Any:
        return self.claim.holds(*values, **at)

    def at(self, instance: Instance) -> Truth:
        """Whether the statement holds at the instance (hypotheses not asked)."""
        return self.claim.at(instance)

    def assumed_at(self, instance: Instance) -> Truth:
        """Whether the instance meets all hypotheses."""
        return self.claim.assumed_at(instance)

    def false(
        self, name: str, at: Instance, *drops: Hypothesis | str, holds: Callable[..., Any] | None = None, **edit: Any
    ) -> None:
        """A false neighbour: hypotheses that are dropped, or an edit that goes by name to statement and derivation.

        Args:
            name: the false statement in words.
            at: where it fails.
            drops: hypotheses (or their texts) that are left out.
            holds: the altered statement, where no edit of the claim's own says it.
            edit: arguments of the statement, of the derivation, or of both.
        """
        texts = tuple(drop if isinstance(drop, str) else drop.text for drop in drops)
        self._add(FalseNeighbour(name, at, holds, texts), edit)

    def true_at(self, name: str, at: Instance) -> None:
        """For a refuted claim: where it does hold, so that this is no witness."""
        self._add(NonWitness(name, at))

    def outside(self, name: str, at: Instance, hypothesis: Hypothesis | str, says_nothing: bool = False) -> None:
        """For a refuted claim: an instance that only this hypothesis keeps from being a witness."""
        text = hypothesis if isinstance(hypothesis, str) else hypothesis.text
        self._add(NonWitness(name, at, text, says_nothing))

    def attack(self, **drawn: Any) -> None:
        """Hypothesis strategies for an instance: where it meets the hypotheses, the statement must hold.

        One strategy for each value of the instance, or `at=` for a strategy of whole instances.
        """
        self.attacks.append(drawn)

    def edge(self, why: str, at: Instance, *, assumed: bool | None = None, holds: bool | None = None) -> None:
        """A pinned instance: what the hypotheses and the statement answer there (None: not asked).

        Args:
            why: the reason for which it is pinned.
        """
        if assumed is None and holds is None:
            raise InvalidInput(f"edge {why!r} of {self.claim.id}", "must say what it asks (assumed= or holds=)", None)
        self.edges.append(Edge(why, at, assumed, holds))

    def proof(self, decide: Callable[..., Any]) -> Callable[..., Any]:
        """Marks the derivation: it closes the theorem, so every edit must be known to the statement or to it."""
        self.decide = decide
        for name, edit in self._edits:
            idle = set(edit) - _parameters(self.claim.holds) - _parameters(decide)
            if idle:
                raise InvalidInput(
                    f"control {name!r} of {self.claim.id}",
                    "must edit arguments of the statement or of the derivation",
                    Words(f"{', '.join(sorted(idle))}, which edits nothing"),
                )
        self.claim = replace(
            self.claim, controls=tuple(self._with_proof(control, decide) for control in self.claim.controls)
        )
        return decide

    def by_hand(self, lines: Callable[..., list[str]]) -> Callable[..., list[str]]:
        """Marks how a reader checks the refutation in two minutes: (values of the witness, by name) -> lines.

        The numbers in the lines are computed from the instance.
        """
        self.hand = lines
        return lines

    def _add(self, control: FalseNeighbour | NonWitness, edit: dict[str, Any] | None = None) -> None:
        if self.decide is not None:
            raise InvalidInput(
                f"control {control.name!r} of {self.claim.id}",
                "must stand before the derivation, which closes the theorem",
                Words("one after it"),
            )
        if edit and isinstance(control, FalseNeighbour):
            said = {name: value for name, value in edit.items() if name in _parameters(self.claim.holds)}
            control = replace(control, edit=said or None)
            self._edits.append((control.name, edit))
        self.claim = replace(self.claim, controls=(*self.claim.controls, control))

    def _with_proof(
        self, control: FalseNeighbour | NonWitness, decide: Callable[..., Any]
    ) -> FalseNeighbour | NonWitness:
        if not isinstance(control, FalseNeighbour):
            return control
        edit = dict(self._edits).get(control.name, {})
        proved = {name: value for name, value in edit.items() if name in _parameters(decide)}
        return replace(control, prove=proved) if proved else control


def _parameters(function: Callable[..., Any]) -> set[str]:
    return set(inspect.signature(function).parameters)


def theorem(
    id: str,
    source: Source,
    statement: str,
    *given: Hypothesis | Domain,
    example: Instance,
    verdict: Tier = Tier.PROVED,
    small: Callable[[bool], Iterable[Instance]] | None = None,
    readings: str | Iterable[str] = (),
    corrects: str | None = None,
    in_fairness: str = "",
    erratum: Erratum | None = None,
) -> Callable[[Callable[..., Any]], Theorem]:
    """Decorates the executable statement of a claim; the arguments are those of `Claim`.

    Args:
        given: hypotheses, and at most one domain, whose formulas are hypotheses too.
        readings: one or several.
        corrects: the refuted claim; default: a claim X.corrected corrects X.
    """
    if erratum and (verdict is not Tier.REFUTED or source.wording not in PRINTED):
        raise InvalidInput(
            f"erratum of {id}",
            "must belong to a statement that a paper prints and that is REFUTED",
            Words(f"verdict={verdict}, wording {source.wording.name}"),
        )
    domains = [one for one in given if isinstance(one, Domain)]
    if len(domains) > 1:
        raise InvalidInput(f"domain of {id}", "must be one at most", len(domains))
    hypotheses = tuple(
        hypothesis for one in given for hypothesis in (one.hypotheses() if isinstance(one, Domain) else (one,))
    )

    if corrects is None and id.endswith(".corrected"):
        corrects = id.removesuffix(".corrected")
    listed = (readings,) if isinstance(readings, str) else tuple(readings)

    def mark(holds: Callable[..., Any]) -> Theorem:
        return Theorem(
            Claim(id, source, statement, holds, verdict, example, hypotheses, (), small, listed, corrects,
                  in_fairness, erratum, domains[0] if domains else None)
        )  # fmt: skip

    return mark
