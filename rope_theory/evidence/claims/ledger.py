"""Deciding claims and keeping the record.

The ledger gives out the verdicts: from what the derivation recorded, from a kernel where one is asked, and from its own
evaluation of witnesses. A record is sound when the verdict is the one on record, the example shows that the hypotheses
can be met, every control was rejected, and the attack on small instances found nothing that contradicts the verdict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims.claim import SUPPORT, Backing, Claim, FalseNeighbour, NonWitness, Tier, Verdict
from rope_theory.evidence.claims.library import Library
from rope_theory.evidence.claims.proof import Proof, Step, StepFailed
from rope_theory.evidence.claims.trusted import BesideKernel
from rope_theory.evidence.engines import EngineRefusal
from rope_theory.evidence.engines.guard import guarded
from rope_theory.evidence.engines.inspection import float_inside, floats_in, reads
from rope_theory.evidence.engines.plain_values import other_type

PROFILES = ("quick", "thorough")
EXACT = "exact evaluation (Python integers and fractions, FLINT balls)"
Kernel = Callable[[Claim], Backing | None]


@dataclass(frozen=True)
class Record:
    """The outcome for one claim.

    Args:
        claim, verdict, steps, trust, uses: what was decided, how, and on what it rests.
        backing: what a kernel says of the claim, if it was checked by one.
        rejected: which controls were rejected, by name.
        attacked: how many small instances were evaluated.
        faults: everything that keeps the record from being sound, in words.
        seconds: wall time.
        kept: when it was decided, if not now.
    """

    claim: Claim
    verdict: Verdict
    steps: tuple[Step, ...] = ()
    trust: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    backing: Backing | None = None
    rejected: dict[str, bool] = field(default_factory=dict)
    attacked: int = 0
    faults: tuple[str, ...] = ()
    seconds: float = 0.0
    kept: str | None = None

    @property
    def sound(self) -> bool:
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """The record as plain data (the entry of `verify --json`)."""
        witness, source = self.verdict.witness, self.claim.source
        return {
            "id": self.claim.id,
            "source": source.citation,
            "wording": source.wording.name,
            "quote": source.printed,
            "statement": self.claim.statement,
            "hypotheses": [hypothesis.text for hypothesis in self.claim.hypotheses],
            "verdict": self.verdict.tier.name,
            "method": self.verdict.method,
            "domain": self.verdict.domain,
            "witness": None if witness is None else {name: str(value) for name, value in witness.items()},
            "in_fairness": self.claim.in_fairness,
            "erratum": self.claim.erratum.as_json() if self.claim.erratum else None,
            "trust": list(self.trust),
            "uses": list(self.uses),
            "controls": {"total": len(self.rejected), "rejected": sum(self.rejected.values())},
            "attacked": self.attacked,
            "faults": list(self.faults),
            "seconds": round(self.seconds, 3),
            "kept": self.kept,
        }


class Kept(Protocol):
    """Decisions of earlier runs: what is found must have been reached from what is there now."""

    def find(self, claim: Claim, backing: Backing | None) -> Record | None: ...

    def keep(self, record: Record) -> None: ...


class Ledger:
    """Decides the claims of a library, each once.

    Args:
        library: where claims and their pages are.
        profile: "quick" or "thorough".
        kernel: (claim) -> what a proof kernel says of it, or None.
        kept: decisions of earlier runs; default: every claim is decided anew.
    """

    def __init__(
        self, library: Library, profile: str = "quick", kernel: Kernel | None = None, kept: Kept | None = None
    ):
        require(profile in PROFILES, "profile", f"must be one of {PROFILES}", profile)
        self.library, self.profile, self._kernel, self._kept = library, profile, kernel, kept
        self._records: dict[str, Record] = {}
        self._open: list[str] = []
        self._backed: dict[str, Backing | None] = {}

    def decide(self, claim_id: str) -> Record:
        """The record of the claim, decided now if it was not yet and is not kept."""
        if claim_id not in self._records:
            if claim_id in self._open:
                raise StepFailed(f"circular: {' -> '.join([*self._open, claim_id])}")
            self._open.append(claim_id)
            try:
                with guarded():
                    claim = self.library.claim(claim_id)
                    record = self._kept.find(claim, self._backing(claim)) if self._kept else None
                    if record is None:
                        record = self._decide(claim)
                        if self._kept:
                            self._kept.keep(record)
                    self._records[claim_id] = record
            except InvalidInput as problem:
                path = " -> ".join(self._open)
                if not any(note.startswith(path) for note in getattr(problem, "__notes__", ())):
                    problem.__notes__ = [f"{path} could not be decided"]  # in place of what a search noted
                raise
            finally:
                self._open.pop()
        return self._records[claim_id]

    def derivation(self, claim: Claim, **variant: Any) -> tuple[Proof, StepFailed | None]:
        """Run the claim's page: what it recorded, and the step that failed, if one did."""
        backing = self._backing(claim)
        proof = Proof(claim, self.profile, self.decide, explained=backing is not None)
        decide = self.library.decision(claim.id)
        if decide is None:
            return proof, StepFailed(f"{claim.id}: no page decides it")
        try:
            brought = decide(proof, **variant)
        except StepFailed as failure:
            return proof, failure
        except EngineRefusal as refusal:
            return proof, StepFailed(f"{claim.id}: refused: {refusal}")
        if brought is not None:
            return proof, StepFailed(f"{claim.id}: the page returned {brought!r}: verdicts are the ledger's to give")
        if proof.closed is None:
            return proof, StepFailed(f"{claim.id}: the page ends without qed or refute")
        return proof, None

    def _backing(self, claim: Claim) -> Backing | None:
        """What the kernel says of the claim; it is asked once."""
        if claim.id not in self._backed:
            self._backed[claim.id] = self._kernel(claim) if self._kernel else None
        return self._backed[claim.id]

    def _decide(self, claim: Claim) -> Record:
        start = time.perf_counter()
        backing = self._backing(claim)
        proof, failure = self.derivation(claim)
        faults = [str(failure)] if failure else []
        verdict = self._verdict(claim, proof, failure, backing, faults)
        if verdict.tier is not claim.verdict:
            faults.append(f"verdict {verdict.tier}, on record {claim.verdict}")
        faults += self._statement(claim, verdict)
        attacked, found = self._attack(claim, verdict)
        failed = {control.name: self._not_rejected(claim, control) for control in claim.controls}
        faults += found + [f"not rejected: {name}: {why}" for name, why in failed.items() if why]
        faults += self._uncontrolled(claim, verdict)
        trust = proof.trusted
        if verdict.tier is Tier.PROVED:
            assert backing is not None  # see `_verdict`
            trust = beside_kernel(backing, proof.steps)
        elif verdict.tier is Tier.REFUTED:
            trust = (EXACT,)
        return Record(
            claim,
            verdict,
            proof.steps,
            tuple(trust),
            proof.used,
            backing,
            {name: not why for name, why in failed.items()},
            attacked,
            tuple(faults),
            time.perf_counter() - start,
        )

    @staticmethod
    def _verdict(
        claim: Claim, proof: Proof, failure: StepFailed | None, backing: Backing | None, faults: list[str]
    ) -> Verdict:
        """The verdict that kernel, witness or recorded steps carry; the weakest of them that is needed."""
        if failure or proof.closed is None:
            return Verdict(Tier.UNDECIDED, "no page" if not proof.steps else "a step failed", "")
        method, domain, witness = proof.closed
        if witness is not None:
            if why := no_witness(claim, witness):
                faults.append(why)
                return Verdict(Tier.UNDECIDED, "the witness is none", "")
            if backing and backing.kind != "refuted":
                faults.append(f"the kernel has it {backing.kind}, the witness refutes it")
            return Verdict(Tier.REFUTED, method, domain, witness)
        if backing:
            if backing.kind == "proved":
                return Verdict(Tier.PROVED, backing.words, domain)
            faults.append(f"the kernel has it {backing.kind}, the derivation proves it")
            return Verdict(Tier.UNDECIDED, "kernel and derivation disagree", "")
        return Verdict(proof.tier(), method, domain)

    @staticmethod
    def _statement(claim: Claim, verdict: Verdict) -> Iterator[str]:
        """What is wrong with the statement and its example."""
        if claim.assumed_at(claim.example) is not Truth.TRUE:
            yield f"the example does not meet the hypotheses: {dict(claim.example)}"
        elif verdict.tier in SUPPORT and claim.at(claim.example) is not Truth.TRUE:
            yield f"the statement is not true at its example: {dict(claim.example)}"
        if verdict.tier not in (Tier.TESTED, Tier.UNDECIDED):
            for found in floats_in(claim.holds):
                yield f"the statement computes in floating point: {found}"
            if inside := float_inside(dict(claim.example)):
                yield f"the example holds the floating-point number {inside}"

    def _attack(self, claim: Claim, verdict: Verdict) -> tuple[int, list[str]]:
        """Evaluate the statement on its small instances; a counterexample to a supported claim is a fault."""
        if claim.small is None or verdict.tier not in SUPPORT:
            return 0, []
        attacked = 0
        for instance in claim.small(self.profile == "thorough"):
            assumed = claim.assumed_at(instance)
            if assumed is Truth.UNKNOWN:
                return attacked, [f"the attack could not tell whether {dict(instance)} meets the hypotheses"]
            if assumed is Truth.FALSE:
                continue
            attacked += 1
            if (answer := claim.at(instance)) is not Truth.TRUE:
                return attacked, [f"the attack found {answer.value} at {dict(instance)}"]
        return attacked, [] if attacked else ["the attack met no instance within the hypotheses"]

    def _not_rejected(self, claim: Claim, control: FalseNeighbour | NonWitness) -> str:
        """Why a control is not rejected, in words; "" if it is: only what is decided FALSE rejects."""
        if isinstance(control, NonWitness):
            return _not_barred(claim, control)
        at = control.counterexample
        if not set(control.drops) <= {hypothesis.text for hypothesis in claim.hypotheses}:
            return "it drops what is no hypothesis"
        for hypothesis in claim.hypotheses:
            wanted = Truth.FALSE if hypothesis.text in control.drops else Truth.TRUE
            if (answer := hypothesis.at(at)) is not wanted:
                return f"the hypothesis {hypothesis.text!r} is {answer.value} at its instance, not {wanted.value}"
        altered = replace(claim, holds=control.holds or claim.holds)
        if not reads(altered.holds):
            return "its statement does not read its instance"
        if (answer := altered.at({**at, **(control.edit or {})})) is not Truth.FALSE:
            return f"its statement is {answer.value} at its instance"
        if not control.drops and claim.verdict in SUPPORT and claim.at(at) is not Truth.TRUE:
            return "the claim itself is not true at its instance, which is within the hypotheses"
        if control.prove is None:
            return ""
        _, failure = self.derivation(claim, **control.prove)
        if failure is None:
            return "the derivation passes with it"
        return "" if failure.truth is Truth.FALSE else f"the derivation fails with it, undecided: {failure}"

    @staticmethod
    def _uncontrolled(claim: Claim, verdict: Verdict) -> Iterator[str]:
        """What no control asks for: a false statement, a broken derivation, hypotheses of a refuted claim."""
        if verdict.tier in SUPPORT and not any(
            isinstance(control, FalseNeighbour) and control.holds is None for control in claim.controls
        ):
            yield "no control makes the claim's own statement false (an edit of it, or a dropped hypothesis)"
        if verdict.tier is Tier.DERIVED and not any(getattr(control, "prove", None) for control in claim.controls):
            yield "no control breaks the derivation: give an edit of the statement to the derivation, too"
        if verdict.tier is Tier.REFUTED:
            asked = {control.outside for control in claim.controls if isinstance(control, NonWitness)}
            for hypothesis in claim.hypotheses:
                if hypothesis.text not in asked:
                    yield f"no control loosens the hypothesis {hypothesis.text!r}"


