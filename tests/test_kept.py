"""Kept decisions: what is found is what was decided, and nothing is found where anything that decides has changed."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rope_theory.core.files import CHECKOUT
from rope_theory.evidence import kept
from rope_theory.evidence.formal.receipts import backing
from rope_theory.evidence.kept import KEPT, KeptDecisions, closure, digest, package_hash, sources
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.cli import main

PROVED, DERIVED, REFUTED = "u25.thm1", "new.mrope", "u26.fig5a"
RESTS = "new.retrieval-separation.edge"


@pytest.fixture
def store(tmp_path, monkeypatch) -> Path:
    """An empty cache that runs of this test use, as a user's runs would."""
    monkeypatch.setenv("ROPE_THEORY_CACHE", str(tmp_path))
    monkeypatch.delenv("ROPE_THEORY_FRESH", raising=False)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path / "decisions"


def rows(capsys, *arguments: str) -> dict[str, dict]:
    assert main(["verify", PROVED, DERIVED, REFUTED, RESTS, "--json", "-", *arguments]) == 0
    return {each["id"]: each for each in json.loads(capsys.readouterr().out)["claims"]}


def test_what_is_found_is_what_was_decided_and_refutations_are_decided_each_time(store, capsys):
    first, second = rows(capsys), rows(capsys)
    assert not any(each["kept"] for each in first.values())
    assert {id for id, each in second.items() if each["kept"]} == {PROVED, DERIVED, RESTS}
    for id, each in second.items():
        changed = {"kept", "seconds", "trust"}
        assert {k: v for k, v in each.items() if k not in changed} == {
            k: v for k, v in first[id].items() if k not in changed
        }
        assert each["trust"] == first[id]["trust"] + [KEPT] * bool(each["kept"])


@pytest.mark.parametrize("anew", ["--fresh", "CI", "ROPE_THEORY_FRESH", "thorough"])
def test_what_asks_for_new_decisions_gets_them(anew, store, capsys, monkeypatch):
    rows(capsys)
    if anew in ("CI", "ROPE_THEORY_FRESH"):
        monkeypatch.setenv(anew, "1")
    arguments = {"--fresh": ["--fresh"], "thorough": ["--profile", "thorough"]}.get(anew, [])
    assert not any(each["kept"] for each in rows(capsys, *arguments).values())


def test_the_table_says_which_decisions_are_kept(store, capsys):
    for expected in (False, True):
        assert main(["verify", PROVED]) == 0
        assert ("kept, decided at 20" in " ".join(capsys.readouterr().out.split())) is expected


def test_the_summary_says_how_many_decisions_are_kept(store, capsys):
    """It has no list of what is trusted, on which the table names them."""
    for expected in (False, True):
        assert (
            main(["verify", PROVED, "u26.rem31b", "u26.rem31d", "--summary"]) == 0
        )  # refutations are decided each time
        assert ("\n1 of the decisions was kept by earlier runs" in capsys.readouterr().out) is expected


def entry(store: Path, claim_id: str) -> Path:
    return next(path for path in store.iterdir() if json.loads(path.read_text())["claim"] == claim_id)


EDITS = {
    "another verdict": lambda data: data | {"verdict": "CERTIFIED"},
    "a refutation": lambda data: data | {"verdict": "REFUTED"},
    "no such verdict": lambda data: data | {"verdict": "TRUE"},
    "another claim": lambda data: data | {"claim": "u25.thm2"},
    "a control less": lambda data: data | {"rejected": data["rejected"][1:]},
    "no kernel": lambda data: data | {"backing": None},
    "a key less": lambda data: {key: value for key, value in data.items() if key != "trust"},
    "steps of another form": lambda data: data | {"steps": [["identity"]]},
    "nothing trusted": lambda data: data | {"trust": []},
    "another domain": lambda data: data | {"domain": "every text, every head"},
    "a list": lambda data: [data],
}


@pytest.mark.parametrize("edit", [*EDITS, "cut", "binary"])
def test_an_entry_that_does_not_fit_is_as_none(edit, store):
    ledger = Ledger(fresh=False)
    ledger.decide(PROVED)
    path = entry(store, PROVED)
    data = json.loads(path.read_text())
    found = KeptDecisions(LIBRARY, "quick")
    claim = LIBRARY.claim(PROVED)
    assert found.find(claim, backing(claim)) is not None
    if edit == "cut":
        path.write_text(path.read_text()[:-20])
    elif edit == "binary":
        path.write_bytes(b"\xff\xfe{")
    else:
        path.write_text(json.dumps(EDITS[edit](data)))
    assert found.find(claim, backing(claim)) is None


