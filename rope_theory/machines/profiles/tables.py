"""A profile as a table, one row for each layer, head, sample and query; as a file that is read again."""

from __future__ import annotations

import importlib
import io
import json
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from rope_theory.core.errors import require
from rope_theory.core.files import write_bytes, write_text
from rope_theory.core.json_files import Form, check, each, maybe, number, read_json, text, whole
from rope_theory.core.packages import load_packages

#: A `HeadProfile`, whose module imports this one.
Profile: TypeAlias = Any

#: First entry of a saved profile, and the largest one that is read.
FORMAT, MOST_BYTES = "rope_theory head profile 1", 1 << 28
#: Arrays of a profile: the names of what their last axis holds (None: planes come before it).
ARRAYS = {"scores": 2, "terms": 4, "planes": 2, "effective": None, "missing": None, "norms": None}
TERMS = ("e_pos", "e_sym", "variance", "interaction")


def columns(profile: Profile) -> dict[str, np.ndarray]:
    """The columns of the table, by name: whole numbers and float64, of one length.

    Layers, heads and samples count from 0 as in the model and the inputs, the position of the query from 1. `norms`
    is not there in a profile that was saved without it, and `missing` only where swaps were left out.
    """
    shape = profile.positional.shape
    layer, head, sample, query = np.indices(shape).reshape(4, -1)
    found = {
        "layer": np.asarray(profile.numbers)[layer],
        "head": np.asarray(profile.heads)[head],
        "sample": np.asarray(profile.samples)[sample],
        "query": profile.queries[sample, query],
    }
    found = {key: value.astype(np.int64) for key, value in found.items()}
    found |= {"positional": profile.positional.ravel(), "symbolic": profile.symbolic.ravel()}
    found |= {key: side.ravel() for key, side in zip(TERMS, np.moveaxis(_held(profile, "terms"), -1, 0), strict=True)}
    found |= {"effective": profile.effective.ravel(), "spread": profile.spread.ravel()}
    if profile.norms is not None:
        found["norms"] = profile.norms.ravel()
    if profile.missing.any():
        found["missing"] = profile.missing.ravel()
    return {key: np.ascontiguousarray(value) for key, value in found.items()}


def _held(profile: Profile, key: str) -> np.ndarray:
    value = profile.array(key)
    assert value is not None
    return value


def arrow(profile: Profile) -> Any:
    """A pyarrow table of `columns`; its schema says what the scores are of."""
    pa = require_package("pyarrow")
    about = {"model": profile.model, "tau": repr(profile.tau), "eps": repr(profile.eps), "blocks": repr(profile.blocks)}
    return pa.table(columns(profile)).replace_schema_metadata(about)


def write_parquet(profile: Profile, path: str | Path) -> None:
    """See `HeadProfile.to_parquet`."""
    require_package("pyarrow")
    parquet, buffer = importlib.import_module("pyarrow.parquet"), io.BytesIO()
    parquet.write_table(arrow(profile), buffer)
    write_bytes(Path(path), buffer.getvalue())


def save(profile: Profile, path: str | Path) -> None:
    """See `HeadProfile.save`."""
    arrays = {key: profile.array(key) for key in ARRAYS}
    content = {
        "format": FORMAT,
        "model": profile.model,
        "tau": profile.tau,
        "eps": profile.eps,
        "blocks": profile.blocks,
        "leave_out": list(profile.leave_out),
        "swap_method": profile.swap_method,
        "layers": profile.layers,
        "numbers": profile.numbers,
        "heads": profile.heads,
        "samples": profile.samples,
        "queries": profile.queries.tolist(),
        "frequencies": [profile.frequencies_of(name).tolist() for name in profile.layers],
        "table": profile.rows,
        "arrays": {key: None if value is None else {"shape": list(value.shape), "values": value.ravel().tolist()}
                   for key, value in arrays.items()},
    }  # fmt: skip
    write_text(Path(path), json.dumps(content, allow_nan=False) + "\n")


_ANY = Form("must be plain data", lambda value: True)
_MANY = 1 << 26
_ARRAY = Form(
    "must be null, or a shape and as many finite numbers",
    lambda value: value is None
    or (
        isinstance(value, dict)
        and set(value) == {"shape", "values"}
        and each(whole(1), 6).holds(value["shape"])
        and each(number(), _MANY).holds(value["values"])
        and int(np.prod(value["shape"], dtype=object)) == len(value["values"])
    ),
)
_FORM = {
    "format": Form(f"must be {FORMAT!r}", lambda value: value == FORMAT),
    "model": text(),
    "tau": number(0),
    "eps": maybe(number(0)),
    "blocks": maybe(whole(1)),
    "leave_out": each(whole(1)),
    "swap_method": text(),
    "layers": each(text()),
    "numbers": each(whole()),
    "heads": each(whole()),
    "samples": each(whole(), _MANY),
    "queries": each(each(whole(1)), _MANY),
    "frequencies": each(each(number(0))),
    "table": _ANY,
    "arrays": {key: _ARRAY for key in ARRAYS},
}


def load(kind: Any, path: str | Path) -> Profile:
    """See `HeadProfile.load`."""
    data = read_json("profile", Path(path), MOST_BYTES)
    check("profile", data, _FORM)
    arrays = {key: np.reshape(np.array(value["values"], dtype=float), value["shape"])
              for key, value in data["arrays"].items() if value is not None}  # fmt: skip
    rule = "must hold arrays of its layers, heads, samples and queries"
    require({"scores", "terms", "effective"} <= set(arrays), "profile", rule, ", ".join(arrays))
    asked = {len(row) for row in data["queries"]}
    sizes = [len(data["layers"]), len(data["heads"]), len(data["samples"]), *asked]
    for key, value in arrays.items():
        last = [] if ARRAYS[key] is None else [ARRAYS[key]]
        planes = list(value.shape[4:5]) if key == "planes" else []
        require(list(value.shape) == [*sizes, *planes, *last], "profile", rule, f"{key} {value.shape}")
    alike = len(data["numbers"]) == len(data["frequencies"]) == sizes[0] and len(data["queries"]) == sizes[2]
    require(
        alike, "profile", "must say number and frequencies of each layer, and the queries of each sample", str(path)
    )
    frequencies = dict(zip(data["layers"], map(np.array, data["frequencies"]), strict=True))
    return kind(
        data["layers"], np.array(data["queries"]), data["tau"], data["eps"], data["blocks"], data["model"], None,
        tuple(data["leave_out"]), data["swap_method"], data["numbers"], data["heads"], data["samples"], data["table"],
        arrays, frequencies,
    )  # fmt: skip


def require_package(name: str) -> Any:
    """pandas, polars or pyarrow, loaded.

    Raises:
        InvalidInput: it is missing.
    """
    return load_packages(name, to="write tables")
