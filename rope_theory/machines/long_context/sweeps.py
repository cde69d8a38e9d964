"""Many runs over (length, dtype, base, seed), in parallel with joblib; rows as CSV or JSON.

The backend is joblib's: `rope_theory.machines.long_context.workers` around `sweep` spreads the runs over processes, or over the workers
of dask or ray. A worker that dies costs what it was at: those runs are made again, and a row counts once.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import writable, write_text
from rope_theory.core.json_files import Form, check, finite, maybe, number, read_json, text, whole
from rope_theory.machines.long_context.prediction import attention_recipe
from rope_theory.machines.long_context.run import LongRunSettings, run_long
from rope_theory.machines.long_context.workers import worker_died

KEYS = (
    "construction",
    "length",
    "dtype",
    "base",
    "seed",
    "device",
    "queries",
    "beta",
    "rotation",
    "head_dim",
    "theta",
    "letters",
)
VALUES = (
    "checked", "accuracy", "smallest_margin", "smallest_lead", "first_failure", "predicted_safe_up_to",
    "tokens_per_second", "tflops", "peak_memory", "domain",
)  # fmt: skip
Row = dict[str, object]
#: What a row holds.
FORM = {
    "construction": text(),
    "length": whole(1),
    "dtype": text(),
    "base": text(),
    "seed": whole(),
    "device": text(),
    "queries": text(),
    "beta": Form("must be a positive number, auto or hard", lambda b: b in ("auto", "hard") or number(0).holds(b)),
    "rotation": text(),
    "head_dim": whole(1),
    "theta": maybe(text()),
    "letters": maybe(whole(1)),
    "checked": whole(1),
    "accuracy": number(0, 1),
    "smallest_margin": maybe(number()),
    "smallest_lead": maybe(number()),
    "first_failure": maybe(whole()),
    "predicted_safe_up_to": whole(),
    "tokens_per_second": number(0),
    "tflops": number(0),
    "peak_memory": whole(),
    "domain": text(),
}
DEATHS = 3
"""How often in one batch workers may die before the sweep gives up."""
MOST_BYTES = 64 << 20
"""Largest table that is read back."""


def grid(
    fixed: LongRunSettings, lengths: Sequence[int], dtypes: Sequence[str], bases: Sequence[str], seeds: Sequence[int]
) -> list[LongRunSettings]:
    """Every combination, lengths slowest.

    Example:
        >>> [(s.length, s.seed) for s in grid(LongRunSettings("index", 0), [8, 16], ["float32"], ["10000"], [0, 1])]
        [(8, 0), (8, 1), (16, 0), (16, 1)]
    """
    return [
        fixed.at(length=n, dtype=dtype, base=base, seed=seed)
        for n, dtype, base, seed in itertools.product(lengths, dtypes, bases, seeds)
    ]


def sweep(
    runs: Sequence[LongRunSettings],
    jobs: int | None = None,
    *,
    known: Iterable[Row] = (),
    done: Callable[[list[Row]], None] | None = None,
) -> list[Row]:
    """One row per run, in the order of the runs.

    Args:
        runs: what to run.
        jobs: how many at once (None: as joblib's configuration says, else 1).
        known: rows of an earlier sweep; a run that has one is not run again.
        done: called with all rows so far, after each batch.

    Raises:
        InvalidInput: the first bad setting; workers that die again and again.
    """
    from joblib import effective_n_jobs
    from joblib.parallel import get_active_backend

    shared = getattr(get_active_backend()[0], "supports_sharedmem", False)
    require(
        not shared or effective_n_jobs(jobs) == 1,
        "backend",
        "must run in processes (FLINT's precision is global)",
        "threads",
    )
    rows = {_key(row): row for row in known}
    missing = [run for run in dict.fromkeys(runs) if _key(_settings_row(run)) not in rows]
    for run in missing:
        attention_recipe(run.dtype, run.rotation)
    size = 4 * effective_n_jobs(jobs)
    for start in range(0, len(missing), size):
        for row, problem in _batch(missing[start : start + size], jobs):
            if problem is not None:
                raise InvalidInput(*problem)
            rows[_key(row)] = row
        if done is not None:
            done([rows[key] for run in runs if (key := _key(_settings_row(run))) in rows])
    return [rows[_key(_settings_row(run))] for run in runs]


def _batch(runs: Sequence[LongRunSettings], jobs: int | None) -> list[tuple[Any, Any]]:
    """`_attempt` of each run, in their order; where a worker dies, once more."""
    from joblib import Parallel, delayed

    for _ in range(DEATHS):
        try:
            return Parallel(n_jobs=jobs)(delayed(_attempt)(run) for run in runs)
        except Exception as problem:
            if not worker_died(problem):
                raise
            died = type(problem).__name__
    rule = f"must have workers that live ({DEATHS} times one died: too little memory? rows that were written stay, for --resume)"
    raise InvalidInput("backend", rule, died)


def _attempt(settings: LongRunSettings) -> tuple[Row | None, tuple | None]:
    """(row, None) or (None, what was wrong), which travels between processes where the error does not."""
    try:
        result = run_long(settings)
    except InvalidInput as problem:
        return None, (problem.argument, problem.rule, str(problem.value))
    measured = {**vars(result), **result.throughput, "accuracy": result.accuracy}
    measured["predicted_safe_up_to"] = result.prediction.safe_up_to
    return {**_settings_row(settings), **finite({name: measured[name] for name in VALUES})}, None


def _settings_row(settings: LongRunSettings) -> Row:
    return {name: getattr(settings, name) for name in KEYS}


def _key(row: Row) -> tuple[str, ...]:
    return tuple("" if row.get(name) is None else str(row[name]) for name in KEYS)


def write_rows(rows: Sequence[Row], path: Path) -> None:
    """Write the rows, whole or not at all: CSV or JSON by the name's ending.

    Raises:
        InvalidInput: another ending, or a path that cannot be written to.
    """
    table_kind(path)
    if path.suffix == ".json":
        text = json.dumps(rows, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    else:
        stream = io.StringIO()
        writer = csv.DictWriter(stream, [*KEYS, *VALUES], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        text = stream.getvalue()
    write_text(path, text)


def read_rows(path: Path) -> list[Row]:
    """The rows of an earlier sweep; none if there is no such file.

    Raises:
        InvalidInput: a file that is no such table.
    """
    table_kind(path)
    writable(path)
    if not path.exists():
        return []
    rule = "must be a table that a sweep wrote, or no file yet"
    try:
        if path.suffix == ".json":
            rows = read_json("out", path, MOST_BYTES)
        else:
            require(path.stat().st_size <= MOST_BYTES, "out", rule, str(path))
            rows = list(map(_typed, csv.DictReader(io.StringIO(path.read_text(encoding="utf-8")))))
        require(isinstance(rows, list), "out", rule, str(path))
        for count, row in enumerate(rows, 1):
            check(f"row {count}", row, FORM)
    except (OSError, ValueError, TypeError, csv.Error) as problem:
        raise InvalidInput("out", f"{rule} ({problem})", str(path)) from None
    return rows


def _typed(row: dict[str, str]) -> Row:
    """A CSV row with its numbers as numbers and empty cells as None."""
    words = {"construction", "dtype", "base", "device", "queries", "rotation", "theta", "domain"}
    return {name: cell if name in words and cell else _cell(cell) for name, cell in row.items()}


def _cell(cell: str) -> object:
    if not cell or cell in ("auto", "hard"):
        return cell or None
    return float(cell) if set(cell) - set("0123456789") else int(cell)


def table_kind(path: Path) -> None:
    """Refuse a name that ends in neither .csv nor .json."""
    require(path.suffix in (".csv", ".json"), "out", "must end in .csv or .json", str(path))
