"""The recorder and the ledger: nothing unsound gets a verdict, and no broken control passes for rejected."""

from __future__ import annotations

import os
import pickle
from dataclasses import replace
from fractions import Fraction
from types import ModuleType

import pytest
import sympy
import z3
from hypothesis.strategies import integers

from rope_theory.core.errors import InvalidInput, require_int
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims import (
    Among,
    Backing,
    Domain,
    Erratum,
    FalseNeighbour,
    Hypothesis,
    Ledger,
    Library,
    Proof,
    StepFailed,
    Theorem,
    Tier,
    Verdict,
    Weight,
    domain,
    ours,
    theorem,
    trusted,
)
from rope_theory.evidence.claims.fingerprint import fingerprint
from rope_theory.evidence.theory import LIBRARY

x = sympy.Symbol("x")
k = z3.Real("k")
POSITIVE = domain(k >= 1, of=lambda k: {_K: k})
_K = k


def squares(verdict=Tier.DERIVED, given: Domain | Hypothesis = POSITIVE, example=None, small=None) -> Theorem:
    """k² - 1 >= k - 1 for k >= 1, with two controls and no derivation yet."""

    @theorem(
        "toy.squares",
        ours(),
        "k² >= k for k >= 1.",
        given,
        verdict=verdict,
        example=example or {"k": 2},
        small=small or (lambda thorough: ({"k": k} for k in range(-3, 30 if thorough else 5))),
    )
    def statement(k, strict=False):
        return k * k > k if strict else k * k >= k

    statement.false("strictly more", {"k": 1}, strict=True)
    return statement


def prove(proof, strict=False):
    square, product = z3.Reals("k² k(k-1)")
    symbol = sympy.Symbol("k")
    proof.identity("k² - k = k(k - 1)", symbol**2 - symbol, symbol * (symbol - 1), says=square - _K == product)
    proof.trust(trusted.SUMS, says=z3.Implies(_K - 1 >= 0, product >= 0))
    proof.qed("every real k >= 1", square > _K if strict else square >= _K)


def decide(*theorems: Theorem, profile="quick", kernel=None, asked=None):
    """The record of the first theorem, from a page that holds them all."""
    page = ModuleType("toy_squares")
    for number, one in enumerate(theorems):
        setattr(page, f"theorem_{number}", one)
    return Ledger(Library(pages=[page]), profile, kernel).decide(asked or theorems[0].id)


@pytest.mark.parametrize(
    "call, message",
    [
        ("", "id, source, statement of @theorem on page one must be given, got nothing"),
        ("'toy.one', ours(), 'One.'", "example of @theorem on page one must be given, got nothing"),
        (
            "'toy.one', ours(), exmaple={}",
            "arguments of @theorem on page one must be known ones, got 'exmaple'",
        ),
    ],
)
def test_a_theorem_without_an_argument_is_one_line_that_names_the_page(call, message, tmp_path, monkeypatch):
    (tmp_path / "toy_pages").mkdir()
    page = f"from rope_theory.evidence.claims import ours, theorem\n@theorem({call})\ndef one(): return True\n"
    (tmp_path / "toy_pages" / "one.py").write_text(page)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InvalidInput) as problem:
        assert Library("toy_pages").claims
    assert str(problem.value) == message


