"""Receipts: what a run gave, on which device, with which versions, settings and code; written once, read back checked."""

from __future__ import annotations

import datetime
import json
import math
from dataclasses import asdict
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import CHECKOUT, write_text
from rope_theory.core.json_files import Form, check, finite, maybe, number, read_json, text, whole
from rope_theory.machines.long_context.run import Result

SCHEMA = "rope_theory scale-run 1"  # the name of the format, from before the command was called run-long
FOLDER = CHECKOUT / "receipts"
"""Where a checkout keeps its receipts."""
_SPEED = number(0)
#: What a receipt holds; `LongRunSettings` and `Result` say what it means.
FORM = {
    "schema": text(),
    "date": text(),
    "machine": {
        "device": text(),
        "device_name": text(),
        "threads": whole(1),
        "python": text(),
        "torch": text(),
        "cuda": maybe(text()),
        "float32_matmul_precision": text(),
        "rope_theory": text(),
        "code": text(),
    },
    "settings": {
        "construction": text(),
        "length": whole(1),
        "dtype": text(),
        "device": text(),
        "queries": text(),
        "seed": whole(),
        "beta": Form("must be a positive number, auto or hard", lambda b: b in ("auto", "hard") or number(0).holds(b)),
        "rotation": text(),
        "head_dim": whole(1),
        "theta": maybe(text()),
        "letters": maybe(whole(1)),
        "base": text(),
    },
    "results": {
        "domain": text(),
        "checked": whole(1),
        "decoded": whole(),
        "accuracy": number(0, 1),
        "smallest_margin": maybe(number()),
        "smallest_lead": maybe(number()),
        "logit_error": maybe(number(0)),
        "logit_error_bound": maybe(number(0)),
        "first_failure": maybe(whole()),
        "beta": number(0),
        "predicted": {
            "beta": maybe(number(0)),
            "safe_up_to": whole(),
            "fails_at": maybe(whole()),
            "because": text(),
        },
        "observed_limit": maybe(whole()),
        "seconds": {"tensors": _SPEED, "attention": _SPEED},
        "throughput": {"tokens_per_second": _SPEED, "tflops": _SPEED, "share_of_peak": maybe(_SPEED)},
        "peak_memory": whole(),
    },
}


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
    data = read_json("receipt", path)
    rule = f"must have the schema {SCHEMA!r}"
    require(isinstance(data, dict) and data.get("schema") == SCHEMA, "receipt", rule, path.name)
    check("receipt", data, FORM)
    machine, settings, results = (data[part] for part in ("machine", "settings", "results"))
    try:
        datetime.date.fromisoformat(data["date"])
    except (KeyError, TypeError, ValueError):
        raise InvalidInput("date", "must be a day like 2026-01-31", data.get("date")) from None
    require(machine["device"] == settings["device"], "device", "must be the one that was asked for", machine["device"])
    labelled = machine["device"] == "cpu" or machine["cuda"] is not None
    require(labelled, "device", "must be labelled with its CUDA version", machine["device"])
    for word in (machine["device"], machine["device_name"], settings["dtype"], str(settings["length"])):
        require(word in results["domain"], "domain", f"must name {word}", results["domain"])
    decoded, checked = results["decoded"], results["checked"]
    require(decoded <= checked, "decoded", f"must be at most checked = {checked}", decoded)
    share = decoded / checked
    require(results["accuracy"] == share, "accuracy", f"must be decoded/checked = {share}", results["accuracy"])
    failure, length = results["first_failure"], settings["length"]
    rule = f"must be null if all queries were read right, else a position up to length = {length}"
    require((failure is None) == (decoded == checked) and (failure or 0) <= length, "first_failure", rule, failure)
    speed, seconds = results["throughput"]["tokens_per_second"], results["seconds"]["attention"]
    rule = f"must be checked/seconds of attention = {checked}/{seconds}"
    require(math.isclose(speed * seconds, checked, rel_tol=1e-9), "tokens_per_second", rule, speed)
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
            f"{_number(results['smallest_margin'])}, smallest lead {_number(results['smallest_lead'])}, β = {results['beta']:g}",
            f"  logits off by at most {_number(results['logit_error'])} in a sample, bound {_number(results['logit_error_bound'])}",
            f"  predicted to work up to {predicted['safe_up_to']}"
            + (f", to fail at {predicted['fails_at']}" if predicted["fails_at"] else "")
            + (f"; observed up to {found}" if found is not None else ""),
            f"  {speed['tokens_per_second']:.4g} tokens/s, {speed['tflops']:.4g} TFLOP/s, share of peak {share}, "
            f"peak memory {results['peak_memory'] / 2**20:.0f} MiB",
        ]
    )


def _number(value: float | None) -> str:
    """A number, or "none" for one that JSON does not have."""
    return "none" if value is None else f"{value:.6g}"
