"""Receipts, sweeps and their commands: what is committed is labelled with its device; bad files and options are refused."""

import json
import sys
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.progress import callback, progress
from rope_theory.faces.cli import main
from rope_theory.faces.figures.precision_cliffs import OBSERVED
from rope_theory.machines.long_context.limits import LIMITS
from rope_theory.machines.long_context.receipts import FOLDER, read_receipt, receipts
from rope_theory.machines.long_context.run import LongRunSettings
from rope_theory.machines.long_context.sweeps import grid, read_rows, sweep, write_rows

COMMITTED = sorted(FOLDER.glob("*.json"))
SMALL = ["--construction", "index", "--head-dim", "32", "--dtype", "bfloat16"]


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_committed_receipt_is_whole_and_named_for_its_device(path):
    data = read_receipt(path)
    settings = data["settings"]
    assert path.name.startswith(
        f"{data['machine']['device'].partition(':')[0]}-{settings['construction']}-{settings['dtype']}"
    )
    results = data["results"]
    assert results["logit_error"] <= results["logit_error_bound"]
    assert settings["length"] > results["predicted"]["safe_up_to"] or results["accuracy"] == 1
    if results["observed_limit"] is not None:
        assert results["predicted"]["safe_up_to"] <= results["observed_limit"]


def test_observed_lengths_of_the_figure_are_those_of_receipts_and_of_the_claim():
    found = {
        (data["settings"]["construction"], data["settings"]["dtype"]): data["results"]["observed_limit"]
        for data in receipts().values()
    }
    names = {"T_Index": "index", "H_MIX": "induction", "one angle": "induction-one-angle"}
    for row, observed in OBSERVED.items():
        name = next(name for start, name in names.items() if row.startswith(start))
        assert found[name, LIMITS[row][1]] == observed == LIMITS[row][2]