def test_another_type_error_of_a_page_is_not_hidden(tmp_path, monkeypatch):
    (tmp_path / "toy_broken").mkdir()
    (tmp_path / "toy_broken" / "one.py").write_text("len(1)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(TypeError, match="has no len"):
        assert Library("toy_broken").claims


def proved(decision, **changes) -> Theorem:
    """`squares` with a derivation, its record changed."""
    found = squares()
    found.proof(decision)
    found.claim = replace(found.claim, **changes)
    return found


def test_a_sound_claim_is_recorded_with_its_trust_and_controls():
    record = decide(proved(prove))
    assert record.sound, record.faults
    assert record.verdict.tier is Tier.DERIVED and record.attacked == 4
    assert record.rejected == {"strictly more": True}
    assert trusted.SUMS in record.trust and "z3 (unsatisfiable answers)" in record.trust
    data = record.as_json()
    assert data["controls"] == {"total": 1, "rejected": 1} and data["verdict"] == "DERIVED" and data["witness"] is None
    assert data["wording"] == "OURS"


def test_thorough_attacks_more():
    assert decide(proved(prove), profile="thorough").attacked == 29


def test_a_kernel_makes_it_proved_and_steps_an_explanation():
    def explain(proof, **_):
        proof.exact("2·2 >= 2", True)
        proof.qed("every k >= 1")

    def kernel(claim):
        return Backing("proved", "a kernel", ("the kernel",))

    record = decide(proved(explain, verdict=Tier.PROVED), kernel=kernel)
    assert record.sound and record.verdict.tier is Tier.PROVED and record.trust == ("the kernel",)
    record = decide(proved(explain, verdict=Tier.PROVED))
    assert record.verdict.tier is Tier.UNDECIDED and "nothing says that the steps amount to" in record.faults[0]


def test_a_kernel_that_refutes_what_the_page_derives_is_no_verdict():
    record = decide(proved(prove), kernel=lambda claim: Backing("refuted", "a kernel"))
    assert record.verdict.tier is Tier.UNDECIDED and not record.sound


@pytest.mark.parametrize(
    "change, fault",
    [
        ({"verdict": Tier.PROVED}, "verdict DERIVED, on record PROVED"),
        ({"example": {"k": 0}}, "the example does not meet the hypotheses"),
        ({"holds": lambda k, strict=False: k != 2}, "the statement is not true at its example"),
        ({"holds": lambda k, strict=False: k != 3 and not strict}, "the attack found false at {'k': 3}"),
        ({"holds": lambda k, strict=False: Truth.UNKNOWN if k == 3 else not strict}, "the attack found unknown"),
        ({"holds": lambda k, strict=False: k * k >= 0.5 * k and not strict}, "computes in floating point"),
        ({"example": {"k": 2.5}}, "floating-point number"),
        ({"small": lambda thorough: [{"k": 0}]}, "the attack met no instance"),
        ({"controls": ()}, "no control makes the claim's own statement false"),
        (
            {"controls": (FalseNeighbour("strictly more", {"k": 1}, edit={"strict": True}),)},
            "no control breaks the derivation",
        ),
    ],
)
def test_a_fault_is_named(change, fault):
    record = _tolerant(change)
    assert not record.sound and any(fault in text for text in record.faults), record.faults


def _tolerant(change):
    given = Hypothesis("k >= 1", lambda k, **_: k >= 1)  # of floats, too
    found = squares(given=given)
    found.proof(lambda proof, strict=False: _short(proof, strict))
    found.claim = replace(found.claim, **change)
    return decide(found)


def _short(proof, strict):
    fact = z3.Bool("k² >= k")
    proof.exact("as every schoolchild knows", Truth.FALSE if strict else True, says=fact)
    proof.qed("every real k >= 1", fact)


@pytest.mark.parametrize(
    "add, why",
    [
        (lambda t: t.false("true", {"k": 2}, strict=True), "its statement is true at its instance"),
        (lambda t: t.false("passes", {"k": 1}, holds=lambda k, **_: k > 1, idle=1), "the derivation passes with it"),
        (
            lambda t: t.false("undecided", {"k": 1}, holds=lambda k: Truth.UNKNOWN if k else True),
            "its statement is unknown",
        ),
        (
            lambda t: t.false("outside", {"k": 0}, strict=True),
            "the hypothesis 'k >= 1' is false at its instance, not true",
        ),
        (
            lambda t: t.false("drops what holds", {"k": 1}, "k >= 1", holds=lambda k: k > 1),
            "is true at its instance, not false",
        ),
        (lambda t: t.false("drops nothing of ours", {"k": 1}, "k > 7"), "it drops what is no hypothesis"),
        (lambda t: t.false("reads nothing", {"k": 1}, holds=lambda k: False), "does not read its instance"),
        (
            lambda t: t.false("empty cases", {"k": 1}, strict=True, empty=True),
            "the derivation fails with it, undecided",
        ),
        (
            lambda t: t.false("contradictory", {"k": 1}, strict=True, vacuous=True),
            "the derivation fails with it, undecided",
        ),
        (
            lambda t: t.false("goal left open", {"k": 1}, strict=True, open_=True),
            "the derivation fails with it, undecided",
        ),
    ],
)
def test_a_control_that_is_not_decided_false_is_not_rejected(add, why):
    found = squares()
    add(found)

    @found.proof
    def decision(proof, strict=False, idle=0, empty=False, vacuous=False, open_=False):
        if empty:
            proof.cases("none", [], lambda case: True)
        if vacuous:
            proof.implies("vacuous", [_K < 0], _K > 5)
        if open_:
            proof.exact("left open", Truth.UNKNOWN)
        prove(proof, strict and not (empty or vacuous or open_))

    record = decide(found)
    name = found.claim.controls[-1].name
    assert record.rejected[name] is False and any(
        f"not rejected: {name}: " in text and why in text for text in record.faults
    )


def test_an_edit_that_edits_nothing_is_refused_where_it_is_written():
    found = squares()
    found.false("by magic", {"k": 1}, magic=True)
    with pytest.raises(InvalidInput, match="control 'by magic' of .*, got magic, which edits nothing"):
        found.proof(prove)
    with pytest.raises(InvalidInput, match="control 'late' of .* must stand before the derivation"):
        found.false("late", {"k": 1})


def test_an_erratum_of_what_is_not_refuted_is_refused():
    erratum = Erratum(Weight.SLIP, "a toy", "k = 1.")
    with pytest.raises(
        InvalidInput, match="erratum of toy.printed must belong to .*, got verdict=PROVED, wording OURS"
    ):
        theorem("toy.printed", ours(), "k = k.", example={"k": 1}, erratum=erratum)


def test_bad_input_while_claims_are_decided_names_them_also_from_a_worker():
    def searching(proof, **_):
        proof.attack("a search", integers(0, 9), lambda k: require_int("receipt", None) and k, examples=3)

    inner = proved(searching)
    outer = squares()
    outer.proof(lambda proof, **_: proof.use("toy.squares"))
    outer.claim = replace(outer.claim, id="toy.outer")
    with pytest.raises(InvalidInput, match="^receipt must be an integer, got nothing") as problem:
        decide(outer, inner)
    handed_on = pickle.loads(pickle.dumps(problem.value))
    for each in (problem.value, handed_on):
        assert each.__notes__ == ["toy.outer -> toy.squares could not be decided"]
    assert str(handed_on) == str(problem.value) and handed_on.rule == "must be an integer"


def test_no_derivation_is_undecided():
    record = decide(squares())
    assert record.verdict.tier is Tier.UNDECIDED and "no page decides it" in record.faults[0]


def test_a_failing_step_is_undecided_and_says_where():
    record = decide(proved(lambda proof, **_: proof.identity("wrong", x, x + 1) and proof.qed("")))
    assert record.verdict.tier is Tier.UNDECIDED and "wrong" in record.faults[0]


def test_a_page_without_a_last_line_is_undecided():
    record = decide(proved(lambda proof, **_: None))
    assert record.verdict.tier is Tier.UNDECIDED and "without qed or refute" in record.faults[0]


BELOW_FIVE = "k < 5 for every k >= 1."


def below(bound=5, verdict=Tier.REFUTED) -> Theorem:
    """k < bound for k >= 1: false."""

    @theorem("toy.below", ours(), BELOW_FIVE, POSITIVE, verdict=verdict, example={"k": 2})
    def statement(k, bound=bound):
        return k < bound

    statement.true_at("4 is below", {"k": 4})
    return statement


def test_a_refutation_needs_controls_on_its_hypotheses():
    found = below()
    found.outside("1/2 is not in the domain", {"k": Fraction(1, 2)}, "k >= 1", says_nothing=True)
    found.proof(lambda proof: proof.refute({"k": 5}))
    assert decide(found).sound
    bare = below()
    bare.proof(lambda proof: proof.refute({"k": 5}))
    assert "no control loosens the hypothesis 'k >= 1'" in decide(bare).faults


def test_a_hypothesis_replaced_by_true_is_noticed():
    found = below()
    found.outside("0 is not in the domain", {"k": Fraction(1, 2)}, "k >= 1", says_nothing=True)
    found.proof(lambda proof: proof.refute({"k": 5}))
    always = Hypothesis("k >= 1", lambda **_: True)
    found.claim = replace(found.claim, hypotheses=(always,))
    record = decide(found)
    assert not record.sound and any("is true at its instance, not false" in fault for fault in record.faults)


@pytest.mark.parametrize(
    "witness, why",
    [
        ({"k": 4}, "the statement is true at the witness, not false"),
        ({"k": 0}, "the hypothesis 'k >= 1' is false at the witness"),
        ({"k": 7.5}, "floating-point number"),
    ],
)
def test_the_ledger_evaluates_the_witness_itself(witness, why):
    found = below()
    found.proof(lambda proof: proof.refute(witness))
    record = decide(found)
    assert record.verdict.tier is Tier.UNDECIDED and any(why in fault for fault in record.faults)


def test_non_witness_must_hold_where_it_stands():
    found = below()
    found.true_at("6 is not below", {"k": 6})
    found.proof(lambda proof: proof.refute({"k": 5}))
    assert decide(found).rejected == {"4 is below": True, "6 is not below": False}


def test_the_weakest_evidence_sets_the_tier():
    from hypothesis import strategies as st

    proof = Proof(squares().claim, explained=True)
    proof.identity("x + x = 2x", x + x, 2 * x)
    proof.attack("some integers", st.integers(), lambda k: k == k, examples=5)
    proof.qed("")
    assert proof.tier() is Tier.TESTED


def rows_of(given: Among) -> Theorem:
    @theorem("toy.rows", ours(), "1, 2 and 3 are below 4.", given, verdict=Tier.EXHAUSTIVE, example={"n": 1})
    def statement(n, bound=4):
        return n < bound

    statement.false("below 3", {"n": 3}, bound=3)
    return statement


def test_exhaustive_is_said_of_the_whole_list_that_the_claim_names():
    found = rows_of(Among.of("one of 1, 2, 3", [{"n": n} for n in (1, 2, 3)]))
    found.proof(lambda proof: proof.rows() or proof.qed("the three rows"))
    record = decide(found)
    assert record.sound and record.verdict.tier is Tier.EXHAUSTIVE, record.faults
    wrong = rows_of(Among.of("one of 1, 2, 3, 9", [{"n": n} for n in (1, 2, 3, 9)]))
    wrong.proof(lambda proof: proof.rows() or proof.qed("the four rows"))
    assert decide(wrong).verdict.tier is Tier.UNDECIDED


def test_only_facts_that_are_worded_once_can_be_trusted():
    with pytest.raises(TypeError, match="worded once"):
        Proof(squares().claim).trust("everything is fine")


def test_trust_alone_proves_nothing():
    proof = Proof(squares().claim)
    proof.trust(trusted.SUMS)
    with pytest.raises(StepFailed, match="without a checked step"):
        proof.qed("")


def test_every_step_of_a_composition_is_needed_or_a_remark():
    a, b = z3.Bools("a b")
    proof = Proof(squares().claim)
    proof.exact("a", True, says=a)
    proof.exact("b", True, says=b)
    with pytest.raises(StepFailed, match="follows without b"):
        proof.qed("", a)
    proof = Proof(squares().claim)
    proof.exact("a", True, says=a)
    with pytest.raises(StepFailed, match="false: together: b"):
        proof.qed("", b)
    proof = Proof(squares().claim)
    proof.exact("a", True)
    with pytest.raises(StepFailed, match="says no formula"):
        proof.qed("", a)


def lemma() -> Theorem:
    found = rows_of(Among.of("one of 1, 2, 3", [{"n": n} for n in (1, 2, 3)]))
    found.proof(lambda proof: proof.rows() or proof.trust(trusted.SUMS, remark=True) and proof.qed("the three rows"))
    return found


def test_use_carries_trust_and_tier_and_needs_a_sound_support():
    def lean(proof, strict=False):
        fact = z3.Bool("all of them")
        proof.use("toy.rows", says=fact)
        proof.exact("and this", Truth.FALSE if strict else True, remark=True)
        proof.qed("all", fact)

    record = decide(proved(lean), lemma())
    assert record.sound and record.uses == ("toy.rows",) and trusted.SUMS in record.trust, record.faults
    assert record.verdict.tier is Tier.DERIVED
    broken = lemma()
    broken.claim = replace(broken.claim, verdict=Tier.CERTIFIED)  # its record is not sound
    record = decide(proved(lean), broken)
    assert record.verdict.tier is Tier.UNDECIDED and "leans on toy.rows" in record.faults[0]
    assert record.faults[0].endswith(", and not sound")


def test_leaning_on_a_proved_claim_proves_nothing_by_itself():
    def lean(proof, strict=False):
        proof.use("toy.rows")
        proof.qed("all")

    record = decide(proved(lean, verdict=Tier.EXHAUSTIVE), lemma())
    assert record.verdict.tier is Tier.UNDECIDED and "nothing says that the steps amount to" in record.faults[0]


def test_circular_use_is_a_failed_step():
    record = decide(proved(lambda proof, **_: proof.use("toy.squares") and proof.qed("")))
    assert record.verdict.tier is Tier.UNDECIDED and "circular" in record.faults[0]


def test_a_bug_in_a_page_is_no_rejection():
    def buggy(proof, strict=False):
        if strict:
            raise TypeError("a bug")
        prove(proof)

    with pytest.raises(TypeError, match="a bug"):
        decide(proved(buggy))


def test_cases_are_evidence_only_with_a_certificate_that_they_are_all():
    proof = Proof(squares().claim)
    with pytest.raises(StepFailed, match="these are not all cases"):
        proof.cases("1 to 49", range(1, 50), lambda n: n < 1000, covers=[n == _K for n in range(1, 50)])
    proof.cases("1 to 49", range(1, 50), lambda n: n < 1000)
    assert proof.steps[-1].remark
    halves = [_K <= 2, _K > 2]
    proof.cases("both halves", [1, 3], lambda n: n < 1000, says=z3.Bool("both"), covers=halves)
    assert not proof.steps[-1].remark


def test_the_fingerprint_reads_functions_that_are_defaults():
    def one(k):
        return k

    def other(k):
        return 2 * k

    def statement(inner):
        def positional(k, inner=inner):
            return inner(k) >= k

        def by_keyword(k, *, inner=inner):
            return inner(k) >= k

        return positional, by_keyword

    for first, second in zip(statement(one), statement(other), strict=True):
        prints = [fingerprint(replace(squares().claim, holds=holds)) for holds in (first, second)]
        assert prints[0] != prints[1]


def test_the_fingerprint_is_of_the_file_as_it_stands(tmp_path):
    """Texts are kept by code and file; a default is in the file alone."""
    page, prints = tmp_path / "page.py", []
    for default in (1, 1, 2):
        page.write_text(f"def holds(k, more={default}):\n    return k + more > 0\n")
        os.utime(page, ns=(default, default))
        loaded = {"__name__": "page"}
        exec(compile(page.read_text(), page, "exec"), loaded)
        prints.append(fingerprint(replace(squares().claim, holds=loaded["holds"])))
    assert prints[0] == prints[1] != prints[2]


def test_claims_are_listed_by_paper_then_by_name_and_other_papers_last():
    page = ModuleType("toy_order")
    for id in ("known.b", "later.a", "earlier.a", "known.a"):
        one = squares()
        one.claim = replace(one.claim, id=id)
        setattr(page, id.replace(".", "_"), one)
    assert list(Library(pages=[page], papers=("known",)).theorems) == ["known.a", "known.b", "earlier.a", "later.a"]


def test_unknown_profile_and_claim_are_refused():
    with pytest.raises(InvalidInput, match="profile must be one of"):
        Ledger(Library(), "slow")
    with pytest.raises(InvalidInput, match="did you mean .*u26.table1"):
        LIBRARY.claim("u26.table")


def test_verdicts_are_named():
    assert str(Verdict(Tier.CERTIFIED, "", "").tier) == "CERTIFIED"


def test_cases_that_are_not_looked_at_show_nothing():
    with pytest.raises(StepFailed, match="never reads its case"):
        Proof(squares().claim).cases("every n", range(1, 50), lambda n: True)


def test_the_fingerprint_knows_the_formulas_of_the_domain():
    def of(*formulas):
        return fingerprint(squares(given=domain(*formulas, of=lambda k: {_K: k})).claim)

    assert of(k >= 1) == of(k >= 1) and len({of(k >= 1), of(k >= 2), of(k >= 1, k <= 9), of(("one", k >= 1))}) == 4
