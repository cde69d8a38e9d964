"""`limits` and `scale` at length 131072 as commands, beside a process that starts and imports NumPy: processor time."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.processor import Row, beside, python

MODEL = ("--base", "500000", "--head-dim", "128")
COMMANDS = {
    "limits": ("limits", *MODEL, "--length", "131072"),
    "scale": ("scale", *MODEL, "--from", "8192", "--to", "131072"),
}


def measure() -> Iterator[Row]:
    """(what, value, unit) for `python -m benchmarks bench_limits`: about a quarter of a minute."""
    bare = python("-c", "import numpy")
    for name, command in COMMANDS.items():
        # the ratio says how many starts with NumPy one command costs
        yield from beside("python -c 'import numpy'", bare, f"rope-theory {name}, n = 131072, d = 128",
                          python("-m", "rope_theory", *command), repeat=3)  # fmt: skip