def test_run_writes_a_receipt_that_reads_back(tmp_path, capsys):
    path = tmp_path / "run.json"
    assert main(["run-long", *SMALL, "--length", "30", "--device", "cpu", "--receipt", str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == read_receipt(path) and data["machine"]["cuda"] is None or data["machine"]["device"] == "cpu"
    assert data["results"]["accuracy"] == 1 and data["settings"]["length"] == 30
    assert main(["run-long", "--show-receipts", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("run.json (claimed by the receipt, made by this code)\ncpu (") and "30 of 30" in shown


def test_find_limit_prints_prediction_and_observation(capsys):
    assert main(["run-long", *SMALL, "--length", "90", "--find-limit"]) == 0
    assert "predicted to work up to 74, to fail at 75; observed up to 74" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change, rule",
    [
        (lambda data: data.update(schema="other"), "must have the schema"),
        (lambda data: data["machine"].pop("device_name"), "machine must hold"),
        (lambda data: data["results"].update(extra=1), "results must hold"),
        (lambda data: data.update(date="yesterday"), "date must be a day"),
        (lambda data: data["results"].update(accuracy=0.5), "accuracy must be decoded/checked"),
        (lambda data: data["machine"].update(device="cuda"), "device must be the one that was asked for"),
        (lambda data: (data["machine"].update(device="cuda"), data["settings"].update(device="cuda")), "CUDA version"),
        (lambda data: data["machine"].update(device_name="NVIDIA H200"), "domain must name NVIDIA H200"),
    ],
)
def test_receipt_that_contradicts_itself_is_refused(change, rule, tmp_path):
    data = read_receipt(COMMITTED[0])
    change(data)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InvalidInput, match=rule):
        read_receipt(path)


@pytest.mark.parametrize("text", ["", "[]", "nonsense", "{}"])
def test_file_that_is_no_receipt_is_refused(text, tmp_path):
    path = tmp_path / "no.json"
    path.write_text(text)
    with pytest.raises(InvalidInput, match="receipt must"):
        read_receipt(path)


# --- sweeps


def test_sweep_in_processes_gives_the_rows_of_one_process_and_resumes(tmp_path):
    runs = grid(LongRunSettings("index", 0, head_dim=32), [20, 90], ["bfloat16"], ["500000"], [0, 1])
    alone, parallel = sweep(runs, 1), sweep(runs, 2)
    timed = {"tokens_per_second", "tflops", "peak_memory"}
    for one, other in zip(alone, parallel, strict=True):
        assert {k: v for k, v in one.items() if k not in timed} == {k: v for k, v in other.items() if k not in timed}
    assert [row["accuracy"] == 1 for row in alone] == [True, True, False, False]
    for name in ("rows.csv", "rows.json"):
        write_rows(alone, tmp_path / name)
        again = read_rows(tmp_path / name)
        assert again == alone and sweep(runs, 1, known=again) == alone


def test_sweep_refuses_threads_as_flint_is_not_safe_in_them():
    import joblib

    with (
        joblib.parallel_config(backend="threading", n_jobs=2),
        pytest.raises(InvalidInput, match="must run in processes"),
    ):
        sweep(grid(LongRunSettings("index", 0), [20], ["bfloat16"], ["500000"], [0]))


def test_sweep_command_writes_and_keeps_rows(tmp_path, capsys):
    path = tmp_path / "rows.csv"
    options = ["sweep-long", "--construction", "index", "--head-dim", "32", "--out", str(path)]
    assert main([*options, "--lengths", "20,30"]) == 0
    assert main([*options, "--lengths", "20,30,40", "--resume"]) == 0
    assert [line.split(",")[1] for line in path.read_text().splitlines()] == ["length", "20", "30", "40"]
    assert capsys.readouterr().out.count("bfloat16") == 5


# --- bad options


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["run-long"],
            "--construction, --length must be given, as in rope-theory run-long --construction mix --length 8192 --dtype bfloat16",
        ),
        (["run-long", "--construction", "index"], "--length must be given"),
        (["run-long", *SMALL, "--length", "x"], "--length must be a whole number"),
        (["run-long", *SMALL, "--length", "20", "--beta", "much"], "--beta must be a positive number"),
        (
            ["run-long", *SMALL, "--length", "20", "--receipt", "/nowhere/at/all.json"],
            "must be in a folder that exists",
        ),
        (["run-long", "--show-receipts", "/nowhere"], "must be a folder of receipts"),
        (["sweep-long", "--construction", "index", "--lengths", "20,20"], "--lengths must be different values"),
        (["sweep-long", "--construction", "index", "--lengths", "20", "--jobs", "0"], "--jobs must not be 0"),
        (
            ["sweep-long", "--construction", "index", "--lengths", "20", "--jobs", "two"],
            "--jobs must be a whole number",
        ),
        (["sweep-long", "--construction", "index", "--lengths", "20", "--backend", "none"], "--backend must be"),
        (
            ["sweep-long", "--construction", "index", "--lengths", "20", "--out", "rows.txt"],
            "must end in .csv or .json",
        ),
        (["sweep-long", "--construction", "index", "--lengths", "20", "--resume"], "--resume must come with --out"),
        (["sweep-long", "--construction", "mix", "--lengths", "20", "--bases", "ten"], "base must be"),
    ],
)
def test_bad_option_is_one_line_and_status_2(arguments, message, capsys):
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and message in err


@pytest.mark.parametrize(
    "package, command, extra", [("torch", "run-long", "torch"), ("joblib", "sweep-long", "sweeps")]
)
def test_missing_package_is_one_line_that_names_the_extra(package, command, extra, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    lengths = ["--length", "20"] if command == "run-long" else ["--lengths", "20"]
    assert main([command, "--construction", "index", *lengths]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and f"pip install '.[{extra}]'" in err


def test_foreign_table_is_not_overwritten(tmp_path, capsys):
    path = Path(tmp_path / "mine.csv")
    path.write_text("a,b\n1,2\n")
    command = ["sweep-long", "--construction", "index", "--lengths", "20", "--out", str(path)]
    for option, says in (([], "must name what is not there yet"), (["--resume"], "must be a table that a sweep wrote")):
        assert main([*command, *option]) == 2
        assert path.read_text() == "a,b\n1,2\n" and says in capsys.readouterr().err


def test_bars_within_bars_do_not_clash(monkeypatch):
    """A run inside a sweep, or inside a search for a limit, on a terminal."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with callback("outer") as outer, callback("inner") as inner:
        outer(1, 2)
        inner(1, 2)
    seen = [item for item in progress([1, 2], "outer") if list(progress([3], "inner")) == [3]]
    with callback("again") as later:
        later(1, 1)
    assert seen == [1, 2]
