"""Formal proofs: what drifts, what is refused and what is missing is said; nothing passes for checked that is not."""

import importlib.util
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.claims.claim import Tier
from rope_theory.evidence.formal import coq, kernel_status, receipts
from rope_theory.evidence.formal import sources as source_files
from rope_theory.evidence.formal.kernel import run
from rope_theory.evidence.formal.receipts import (
    Audit,
    as_text,
    axioms_said,
    committed,
    forget,
    from_receipt,
    from_run,
    read_receipts,
)
from rope_theory.evidence.formal.sources import Sources
from rope_theory.evidence.formal.status import RECEIPT
from rope_theory.evidence.theory import LIBRARY, claims
from rope_theory.faces.report.claim_list import WITHOUT
from rope_theory.faces.report.rows import without_receipts
from rope_theory.faces.report.table import BY_RECEIPT

_spec = importlib.util.spec_from_file_location("fake_coq", Path(__file__).with_name("fake_coq.py"))
fake_coq = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(fake_coq)

LEM1 = claims()["u25.lem1"]
PAGE, TOY = fake_coq.TOY["u25_lem1.v"], fake_coq.TOY


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """(programs, answers) -> the folder of the stand-ins, which is all of PATH."""

    def put(*programs, **answers):
        folder = fake_coq.put(tmp_path / "bin", programs or ("coqc", "coqtop"), **answers)
        monkeypatch.setenv("PATH", str(folder))
        for library in coq.PACKAGES:
            (folder / "user-contrib" / library).mkdir(parents=True, exist_ok=True)
        return folder

    return put


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A folder with the toy page in place of proofs/formal; receipts written with the stand-ins."""
    folder = tmp_path / "formal"
    folder.mkdir()
    for name, text in TOY.items():
        (folder / name).write_text(text)
    monkeypatch.setattr(source_files, "folder", lambda: folder)
    forget()
    yield folder
    forget()


# A run with the stand-ins


def outcome(toy, accepted=(), fresh=True):
    found = source_files.read(toy)
    return Audit.of(found, toy, run(found) if fresh else None, accepted)


def write_receipts(toy):
    found = source_files.read(toy)
    (toy / receipts.NAME).write_text(as_text(run(found), found))


def test_a_good_run_is_checked_and_its_receipt_is_shown_as_a_receipt(toy, fake):
    fake()
    fresh = outcome(toy, ["u25.lem1"])
    status = fresh.statuses["u25.lem1"]
    assert fresh.sound and status.status == "checked" and status.assumptions == ("Coq.Logic.Classical_Prop.classic",)
    assert status.statement == "forall n : nat, n = n" and set(status.neighbours) == {"all"}
    assert fresh.statuses["u25.thm2"].status == "none" and "u25.thm2" in fresh.without
    write_receipts(toy)
    before = (toy / receipts.NAME).read_text()
    write_receipts(toy)
    assert (toy / receipts.NAME).read_text() == before  # no dates, no times
    kept = outcome(toy, fresh=False)
    assert kept.sound and kept.statuses["u25.lem1"].status == "receipt"
    assert kept.statuses["u25.lem1"].versions["coq"] == "8.16.1"


def test_a_first_receipt_is_accepted_by_name_like_every_other(toy, fake, call):
    fake()
    assert outcome(toy).statuses["u25.lem1"].reasons == (
        "it is new: read it beside the claim, then accept it (--accept u25.lem1)",
    )
    assert call("formal", "--run", "--write")[0] == 1 and not (toy / receipts.NAME).exists()
    assert call("formal", "--run", "--write", "--accept", "u25.thm2")[0] == 1 and not (toy / receipts.NAME).exists()


@pytest.mark.parametrize("killed, task", [("coqc", "compiling"), ("coqtop", "checking the statements")])
def test_a_process_that_used_up_its_time_says_nothing_about_the_proofs(toy, fake, call, killed, task):
    fake()
    write_receipts(toy)
    before = (toy / receipts.NAME).read_text()
    fake(killed=killed)
    status, out, err = call("formal", "--run", "--write")
    assert status == 1 and out == "" and err.startswith(f"error: {task}") and "nothing is said about the proofs" in err
    assert (toy / receipts.NAME).read_text() == before


# Compiled files that are kept


def compiled(toy, fake_folder, store):
    """What a run compiles, sorted, and how many files it takes from the store."""
    log = fake_folder / "compiled"
    log.unlink(missing_ok=True)
    found = source_files.read(toy)
    kept = run(found, store=store).kept
    return sorted(log.read_text().split()) if log.exists() else [], kept


CHAIN = {"Z1.v": "", "Z2.v": "Require Z1.\n", "Z3.v": "Require Z2.\n"}


def test_the_longest_chain_is_compiled_first(fake, monkeypatch):
    log = fake() / "compiled"
    monkeypatch.setattr(coq, "WORKERS", 1)
    with coq.Build(Sources({"A.v": "", "B.v": "", **CHAIN})) as build:
        assert list(build.compile().values()) == [""] * 5
    assert log.read_text().split() == ["Z1.v", "Z2.v", "A.v", "B.v", "Z3.v"]


def test_what_can_be_compiled_does_not_wait_for_what_cannot_yet(fake, monkeypatch):
    """Z1 ends only when A and B have: the other process must not hold itself ready for Z2."""
    fake()
    waited_for = {"A.v": Event(), "B.v": Event()}

    def compiled(build, name):
        if name in waited_for:
            waited_for[name].set()
        return "" if name != "Z1.v" or all(each.wait(60) for each in waited_for.values()) else "alone"

    monkeypatch.setattr(coq.Build, "_compile", compiled)
    with coq.Build(Sources({**CHAIN, "A.v": "", "B.v": ""})) as build:
        assert list(build.compile().values()) == [""] * 5


def test_a_file_is_compiled_again_exactly_if_something_under_it_has_changed(toy, fake, tmp_path):
    folder, store = fake(), tmp_path / "store"
    both = ["Base.v", "u25_lem1.v"]
    assert compiled(toy, folder, store) == (both, 0)
    assert compiled(toy, folder, store) == ([], 2)
    page, base = toy / "u25_lem1.v", toy / "Base.v"
    page.write_text(PAGE.replace("intro n", "intros n"))
    assert compiled(toy, folder, store) == (["u25_lem1.v"], 1)
    base.write_text("Definition base := 1.\n")
    assert compiled(toy, folder, store) == (both, 0)
    base.write_text("(* another comment *)\nDefinition base := 1.\n")
    assert compiled(toy, folder, store) == (["Base.v"], 1)  # what the page requires is the same to the byte
    page.write_text(PAGE)
    base.write_text(TOY["Base.v"])
    assert compiled(toy, folder, store) == ([], 2)


def test_another_coq_or_library_compiles_everything(toy, fake, tmp_path):
    folder, store = fake(), tmp_path / "store"
    compiled(toy, folder, store)
    (folder / "theories").mkdir()
    (folder / "theories" / "Reals.vo").write_text("another")
    assert compiled(toy, folder, store)[1] == 0
    assert compiled(toy, folder, store)[1] == 2
    (folder / "theories" / "Reals.vo").write_text("again another")
    assert compiled(toy, folder, store)[1] == 0


def test_a_damaged_or_broken_file_is_not_taken_from_the_store(toy, fake, tmp_path):
    folder, store = fake(), tmp_path / "store"
    compiled(toy, folder, store)
    for kept in store.iterdir():
        kept.write_text(kept.read_text() + "Definition more := 0.\n")
    assert compiled(toy, folder, store) == (["Base.v", "u25_lem1.v"], 0)
    (toy / "u25_lem1.v").write_text(PAGE + "BROKEN\n")
    for _ in range(2):
        assert "BROKEN" in run(source_files.read(toy), store=store).broken["u25_lem1.v"]


@pytest.mark.parametrize("anew", ["--fresh", "CI", "ROPE_THEORY_FRESH"])
def test_a_run_can_compile_everything_and_one_in_ci_does(toy, fake, call, tmp_path, monkeypatch, anew):
    for name in ("CI", "ROPE_THEORY_FRESH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ROPE_THEORY_CACHE", str(tmp_path / "cache"))
    folder = fake()
    write_receipts(toy)
    call("formal", "--run")
    (folder / "compiled").unlink()
    out = " ".join(call("formal", "--run")[1].split())
    assert "2 files compiled earlier" in out and not (folder / "compiled").exists()
    if not anew.startswith("-"):
        monkeypatch.setenv(anew, "1")
    out = call("formal", "--run", *[anew] * anew.startswith("-"))[1]
    assert "files compiled" not in out and sorted((folder / "compiled").read_text().split()) == ["Base.v", "u25_lem1.v"]


def test_kept_files_that_nothing_used_for_a_month_are_removed(toy, fake, tmp_path):
    folder, store = fake(), tmp_path / "store"
    compiled(toy, folder, store)
    old = store / "0-0.vo"
    old.write_text("old")
    for path in store.iterdir():
        os.utime(path, (0, 0))
    assert compiled(toy, folder, store)[1] == 2 and not old.exists() and len(list(store.iterdir())) == 2


def test_a_theorem_without_receipt_is_not_shown_as_one(toy):
    (status,) = [s for s in outcome(toy, fresh=False).statuses.values() if s.status != "none"]
    assert status.status == "drifted" and "no receipt" in status.reasons[0]


@pytest.mark.parametrize(
    "name, old, new, reason",
    [
        ("u25_lem1.v", "intro n", "intros n", "u25_lem1.v has changed"),
        ("Base.v", "0", "1", "Base.v has changed"),
        ("u25_lem1.v", "neighbour_all", "neighbour_any", "does not agree with the source"),
        ("u25_lem1.v", "u25_lem1_", "u25_thm2_", "no longer there"),
        ("receipts.json", "n = n", "n = 0", "does not agree with the source"),
        ("receipts.json", '"Coq.Logic.Classical_Prop.classic"', '"RopeTheory.Base.wish"', "not allowed"),
        ("receipts.json", '"kind": "proved"', '"kind": "refuted"', "does not agree with the source"),
    ],
)
def test_a_receipt_drifts_when_a_source_or_the_receipt_moves(toy, fake, name, old, new, reason):
    fake()
    write_receipts(toy)
    path = toy / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    status = outcome(toy, fresh=False).statuses["u25.lem1"]
    assert status.status == "drifted" and any(reason in line for line in status.reasons), status.reasons


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"statement": "Another sentence."}, "of its statement or hypotheses have changed"),
        ({"hypotheses": ()}, "of its statement or hypotheses have changed"),
        ({"verdict": Tier.REFUTED}, "formally proved, on record REFUTED"),
        ({"verdict": Tier.UNDECIDED}, "formally proved, on record UNDECIDED"),
    ],
)
def test_a_proof_drifts_when_the_claim_moves_receipt_or_run(toy, fake, change, reason):
    fake()
    write_receipts(toy)
    found, kept = source_files.read(toy), read_receipts(toy)
    moved = replace(LEM1, **change)
    for status in (from_receipt(moved, found, kept), from_run(moved, found, run(found), kept)):
        assert status.status == "drifted" and any(reason in line for line in status.reasons), status.reasons
    accepted = from_run(moved, found, run(found), kept, accept=True)
    assert accepted.status == ("checked" if "verdict" not in change else "drifted")  # a verdict cannot be accepted


def test_a_proof_drifts_when_the_claim_is_said_to_hold_over_more(toy, fake, monkeypatch):
    fake()
    write_receipts(toy)
    assert outcome(toy, fresh=False).drifted == []
    monkeypatch.setattr(LIBRARY, "decision", lambda claim_id: over_everything)
    assert outcome(toy, fresh=False).drifted == ["u25.lem1"]


def over_everything(proof):
    proof.qed("every head there is")


def test_a_run_drifts_when_the_formal_statement_moves(toy, fake):
    fake()
    write_receipts(toy)
    fake(statement="forall n : nat, True")
    assert "the formal statement has changed" in outcome(toy).statuses["u25.lem1"].reasons[0]
    assert outcome(toy, accepted=["u25.lem1"]).statuses["u25.lem1"].status == "checked"


MEANT = PAGE.replace("forall n : nat, n = n", "forall n : nat, same n n").replace(
    "Definition u25_lem1_statement",
    "Definition same (a b : nat) : Prop := a = b.\nDefinition other := 1.\nDefinition u25_lem1_statement",
)


@pytest.mark.parametrize(
    "old, new, moves",
    [
        ("a = b", "a = a", True),
        ("other := 1", "other := 2", False),
        ("intro n.", "intros.", False),
        ("forall n m : nat, n = m", "forall n m : nat, m = n", True),
    ],
)
def test_a_run_drifts_when_a_definition_under_the_statement_moves_and_not_for_another(toy, fake, old, new, moves):
    fake()
    (toy / "u25_lem1.v").write_text(MEANT)
    write_receipts(toy)
    assert old in MEANT
    (toy / "u25_lem1.v").write_text(MEANT.replace(old, new))
    status = outcome(toy).statuses["u25.lem1"]
    assert status.status == ("drifted" if moves else "checked")
    assert bool(status.reasons) is moves and all("a definition or a neighbour" in line for line in status.reasons)


def test_a_receipt_says_what_its_theorem_rests_on_until_a_source_moves(toy, fake):
    fake()
    write_receipts(toy)
    assert axioms_said(source_files.read(toy), toy) == {"u25_lem1": ["Coq.Logic.Classical_Prop.classic"]}
    (toy / "Base.v").write_text("Definition base := 1.\n")
    assert axioms_said(source_files.read(toy), toy) == {}


def test_a_theorem_without_a_false_neighbour_is_a_fault(toy, fake):
    fake()
    (toy / "u25_lem1.v").write_text(PAGE.partition("Definition u25_lem1_neighbour_all")[0])
    assert "u25_lem1.v: u25_lem1 has no false neighbour" in outcome(toy, ["u25.lem1"]).faults


def test_a_run_notices_a_theorem_that_is_gone(toy, fake):
    fake()
    write_receipts(toy)
    (toy / "u25_lem1.v").write_text("")
    assert outcome(toy).drifted == ["u25.lem1"]


@pytest.mark.parametrize("name", TOY)
def test_a_failed_compilation_is_one_line_and_drifts(toy, fake, name):
    fake()
    (toy / name).write_text(TOY[name] + "BROKEN")
    fresh = outcome(toy)
    assert fresh.drifted == ["u25.lem1"] and not fresh.sound
    assert f"{name} does not compile: {name}, line 3: The reference BROKEN was not found." in fresh.faults


def test_an_axiom_of_our_own_drifts_whatever_its_short_name(toy, fake):
    fake(about="Expands to: Constant RopeTheory.Classical_Prop.classic\n")
    (reason,) = outcome(toy, ["u25.lem1"]).statuses["u25.lem1"].reasons
    assert reason == "rests on RopeTheory.Classical_Prop.classic, which is not allowed"
    fake(about="Expands to: Constant Coq.Floats.FloatAxioms.add_spec\n")
    assert "add_spec, which is not allowed" in outcome(toy).statuses["u25.lem1"].reasons[0]
    fake(about="")
    assert "which is not allowed" in outcome(toy).statuses["u25.lem1"].reasons[0]


@pytest.mark.parametrize("root, taken", [("Coq", True), ("Stdlib", True), ("Corelib", False), ("Mine.Coq", False)])
def test_the_axioms_are_allowed_under_both_names_of_the_library_and_no_other(toy, fake, root, taken):
    name = f"{root}.Logic.Classical_Prop.classic"
    fake(
        about=f"classic : forall P : Prop, P \\/ ~ P\n\nExpands to: Constant\n            {name}\nDeclared in\nlibrary x\n"
    )
    status = outcome(toy, ["u25.lem1"]).statuses["u25.lem1"]
    assert status.assumptions == (name,)
    assert status.reasons == (() if taken else (f"rests on {name}, which is not allowed",))


def test_a_proof_of_something_else_drifts(toy, fake):
    fake()
    (toy / "Base.v").write_text("(* MISTYPED *)")
    assert "u25_lem1_proved is no proof of its statement" in outcome(toy).statuses["u25.lem1"].reasons


# What is missing


def test_missing_coq_is_one_line_that_says_what_to_install(toy, fake, call):
    fake("dpkg-query")
    status, out, err = call("formal", "--run")
    assert status == 3 and out == "" and err.count("\n") == 1
    assert err.startswith("error: coqc is missing; to install: apt-get install coq libcoq-mathcomp-ssreflect")
    assert call("verify", "--claim", "u25.lem1", "--kernel")[0] == 3


@pytest.mark.parametrize("version", ["8.15.2", "8.9", "7.4pl1"])
def test_a_version_too_old_is_one_line_with_a_status_of_its_own(toy, fake, call, version):
    fake(version=version)
    status, out, err = call("formal", "--run", "--install")
    assert status == 4 and out == "" and "too old" in err and version in err and "8.16" in err and err.count("\n") == 1


@pytest.mark.parametrize("version", ["8.16", "8.20.1", "9.0+beta", "9.2"])
def test_newer_versions_are_taken(fake, version):
    fake(version=version)
    assert coq.version() == version


def test_a_coqc_that_does_not_answer_is_one_line(fake):
    (fake() / "coqc").write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(coq.CoqProblem, match="does not tell its version"):
        coq.version()


def test_a_missing_library_is_named_with_its_package(toy, fake, call):
    folder = fake()
    shutil.rmtree(folder / "user-contrib" / "Coquelicot")
    (toy / "Base.v").write_text("From Coquelicot Require Import Coquelicot.")
    status, _, err = call("formal", "--run")
    assert status == 3 and "library Coquelicot is missing; to install: apt-get install coq libcoq-coquelicot" in err


def test_root_installs_what_is_missing_and_others_are_told(toy, fake, call, monkeypatch):
    folder = fake("apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    status, _, err = call("formal", "--run", "--install")
    assert status == 3 and "coqc is missing" in err and not (folder / "apt.log").exists()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    status, out, _ = call("formal", "--run", "--install", "--write", "--accept", "u25.lem1")
    assert status == 0 and "1 checked" in out and read_receipts(toy)["claims"]
    assert (folder / "apt.log").read_text() == "update\ninstall -y --no-install-recommends coq\n"


def test_apt_that_fails_is_one_line(toy, fake, monkeypatch):
    folder = fake("apt-get")
    (folder / "apt-get").write_text("#!/bin/sh\necho 'E: no network' >&2\nexit 100\n")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(coq.CoqProblem, match="apt-get update failed: E: no network"):
        coq.install(source_files.read(toy))


# The command line


def test_formal_lists_every_theorem_with_its_assumptions_and_every_claim_without(toy, fake, call):
    fake()
    status, out, _ = call("formal", "--run", "--write", "--accept", "u25.lem1")
    assert status == 0 and "u25.lem1  checked proved    classic" in out.splitlines()
    names = out.partition("without a formal proof:")[2].partition("1 theorem")[0].split()
    assert names == [claim_id for claim_id in claims() if claim_id != "u25.lem1"]
    status, out, _ = call("formal", "--json")
    data = json.loads(out)
    assert status == 0 and data["claims"]["u25.lem1"]["status"] == "receipt" and data["without"] == names
    assert data["run"] is None
    assert call("formal", "--run", "--check")[0] == 0
    fake(version="8.20.0")
    assert call("formal", "--run", "--check")[0] == 0  # another version is no reason
    (toy / "Base.v").write_text("Definition base := 2.")
    status, _, err = call("formal", "--run", "--check")
    assert status == 1 and "receipts.json is not up to date" in err


def test_formal_of_a_claim_lists_it_its_parts_and_what_goes_on_from_it(call):
    status, out, _ = call("formal", "u26.thm32")
    found = [line.split()[:3] for line in out.splitlines() if line.startswith("u26.")]
    assert (
        status == 0
        and ["u26.thm32", "receipt", "refuted"] in found
        and ["u26.thm32.corrected", "receipt", "proved"] in found
    )
    parts = [name for name, one in claims().items() if one.erratum and one.erratum.part_of == "u26.thm32"]
    begun = [name for name in claims() if name.startswith("u26.thm32.") and kernel_status(name).status != "none"]
    assert sorted(name for name, *_ in found) == sorted(["u26.thm32", *parts, *begun]) and len(parts) == 2
    assert "without a formal proof: u26.thm32.order" in out and "explain ID --formal" in out
    data = json.loads(call("formal", "u26.fig1", "--json")[1])
    assert data["claims"] == {} and data["without"] == ["u26.fig1"]
    own, _, rest = out.partition("Parts of what it says\n")
    begin, _, after = rest.partition("Other claims, whose ids go on from it\n")
    assert "The theorem is the negation of (proofs/formal/u26_thm32.v):" in own
    assert "The claim: For n > 1, Δ_Index(n) <=" in own
    assert all(f"    {line}" in own for line in kernel_status("u26.thm32").statement.splitlines())
    assert [line.split()[0] for line in begin.splitlines() if line] == parts
    assert [line.split()[0] for line in after.splitlines() if line.startswith("u26.")] == begun
    assert "\n  The theorem (proofs/formal/u26_index_logits.v):\n" in call("formal", "u26.index-logits")[1]
    assert call("formal", "u26.fig1")[1].startswith("u26.fig1  no formal proof\n  The claim: ")
    assert "those below are on what is so numbered" in call("formal", "Theorem 3.2")[2]
    assert "--run must come without claims" in call("formal", "u26.fig1", "--run")[2]


def test_formal_writes_nothing_when_something_is_wrong(toy, fake, call):
    fake()
    (toy / "Base.v").write_text("Axiom wish : False.")
    status, out, _ = call("formal", "--run", "--write")
    assert status == 1 and "FAULT: Base.v: Axiom is not allowed" in out and not (toy / receipts.NAME).exists()


def test_verify_and_explain_show_the_kernel_status(toy, fake, call):
    fake()
    write_receipts(toy)
    forget()
    line = next(line for line in call("verify", "--claim", "u25.lem1")[1].splitlines() if line.startswith("u25.lem1"))
    assert line.split()[1:3] == ["PROVED", "receipt"]
    status, out, _ = call("verify", "--claim", "u25.lem1", "--kernel")
    assert status == 0 and "formal proofs: 1 checked" in out
    assert out.splitlines()[-1] == "every record is sound" and "receipts.json" not in out
    by_receipt = " ".join(call("verify", "--claim", "u25.lem1")[1].split())
    assert RECEIPT in by_receipt and by_receipt.endswith(BY_RECEIPT)
    assert RECEIPT in " ".join(call("explain", "u25.lem1")[1].split())
    page = call("explain", "u25.lem1", "--formal")[1]
    for part in (
        "Formal proof (receipt",
        "  forall n : nat, n = n",
        "file: proofs/formal/u25_lem1.v",
        "assumes: Coq.Logic.Classical_Prop.classic",
        "False neighbours",
        "all: forall n : nat, n = n",
        "coq 8.16.1",
    ):
        assert part in page, part
    assert "Formal proof" not in call("explain", "u25.thm2")[1]
    (toy / "u25_lem1.v").write_text(PAGE.replace("reflexivity", "BROKEN"))
    status, out, err = call("verify", "--claim", "u25.lem1", "--kernel")
    assert status == 1 and "formal proof drifted: u25_lem1.v, line 3" in out and "does not compile" in err
    assert RECEIPT in " ".join(out.split())  # the verdict in the table still is the receipt's
    assert "every record is sound" not in out  # sabotage of a proof that Coq was asked about
    forget()
    out = call("verify", "--claim", "u25.lem1")[1]  # the receipt has drifted: why comes before what follows from it
    assert 0 < out.index("formal proof drifted: ") < out.index("FAULT: its formal proof has drifted: no receipt")
    assert "1 record not sound" in out and "FAULT: verdict UNDECIDED, on record PROVED" in " ".join(out.split())
    for internal in ("conclusion=", "a step failed"):  # what the drift leaves of the page
        assert internal not in out and internal not in call("explain", "u25.lem1")[1]


def test_a_changed_proof_of_a_refuted_claim_is_a_fault_though_the_witness_stands(tmp_path, monkeypatch, call):
    """Sabotage: one line more in a copy of the formal proof. "Every record is sound (receipts match the files)" stood below it."""
    folder = tmp_path / "formal"
    shutil.copytree(source_files.folder(), folder)
    monkeypatch.setattr(source_files, "folder", lambda: folder)
    forget()
    try:
        status, out, _ = call("verify", "u26.thm32", "u26.lemF1")
        assert status == 0 and "every record is sound" in " ".join(out.split())
        with (folder / "u26_thm32.v").open("a", encoding="utf-8") as file:
            file.write("Definition more := 0.\n")
        forget()
        status, out, _ = call("verify", "u26.thm32", "u26.lemF1")
        assert status == 1 and "FAULT: its formal proof has drifted: no receipt counts for it" in " ".join(out.split())
        assert out.splitlines()[-1] == "1 record not sound: u26.thm32"
        assert "1 REFUTED" in out and "formal proof drifted: u26_thm32.v has changed" in " ".join(out.split())
        assert call("explain", "u26.thm32")[0] == 1 and call("explain", "u26.thm32", "--cite")[0] != 0
        assert call("explain", "u26.lemF1")[0] == 0
    finally:
        forget()


def test_a_run_of_coq_takes_receipts_off_the_list_where_it_checked_all_that_a_claim_rests_on():
    leaning = {"kernel": {"status": "none"}, "trust": ["a", RECEIPT]}
    proved = {**leaning, "kernel": {"status": "checked"}}
    drifted = {**leaning, "kernel": {"status": "drifted"}}
    assert without_receipts(leaning, True)["trust"] == ["a"] == without_receipts(proved, False)["trust"]
    assert without_receipts(leaning, False) == leaning and without_receipts(drifted, False) == drifted


@pytest.mark.parametrize("option", [("--write",), ("--check",), ("--install",), ("--accept", "u25.lem1")])
def test_options_of_a_run_need_a_run(call, option):
    status, _, err = call("formal", *option)
    assert status == 2 and err == f"error: {option[0]} must come with --run, got no --run\n"


def test_bad_names_are_refused(call):
    assert "did you mean u25.lem1" in call("formal", "--run", "--accept", "u25.lemm1")[2]
    with pytest.raises(InvalidInput, match="is not the id of a claim"):
        kernel_status("nothing")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"versions": 1, "claims": []}'])
def test_a_broken_receipts_file_is_no_receipt(toy, text):
    (toy / receipts.NAME).write_text(text)
    assert outcome(toy, fresh=False).drifted == ["u25.lem1"]


def test_without_the_folder_there_is_no_formal_proof_and_a_run_says_so(monkeypatch, call):
    monkeypatch.setattr(source_files, "folder", lambda: None)
    assert Audit.of(source_files.read(), None).without == list(claims())
    status, _, err = call("formal", "--run")
    assert status == 2 and "proofs/formal must be there" in err


# What is committed


def test_no_committed_formal_proof_has_drifted():
    found = committed()
    drifted = {claim_id: found.statuses[claim_id].reasons for claim_id in found.drifted}
    assert found.sound, f"run `make formal`: {drifted or found.faults}"


def test_every_claim_without_a_formal_proof_is_listed_by_name():
    text = (Path(__file__).resolve().parents[1] / "CLAIMS.md").read_text(encoding="utf-8")
    listed = [line.strip("-` ") for line in text.partition(WITHOUT)[2].partition("\n## ")[0].splitlines() if line]
    assert listed == committed().without, "run `rope-theory report-files`"
