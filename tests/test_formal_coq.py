"""Formal proofs with Coq itself: what is no proof is seen by the kernel, whatever the text of the file says."""

import importlib.util
import shutil
from pathlib import Path

import pytest

from rope_theory.evidence.formal import coq, twins
from rope_theory.evidence.formal import sources as source_files
from rope_theory.evidence.formal.kernel import run
from rope_theory.evidence.formal.sources import Sources

_spec = importlib.util.spec_from_file_location("fake_coq", Path(__file__).with_name("fake_coq.py"))
fake_coq = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(fake_coq)
PAGE, PROOF, TOY = fake_coq.PAGE, fake_coq.PROOF, fake_coq.TOY

OURS = source_files.read()
needs_coq = pytest.mark.skipif(not shutil.which("coqc"), reason="NOT RUN: no coqc on PATH")


def checked(page: str, base: str = TOY["Base.v"], **others: str):
    files = {"Base.v": base, "u25_lem1.v": page.replace("Require Base", "Require Import RopeTheory.Base"), **others}
    return run(Sources(files))


@needs_coq
def test_coq_checks_the_toy():
    found = checked(PAGE)
    entry = found.checked["u25_lem1"]
    assert entry.reasons == () and entry.assumptions == () and not found.broken
    assert entry.statement == "forall n : nat, n = n" and entry.neighbours == {"all": "forall n m : nat, n = m"}


@needs_coq
def test_a_definition_that_changes_under_a_kept_proof_is_seen(tmp_path):
    page = PAGE.replace("Require Base", "Require Import RopeTheory.Base").replace(
        "Definition u25_lem1_statement",
        "Lemma zero : base = 0. Proof. reflexivity. Qed.\nDefinition u25_lem1_statement",
    )
    good, bad = (Sources({"Base.v": f"Definition base := {value}.", "u25_lem1.v": page}) for value in (0, 1))
    assert (run(good, store=tmp_path).kept, run(good, store=tmp_path).kept) == (0, 2)
    assert run(good, store=tmp_path).checked["u25_lem1"].reasons == ()
    assert run(bad, store=tmp_path).checked["u25_lem1"].reasons == (
        'u25_lem1.v, line 3: Unable to unify "0" with "base".',
    )


@needs_coq
def test_files_that_require_each_other_do_not_compile(tmp_path):
    page = PAGE.replace("Require Base", "Require Import RopeTheory.Base")
    circle = Sources({"Base.v": f"Require Import RopeTheory.u25_lem1.\n{TOY['Base.v']}", "u25_lem1.v": page})
    for store in (None, tmp_path):
        found = run(circle, store=store)
        assert sorted(found.broken) == ["Base.v", "u25_lem1.v"] and found.checked["u25_lem1"].reasons


@needs_coq
@pytest.mark.parametrize(
    "old, new, base, reason",
    [
        (PROOF, "Proof. Admitted.", "", "rests on RopeTheory.u25_lem1.u25_lem1_proved, which is not allowed"),
        (PROOF, "Proof. intro n. exfalso. exact wish. Qed.", "Axiom wish : False.", "rests on RopeTheory.Base.wish"),
        (PROOF, "Proof. intro n. reflexivity.", "", "does not compile"),
        ("forall n : nat, n = n.", "False.", "", "does not compile"),
        ("~ u25", "not' u25", "Definition not' (P : Prop) := True.", "does not compile"),
        (
            ": ~ u25_lem1_neighbour_all.\nProof. intro H. discriminate (H 0 1). Qed.",
            ": ~ u25_lem1_neighbour_all.\nProof. exact I. Qed.",
            'Notation "~ x" := (True) : type_scope.',
            "u25_lem1_neighbour_all_false is no proof of its statement",
        ),
        (
            PROOF,
            "Proof. intro n. destruct (loop 0). Qed.",
            "Unset Guard Checking. Fixpoint loop (n : nat) : False := loop n.",
            "unexpected answer of Print Assumptions",
        ),
    ],
    ids=["admitted", "axiom", "unfinished", "false", "undone", "notation", "unguarded"],
)
def test_coq_sees_what_is_no_proof(old, new, base, reason):
    assert old in PAGE
    found = checked(PAGE.replace(old, new), base)
    reasons = [*found.checked["u25_lem1"].reasons, *(f"does not compile: {error}" for error in found.broken.values())]
    assert any(reason in line for line in reasons), reasons


CLASSIC = "Coq.Logic.Classical_Prop.classic"
CHOICE = "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep"
BY_CLASSIC = (
    "Proof. intro n. destruct (Coq.Logic.Classical_Prop.classic (n = n)) as [e|e]; [exact e|exact eq_refl]. Qed."
)
ADMITTED = "Proof. Admitted."


