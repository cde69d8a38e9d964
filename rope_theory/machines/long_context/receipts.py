"""Receipts: what a run gave, on which device, with which versions, settings and code; written once, read back checked."""

from __future__ import annotations

import datetime
import json
import math
from dataclasses import asdict, fields
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import CHECKOUT, write_text
from rope_theory.machines.long_context.run import LongRunSettings, Result

SCHEMA = "rope_theory scale-run 1"  # the name of the format, from before the command was called run-long
FOLDER = CHECKOUT / "receipts"
"""Where a checkout keeps its receipts."""
MACHINE = {
    "device",
    "device_name",
    "threads",
    "python",
    "torch",
    "cuda",
    "float32_matmul_precision",
    "rope_theory",
    "code",
}
RESULTS = {
    "domain", "checked", "decoded", "accuracy", "smallest_margin", "smallest_lead", "logit_error",
    "logit_error_bound", "first_failure", "beta", "predicted",
    "observed_limit", "seconds", "throughput", "peak_memory",
}  # fmt: skip


def receipt(result: Result) -> dict:
    """The receipt of a run made just now: schema, day (UTC), machine and versions, settings, results; plain data."""
    from rope_theory.machines.long_context.devices import machine

    return {
        "schema": SCHEMA,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(result.settings.device),
        "settings": asdict(result.settings),
        "results": finite(result.to_json()),
    }


def finite(data):
    """The same with numbers that JSON does not have (infinite, not a number) as null.

    Example:
        >>> finite({"a": [1.0, float("inf")]})
        {'a': [1.0, None]}
    """
    if isinstance(data, dict):
        return {name: finite(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def write_receipt(data: dict, path: Path) -> None:
    """Write a receipt, whole or not at all.

    Raises:
        InvalidInput: a path that cannot be written to.
    """
    write_text(path, json.dumps(data, indent=2, allow_nan=False, ensure_ascii=False) + "\n")


def read_receipt(path: Path) -> dict:
    """The receipt in a file, its form and its inner agreement checked.

    Raises:
        InvalidInput: no readable JSON, another schema, a part missing, or parts that contradict one another.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise InvalidInput("receipt", f"must be a readable JSON file ({type(problem).__name__})", str(path)) from None
    require(
        isinstance(data, dict) and data.get("schema") == SCHEMA,
        "receipt",
        f"must have the schema {SCHEMA!r}",
        path.name,
    )
    wanted = {"machine": MACHINE, "settings": {field.name for field in fields(LongRunSettings)}, "results": RESULTS}
    for part, keys in wanted.items():
        found = data.get(part)
        require(isinstance(found, dict) and set(found) == keys, part, f"must hold {', '.join(sorted(keys))}", path.name)
    machine, settings, results = (data[part] for part in wanted)
    try:
        datetime.date.fromisoformat(data["date"])
    except (KeyError, TypeError, ValueError):
        raise InvalidInput("date", "must be a day like 2026-01-31", data.get("date")) from None
    require(machine["device"] == settings["device"], "device", "must be the one that was asked for", machine["device"])
    labelled = machine["device"] == "cpu" or machine["cuda"] is not None
    require(labelled, "device", "must be labelled with its CUDA version", machine["device"])
    for word in (machine["device"], machine["device_name"], settings["dtype"], str(settings["length"])):
        require(word in results["domain"], "domain", f"must name {word}", results["domain"])
    share = results["decoded"] / results["checked"]
    require(results["accuracy"] == share, "accuracy", f"must be decoded/checked = {share}", results["accuracy"])
    return data


def receipts(folder: Path = FOLDER) -> dict[str, dict]:
    """The receipts in a folder by file name, in order.

    Raises:
        InvalidInput: no folder, none in it, or one that is malformed.
    """
    require(folder.is_dir(), "receipts", "must be a folder of receipts", str(folder))
    found = {path.name: read_receipt(path) for path in sorted(folder.glob("*.json"))}
    require(bool(found), "receipts", "must be a folder that holds receipts (*.json)", str(folder))
    return found


def describe(data: dict) -> str:
    """A receipt in a few lines, its device first."""
    machine, results = data["machine"], data["results"]
    speed = results["throughput"]
    share = "unknown" if speed["share_of_peak"] is None else f"{100 * speed['share_of_peak']:.1f} %"
    found = results["observed_limit"]
    predicted = results["predicted"]
    return "\n".join(
        [
            f"{machine['device']} ({machine['device_name']}), {machine['threads']} threads, torch {machine['torch']}, "
            f"CUDA {machine['cuda'] or 'none'}, {data['date']}",
            f"  {results['domain']}",
            f"  accuracy {results['accuracy']:.6g} ({results['decoded']} of {results['checked']}), smallest margin "
            f"{number(results['smallest_margin'])}, smallest lead {number(results['smallest_lead'])}, β = {results['beta']:g}",
            f"  logits off by at most {number(results['logit_error'])} in a sample, bound {number(results['logit_error_bound'])}",
            f"  predicted to work up to {predicted['safe_up_to']}"
            + (f", to fail at {predicted['fails_at']}" if predicted["fails_at"] else "")
            + (f"; observed up to {found}" if found is not None else ""),
            f"  {speed['tokens_per_second']:.4g} tokens/s, {speed['tflops']:.4g} TFLOP/s, share of peak {share}, "
            f"peak memory {results['peak_memory'] / 2**20:.0f} MiB",
        ]
    )


def number(value: float | None) -> str:
    """A number, or "none" for one that JSON does not have."""
    return "none" if value is None else f"{value:.6g}"
