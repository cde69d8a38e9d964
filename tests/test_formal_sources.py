"""Formal proofs as text: comments, what is refused, the naming scheme, definitions, answers of Print Assumptions."""

import importlib.util
from pathlib import Path

import pytest

from rope_theory.evidence.formal import receipts
from rope_theory.evidence.formal import sources as source_files
from rope_theory.evidence.formal.assumptions import STANDARD, read_assumptions
from rope_theory.evidence.formal.sources import Sources, sentences, stripped
from rope_theory.evidence.theory import claims
from rope_theory.faces.report.formal import project, with_table

_spec = importlib.util.spec_from_file_location("fake_coq", Path(__file__).with_name("fake_coq.py"))
fake_coq = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(fake_coq)
INSTANCE, PROOF, TOY = fake_coq.INSTANCE, fake_coq.PROOF, fake_coq.TOY
PAGE = TOY["u25_lem1.v"]


def test_comments_and_strings_hide_nothing_and_are_no_text():
    text = 'a. (* b. (* "*)" *) Admitted. *) c "(*". d "e. *)" (**) f.'
    assert stripped(text) == 'a.   c "". d ""   f.'
    assert sentences(text) == ["a", 'c ""', 'd "" f']
    assert sentences("x. (* never closed. Admitted.") == ["x"]


@pytest.mark.parametrize(
    "line, word",
    [
        ("Axiom wish : False.", "Axiom"),
        ("#[local] Axiom wish : False.", "Axiom"),
        ("Local Parameter wish : False.", "Parameter"),
        ("Parameters (a : False).", "Parameters"),
        ("Conjecture wish : False.", "Conjecture"),
        ("Lemma wish : False. Admitted.", "Admitted"),
        ("Lemma wish : False. Proof. - admit. Qed.", "admit"),
        ("Lemma wish : False. Proof. { give_up. } Qed.", "give_up"),
        ("Lemma wish : 1 = 1. Proof. native_compute. reflexivity. Qed.", "native_compute"),
        ("Unset Guard Checking.", "Unset Guard Checking"),
        ("Global Unset Universe Checking.", "Unset Universe Checking"),
        ("#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.", "bypass_check"),
        ('Declare ML Module "x".', "Declare ML Module"),
        ("Load other.", "Load"),
        ('Redirect "x" Print nat.', "Redirect"),
        ("Hypothesis wish : False.", "Hypothesis"),
        ("Section S. End S. Variable wish : False.", "Variable"),
        ("Section S. Section T. End T. End S. Context (wish : False).", "Context"),
    ],
)
def test_assumed_or_unguarded_is_refused(line, word):
    (fault,) = Sources({"a.v": f"Definition x := 1.\n{line}\n"}).faults
    assert fault.startswith(f"a.v: {word} is not allowed")


@pytest.mark.parametrize("line", ["Time Require Import RopeTheory.Rope.", "#[local] Require Rope."])
def test_a_requirement_that_would_not_be_seen_is_refused(line):
    sources = Sources({"Rope.v": "", "a.v": f"{line}\n"})
    assert sources.closure("a.v") == ["a.v"] and "Require must begin its sentence" in sources.faults[0]


@pytest.mark.parametrize(
    "line",
    [
        "(* Axiom wish : False. *)",
        "Section S. Variable n : nat. Hypothesis H : n = n. End S.",
        "Lemma admitted_values : 1 = 1. Proof. reflexivity. Qed.",
        "Definition Parameterised := 1.",
    ],
)
def test_harmless_words_are_not_refused(line):
    assert Sources({"a.v": line}).faults == []


@pytest.mark.parametrize(
    "old, new, fault",
    [
        (" : u25_lem1_statement.", " : True.", "must read"),
        ("Theorem u25_lem1_proved", "Lemma u25_lem1_proved", "must read"),
        (": ~ u25_lem1_neighbour_all.", ": ~ u25_lem1_statement.", "must read"),
        ("Theorem u25_lem1_proved", "Theorem u25_lem1_shown", "neither proved nor refuted"),
        ("u25_lem1", "u25_lem9", "is the formal name of no claim"),
        ("u25_lem1", "u25_thm2", "belongs into u25_thm2.v"),
        (PROOF, f"{PROOF} Theorem u25_lem1_refuted : ~ u25_lem1_statement.", "decides what"),
    ],
)
def test_a_theorem_off_the_scheme_is_a_fault(old, new, fault):
    assert receipts.source_faults(Sources(TOY)) == []
    found = receipts.source_faults(Sources({**TOY, "u25_lem1.v": PAGE.replace(old, new)}))
    assert any(fault in line for line in found), found


