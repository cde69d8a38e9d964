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
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from rope_theory.evidence.claims import Tier
from rope_theory.faces.cli import main
from rope_theory.laws.shape import SHAPES
from rope_theory.machines.pretrained.sources import WHOLE
from rope_theory.models.scaling import ORDER

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "docs" / "json.md"
LLAMA = "examples/llama-3.1-8b.json"
#: Commands that need no extra, as they are run from the root.
PLAIN = (
    "ask left-padding --json",
    "ask why does long contxt fail --json",
    "ask --json",
    "base --length 1024 --dim 64 --json",
    "base --length 1024 --dim 64 --check 10000 --json",
    "cliff index --dtype bfloat16 --json",
    "cliff index --dtype bfloat16 --step stored=fp8_e4m3 --json",
    "cliff cosines --base 10000 --dim 8 --length 64 --dtype bfloat16 --json",
    f"cliff mix --config {LLAMA} --length 64 --dtype bfloat16 --json",
    f"compare examples/llama-2-7b.json {LLAMA} --json",
    "constructions --json",
    "drift --dtype float16 --turns 1,10 --json",
    "errata u26 --json",
    "explain u26.index-bound-length --json",
    "fetch-model --list --json",
    "formal --json",
    "gap --theta 1 --span 1000 --json",
    "gap --base 10000 --dim 64 --length 64 --json",
    f"gap --config {LLAMA} --length 64 --json",
    "limits examples/gemma-2-9b.json --length 1024 --json",
    "paper u26 --json",
    'run number "C B A 1 4 1 3 2 1" --json',
    "scale examples/llama-2-7b.json --to 8192 --json",
    "shape --n 33 --theta 0.1 --json",
    "verify u26.index-bound-length --json -",
)
#: Those that need torch and others; FOLDER is a new one, where `model` is a compiled model and `tiny` examples/tiny_model.py's.
MORE = (
    "cliff index --dtype bfloat16 --observe --json",
    "compile number --layers 2 --out FOLDER/model --certify --json",
    "compile number --layers 2 --verify 10 --json",
    "certify FOLDER/model --json",
    "run-long --construction mix --length 64 --certify FOLDER/mix.json --json",
    "run-long --show-receipts --json",
    "certify FOLDER/mix.json --json",
    "certify FOLDER/model --dtype bfloat16 --json",
    'show FOLDER/model --input "C B A 1 4 1 2" --json',
    "export-onnx FOLDER/small --out FOLDER/model.onnx --json",
    "export-gguf FOLDER/small --out FOLDER/model.gguf --json",
    "learn index --steps 1 --seeds 1 --positions 4 --frequencies 1 --json",
    "profile FOLDER/tiny --task binding --size 4 --count 2 --out FOLDER/profile --json",
    "profile FOLDER/tiny --task binding --size 4 --count 2 --gate fastest:2 --out FOLDER/gated --json",
    "sweep-long --construction mix --lengths 64 --dtypes bfloat16 --json",
    "train compare --json",
)
#: Those whose whole answer is an object by names: what the names are.
BY_NAME = ("ask --json", "run-long --show-receipts --json")
#: Commands with --json, or modes of them, that are not run here, and why.
LEFT_OUT = {
    "convert-gguf": "it needs a GGUF file",
    "fetch-model NAME": "it downloads",
    "formal --run": "it asks Coq",
    "quotes": "it needs the text of a paper",
    "train number": "it trains for minutes",
}
FORMAT = re.compile(r"(float(16|32|64)|fp8_e\dm\d)$")
#: What the keys mean, with units: for all commands, or for those named; the longest end of a key's path counts.
MEANINGS = tomllib.loads((ROOT / "tools" / "json_meanings.toml").read_text(encoding="utf-8"))
#: What a meaning names in braces: the values that the code has.
VALUES = {"SHAPES": SHAPES, "TIERS": tuple(tier.name for tier in Tier), "RULES": ORDER}
#: Keys of an object whose keys are names of other things (variables, commands, tasks): they are not listed.
NAMES = {
    *(
        "witness",
        "at",
        "example",
        "not_read",
        "neighbours",
        "tasks",
        "why_not",
        "printed",
        "links",
        "missing",
        "read_as",
        "page",
        "packages",
        "versions",
    ),
    *("logit_error_bound_of_each_step_alone", "each_step_alone_is_safe_up_to"),
}
#: What stands where these runs print null or an empty list: by the longest end of a key's path.
KINDS = {
    "against": "list of objects",
    "also": "list of texts",
    "bases.bad": "list of numbers",
    "bases.good": "list of numbers",
    "blocks": "number",
    "candidates_bad": "list of numbers",
    "corrects": "text",
    "correlation": "number",
    "cuda": "text",
    "did_you_mean": "text",
    "eps": "number",
    "fails_at": "number",
    "stored_scale": "number",
    "logit_error_at_most_with_keys_stored.<…>.all_steps": "number",
    "follows": "list of texts",
    "faults": "list of texts",
    "first_failure": "number",
    "first_negative": "number",
    "kept": "text",
    "leave_out": "list of numbers",
    "letters": "number",
    "logits.cap": "number",
    "neighbours": "object of <…>: text",
    "norms_at_most": "number",
    "not_read": "object of <…>",
    "notes": "list of texts",
    "observed_limit": "number",
    "other_layer_types": "list of texts",
    "phase": "text",
    "printed": "object of <…>: text",
    "never_turn.lead": "list of numbers",
    "other_letter": "number",
    "rank": "number",
    "reasons": "list of texts",
    "rows": "list of texts",
    "run": "object",
    "share_of_peak": "number",
    "sufficient_beta": "number",
    "sufficient_norms": "number",
    "sufficient_beta_by_nearest": "number",
    "sufficient_beta_up_to": "number",
    "sufficient_norms_up_to": "number",
    "sums": "list of objects",
    "theta": "text",
    "uses": "list of texts",
    "verified": "object",
    "window": "number",
}
INTRO = """\
# What commands print with --json

The keys in the order of the output, as these commands printed them. Of a further mode of a command only the keys are listed that those above lack. `a[].b` is the key b of each object in the list a (of a list the
keys of all its objects), `a.<…>.b` the key b of each object in a, whose own keys are names: an id, a format, a number. Exact numbers
are texts, as "1/3"; what was not found or not asked for is null. A gap, a lead or an error in the unit "the largest logit" is a
share of the largest logit that the head can give; β multiplies it. A mix adds planes with weights of at least 0. Written by `python tools/json_keys.py`, which runs the
commands, with the meanings in `tools/json_meanings.toml`; `tests/test_json_keys.py` runs them again.
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


def rows(value: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """(path, kind) of every key of an object and of those in it, in order.

    Example:
        >>> list(rows({"a": [{"b": 1}], "c": {"float32": {"low": None}}}))
        [('a', 'list of objects'), ('a[].b', 'number'), ('c', 'object of <…>'), ('c.<…>.low', 'null')]
    """
    for key, each in value.items():
        yield (at := path + key), _said(key, each)
        if inner := _inner(key, each):
            yield from rows(inner, at + ("[]." if isinstance(each, list) else "." if _named(key, each) else ".<…>."))


def _named(key: str, value: dict) -> bool:
    """Whether the keys of an object are names of fields and not values themselves."""
    fields = all(each.isidentifier() and each.islower() and not FORMAT.search(each) for each in value)
    return fields and key not in NAMES


def _inner(key: str, value: Any) -> dict[str, Any]:
    """The keys of the objects in a value, if they are to be listed; else none."""
    if isinstance(value, list):
        return merged(value)
    if not isinstance(value, dict) or key in NAMES:
        return {}
    return value if _named(key, value) else merged(value.values())


def _said(key: str, value: Any) -> str:
    if value == {} and key in NAMES:
        return "null"  # as good as: `KINDS` says what else it may be
    if isinstance(value, dict) and value and not _named(key, value):
        first = next(iter(value.values()))
        return "object of <…>" + ("" if merged(value.values()) else f": {kind(first)}")
    if isinstance(value, list) and value:
        return f"list of {kind(value[0])}s"
    return kind(value)


def meaning(command: str, path: str) -> str:
    """What a key means: the entry for the longest end of its path, in the command's table before that of all.

    Raises:
        KeyError: there is none.

    Example:
        >>> meaning("limits", "layers[].planes[].wavelength")
        'positions for a whole turn; null: it stands still'
    """
    table, end = entry(command, path)
    words = MEANINGS[table][end]
    for name, values in VALUES.items():
        words = words.replace(f"{{{name}}}", ", ".join(values))
    return words


def entry(command: str, path: str) -> tuple[str, str]:
    """(table, end of the path) of the entry that says what a key means."""
    parts = path.replace("[]", "").split(".")
    tables = sorted((name for name in MEANINGS if command in name.split()), key=len)  # its own before one of several
    for end in (".".join(parts[start:]) for start in range(len(parts))):
        for name in (*tables, "all"):
            if end in MEANINGS[name]:
                return name, end
    raise KeyError(f"{command}: {path}")


def shape(said: str, path: str, words: str) -> str:
    """The kind of a value, whatever this run printed: of `KINDS` where it was null or an empty list, and "or null" where its meaning says so.

    Raises:
        KeyError: it was null or an empty list, and `KINDS` does not say what else it may be.

    Example:
        >>> shape("null", "layers[].window", "in positions; null: all before it"), shape("number", "a", "a number")
        ('number or null', 'number')
    """
    if said in ("null", "list") or said.endswith(": null"):
        parts = path.replace("[]", "").split(".")
        said = KINDS[next((end for k in range(len(parts)) if (end := ".".join(parts[k:])) in KINDS), path)]
    return said + " or null" * (re.search(r"\bnull\b", words) is not None)


def merged(values) -> dict[str, Any]:
    """One object with the keys of all of them; empty if they are no objects."""
    found: dict[str, Any] = {}
    for value in values:
        if not isinstance(value, dict):
            return {}
        found.update({key: inner for key, inner in value.items() if key not in found or found[key] in (None, [], {})})
    return found


def tables(commands: tuple[str, ...], folder: Path | None = None) -> Iterator[str]:
    """A section for each command: its keys and their shapes, of each later mode only those that no earlier one has."""
    found: dict[str, dict[str, list[Row]]] = {}
    lists = set()
    for command in commands:
        data = printed(command, folder)
        lists |= {command} if isinstance(data, list) else set()
        found.setdefault(command.split()[0], {})[command] = _rows_of(command, data)
    for name, modes in found.items():
        yield f"## {name}\n"
        plain = [each for each in PLAIN if each.split()[0] == name and each not in modes]
        before: list[Row] = list(dict.fromkeys(row for each in plain for row in _rows_of(each, printed(each, folder))))
        for command, listed in modes.items():
            yield f"`rope-theory {command.replace('FOLDER/', '')}`{_beside(before, listed)}\n"
            if command in lists:
                yield "A list of objects:\n"
            apart = _beside(before, listed) == APART
            new = [row for row in listed if apart or row not in before]
            if new:
                yield "| key | value | what it means |\n|---|---|---|\n" + "".join(
                    f"| `{path}` | {said} | {words.replace('|', '&#124;')} |\n" for path, said, words in new
                )
            before += [row for row in new if row not in before]


Row = tuple[str, str, str]
APART = ": in place of those above"


def _rows_of(command: str, data: Any) -> list[Row]:
    """(path, shape, meaning) of every key that the command prints."""
    name = command.split()[0]
    if command in BY_NAME:
        first = next(iter(data.values()))
        return [("<…>", kind(first), meaning(name, "<…>"))]
    found = rows(merged(data) if isinstance(data, list) else data)
    listed = [(path, said, meaning(name, path)) for path, said in found]
    return [(path, shape(said, path, words), words) for path, said, words in listed]


def _beside(before: list[Row], listed: list[Row]) -> str:
    """How a mode's keys stand to those listed above it."""
    if not before:
        return ""
    top, now = ({row[0] for row in each if not set(".[") & set(row[0])} for each in (before, listed))
    left = [row[0] for row in before if row[0] in top - now]
    kept = bool(top & now)
    rest = f" without {', '.join(f'`{key}`' for key in left)}" if left and kept else ""
    if not kept:
        return APART
    return f": those above{rest}" + (", and" if any(row not in before for row in listed) else "")


def model_tables() -> list[str]:
    """The sections of the commands that need extras."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _tiny()(folder / "tiny")
        printed("compile number --layers 1 --length 5 --letters 3 --integers 2 --out FOLDER/small --json", folder)
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
    body = "\n".join([*tables(PLAIN), *model_tables(), f"## Not run here\n\n{left}\n"])
    return f"{INTRO}\n{contents(body)}\n\n{body}"


def contents(body: str) -> str:
    """Links to the sections, in their order; one that goes on further below has a second link."""
    links: list[str] = []
    seen: dict[str, int] = {}
    for name in re.findall(r"^## (.+)$", body, re.MULTILINE):
        anchor = name.lower().replace(" ", "-") + (f"-{seen[name]}" if name in seen else "")
        links.append(f"[{name}{', with extras' if name in seen else ''}](#{anchor})")
        seen[name] = seen.get(name, 0) + 1
    return "Of each command: " + " · ".join(links)


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