def beside_kernel(backing: Backing, steps: Iterable[Step]) -> tuple[str, ...]:
    """What a PROVED claim rests on: what its kernel names, and what the page computes that the formal statement leaves open."""
    own = (step.text for step in steps if step.kind == "trust" and step.text in BesideKernel.worded)
    return (*backing.trust, *own)


def no_witness(claim: Claim, witness: Any) -> str:
    """Why the ledger does not take the witness, in words; "" if it does."""
    if inside := float_inside(dict(witness)):
        return f"the witness holds the floating-point number {inside}"
    if other := other_type(dict(witness)):
        return f"the witness holds {other}: it must be made of numbers, texts, tuples and classes of this package, no others"
    for hypothesis in claim.hypotheses:
        if (answer := hypothesis.at(witness)) is not Truth.TRUE:
            return f"the hypothesis {hypothesis.text!r} is {answer.value} at the witness"
    answer = claim.at(witness)
    return "" if answer is Truth.FALSE else f"the statement is {answer.value} at the witness, not false"


def _not_barred(claim: Claim, control: NonWitness) -> str:
    """Why an instance would pass as a witness, or is not what the control says of it; "" if all is as said."""
    if not control.outside:
        if (assumed := claim.assumed_at(control.instance)) is not Truth.TRUE:
            return f"the hypotheses are {assumed.value} at its instance"
        answer = claim.at(control.instance)
        return "" if answer is Truth.TRUE else f"the statement is {answer.value} at its instance, not true"
    if control.outside not in {hypothesis.text for hypothesis in claim.hypotheses}:
        return "it names no hypothesis of the claim"
    for hypothesis in claim.hypotheses:
        wanted = Truth.FALSE if hypothesis.text == control.outside else Truth.TRUE
        if (answer := hypothesis.at(control.instance)) is not wanted:
            return f"the hypothesis {hypothesis.text!r} is {answer.value} at its instance, not {wanted.value}"
    if control.says_nothing:
        return ""
    answer = claim.at(control.instance)
    return "" if answer is Truth.FALSE else f"the statement is {answer.value} at its instance, so it bars nothing"