def test_every_proved_statement_has_an_instance(ours):
    proved = [theorem for theorem in ours.theorems.values() if theorem.kind == "proved"]
    assert len(proved) > 200 and all(theorem.instance for theorem in proved)


@pytest.mark.parametrize("type_", ["True", "instance_of u25_lem1_neighbour_all", "~ u25_lem1_statement"])
def test_an_instance_of_anything_but_its_statement_is_a_fault(type_):
    page = PAGE.replace("instance_of u25_lem1_statement", type_)
    (fault,) = receipts.source_faults(Sources({**TOY, "u25_lem1.v": page}))
    assert 'must read "Example u25_lem1_instance : instance_of u25_lem1_statement."' in fault


def test_a_missing_instance_is_a_fault():
    (fault,) = receipts.source_faults(Sources({**TOY, "u25_lem1.v": PAGE.replace(INSTANCE, "")}))
    assert fault == "u25_lem1.v: u25_lem1 has no instance of its hypotheses"


def test_requirements_are_followed():
    files = {
        "A.v": "From RopeTheory Require Import B C.",
        "B.v": "Require Export RopeTheory.C.",
        "C.v": "",
        "D.v": "From Coquelicot Require Import Coquelicot.",
    }
    found = Sources(files)
    assert found.closure("A.v") == ["C.v", "B.v", "A.v"] and found.closure("D.v") == ["D.v"]
    assert found.libraries == {"Coquelicot"}


def test_definitions_are_followed_through_types_and_fields():
    text = (
        "Inductive token := Letter (a : nat) | Number. Definition one := nat. Record plane := Plane { turn : one; key : nat }. "
        "Fixpoint f (n : nat) := turn. Definition g := Letter 1. Definition spare := Number. "
        "Definition a_b_statement := f = g. Lemma l : 1 = 1. Proof. reflexivity. Qed."
    )
    found = Sources({"a.v": text}).definitions("a.v", "a_b")
    assert [sentence.split()[1] for sentence in found] == ["token", "one", "plane", "f", "g", "a_b_statement"]


def test_a_definition_that_only_matches_on_a_constructor_is_none_of_the_statement():
    """`match x with Letter …` had made each such definition one of Letter: u26.thm31 had 51 for 37."""
    text = (
        "Inductive token := Letter (a : nat) | Number. Definition spare (x : token) := match x with Letter a => a | _ => 0 end. "
        "Fixpoint even n := match n with O => true | S m => odd m end with odd n := match n with O => false | S m => even m end. "
        "Definition a_b_statement := odd 1 = true /\\ Letter 0 = Number."
    )
    found = Sources({"a.v": text}).definitions("a.v", "a_b")
    assert [sentence.split()[1] for sentence in found] == ["token", "even", "a_b_statement"]


def test_of_two_definitions_of_one_name_the_one_that_coq_means_is_shown():
    own = "Definition two := one. Definition one := 3. Definition a_b_statement := two = one"
    text = {
        "L.v": "Definition one := 1.",
        "M.v": "Definition one := 2.",
        "a.v": f"From RopeTheory Require Import L M. {own}.",
        "b.v": "From RopeTheory Require Import M. From RopeTheory Require L. Definition a_b_statement := one = L.one.",
        "c.v": "From RopeTheory Require Import M L. Definition a_b_statement := exists letter : nat, letter = one.",
    }
    found = {name: Sources(text).definitions(name, "a_b") for name in ("a.v", "b.v", "c.v")}
    assert found["a.v"] == ("Definition one := 2", *own.split(". "))
    assert {*found["b.v"][:-1]} == {"Definition one := 1", "Definition one := 2"}
    assert found["c.v"][:-1] == ("Definition one := 1",)


