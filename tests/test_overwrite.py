"""No command writes over a file unless its user says --overwrite, and what cannot be written to is refused before the work."""

import argparse
import importlib
import subprocess
import sys

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.files import output_folder, unused, writable
from rope_theory.faces.cli import main, parser
from rope_theory.faces.site.folder import MARK, ready, write_folder

#: Commands whose files are found by name: (arguments before the option, the option, the file it would replace).
WRITERS = {
    "verify": (["verify", "u26.table1"], "--json", "x.json"),
    "run-long": (["run-long", "--construction", "mix", "--length", "64"], "--receipt", "x.json"),
    "sweep-long": (["sweep-long", "--construction", "mix", "--lengths", "64"], "--out", "x.csv"),
    "limits": (["limits", "--base", "10000", "--head-dim", "8", "--length", "9"], "--plot", "x.png"),
    "scale": (["scale", "--base", "10000", "--head-dim", "8", "--from", "9", "--to", "18"], "--plot", "x.png"),
    "letter": (["letter", "u26"], "--out", "x.txt"),
    "compile": (["compile", "number"], "--out", "model.safetensors"),
    "export-onnx": (["export-onnx", "m"], "--out", "x.onnx"),
    "export-gguf": (["export-gguf", "m"], "--out", "x.gguf"),
    "learn": (["learn", "index"], "--out", "vectors.png"),
    "train": (["train", "number"], "--out", "curves.csv"),
    "figures": (["figures", "shape-map"], "--out", "shape-map.png"),
}
FOLDERS = ("compile", "learn", "train", "figures")
WORK = {  # what would be called next, if nothing were refused
    "verify": ("rope_theory.faces.commands.verify", "decided"),
    "run-long": ("rope_theory.faces.commands.run_long", "_run"),
    "sweep-long": ("rope_theory.faces.commands.sweep_long", "_sweep"),
    "limits": ("rope_theory.models.limits", "layer_limits"),
    "scale": ("rope_theory.models.scaling", "compare"),
    "letter": ("rope_theory.faces.report.letter_claims", "on_record"),
    "compile": ("rope_theory.faces.commands.compile", "_model"),
    "export-onnx": ("rope_theory.machines.export", "export_onnx"),
    "export-gguf": ("rope_theory.machines.export", "export_gguf"),
    "learn": ("rope_theory.machines.learning.sweep", "sweep"),
    "train": ("rope_theory.faces.commands.train", "_train"),
    "figures": ("rope_theory.faces.figures.write", "render"),
}


class Worked(Exception):
    """The work has begun."""


@pytest.fixture
def idle(monkeypatch):
    """Work that raises as soon as it begins."""

    def begin(*_, **__):
        raise Worked

    def prepare(name):
        for package in ("torch", "joblib", "transformers", "matplotlib"):
            pytest.importorskip(package)
        module, function = WORK[name]
        monkeypatch.setattr(importlib.import_module(module), function, begin)

    return prepare


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_is_there_stays_unless_overwrite_is_said(name, idle, tmp_path, capsys):
    idle(name)
    arguments, option, file = WRITERS[name]
    (tmp_path / file).write_text("mine")
    given = [*arguments, option, str(tmp_path if name in FOLDERS else tmp_path / file)]
    assert main(given) == 2
    error = capsys.readouterr().err
    assert "--overwrite" in error and error.count("\n") == 1 and (tmp_path / file).read_text() == "mine"
    with pytest.raises(Worked):
        main([*given, "--overwrite"])


@pytest.mark.parametrize("name", WRITERS)
def test_what_cannot_be_written_to_is_refused_before_the_work(name, idle, capsys):
    """/proc is not writable, for root neither."""
    idle(name)
    arguments, option, file = WRITERS[name]
    assert main([*arguments, option, "/proc/new" if name in FOLDERS else f"/proc/{file}"]) == 2
    error = capsys.readouterr().err
    assert "must be" in error and error.count("\n") == 1