@pytest.fixture
def two_theorems(monkeypatch):
    """(proofs, axioms said) -> what was found, how often Coq was asked for axioms."""
    times = []
    ask = coq.Build.ask

    def counted(build, *parts):
        times.append(sum("Print Assumptions" in line for part in parts for group in part.groups for line in group))
        return ask(build, *parts)

    def found(proofs, said):
        page = "Require Coq.Logic.Classical_Prop.\n" + PAGE.replace("Require Base", "Require Import RopeTheory.Base")
        names = ("u25_lem1", "u25_lem2")
        files = {
            f"{x}.v": page.replace("u25_lem1", x).replace(PROOF, proof) for x, proof in zip(names, proofs, strict=True)
        }
        times.clear()
        checked = run(Sources({"Base.v": TOY["Base.v"], **files}), said={x: said for x in names}).checked
        return [(checked[x].assumptions, checked[x].reasons) for x in names], sum(times)

    monkeypatch.setattr(coq.Build, "ask", counted)
    return found


@needs_coq
@pytest.mark.parametrize(
    "proofs, said",
    [((BY_CLASSIC, BY_CLASSIC), [CLASSIC]), ((PROOF, PROOF), [])],
    ids=["classical", "none"],
)
def test_theorems_of_which_the_same_is_said_are_asked_about_together(two_theorems, proofs, said):
    assert two_theorems(proofs, said) == ([(tuple(said), ())] * 2, 1)


@needs_coq
@pytest.mark.parametrize(
    "proofs, said, axioms",
    [
        ((PROOF, BY_CLASSIC), [], [(), (CLASSIC,)]),
        ((PROOF, BY_CLASSIC), [CHOICE], [(), (CLASSIC,)]),
        ((PROOF, PROOF), [CLASSIC], [(), ()]),
        ((PROOF, ADMITTED), [], [(), ("RopeTheory.u25_lem2.u25_lem2_proved",)]),
    ],
    ids=["more", "another", "less", "admitted"],
)
def test_theorems_that_rest_on_something_else_than_said_are_asked_one_by_one(two_theorems, proofs, said, axioms):
    found, times = two_theorems(proofs, said)
    assert [each for each, _ in found] == axioms and times == 3
    assert [bool(reasons) for _, reasons in found] == [False, ADMITTED in proofs]


@needs_coq
def test_that_one_of_several_rests_on_less_than_said_is_not_seen(two_theorems):
    """What is said stays true: neither rests on more."""
    found, times = two_theorems((PROOF, BY_CLASSIC), [CLASSIC])
    assert found == [((CLASSIC,), ())] * 2 and times == 1


@needs_coq
def test_coq_tells_an_axiom_of_ours_from_the_standard_one_of_that_name():
    page = PAGE.replace(
        PROOF, "Proof. intro n. destruct (RopeTheory.Classical_Prop.classic (n = n)); exact eq_refl. Qed."
    )
    page = page.replace("Require Base.", "Require Base RopeTheory.Classical_Prop.")
    own = "Axiom classic : forall P : Prop, P \\/ ~ P."
    found = checked(page, **{"Classical_Prop.v": own}).checked["u25_lem1"]
    assert found.reasons == ("rests on RopeTheory.Classical_Prop.classic, which is not allowed",)


BOUNDED = (
    PAGE.replace("Require Base.", "From RopeTheory Require Import Base Instances.")
    .replace("Prop := forall n : nat, n = n.", "Prop := forall n, 2 <= n -> forall m, n < m -> n = n.")
    .replace(PROOF, "Proof. intros n. intros. reflexivity. Qed.")
) + (
    "Example u25_lem1_instance : instance_of u25_lem1_statement.\n"
    "Proof. exists 2. repeat (split; [solve [auto] |]). exists 3. auto. Qed.\n"
)


@needs_coq
@pytest.mark.parametrize(
    "hypothesis, whole", [("2 <= n", True), ("2 <= n -> 1 <= n", True), ("2 <= n -> n < n", False), ("3 <= n", False)]
)
def test_coq_computes_what_an_instance_has_to_show(hypothesis, whole):
    assert "forall n, 2 <= n ->" in BOUNDED
    page = BOUNDED.replace("forall n, 2 <= n ->", f"forall n, {hypothesis} ->")
    found = checked(page, **{"Instances.v": OURS.text["Instances.v"]})
    assert (not found.checked["u25_lem1"].reasons) is whole and len(found.broken) == (not whole)
    assert whole or "line 10:" in found.broken["u25_lem1.v"], found.broken