def test_formal_names_are_distinct():
    assert len(receipts.by_formal_name()) == len(claims())


# Print Assumptions


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Axioms:\nf is assumed to be guarded.",
        "Section Variables:\nx : nat",
        "Axioms:\nType hierarchy is collapsed",
        "Closed under the global context\nAxioms:\nx : False",
        "Theory:\nSet is impredicative",
    ],
)
def test_an_answer_that_is_not_understood_is_no_list_of_axioms(answer):
    with pytest.raises(ValueError, match="unexpected answer"):
        read_assumptions(answer)


def test_axioms_are_read_on_one_line_or_two():
    answer = "Fetching opaque proofs from disk for X\nAxioms:\na.b : nat\nc.d\n  : forall x,\n    x = x\n"
    assert read_assumptions(answer) == ["a.b", "c.d"]


@pytest.mark.parametrize("text", ["Ltac cases ::= idtac.", "Ltac RopeTheory.Tasks.hop k ::= idtac."])
def test_a_tactic_is_not_redefined(text):
    assert Sources({"a.v": text}).faults == ["a.v: Ltac … ::= is not allowed"]


# The library


@pytest.fixture(scope="module")
def ours():
    return source_files.read()


def test_the_lists_of_files_and_theorems_are_complete(ours):
    folder = source_files.folder()
    assert (folder / "_CoqProject").read_text(encoding="utf-8") == project(ours), "run `python tools/formal.py`"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert readme == with_table(readme, ours), "run `python tools/formal.py`"
    assert all(f"| `{x}_{theorem.kind}` |" in readme for x, theorem in ours.theorems.items())


def test_the_project_lists_every_file_after_what_it_requires(ours):
    lines = project(ours).splitlines()
    assert lines[0] == "-Q . RopeTheory" and sorted(lines[1:]) == sorted(ours.text)
    assert all(lines.index(other) < lines.index(name) for name in ours.text for other in ours.requires(name))


#: Names that several files define, not always with one meaning; the list may only become shorter.
SEVERAL = """
A1_BA_CB a1_a2 a_a_a_1 a_then_b any_head attended attention copies favours frequency g head_logit index_input inner
kernel lead marked norm one_hot plane positional_on proper ratio reach retrieval_answer row rows_agree scale score
solves squares still swapped symbolic_on term token total turn turned turns weights_stay within
""".split()


def several(found: Sources) -> dict[str, dict[str, str]]:
    """Name -> file -> definition, of the names that several files define; what a section alone sees is left out."""
    names: dict[str, dict[str, str]] = {}
    for file, lines in found.sentences.items():
        for sentence in lines:
            if (match := source_files._DEFINES.match(sentence)) and match.group(1) != "Let":
                names.setdefault(match.group(2), {})[file] = sentence
    return {name: homes for name, homes in names.items() if len(homes) > 1}


def alike(found: Sources) -> set[str]:
    """`file.name` of the definitions that stand in several files word for word."""
    return {
        f"{file.removesuffix('.v')}.{name}"
        for name, homes in several(found).items()
        for file, sentence in homes.items()
        if list(homes.values()).count(sentence) > 1
    }


def test_no_further_name_has_several_definitions(ours):
    assert sorted(several(ours)) == SEVERAL, "define it once in a base file, or take the name from this list"


def test_definitions_written_alike_are_proved_equal(ours):
    proved = " ".join(line for line in ours.sentences["Synonyms.v"] if line.startswith("Lemma")).split()
    named = {word.strip("().,") for word in proved}
    assert len(alike(ours)) >= 16 and sorted(alike(ours) - named) == []


def test_a_second_definition_of_a_name_is_seen():
    text = {"A.v": "Definition a := 1. Section S. Let b := 2. End S.", "B.v": "Definition a := 1. Definition b := 2."}
    assert set(several(Sources(text))) == {"a"} and alike(Sources(text)) == {"A.a", "B.a"}
    assert alike(Sources({**text, "B.v": "Definition a := 2."})) == set()


def test_what_an_axiom_says_is_said_alike_where_axioms_are_listed():
    said = " ".join((source_files.folder() / "README.md").read_text(encoding="utf-8").split())
    assert STANDARD and all(says in said for says in STANDARD.values())