def test_every_command_that_writes_has_overwrite():
    """`base` and others print only; `formal` and `report-files` write the package's own files; two only make new folders."""
    subparsers = next(action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in subparsers.choices.items():
        options = {option: action for action in command._actions for option in action.option_strings}
        if name in ("convert-gguf", "fetch-course"):  # their folder must not be there at all
            continue
        writes = {"--out", "--plot", "--receipt"} & set(options) or getattr(options.get("--json"), "metavar", None)
        assert bool(writes) == ("--overwrite" in options), name


def test_a_folder_is_made_tried_and_searched_for_the_names(tmp_path):
    folder = tmp_path / "a" / "b"
    assert output_folder(folder, ["x", "y"], False) == folder and list(folder.iterdir()) == []
    (folder / "z").write_text("mine")
    output_folder(folder, ["x", "y"], False)
    (folder / "y").write_text("mine")
    with pytest.raises(InvalidInput, match="must not hold y yet"):
        output_folder(folder, ["x", "y"], False)
    output_folder(folder, ["x", "y"], True)


def test_a_dangling_link_is_a_file_that_is_there(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InvalidInput, match="must name what is not there yet"):
        unused(tmp_path / "link", False)
    with pytest.raises(InvalidInput, match=r"path must be writable \("):
        writable(tmp_path.__class__("/proc/x"))


@pytest.mark.parametrize("change", ["add", "edit", "link"])
def test_a_report_that_was_changed_since_is_not_replaced(tmp_path, change):
    folder = write_folder(tmp_path / "site", {"a/b.html": b"1", "c": b"2"})
    assert ready(folder) == folder
    if change == "add":
        (folder / "a" / "notes.txt").write_text("mine")
    elif change == "edit":
        (folder / "c").write_text("mine")
    else:
        (folder / "c").unlink()
        (folder / "c").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InvalidInput, match="must be a former report as it was written"):
        write_folder(folder, {"d": b"3"})
    write_folder(folder, {"d": b"3"}, overwrite=True)
    assert sorted(path.name for path in folder.iterdir()) == [MARK, "d"]


READERS = ["--help", "--version", "verify --help", "constructions", "ask", "explain u26.table1", "formal", "paper u26"]


@pytest.mark.parametrize("arguments", READERS)
def test_a_reader_that_has_gone_is_no_error(arguments):
    """`rope-theory … | head`: the status of a broken pipe (or of success, if all fitted), and not a word."""
    command = [sys.executable, "-m", "rope_theory", *arguments.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.close()
        error = run.stderr.read()
    # the argparse of newer Pythons is silent itself, and ends with 0
    assert error == b"" and run.returncode in ((0, 141) if "--help" in arguments else (141,))


@pytest.mark.parametrize(
    "problem", [MemoryError(), RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to")]
)
def test_running_out_of_memory_is_one_line(monkeypatch, capsys, problem):
    from rope_theory.faces.commands import gap

    def greedy(args):
        raise problem

    monkeypatch.setattr(gap, "_one", greedy)
    assert main(["gap", "--theta", "1", "--span", "9"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: out of memory") and error.count("\n") == 1


def test_another_runtime_error_is_not_called_out_of_memory(monkeypatch):
    from rope_theory.faces.commands import gap

    def broken(args):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(gap, "_one", broken)
    with pytest.raises(RuntimeError, match="ours"):
        main(["gap", "--theta", "1", "--span", "9"])


@pytest.mark.parametrize("what", [["--ids", "nowhere.json"], ["--text", "A 1 B 2 A"], ["--task", "nonsense"]])
def test_what_is_missing_is_said_before_a_model_is_loaded(tmp_path, monkeypatch, capsys, what):
    """No file of ids; text, but no tokenizer in the folder; no such task."""
    from rope_theory.machines.profiles import load

    for package in ("torch", "transformers", "matplotlib"):
        pytest.importorskip(package)
    monkeypatch.setattr(load, "load_model", lambda *_: pytest.fail("the model was loaded"))
    (tmp_path / "config.json").write_text("{}")
    assert main(["profile", str(tmp_path), *what, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.count("\n") == 1 and not (tmp_path / "out").exists()


def test_figures_for_a_hall_have_a_folder_of_their_own(tmp_path, monkeypatch, capsys):
    """Without --out they went into figures/ and rewrote its captions.txt."""
    monkeypatch.chdir(tmp_path)
    assert main(["figures", "logits-and-weights", "--slides"]) == 0 and capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == ["hall"] and (tmp_path / "hall" / "captions.txt").is_file()
