"""Formal proofs with Coq itself: what is no proof is seen by the kernel, whatever the text of the file says."""

import importlib.util
import shutil
from pathlib import Path

import pytest

from rope_theory.evidence.formal.kernel import run
from rope_theory.evidence.formal.sources import Sources

_spec = importlib.util.spec_from_file_location("fake_coq", Path(__file__).with_name("fake_coq.py"))
fake_coq = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(fake_coq)
PAGE, PROOF, TOY = fake_coq.PAGE, fake_coq.PROOF, fake_coq.TOY

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


@needs_coq
def test_coq_tells_an_axiom_of_ours_from_the_standard_one_of_that_name():
    page = PAGE.replace(
        PROOF, "Proof. intro n. destruct (RopeTheory.Classical_Prop.classic (n = n)); exact eq_refl. Qed."
    )
    page = page.replace("Require Base.", "Require Base RopeTheory.Classical_Prop.")
    own = "Axiom classic : forall P : Prop, P \\/ ~ P."
    found = checked(page, **{"Classical_Prop.v": own}).checked["u25_lem1"]
    assert found.reasons == ("rests on RopeTheory.Classical_Prop.classic, which is not allowed",)


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


@needs_coq
@pytest.mark.parametrize("base", GOOD.values(), ids=GOOD)
def test_coq_prints_whatever_a_statement_stands_on_however_it_is_defined(base):
    def meaning(base):
        found = checked(STANDS_ON, base).checked["u25_lem1"]
        assert not found.reasons
        return found.meaning

    first = meaning(base)
    assert first == meaning(base + " Definition idle := 1. Lemma other : True. Proof. exact I. Qed.")
    assert "n = n" in base and first != meaning(base.replace("n = n", "n = S n"))
