"""Write docs/json.md: the keys that each command prints with --json, read off what it prints.

`python tools/json_keys.py` (extras `models`, `sweeps`, `gguf` and `onnx`).
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import runpy
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from rope_theory.faces.cli import main
from rope_theory.machines.pretrained.sources import WHOLE

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "json.md"
LLAMA = "examples/llama-3.1-8b.json"
#: Commands that need no extra, as they are run from the root.
PLAIN = (
    "ask left-padding --json",
    "base --length 1024 --dim 64 --json",
    "cliff index --dtype bfloat16 --json",
    f"compare examples/llama-2-7b.json {LLAMA} --json",
    "constructions --json",
    "drift --dtype float16 --turns 1,10 --json",
    "explain u26.index-bound-length --json",
    "fetch-model --list --json",
    "formal --json",
    "gap --theta 1 --span 1000 --json",
    "gap --base 10000 --dim 64 --length 64 --json",
    f"limits {LLAMA} --length 8192 --json",
    "paper u26 --json",
    'run number "C B A 1 4 1 3 2 1" --json',
    "scale examples/llama-2-7b.json --to 8192 --json",
    "shape --n 33 --theta 0.1 --json",
    "verify u26.index-bound-length --json -",
)
#: Those that need torch and others; FOLDER is a new one, where `model` is a compiled model and `tiny` examples/tiny_model.py's.
MORE = (
    "compile number --layers 2 --out FOLDER/model --certify --json",
    "certify FOLDER/model --json",
    'show FOLDER/model --input "C B A 1 4 1 2" --json',
    "export-onnx FOLDER/model --out FOLDER/model.onnx --json",
    "export-gguf FOLDER/model --out FOLDER/model.gguf --json",
    "profile FOLDER/tiny --task binding --size 8 --out FOLDER/profile --json",
    "run-long --construction mix --length 64 --json",
    "sweep-long --construction mix --lengths 64 --dtypes bfloat16 --json",
)
#: Commands with --json that are not run here, and why.
LEFT_OUT = {
    "convert-gguf": "it needs a GGUF file",
    "learn": "it trains",
    "quotes": "it needs the text of a paper",
    "train": "it trains",
}
FORMAT = re.compile("float(16|32|64)$")
INTRO = """\
# What commands print with --json

The keys in the order of the output, as these commands printed them; where a value is an object, or a list of objects, its keys
follow (of a list the keys of all its objects). Keys whose name is a value (an id, a format, a number) are written <…>. Exact
numbers are texts, as "1/3"; what was not found or not asked for is null. Written by `python tools/json_keys.py`, which runs the commands;
`tests/test_json_keys.py` runs them again.
"""


def printed(command: str, folder: Path | None = None) -> Any:
    """What the command prints, read as JSON."""
    out = io.StringIO()
    with contextlib.ExitStack() as stack:
        cache = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _fetched(cache / "smollm2")
        # nothing that an earlier run decided or fetched counts
        stack.enter_context(mock.patch.dict(os.environ, {"CI": "1", "ROPE_THEORY_CACHE": str(cache)}))
        stack.enter_context(contextlib.chdir(ROOT))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
        main(shlex.split(command.replace("FOLDER", str(folder))))
    return json.loads(out.getvalue())


def _fetched(folder: Path) -> None:
    """A folder that counts as a fetched model; its files are empty."""
    folder.mkdir(parents=True)
    for name in WHOLE:
        (folder / name).touch()


def kind(value: Any) -> str:
    """The kind of a plain value in a word."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    return {str: "text", int: "number", float: "number", list: "list", dict: "object"}[type(value)]


def _named(keys: list[str]) -> bool:
    """Whether the keys are names of fields and not values themselves."""
    return all(key.isidentifier() and key.islower() and not FORMAT.search(key) for key in keys)


def shape(value: Any) -> str:
    """The kind of a value, with the keys of objects in it, two levels down."""
    return _shape(value, 2)


def _shape(value: Any, depth: int) -> str:
    if isinstance(value, dict) and value:
        if not _named(list(value)):
            inner = merged(value.values())
            return f"object of <…>: {inner and _shape(inner, depth) or kind(next(iter(value.values())))}"
        if depth:
            parts = (f"`{key}`" + _more(each, depth - 1) for key, each in value.items())
            return "object of " + ", ".join(parts)
    if isinstance(value, list) and value:
        inner = merged(value)
        return f"list of {_shape(inner, depth).removeprefix('object of ')}" if inner else f"list of {kind(value[0])}s"
    return kind(value)


def _more(value: Any, depth: int) -> str:
    text = _shape(value, depth)
    return f" ({text.removeprefix('object of ')})" if "`" in text else ""


def merged(values) -> dict[str, Any]:
    """One object with the keys of all of them; empty if they are no objects."""
    found: dict[str, Any] = {}
    for value in values:
        if not isinstance(value, dict):
            return {}
        found.update({key: inner for key, inner in value.items() if key not in found or found[key] in (None, [], {})})
    return found


def tables(commands: tuple[str, ...], folder: Path | None = None) -> Iterator[str]:
    """A section for each command: its keys and their shapes."""
    for command in commands:
        data = printed(command, folder)
        yield f"## {command.split()[0]}\n\n`rope-theory {command.replace('FOLDER/', '')}`\n"
        one = merged(data) if isinstance(data, list) else data
        if isinstance(data, list):
            yield "A list of objects:\n" if one else f"{shape(data).capitalize()}.\n"
        if one:
            yield "| key | value |\n|---|---|\n" + "".join(
                f"| `{key}` | {shape(value)} |\n" for key, value in one.items()
            )


def model_tables() -> list[str]:
    """The sections of the commands that need extras."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _tiny()(folder / "tiny")
        return list(tables(MORE, folder))


def _tiny() -> Callable[[Path], object]:
    def write(path: Path) -> None:
        was, sys.argv = sys.argv, ["tiny_model.py", str(path)]
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                runpy.run_path(str(ROOT / "examples" / "tiny_model.py"), run_name="__main__")
        finally:
            sys.argv = was

    return write


def page() -> str:
    """docs/json.md."""
    left = "\n".join(f"- `{name}`: {why}" for name, why in LEFT_OUT.items())
    return "\n".join([INTRO, *tables(PLAIN), *model_tables(), f"## Not run here\n\n{left}\n"])


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