@needs_coq
@pytest.mark.parametrize("claimed", ["True", "exists n, 2 <= n /\\ True", "exists n m, 2 <= n /\\ n < m /\\ True"])
def test_coq_refuses_an_instance_of_another_type(claimed):
    proof = {"True": "exact I", "exists n, 2 <= n /\\ True": "exists 2; auto"}.get(claimed, "exists 2, 3; auto")
    head = BOUNDED.partition("Example")[0] + f"Notation instance_of S := ({claimed}) (only parsing).\n"
    page = head + f"Example u25_lem1_instance : instance_of u25_lem1_statement.\nProof. {proof}. Qed.\n"
    found = checked(page, **{"Instances.v": OURS.text["Instances.v"]})
    assert not found.broken and found.checked["u25_lem1"].reasons == ("u25_lem1_instance is no proof of its statement",)


STANDS_ON = (
    PAGE.replace("Require Base.", "Require Import RopeTheory.Base.")
    .replace("Prop := forall n : nat, n = n.", "Prop := forall n : nat, good n -> good n.")
    .replace(PROOF, "Proof. intros n H. exact H. Qed.")
)
GOOD = {
    "a proof script": "Lemma good : nat -> Prop. Proof. exact (fun n => n = n). Defined.",
    "an opaque script": "Lemma good : nat -> Prop. Proof. exact (fun n => n = n). Qed.",
    "a second definition": "Definition least := 0. Definition good (n : nat) := n = n \\/ least = 1.",
    "an inductive type": "Inductive good (n : nat) : Prop := fine : n = n -> good n.",
    "a notation": "Notation good n := (n = n).",
    "a section": "Section S. Variable least : nat. Definition at_least (n : nat) := n = n \\/ least = 1. End S. "
    "Definition good := at_least 0.",
    "a module": "Module M. Definition good (n : nat) := n = n. End M. Export M.",
    "a class": "Class Good := good : nat -> Prop. #[export] Instance it : Good := fun n => n = n.",
}


#: What of these no page can show, as its text is no definition: the name that Coq has for it.
UNSEEN = {"a proof script": "good", "an opaque script": "good", "a module": "M.good", "a class": "it"}


@needs_coq
@pytest.mark.parametrize("name", GOOD)
def test_coq_prints_whatever_a_statement_stands_on_however_it_is_defined_and_refuses_what_no_page_shows(name):
    base, unseen = GOOD[name], [UNSEEN[name]] if name in UNSEEN else []
    refused = [f"no definition that its page shows defines Base.{each}" for each in unseen]

    def meaning(base):
        found = checked(STANDS_ON, base).checked["u25_lem1"]
        assert list(found.reasons) == refused
        return found.meaning

    first = meaning(base)
    assert first == meaning(base + " Definition idle := 1. Lemma other : True. Proof. exact I. Qed.")
    assert "n = n" in base and first != meaning(base.replace("n = n", "n = S n"))


@needs_coq
def test_of_two_names_that_differ_in_a_full_stop_alone_coq_prints_both():
    base = "Module M. Definition a__b := 1. Module a. Definition b := 2. End a. End M. "
    base += "Definition good (n : nat) := n = n \\/ M.a__b = M.a.b."
    lines = checked(STANDS_ON, base).checked["u25_lem1"].meaning.splitlines()
    assert {"Base.M.a__b: Base.M.a__b = S O : nat", "Base.M.a.b: Base.M.a.b = S (S O) : nat"} <= {*lines}


@needs_coq
def test_coq_prints_a_definition_to_its_last_depth():
    def meaning(last):
        base = f"Definition least := {'S (' * 80}{last}{')' * 80}. Definition good (n : nat) := n = n \\/ least = 1."
        return checked(STANDS_ON, base).checked["u25_lem1"].meaning

    assert meaning("0") != meaning("1") and "..." not in meaning("0")


# Twins


@pytest.fixture(scope="module")
def built():
    if not shutil.which("coqc"):
        pytest.skip("NOT RUN: no coqc on PATH")
    names = dict.fromkeys(name for needed in twins.REQUIRED for name in OURS.closure(f"{needed}.v"))
    with coq.Build(Sources({name: OURS.text[name] for name in names})) as build:
        assert not any(build.compile().values())
        yield build


#: What Coq answered to a command, in a session with nothing added: another such session gives it no other answer.
ANSWERED: dict[str, str] = {}


def answers(build, groups):
    return build.ask(coq.Part(twins.start(), groups))


def faults(build, asked):
    if new := [twin for twin in asked if twin.command not in ANSWERED]:
        found = answers(build, [[twin.command] for twin in new])
        ANSWERED.update({twin.command: found.get(f"twin_{twin.label}", "") for twin in new})
    return [fault for twin in asked if (fault := twin.fault(ANSWERED[twin.command]))]


def test_coq_and_python_agree_on_every_twin(built):
    asked = twins.twins()
    assert sum(len(twin.cases) for twin in asked) >= 2000 and faults(built, asked) == []


