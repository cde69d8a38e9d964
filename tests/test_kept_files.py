"""What a report makes is kept under a hash of all that it is made from, and nothing else is ever taken for it."""

import json
import shutil

import pytest

from rope_theory.evidence import kept as decisions
from rope_theory.faces import course, kept
from rope_theory.faces.figures import figures
from rope_theory.faces.figures.write import drawn, render


@pytest.fixture
def store(tmp_path, monkeypatch):
    """An empty cache that a user's runs would use."""
    monkeypatch.setenv("ROPE_THEORY_CACHE", str(tmp_path))
    monkeypatch.delenv("ROPE_THEORY_FRESH", raising=False)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path / "made"


def made(kind="figure", given="a", packages=("matplotlib",), **how) -> tuple[dict[str, bytes], bool]:
    """The files, and whether they were made now."""
    calls = []
    files = kept.kept_files(kind, given, lambda: calls.append(1) or {"a/b": b"\x00one", "c": b""}, packages, **how)
    return files, bool(calls)


def test_what_is_found_is_what_was_made(store):
    assert [made(), made()] == [({"a/b": b"\x00one", "c": b""}, True), ({"a/b": b"\x00one", "c": b""}, False)]
    assert made(given="b")[1] and made(kind="lesson")[1] and made(packages=("numpy",))[1]


@pytest.mark.parametrize("anew", ["fresh", "CI", "ROPE_THEORY_FRESH"])
def test_what_asks_for_new_files_gets_them(anew, store, monkeypatch):
    made()
    if anew != "fresh":
        monkeypatch.setenv(anew, "1")
    assert made(fresh=anew == "fresh")[1]


def test_a_run_that_makes_all_anew_may_share_what_it_made_in_a_folder_of_its_own(store, monkeypatch, tmp_path):
    made()
    monkeypatch.setenv("ROPE_THEORY_FRESH", "1")
    own = tmp_path / "run"
    assert [made(folder=own)[1], made(folder=own)[1]] == [True, False]


@pytest.mark.parametrize("edit", ["a byte", "cut", "binary", "a list", "no sum", "another name"])
def test_a_file_that_does_not_fit_is_as_none(edit, store):
    made()
    (path,) = store.iterdir()
    data = json.loads(path.read_text())
    edits = {
        "a byte": data | {"files": data["files"] | {"c": "AA=="}},
        "a list": [data],
        "no sum": {"files": data["files"]},
        "another name": data | {"files": {"d": data["files"]["c"], "a/b": data["files"]["a/b"]}},
    }
    if edit == "cut":
        path.write_text(path.read_text()[:-9])
    elif edit == "binary":
        path.write_bytes(b"\xff{")
    else:
        path.write_text(json.dumps(edits[edit]))
    assert made() == ({"a/b": b"\x00one", "c": b""}, True) and not made()[1]


@pytest.mark.parametrize(
    "file", ["faces/figures/shape_map.py", "laws/shape.py", "core/showing/style.py", "u26_fig3.py", "faces/course.py"]
)
def test_a_changed_file_anywhere_is_never_answered_from_the_store(file, store, tmp_path, monkeypatch):
    root, pages = tmp_path / "rope_theory", tmp_path / "proofs"
    for one, copy in ((decisions.ROOT, root), (kept.ROOT.parent / "proofs", pages)):
        shutil.copytree(one, copy, ignore=shutil.ignore_patterns("__pycache__", "formal"))

    def again() -> bool:
        """Whether files are made, in a process that has read no file yet; the same in a folder of a run of tests."""
        for cached in (decisions.package_hash, kept._rest, kept._first_stamp):
            cached.cache_clear()
        found = made()[1]
        assert made(folder=tmp_path / "run")[1] is found
        return found

    monkeypatch.setattr(decisions, "ROOT", root)
    monkeypatch.setattr(kept, "ROOT", root)
    monkeypatch.setattr(kept.rope_theory.proofs, "__path__", [str(pages)])
    try:
        assert [again(), again()] == [True, False]
        path = pages / file if file.startswith("u26") else root / file
        path.write_text(path.read_text() + "\n#: changed\nCHANGED = 1\n")
        assert [again(), again()] == [True, False]
    finally:
        monkeypatch.undo()
        for cached in (decisions.package_hash, kept._rest, kept._first_stamp):
            cached.cache_clear()


