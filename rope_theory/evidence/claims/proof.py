"""A derivation as it runs: steps that a machine checks, facts taken on trust by name, claims it leans on.

A step that is not TRUE raises `StepFailed`; there is no way to record a step without checking it, other than
`trust`, which puts the fact's name in the ledger. Each step answers a `Fact`: what it says as a formula, so that the
last line can ask whether the facts amount to the statement. The verdict is made by the ledger from what is recorded
here; nothing that a page returns is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rope_theory.core.truth import Truth, truth
from rope_theory.evidence.claims.claim import SUPPORT, Claim, Tier
from rope_theory.evidence.claims.hypothesis import Instance
from rope_theory.evidence.claims.trusted import Trusted
from rope_theory.evidence.engines import EngineRefusal, arithmetic, balls, exhaustion, formulas, search, symbolic
from rope_theory.evidence.engines.inspection import reads

#: Programs whose answers are believed, by the kind of step that asks them.
#: What nobody checks where steps are put together: the ledger evaluates the statement, z3 reads the conclusion.
MEANING = "that the conclusion of a derivation says what its statement says"
SOFTWARE = {
    "identity": "SymPy (polynomial arithmetic)",
    "implication": "z3 (unsatisfiable answers)",
    "contradiction": "z3 (unsatisfiable answers)",
    "composition": "z3 (unsatisfiable answers)",
    "box": "FLINT (ball arithmetic)",
    "exact": "FLINT (ball arithmetic)",
    "rows": "FLINT (ball arithmetic)",
}


#: Of a page that leaves the step from its facts to the statement to the kernel, where the kernel does not carry it.
UNCOMPOSED = "nothing says that the steps amount to the statement (conclusion=)"


class StepFailed(Exception):
    """A step is false or could not be decided.

    Args:
        truth: FALSE where it was decided false (a countermodel, an exact value), UNKNOWN otherwise.
    """

    def __init__(self, words: str, truth: Truth = Truth.UNKNOWN):
        super().__init__(words)
        self.truth = truth


@dataclass(frozen=True)
class Step:
    """One line of the proof tree: kind of evidence, the sentence, what the machine said, and whether it is a remark."""

    kind: str
    text: str
    detail: str = ""
    remark: bool = False


@dataclass(frozen=True)
class Fact:
    """What one step showed: its sentence, and what it says as a formula of z3, made when it is asked for."""

    text: str
    formula: Callable[[], Any] | None

    @property
    def says(self) -> Any:
        """The formula, for use in a later one; None if the step says none."""
        return self.formula() if self.formula else None


class Proof:
    """Records one derivation.

    Args:
        claim: what is being decided.
        profile: "quick" or "thorough"; finite domains may grow with it.
        lookup: decides another claim by id and returns its record (for `use`).
        explained: a kernel carries the verdict: the steps explain, and need not amount to the statement.
    """

    def __init__(
        self, claim: Claim, profile: str = "quick", lookup: Callable[[str], Any] | None = None, explained: bool = False
    ):
        self.claim, self.profile, self.explained = claim, profile, explained
        self._lookup = lookup
        self.__steps: list[Step] = []
        self.__trusted: list[str] = []
        self.__used: list[str] = []
        self.__tiers: list[Tier] = []
        self.__carried = False
        self.__facts: dict[str, Callable[[], Any] | None] = {}
        self.__closed: tuple[str, str, Instance | None] | None = None

    @property
    def thorough(self) -> bool:
        return self.profile == "thorough"

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(self.__steps)

    @property
    def trusted(self) -> tuple[str, ...]:
        return tuple(self.__trusted)

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(self.__used)

    @property
    def closed(self) -> tuple[str, str, Instance | None] | None:
        """Method, domain and witness as the last line gave them; None before it."""
        return self.__closed

    @property
    def ground(self) -> list[Any]:
        """The claim's domain as formulas."""
        return self.claim.domain.ground() if self.claim.domain else []

    def identity(self, text: str, left: Any, right: Any, says: Any = None, remark: bool = False) -> Fact:
        """left = right for all values of the symbols (trigonometric polynomials over the rationals)."""
        whole = {str(v): {"integer"} for v in arithmetic.variables(self.ground) if v.is_int()}
        answer = self._asked(text, lambda: symbolic.is_identity(left, right, stated=whole))
        own = _worded(says) or (lambda: formulas.equation(left, right, self.ground))
        return self._pass("identity", text, answer, f"{left} = {right}", own, remark)

    def implies(
        self,
        text: str,
        hypotheses: Sequence[Any],
        goal: Any,
        covers: Sequence[Mapping[str, Any]] = (),
        says: Any = None,
        remark: bool = False,
    ) -> Fact:
        """The domain and the z3 hypotheses, which are satisfiable together, entail the goal.

        `covers` names corners of the claimed domain ({variable: value}) that the hypotheses must leave in; where the
        claim has a domain, the composition sees to that.
        """
        import z3

        given = [*self.ground, *hypotheses]
        answer = self._asked(text, lambda: arithmetic.implies(given, goal, covers))
        own = _worded(says) or (lambda: z3.Implies(z3.And(*given), goal) if given else goal)
        return self._pass("implication", text, answer.truth, answer.detail, own, remark)

    def contradiction(self, text: str, facts: Sequence[Any], says: Any = None, remark: bool = False) -> Fact:
        """The z3 facts cannot hold together; all but the last can."""
        import z3

        answer = self._asked(text, lambda: arithmetic.contradictory(facts))
        own = _worded(says) or (lambda: z3.Not(z3.And(*facts)))
        return self._pass("contradiction", text, answer.truth, answer.detail, own, remark)

    def cases(
        self,
        text: str,
        cases: Iterable[Any],
        holds: Callable[[Any], Truth | bool],
        says: Any = None,
        covers: Any = None,
    ) -> Fact:
        """`holds` is exactly TRUE in each of finitely many cases.

        That these are all cases is another matter: `covers` gives a z3 formula for each case, of which the domain must
        entail that one holds. Without it the step is a remark: it shows what happens in these cases.
        """
        import z3

        listed = list(cases)
        remark = covers is None
        if not remark:
            regions = list(covers)
            if len(regions) != len(listed):
                raise StepFailed(f"{self.claim.id}: {text}: {len(listed)} cases and {len(regions)} formulas")
            whole = self._asked(text, lambda: arithmetic.implies(self.ground, z3.Or(*regions)))
            if whole.truth is not Truth.TRUE:
                raise StepFailed(f"{self.claim.id}: {text}: these are not all cases: {whole.detail}", whole.truth)
        return self._sweep("exact", text, listed, holds, says, remark)

    def exact(self, text: str, answer: Truth | bool, says: Any = None, remark: bool = False) -> Fact:
        """A closed statement about exact numbers."""
        return self._pass("exact", text, truth(answer), "", _worded(says), remark)

    def box(
        self, text: str, function: Callable[..., Any], region: balls.Box, budget: int = 20_000, says: Any = None
    ) -> Fact:
        """function > 0 on the closed box, by balls."""
        cover = self._asked(text, lambda: balls.positive_on(function, region, budget))
        detail = f"{cover.pieces} pieces" + (f", stuck at {cover.piece}" if cover.piece else "")
        return self._pass("box", text, cover.truth, detail, _worded(says))

    def certify(self, text: str, cases: Iterable[Any], holds: Callable[[Any], Truth | bool], says: Any = None) -> Fact:
        """A certificate for each of finitely many cases, each about a whole region, as one fact of a derivation.

        Where the claim's own domain is a list (`Among`), `rows` does this and the verdict is CERTIFIED.
        """
        return self._sweep("exact", text, list(cases), holds, says, remark=False)

    def rows(self, text: str = "the statement at each of the listed instances", certified: bool = False) -> None:
        """The claim's own statement at every instance of its list (the `Among` hypothesis): EXHAUSTIVE.

        Args:
            certified: each instance is about a whole region, decided by balls: CERTIFIED.
        """
        listed = self.claim.rows(self.thorough)
        if not listed:
            raise StepFailed(f"{self.claim.id}: no hypothesis of the claim lists its instances")
        if listed != self.claim.rows(thorough=True):
            raise StepFailed(f"{self.claim.id}: the list of this profile is not all that the hypothesis admits")
        if any(self.claim.assumed_at(row) is not Truth.TRUE for row in listed):
            raise StepFailed(f"{self.claim.id}: a listed instance does not meet the hypotheses")
        sweep = self._asked(text, lambda: exhaustion.all_cases(listed, self.claim.at, text))
        self._pass("rows", text, sweep.truth, _counted(sweep), None, remark=True)
        self.__tiers.append(Tier.CERTIFIED if certified else Tier.EXHAUSTIVE)
        self.__carried = True

    def attack(self, text: str, strategy: Any, holds: Callable[[Any], Truth | bool], examples: int = 200) -> None:
        """A search for a counterexample that finds none; the verdict is at most TESTED."""
        found = search.counterexample(strategy, holds, examples)
        detail = f"fails at {found.case}" if found.found else f"{found.decided} of {found.tried} examples decided"
        self._pass("search", text, found.truth, detail, None, remark=True)
        self.__tiers.append(Tier.TESTED)
        self.__carried = True

    def trust(self, *facts: Trusted, says: Any = None, remark: bool = False) -> Fact:
        """Classical facts that are not checked here, by their names; `says` is what one contributes, as a formula."""
        if len(facts) != 1 and says is not None:
            raise TypeError(f"{self.claim.id}: a formula is what one fact says, got {len(facts)}")
        for fact in facts:
            if not isinstance(fact, Trusted):
                raise TypeError(f"{self.claim.id}: what is trusted is worded once, as a Trusted, got {fact!r}")
            self.__steps.append(Step("trust", fact, "" if says is None else _flat(says), remark))
            self._trust(fact)
            if not remark:
                self._add_fact(fact, _worded(says))
        return Fact(facts[-1], _worded(says))

    def use(self, claim_id: str, says: Any = None, remark: bool = False) -> Fact:
        """Lean on another claim: it is decided now, and its tier and trust list carry over."""
        if self._lookup is None:
            raise StepFailed(f"{self.claim.id}: no ledger to look up {claim_id}")
        record = self._lookup(claim_id)
        if record.verdict.tier not in SUPPORT or not record.sound:
            unsound = "" if record.sound else ", and not sound"
            raise StepFailed(f"{self.claim.id} leans on {claim_id}, which is {record.verdict.tier}{unsound}")
        self.__steps.append(Step("claim", claim_id, str(record.verdict.tier), remark))
        if not remark:
            self.__tiers.append(record.verdict.tier)
            self._add_fact(claim_id, _worded(says))
        if claim_id not in self.__used:
            self.__used.append(claim_id)
        for fact in record.trust:
            self._trust(fact)
        return Fact(claim_id, _worded(says))

    def refute(self, witness: Instance, method: str = "exact witness") -> None:
        """Ends a refutation; the ledger evaluates the witness, hypotheses included."""
        self.__steps.append(Step("witness", ", ".join(f"{k} = {v}" for k, v in witness.items())))
        self._trust(SOFTWARE["exact"])
        self.__closed = (method, "one instance", witness)

    def qed(self, domain: str, conclusion: Any = None, method: str | None = None) -> None:
        """Ends a derivation.

        Where no kernel and no list of instances carries the verdict, the facts of all steps that are not remarks must
        together entail the conclusion, and each of them must be needed for it.

        Args:
            domain: all that is covered, in words, e.g. "every n >= 2, every real θ".
            conclusion: the statement as a z3 formula, in the variables of the steps.
            method: how, in words; default: the kinds of steps.
        """
        if conclusion is None and not any(step.kind != "trust" for step in self.__steps):
            raise StepFailed(f"{self.claim.id}: a derivation without a checked step")
        if conclusion is not None:
            self._compose(conclusion)
        elif not (self.explained or self.__carried):
            raise StepFailed(f"{self.claim.id}: {UNCOMPOSED}")
        kinds = dict.fromkeys(step.kind for step in self.__steps if step.kind != "trust")
        self.__closed = (method or ", ".join(kinds), domain, None)

    def tier(self) -> Tier:
        """The verdict that the recorded evidence carries by itself, without a kernel."""
        return max(self.__tiers, key=SUPPORT.index, default=Tier.UNDECIDED)

    def _compose(self, conclusion: Any) -> None:
        import z3

        unread = [text for text, formula in self.__facts.items() if formula is None]
        if unread:
            raise StepFailed(f"{self.claim.id}: {unread[0]}: says no formula (says=) and is no remark")
        facts = {text: formula() for text, formula in self.__facts.items() if formula is not None}
        goal = z3.Implies(z3.And(*self.ground), conclusion) if self.ground else conclusion
        if facts:
            answer = self._asked("the steps amount to the statement", lambda: arithmetic.composition(facts, goal))
        else:
            empty = self._asked("the conclusion alone", lambda: arithmetic.implies([], conclusion))
            if empty.truth is Truth.TRUE:
                raise StepFailed(
                    f"{self.claim.id}: the conclusion {_flat(conclusion)} is true of everything", Truth.FALSE
                )
            answer = self._asked("the domain says it", lambda: arithmetic.implies(self.ground, conclusion))
        self._pass("composition", f"together: {_flat(conclusion)}", answer.truth, answer.detail, None, remark=True)
        self._trust(MEANING)
        self.__tiers.append(Tier.DERIVED)

    def _sweep(self, kind: str, text: str, cases: list[Any], holds: Any, says: Any, remark: bool) -> Fact:
        if not reads(holds):
            raise StepFailed(f"{self.claim.id}: refused: {text} (the predicate never reads its case)")
        sweep = self._asked(text, lambda: exhaustion.all_cases(cases, holds, text))
        return self._pass(kind, text, sweep.truth, _counted(sweep), _worded(says), remark)

    def _asked(self, text: str, ask: Callable[[], Any]) -> Any:
        try:
            return ask()
        except EngineRefusal as refusal:
            raise StepFailed(f"{self.claim.id}: refused: {text} ({refusal})") from refusal

    def _pass(
        self, kind: str, text: str, answer: Truth, detail: str, formula: Any = None, remark: bool = False
    ) -> Fact:
        if answer is not Truth.TRUE:
            raise StepFailed(f"{self.claim.id}: {answer.value}: {text} ({detail})", answer)
        self.__steps.append(Step(kind, text, detail, remark and kind not in ("rows", "search", "composition")))
        if kind in SOFTWARE:
            self._trust(SOFTWARE[kind])
        if not remark:
            self._add_fact(text, formula)
        return Fact(text, formula)

    def _add_fact(self, text: str, formula: Callable[[], Any] | None) -> None:
        name, number = text, 1
        while name in self.__facts:
            number += 1
            name = f"{text} ({number})"
        self.__facts[name] = formula

    def _trust(self, fact: str) -> None:
        if fact not in self.__trusted:
            self.__trusted.append(fact)


def _counted(sweep: exhaustion.Sweep) -> str:
    return f"{sweep.cases} cases" if sweep.case is None else f"case {sweep.case}"


def _worded(says: Any) -> Callable[[], Any] | None:
    return None if says is None else lambda: says


def _flat(formula: Any) -> str:
    return " ".join(str(formula).split())