#: A definition of Coq's made wrong: its twin's name, the wrong one.
WRONG = {
    "Index": "Definition Index (out : list token -> nat -> token) (s : list token) := s.",
    "Index, wrapping": "Definition wrap := keep.",
    "Double": "Definition Double := Index keep.",
    "Retrieval": "Definition Retrieval := map (fun t : pair => t).",
    "proper": "Definition proper_twin (s : list pair) := bound_then_letters s.",
    "Listing 1, index": "Definition listing1_index (s : list token) := Some (Index keep s).",
    "Listing 1, retrieval": "Definition listing1_retrieval := map (fun t : pair => t).",
    "number task": "Definition number_twin (s : list token) := number_walk (length s) s (length s).",
    "letter task, all": "Definition sees_all := sees_earlier.",
    "letter task, earlier": "Definition sees_earlier := sees_all.",
    "number decomposition": "Definition iterate (T : Type) r (f : T -> T) x := Nat.iter (S r) f x. Arguments iterate {T}.",
    "letter decomposition": "Definition last_tok {T} (s : list T) := nth_error s 0.",
    "swap": "Definition swapped (a b j : nat) := if j =? a then b else j.",
    "invariant under swaps": "Definition invariant_twin := equivariant_twin.",
    "equivariant under swaps": "Definition equivariant_twin := invariant_twin.",
    "gap to any other position": "Definition maximisers_twin (vs : list Z) := seq 1 (length vs).",
    "gap to positions that are not maximisers": "Definition gap_not_maximal_twin := gap_to_twin (fun k => 1 <? k).",
    "gap to tokens with another left letter": "Definition maximisers_twin (vs : list Z) := seq 1 (length vs).",
    "H_POS": "Definition asked (x : token) := match x with Letter _ => 1 | Int i => i end. "
    "Definition h_pos_twin a x i j := [(1, (back i j - Z.of_nat (asked x)) * a)%Z].",
    "T_Retrieval's head": "Definition h_retrieval_twin (a r : Z) x i y j := on_circle_twin (- a) r (left_of y) (sought x) i j.",
    "H_SYM with a spare point": "Definition h_single_twin (s : nat) a r x i y j := "
    "on_circle_twin a r (symbol_of y) (symbol_of x) i j.",
    "H_MIX": "Definition h_mix_twin (s : nat) a r (A B : Z) x i y j := "
    "[(B, back (place_of s y) (symbol_of x) * r); (A, back i j * a)]%Z.",
    "in sections": "Definition in_sections (t h p : nat) := if p <=? t then 0 else if p <? t + h then 1 else 2.",
    "interleaved": "Definition interleaved (h w p : nat) := p mod 3.",
    "rows from adjacent to half-split": "Definition from_half := to_half.",
}


def test_every_twin_has_a_wrong_definition_to_catch():
    assert list(WRONG) == [twin.name for twin in twins.twins()]


def test_one_wrong_definition_in_coq_fails_the_check_of_its_name(built):
    """Each wrong one in a module of its own, out of sight of the others."""
    asked = twins.twins()
    found = answers(
        built,
        [[f"Module M_{twin.label}.", WRONG[twin.name], twin.command, f"End M_{twin.label}."] for twin in asked],
    )
    for twin in asked:
        fault = twin.fault(found.get(f"twin_{twin.label}", ""))
        assert fault and fault.startswith(f"twin {twin.name}: Coq and Python differ on "), (twin.name, fault)


#: A function of Python's made wrong: its name in the module, the names of the twins that ask it.
SLIPS = {
    "index_function": (lambda s, *reading: s, {"Index", "Index, wrapping", "number decomposition"}),
    "listing1_index": (lambda s: list(s), {"Listing 1, index"}),
    "improper": (lambda s: None, {"proper"}),
    "in_sections": (lambda sections: [0] * sum(sections), {"in sections"}),
    "interleaved": (lambda sections: [plane % 3 for plane in range(sum(sections))], {"interleaved"}),
    "half_from_adjacent": (lambda rotary, head: list(range(head)), {"rows from adjacent to half-split"}),
    "gap": (lambda values, *rest: max(values) - min(values), {name for name in WRONG if name.startswith("gap")}),
}


@pytest.mark.parametrize("name", SLIPS)
def test_one_wrong_function_in_python_fails_the_check_of_its_name(built, monkeypatch, name):
    wrong, names = SLIPS[name]
    monkeypatch.setattr(twins, name, wrong)
    asked = twins.twins()
    assert {fault.partition(":")[0].removeprefix("twin ") for fault in faults(built, asked)} == names


def test_a_twin_that_coq_does_not_answer_is_a_fault():
    twin = twins.Twin("toy", "fun c => true", (("1", "2"),))
    assert twin.fault("") == "twin toy: Coq gives no answer" and twin.fault("     = []\n     : list nat\n") is None
    assert (
        twin.fault("= [0] : list nat")
        == "twin toy: Coq and Python differ on 1 of 1 inputs, first on 1, where Python says 2"
    )