def test_another_version_of_a_package_is_never_answered_from_the_store(store, monkeypatch):
    made()
    right = kept.versions
    monkeypatch.setattr(kept, "versions", lambda names: right(names) | {"matplotlib": "0"})
    assert made()[1]


def test_nothing_is_kept_where_a_file_changed_meanwhile_or_nothing_can_be_written(store, monkeypatch):
    monkeypatch.setattr(kept, "_stamp", iter(range(9)).__next__)
    assert [made()[1], made()[1]] == [True, True] and not store.exists()
    monkeypatch.undo()
    monkeypatch.setenv("ROPE_THEORY_CACHE", str(store.parent))
    store.write_text("a file where the folder would be")
    assert made(folder=store)[1]


def test_a_kept_figure_is_the_drawn_one(store, monkeypatch):
    figure = figures()["exclusion-plane"]
    first = drawn(figure)
    monkeypatch.setattr("rope_theory.faces.figures.write.render", lambda figure: {})
    assert drawn(figure) == first and drawn(figure, fresh=True) == {}
    monkeypatch.undo()
    assert render(figure) == first


def test_a_lesson_runs_once_and_keeps_its_outputs(store, monkeypatch):
    for needed in ("jupytext", "nbclient", "ipykernel"):
        pytest.importorskip(needed)
    script = {"01_a.py": "# %% [markdown]\n# # Lesson 1\n\n# %%\nprint(6 * 7)\n"}
    runs = []
    right = course.executed
    monkeypatch.setattr(course, "executed", lambda book: runs.append(1) or right(book))
    one, two = (course.prepared(script, run=True, fresh=False) for _ in range(2))
    assert one[0].lesson == two[0].lesson and len(runs) == 1 and "42" in str(one[0].lesson)
    course.prepared({"01_a.py": script["01_a.py"].replace("6", "5")}, run=True, fresh=False)
    course.prepared(script, run=True)
    assert len(runs) == 3


def test_a_lesson_without_notebooks_runs_once_and_keeps_what_it_prints_and_draws(store, monkeypatch):
    pytest.importorskip("matplotlib")
    code = "from matplotlib import pyplot as plt\n\nplt.plot([1, 2])\nprint(6 * 7)"
    text = f"# %% [markdown]\n# # Lesson 1\n\n# %%\n{code}\n"
    [read] = course.prepared({"01_a.py": text}, run=False, write=False)
    runs = []
    right = course.drawn
    monkeypatch.setattr(course, "drawn", lambda cells: runs.append(1) or right(cells))
    first, again = (course.run_here(read) for _ in range(2))
    assert first == again and len(runs) == 1
    assert first.lesson[-1].printed == "42\n" and first.lesson[-1].drawn[0].startswith("<?xml")
    [other] = course.prepared({"01_a.py": text.replace("6", "5")}, run=False, write=False)
    assert course.run_here(other).lesson[-1].printed == "35\n" and len(runs) == 2
    assert course.run_here(read, fresh=True) == first and len(runs) == 3


def test_what_a_run_of_tests_shares_lies_in_a_folder_of_that_run(run_store, tmp_path, monkeypatch):
    assert decisions.fresh_run()  # what earlier runs made counts for nothing
    numbered = next(each for each in tmp_path.parents if each in run_store.parents)
    assert numbered.name.startswith(("pytest-", "popen-")) or "basetemp" in str(numbered)
    monkeypatch.setenv("ROPE_THEORY_CACHE", str(run_store))
    path = run_store / "made"
    before = set(path.glob("*")) if path.is_dir() else set()
    assert made(given=str(tmp_path))[1] and made(given=str(tmp_path))[1]  # not even this folder, unless it is named
    assert (set(path.glob("*")) if path.is_dir() else set()) >= before
