"""Memory: what there is, what a run at length takes, and a refusal before any of it is taken."""

import subprocess
import sys
import time

import pytest

from rope_theory.core import memory
from rope_theory.core.errors import InvalidInput
from rope_theory.core.memory import available, require_memory


def write(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_what_is_available_is_the_least_of_the_system_and_the_groups_above(tmp_path, monkeypatch):
    system, groups = tmp_path / "meminfo", tmp_path / "groups"
    system.write_text("MemTotal: 9000000 kB\nMemAvailable: 8000000 kB\n")
    monkeypatch.setattr(memory, "MEMINFO", system)
    monkeypatch.setattr(memory, "_groups", lambda: [groups / "a" / "b", groups / "a"])
    assert available() <= 8_000_000 * 1024  # a limit of the process may be lower
    write(groups / "a", memory__max="5000\n", memory__current="3000\n", memory__stat="anon 1\ninactive_file 500\n")
    assert available() == 2500
    write(groups / "a" / "b", memory__max="max\n", memory__current="3000\n")
    assert available() == 2500
    write(groups / "a" / "b", memory__limit_in_bytes="4000\n", memory__usage_in_bytes="3000\n")
    assert available() == 1000
    write(groups / "a" / "b", memory__limit_in_bytes="2000\n", memory__usage_in_bytes="3000\n")
    assert available() == 0


def test_where_nothing_says_what_there_is_nothing_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "_left", lambda: iter(()))
    assert available() is None
    require_memory("length", 10, 1 << 80)


@pytest.mark.skipif(sys.platform != "linux", reason="NOT RUN: a limit of the address space is Linux's")
def test_a_limit_of_the_process_counts():
    code = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
    code += "from rope_theory.core.memory import available; print(available())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 0 < int(found.stdout) < 1 << 30


def test_need_is_refused_only_beyond_what_there_is():
    require_memory("length", 5, 1 << 30, free=1 << 30)
    with pytest.raises(
        InvalidInput, match=r"length must fit the memory \(this needs about 1.0 GiB, and 1.0 GiB are available\), got 5"
    ):
        require_memory("length", 5, (1 << 30) + 1, free=1 << 30)


@pytest.mark.parametrize(
    "command, names",
    [
        (
            "run-long --construction mix --length 4e9 --queries last",
            "--length must fit the memory (this needs about 20",
        ),
        ("run-long --construction index --length 4e9", "--length must fit the memory (this needs about 10252 GiB"),
        ("run-long --construction mix --length 4e9 --certify no.json", "--length must fit the memory"),
        (
            "run-long --construction induction --length 4e9 --queries targets",
            "--length must fit the memory (this needs about 3",
        ),
        ("sweep-long --construction mix --lengths 64,4e9", "--lengths must fit the memory (this needs about 10252 GiB"),
        ("compile number --length 1e6 --layers 1", "--length must fit the memory (this needs about 22355 GiB"),
        ("learn index --positions 1e9 --steps 1", "--positions must fit the memory"),
    ],
)
def test_a_length_that_the_memory_does_not_hold_is_one_line_at_once(command, names, call, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setattr(memory, "available", lambda: 64 << 30)
    since = time.process_time()
    status, out, err = call(*command.split())
    assert status == 2 and out == "" and err.startswith("error: ") and err.count("\n") == 1
    assert names in err and "64 GiB are available), got" in err
    assert time.process_time() - since < 30


def test_the_need_of_a_run_grows_with_queries_dtype_and_dimension():
    pytest.importorskip("torch")
    from rope_theory.machines.long_context.run import LongRunSettings, room

    last = LongRunSettings("index", 10**6, queries="last")
    tensors = room(last)[1]
    assert room(last.at(dtype="float32"))[1] == pytest.approx(2 * tensors, rel=1e-3)
    assert room(last.at(head_dim=64))[1] == pytest.approx(tensors / 2, rel=1e-3)
    assert room(last.at(queries="all"))[1] > 5 * tensors > 5 * room(last.at(queries="sample:64"))[1] / 1.01
    every = LongRunSettings("induction", 10**6, queries="targets", letters=4)
    assert room(every)[1] == 4 * room(last.at(queries="all"))[1]


@pytest.mark.skipif(sys.platform != "linux", reason="NOT RUN: sizes are measured as Linux counts them")
def test_the_estimate_is_near_what_a_run_takes():
    """In a process of its own: peak size less what a short run of the same took."""
    pytest.importorskip("torch")
    code = """
from pathlib import Path
from rope_theory.core.memory import _kilobytes
from rope_theory.machines.long_context.run import LongRunSettings, room, run_long
size = lambda: _kilobytes(Path("/proc/self/status"), "VmHWM")
settings = LongRunSettings("index", 64, queries="last")
run_long(settings, predicted=False)
before, settings = size(), settings.at(length=400_000)
run_long(settings, predicted=False)
print((size() - before) / sum(room(settings)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 0.7 < float(done.stdout) < 1.4


def test_the_library_refuses_a_run_itself(monkeypatch):
    pytest.importorskip("torch")
    from rope_theory.machines.long_context.run import LongRunSettings, run_long

    monkeypatch.setattr(memory, "available", lambda: 1 << 20)
    with pytest.raises(InvalidInput, match="length must fit the memory"):
        run_long(LongRunSettings("index", 4096))
    assert run_long(LongRunSettings("index", 32, head_dim=16)).accuracy == 1
