"""Pages that try to get a verdict they have not earned, each as somebody might write it."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
import sympy
import z3

from rope_theory.core.truth import every
from rope_theory.evidence.claims import Among, Ledger, Library, Theorem, Tier, Verdict, domain, ours, theorem

n = z3.Int("n")
WHOLE = domain(n >= 1, of=lambda n: {_N: n})
_N = n


def false_claim(verdict: Tier, bound=1000) -> Theorem:
    """ "Every whole n >= 1 is below 1000", with a control that is in order."""

    @theorem("forged.bounded", ours(), "Every whole n >= 1 is below 1000.", WHOLE, verdict=verdict, example={"n": 1},
             small=lambda thorough: ({"n": n} for n in range(1, 50)))  # fmt: skip
    def statement(n, bound=bound):
        return n < bound

    statement.false("every whole n >= 1 is below 1", {"n": 1}, bound=1)
    return statement


def true_claim(verdict: Tier) -> Theorem:
    """A true statement, for forged refutations."""

    @theorem("forged.true", ours(), "n² >= n.", WHOLE, verdict=verdict, example={"n": 1})
    def statement(n):
        return n * n >= n

    statement.true_at("n = 2", {"n": 2})
    statement.outside("n = 0", {"n": 0}, "n >= 1", says_nothing=True)
    return statement


def decide(forged: Theorem):
    page = ModuleType("forged")
    page.forged = forged
    return Ledger(Library(pages=[page])).decide(forged.id)


def assert_refused(forged: Theorem, words: str = ""):
    record = decide(forged)
    assert record.verdict.tier is Tier.UNDECIDED and not record.sound
    assert any(words in fault for fault in record.faults), record.faults


@pytest.mark.parametrize("tier", [Tier.PROVED, Tier.CERTIFIED, Tier.EXHAUSTIVE, Tier.DERIVED, Tier.TESTED])
def test_a_verdict_that_the_page_makes_itself(tier):
    forged = false_claim(tier)
    forged.proof(lambda proof, bound=1000: Verdict(tier, "trust me", "all n"))
    assert_refused(forged, "verdicts are the ledger's to give")


def test_a_refutation_that_the_page_makes_itself():
    forged = true_claim(Tier.REFUTED)
    forged.proof(lambda proof: Verdict(Tier.REFUTED, "exact witness", "one instance", {"n": 5}))
    assert_refused(forged, "verdicts are the ledger's to give")


def test_a_witness_that_is_none():
    forged = true_claim(Tier.REFUTED)
    forged.proof(lambda proof: proof.refute({"n": 5}))
    assert_refused(forged, "the statement is true at the witness, not false")


class Lie(int):
    """An integer of which every product is 0."""

    def __mul__(self, other):
        return 0


class Disguised(Lie):
    """One that says it is of the package."""


Disguised.__module__, Disguised.__qualname__ = "rope_theory.core.angles", "Angle"


class Own:
    """No number at all, and greater than any."""

    def __rmul__(self, other):
        return 0


@pytest.mark.parametrize(
    "value, words",
    [
        (Lie(7), "a Lie, which is a subclass of int"),
        ((1, Lie(7)), "a Lie, which is a subclass of int"),
        (Disguised(7), "a subclass of int"),
        (Own(), "a Own"),
        (np.int64(7), "a int64"),
    ],
)
def test_a_witness_that_computes_as_it_likes(value, words):
    """`Lie(7)` refuted n² >= n once."""
    forged = true_claim(Tier.REFUTED)
    forged.proof(lambda proof: proof.refute({"n": value}))
    assert_refused(forged, words)


@pytest.mark.parametrize("tier", [Tier.PROVED, Tier.EXHAUSTIVE, Tier.DERIVED])
def test_cases_that_are_not_all(tier):
    """It passed every check once: cases 1 to 49 for every n."""
    forged = false_claim(tier)

    @forged.proof
    def page(proof, bound=1000):
        proof.cases("every n", range(1, 50), lambda n: n < bound)
        proof.qed("every n >= 1")

    assert_refused(forged, "nothing says that the steps amount to the statement")


def test_cases_that_are_not_all_with_a_conclusion():
    forged = false_claim(Tier.DERIVED)

    @forged.proof
    def page(proof, bound=1000):
        proof.cases(
            "every n", range(1, 50), lambda n: n < bound, covers=[_N == k for k in range(1, 50)], says=_N < bound
        )
        proof.qed("every n >= 1", _N < bound)

    assert_refused(forged, "these are not all cases")


@pytest.mark.parametrize("conclusion", [n == n, n * 2 != 3], ids=str)
def test_a_conclusion_that_is_true_of_everything(conclusion):
    forged = false_claim(Tier.DERIVED)
    forged.proof(lambda proof, bound=1000: proof.qed("every n", conclusion))
    assert_refused(forged, "is true of everything")


def test_rows_of_a_claim_that_lists_none():
    forged = false_claim(Tier.EXHAUSTIVE)
    forged.proof(lambda proof, bound=1000: proof.rows() or proof.qed("every n"))
    assert_refused(forged, "no hypothesis of the claim lists its instances")


def test_rows_of_a_claim_that_lists_some_in_one_profile_and_more_in_the_other():
    """Two claims were EXHAUSTIVE so: the default profile decided four of six instances, six of fourteen."""
    some = Among.of("n is listed", lambda thorough: [{"n": n} for n in range(1, 2000 if thorough else 50)])

    @theorem("forged.listed", ours(), "Every listed n is below 1000.", some, verdict=Tier.EXHAUSTIVE, example={"n": 1})
    def forged(n, bound=1000):
        return n < bound

    forged.false("every listed n is below 1", {"n": 1}, bound=1)
    forged.proof(lambda proof, bound=1000: proof.rows() or proof.qed("the listed n"))
    assert_refused(forged, "is not all that the hypothesis admits")


def test_true_steps_that_have_nothing_to_do_with_it():
    forged = false_claim(Tier.DERIVED)

    @forged.proof
    def page(proof, bound=1000):
        proof.identity("cos² + sin² = 1", sympy.cos(sympy.Symbol("t")) ** 2 + sympy.sin(sympy.Symbol("t")) ** 2, 1)
        proof.qed("every n >= 1", _N < bound)

    assert_refused(forged, "false: together")


def test_writing_into_the_recorder():
    forged = false_claim(Tier.PROVED)

    @forged.proof
    def page(proof, bound=1000):
        proof.explained = True
        proof.exact("1 = 1", True)
        proof.qed("every n >= 1")

    assert_refused(forged)


def test_python_drops_an_equation():
    forged = false_claim(Tier.DERIVED)
    x, y = z3.Ints("x y")

    @forged.proof
    def page(proof, bound=1000):
        proof.implies("x = y = 2", [x == y, y == 2], x == y == 2)
        proof.qed("every n >= 1", _N < bound)

    with pytest.raises(TypeError, match="z3.And"):
        decide(forged)


def test_a_statement_that_says_nothing():
    @theorem("forged.empty", ours(), "All is well.", WHOLE, verdict=Tier.DERIVED, example={"n": 1})
    def statement(n):
        return every([])

    statement.false("not all is well", {"n": 1}, holds=lambda n: n != 1)

    @statement.proof
    def page(proof):
        proof.qed("all", _N >= 0)

    assert (
        "no control makes the claim's own statement false (an edit of it, or a dropped hypothesis)"
        in decide(statement).faults
    )