@pytest.mark.parametrize("change", [{"trust": []}, {"method": "by inspection"}])
def test_what_a_receipt_says_is_read_from_the_receipt_whatever_hash_an_entry_has(change, store):
    Ledger(fresh=False).decide(PROVED)
    path, claim = entry(store, PROVED), LIBRARY.claim(PROVED)
    data = json.loads(path.read_text()) | change
    path.write_text(json.dumps(data | {"digest": digest(data)}))
    assert KeptDecisions(LIBRARY, "quick").find(claim, backing(claim)) is None


def test_an_edited_record_is_decided_anew(store, capsys):
    """Whoever empties what is trusted and widens the domain by hand is not believed: the claim is decided again."""
    first = rows(capsys)[DERIVED]
    path = entry(store, DERIVED)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"trust": [], "domain": "every text, every head"}))
    second = rows(capsys)[DERIVED]
    assert not second["kept"]
    assert [second[key] for key in ("domain", "trust")] == [first[key] for key in ("domain", "trust")]


def test_kept_decisions_stand_on_the_list_of_what_is_trusted(store, capsys):
    for expected in (False, True):
        assert main(["verify", DERIVED]) == 0
        assert (f"1  {KEPT}" in " ".join(capsys.readouterr().out.split("\n      "))) is expected


def test_a_decision_is_not_found_where_the_kernel_says_something_else(store):
    Ledger(fresh=False).decide(PROVED)
    claim = LIBRARY.claim(PROVED)
    assert KeptDecisions(LIBRARY, "quick").find(claim, None) is None


def test_a_decision_is_not_found_where_one_that_it_rests_on_is_not(store):
    ledger = Ledger(fresh=False)
    resting = next(id for id in (RESTS, "new.beta-explicit.index") if ledger.decide(id).uses)
    used = ledger.decide(resting).uses[0]
    claim = LIBRARY.claim(resting)
    decisions = KeptDecisions(LIBRARY, "quick")
    assert decisions.find(claim, backing(claim)) is not None
    entry(store, used).unlink()
    assert decisions.find(claim, backing(claim)) is None


def test_a_store_that_cannot_be_written_keeps_nothing_and_says_nothing(store, capsys):
    store.parent.joinpath("decisions").write_text("a file where the folder would be")
    assert not any(each["kept"] for each in rows(capsys).values())


def test_every_file_that_decides_changes_the_hash(tmp_path, monkeypatch):
    """A constant changed anywhere upstream: a seeded sample of the package's files, each with one byte more."""
    root = tmp_path / "rope_theory"
    shutil.copytree(kept.ROOT, root, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(kept, "ROOT", root)
    plain = package_hash.__wrapped__()
    files = list(sources())
    assert {"core/heads.py", "evidence/formal/receipts.py", "evidence/engines/symbolic.py", "laws/gaps.py"} <= {
        str(path.relative_to(root)) for path in files
    }
    for path in random.Random(0).sample(files, 25):
        content = path.read_bytes()
        path.write_bytes(content + b"\n")
        assert package_hash.__wrapped__() != plain, path
        path.write_bytes(content)
    assert package_hash.__wrapped__() == plain
    (root / "faces" / "cli.py").write_text("")
    assert package_hash.__wrapped__() == plain  # what only shows does not decide


def test_another_version_of_a_package_changes_the_hash(monkeypatch):
    plain = package_hash.__wrapped__()
    monkeypatch.setattr(kept, "versions", lambda names: dict.fromkeys(names, "0"))
    assert package_hash.__wrapped__() != plain


def test_a_page_depends_on_the_pages_it_imports():
    pages = CHECKOUT / "proofs"
    names = {path.stem for path in closure(pages / "u26_fig3.py")}
    assert {"u26_fig3", "u26_fig1"} <= names
    assert len(names) < len(list(pages.glob("*.py"))) / 4  # and not on all


@pytest.mark.parametrize("name", ["proofs/new_mrope.py", "rope_theory/core/angles.py"])
def test_a_changed_file_is_never_answered_from_the_store(name, tmp_path):
    """In a copy of the package, run as a user does: decided, kept, and decided anew once a file is different."""
    copy = tmp_path / "copy"
    for folder in ("rope_theory", "proofs"):
        shutil.copytree(CHECKOUT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(CHECKOUT / "pyproject.toml", copy)

    def kept_now() -> bool:
        code = "from rope_theory.faces.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
        environment = {"PYTHONPATH": str(copy), "ROPE_THEORY_CACHE": str(tmp_path / "cache"), "PATH": ""}
        command = [sys.executable, "-c", code, "verify", DERIVED, "--json", "-"]
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=True)
        return bool(json.loads(done.stdout)["claims"][0]["kept"])

    assert [kept_now(), kept_now()] == [False, True]
    path = copy / name
    path.write_text(path.read_text() + "\n#: changed\nCHANGED = 1\n")
    assert [kept_now(), kept_now()] == [False, True]
