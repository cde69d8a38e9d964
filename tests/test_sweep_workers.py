"""Sweeps over processes, dask and ray: a worker is killed in the middle, and the rows are whole, each once, and resumable."""

import contextlib
import importlib.util
from collections import Counter

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.machines.long_context import sweeps
from rope_theory.machines.long_context.run import LongRunSettings
from rope_theory.machines.long_context.sweeps import grid, read_rows, sweep, write_rows
from rope_theory.machines.long_context.workers import worker_died, workers

PACKAGES = {"loky": "joblib", "dask": "distributed", "ray": "ray"}
TIMED = {"tokens_per_second", "tflops", "peak_memory"}
LENGTHS = list(range(20, 32))  # more than a batch of two workers


def untimed(rows):
    return [{name: value for name, value in row.items() if name not in TIMED} for row in rows]


def lethal(flag, log, always=False, run=sweeps._attempt):
    """What a worker does in place of a run: it notes it, and at length 24 it is killed, once. Pickled by value."""

    def attempt(settings):
        import os
        import signal

        with open(log, "a") as stream:
            stream.write(f"{settings.length}\n")
        if settings.length == 24 and (always or not os.path.exists(flag)):
            open(flag, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return run(settings)

    return attempt


@pytest.mark.filterwarnings("default")  # what the libraries of clusters warn of is theirs
@pytest.mark.parametrize("backend", PACKAGES)
def test_a_worker_killed_in_the_middle_costs_no_row(backend, tmp_path, monkeypatch):
    if importlib.util.find_spec(PACKAGES[backend]) is None:
        pytest.skip(f"NOT RUN: no {PACKAGES[backend]}")
    runs = grid(LongRunSettings("index", 0, head_dim=32), LENGTHS, ["bfloat16"], ["500000"], [0])
    alone = sweep(runs, 1)
    flag, log, out = tmp_path / "killed", tmp_path / "log", tmp_path / "rows.csv"
    monkeypatch.setattr(sweeps, "_attempt", lethal(str(flag), str(log)))
    seen = []

    def done(rows):
        seen.append(len(rows))
        write_rows(rows, out)
        if len(seen) == 1:
            raise KeyboardInterrupt  # and the sweep itself is stopped after a batch

    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(workers(backend, 2))
        except InvalidInput as problem:
            if "must start here" not in str(problem):
                raise
            pytest.skip(f"NOT RUN: {problem}")  # ray gives up on a busy machine
        with pytest.raises(KeyboardInterrupt):
            sweep(runs, done=done)
        assert flag.exists() and seen == [8] and len(read_rows(out)) == 8
        before = log.read_text().split()
        rows = sweep(runs, known=read_rows(out), done=done)
    assert seen == [8, 12] and untimed(rows) == untimed(alone) and untimed(read_rows(out)) == untimed(alone)
    asked = Counter(map(int, log.read_text().split()))
    assert set(asked) == set(LENGTHS) and len({row["length"] for row in rows}) == len(rows)
    assert Counter(before)["24"] == 2  # the killed run was made again
    assert all(asked[length] == 1 for length in LENGTHS[8:])  # what came after it once
    assert all(
        asked[length] == Counter(map(int, before))[length] for length in LENGTHS[:8]
    )  # what was there never again


def test_workers_that_die_again_and_again_end_the_sweep(tmp_path, monkeypatch):
    pytest.importorskip("joblib")
    runs = grid(LongRunSettings("index", 0, head_dim=32), [24], ["bfloat16"], ["500000"], [0, 1])
    log = tmp_path / "log"
    monkeypatch.setattr(sweeps, "_attempt", lethal(str(tmp_path / "killed"), str(log), always=True))
    with workers("loky", 2), pytest.raises(InvalidInput, match="must have workers that live"):
        sweep(runs)
    assert 3 <= len(log.read_text().split()) <= 6


def test_another_error_of_a_run_is_not_taken_for_a_death(monkeypatch):
    pytest.importorskip("joblib")
    calls = []

    def attempt(settings):
        calls.append(settings)
        raise RuntimeError("its own")

    monkeypatch.setattr(sweeps, "_attempt", attempt)
    with workers("loky", 1), pytest.raises(RuntimeError, match="its own"):
        sweep(grid(LongRunSettings("index", 0, head_dim=32), [24], ["bfloat16"], ["500000"], [0]))
    assert len(calls) == 1 and not worker_died(RuntimeError())


@pytest.mark.parametrize(
    "options, message",
    [
        (["--backend", "loky", "--address", "tcp://x:1"], "--address must come with --backend dask or ray"),
        (["--backend", "nothing"], "--backend must be a backend that joblib has here"),
    ],
)
def test_bad_options_are_one_line(options, message, capsys):
    assert main(["sweep-long", "--construction", "index", "--lengths", "20", *options]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1


@pytest.mark.parametrize("backend, package", [("dask", "distributed"), ("ray", "ray")])
def test_a_cluster_that_is_not_installed_names_its_extra(backend, package, monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, package, None)
    assert main(["sweep-long", "--construction", "index", "--lengths", "20", "--backend", backend]) == 2
    assert f"pip install '.[{backend}]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "address, says", [(None, "--backend must start here"), ("x:1", "--address must be a ray cluster")]
)
def test_a_ray_that_does_not_start_is_one_line(address, says, monkeypatch):
    import sys
    from types import SimpleNamespace

    def init(**settings):
        raise Exception("The current node timed out\nand more")

    for name in ("ray", "ray.util", "ray.util.joblib"):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(init=init, register_ray=None))
    with pytest.raises(InvalidInput, match=f"^{says} \\(The current node timed out\\), got"):
        with workers("ray", 2, address):
            pass
