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
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    "explain gap --json",
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
#: Beside a command, others whose keys are listed with its own: what they are asked about has other keys.
ALSO = {
    "base --length 1024 --dim 64 --json": ("base --length 300 --dim 8 --json",),
    "cliff index --dtype bfloat16 --json": (
        "cliff index --theta 1 --dtype float16 --json",
        "cliff retrieval --letters 8 --dtype float16 --json",
    ),
    f"cliff mix --config {LLAMA} --length 64 --dtype bfloat16 --json": (
        "cliff mix --config examples/gemma-2-9b.json --length 64 --dtype bfloat16 --json",
    ),
    f"compare examples/llama-2-7b.json {LLAMA} --json": (
        "compare examples/gemma-3-4b.json examples/qwen2.5-vl-7b.json --length 64 --json",
        "compare examples/deepseek-v3.json examples/phi-3.5-mini.json --length 64 --json",
    ),
    "drift --dtype float16 --turns 1,10 --json": ("drift --json", "drift --error 1e-3 --json"),
    "errata u26 --json": ("errata --json",),
    "explain u26.index-bound-length --json": (
        "explain u25.thm1 --json",
        "explain u25.cor1 --json",
        "explain u26.thm32.order --json",
        "explain new.pretrained.level --json",
        "explain new.base-bound-monotone.corrected --json",
    ),
    "gap --theta 1 --span 1000 --json": (
        "gap --theta 2pi/7 --span 100 --json",
        "gap --theta golden --span 1000 --json",
    ),
    f"gap --config {LLAMA} --length 64 --json": ("gap --config examples/gemma-3-4b.json --length 64 --json",),
    "limits examples/gemma-2-9b.json --length 1024 --json": (
        *(
            f"limits examples/{name}.json --length 64 --json"
            for name in ("deepseek-v3", "gemma-3-4b", "phi-3.5-mini", "qwen2.5-vl-7b")
        ),
        f"limits {LLAMA} --length 64 --short --json",
    ),
    "paper u26 --json": ("paper u25 --json", "paper men2024 --json"),
    'run number "C B A 1 4 1 3 2 1" --json': (
        'run retrieval "A1 B2 C1 B" --json',
        'run previous "A B C" --by previous-alibi --json',
    ),
    "scale examples/llama-2-7b.json --to 8192 --json": (
        "scale examples/phi-3.5-mini.json --to 8192 --json",
        "scale examples/deepseek-v3.json --to 8192 --json",
    ),
    "shape --n 33 --theta 0.1 --json": (
        'shape --n 33 --theta "0.1 +/- 0.001" --json',
        "shape --n 33 --theta 2pi/7 --head H_SYM --json",
    ),
    "verify u26.index-bound-length --json -": ("verify u25.thm* --json -",),
}
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
        "edit",
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
    "by_reading": "list of lists of texts",
    "bases.bad": "list of numbers",
    "bases.good": "list of numbers",
    "blocks": "number",
    "candidates_bad": "list of numbers",
    "corrects": "text",
    "correlation": "number",
    "cuda": "text",
    "did_you_mean": "text",
    "statement_named": "text",
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
are texts, as "1/3"; what was not found or not asked for is null. "Not always": some inputs, or some objects of the list, do not have the key.
An input that is refused prints nothing on standard output, one line on standard error, and the exit status is 2. `limits --short` leaves out nothing here. A gap, a lead or an error in the unit "the largest logit" is a
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


def rows(values: Sequence[dict[str, Any]], path: str = "") -> Iterator[tuple[str, str, bool]]:
    """(path, kind, whether it is always there) of every key of objects of one kind and of those in them, in order.

    Example:
        >>> list(rows([{"a": [{"b": 1}, {}]}, {"a": [], "c": {"float32": {"low": None}}}]))
        [('a', 'list of objects', True), ('a[].b', 'number', False), ('c', 'object of <…>', False), ('c.<…>.low', 'null', True)]
    """
    for key in dict.fromkeys(key for each in values for key in each):
        found = [each[key] for each in values if key in each]
        yield (at := path + key), _said(key, found), len(found) == len(values)
        if not path.endswith(f"{key}[]."):  # steps of steps have the keys of steps
            yield from rows(_inner(key, found), at + _step(key, found))


def _named(key: str, values: Iterable[dict]) -> bool:
    """Whether the keys of objects are names of fields and not values themselves."""
    fields = all(
        each.isidentifier() and each.islower() and not FORMAT.search(each) for value in values for each in value
    )
    return fields and key not in NAMES


def _step(key: str, values: Sequence[Any]) -> str:
    """What leads from a key to those of its objects."""
    if any(isinstance(value, list) for value in values):
        return "[]."
    return "." if _named(key, (value for value in values if isinstance(value, dict))) else ".<…>."


def _inner(key: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    """The objects in the values of a key, if their keys are to be listed."""
    objects = [value for value in values if isinstance(value, dict) and key not in NAMES]
    inner = objects if _named(key, objects) else [each for value in objects for each in value.values()]
    inner += [each for value in values if isinstance(value, list) for each in value]
    return [each for each in inner if isinstance(each, dict)]


def _said(key: str, values: Sequence[Any]) -> str:
    """The kind of a key's values in words; of null and empty ones only where there are no others."""
    objects = [value for value in values if isinstance(value, dict)]
    named = _named(key, objects)
    kinds = dict.fromkeys(_kind(value, named) if value or value in (0, "") else kind(value) for value in values)
    told = [each for each in kinds if each not in ("null", "list", "object")] or [
        each for each in kinds if each != "null"
    ]
    if told == ["object"] and key in NAMES:
        return "null"  # as good as: `KINDS` says what else it may be
    return " or ".join([*told, *["null"] * ("null" in kinds)])


def _kind(value: Any, named: bool) -> str:
    """The kind of a value that is neither null nor empty, with that of what is in it."""
    if isinstance(value, dict) and not named:
        inner = next((each for each in value.values() if each is not None), None)
        return "object of <…>" + ("" if isinstance(inner, dict) else f": {kind(inner)}")
    return f"list of {kind(value[0])}s" if isinstance(value, list) else kind(value)


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
        KeyError: it was null or an empty list, and `KINDS` does not say what else it may be; or it was null at times, and its meaning
            does not say so.

    Example:
        >>> shape("null", "layers[].window", "in positions; null: all before it"), shape("number", "a", "a number")
        ('number or null', 'number')
    """
    seen, said = said.endswith(" or null"), said.removesuffix(" or null")
    nullable = re.search(r"\bnull\b", words) is not None
    if seen and not nullable:
        raise KeyError(f"{path} is null at times, and its meaning does not say when")
    if said in ("null", "list") or said.endswith(": null"):
        parts = path.replace("[]", "").split(".")
        said = KINDS[next((end for k in range(len(parts)) if (end := ".".join(parts[k:])) in KINDS), path)]
    return said + " or null" * nullable


def tables(commands: tuple[str, ...], folder: Path | None = None) -> Iterator[str]:
    """A section for each command: its keys and their shapes, of each later mode only those that no earlier one has."""
    found: dict[str, dict[str, list[Row]]] = {}
    lists = set()
    for command in commands:
        answers = [printed(each, folder) for each in (command, *ALSO.get(command, ()))]
        lists |= {command} if isinstance(answers[0], list) else set()
        found.setdefault(command.split()[0], {})[command] = _rows_of(command, answers)
    for name, modes in found.items():
        yield f"## {name}\n"
        plain = [each for each in PLAIN if each.split()[0] == name and each not in modes]
        before: list[Row] = list(
            dict.fromkeys(row for each in plain for row in _rows_of(each, [printed(each, folder)]))
        )
        for command, listed in modes.items():
            yield f"`{_shown(command)}`{_beside(before, listed)}\n"
            if command in ALSO:
                yield f"(with {', '.join(f'`{_shown(each)}`' for each in ALSO[command])})\n"
            if command in lists:
                yield "A list of objects:\n"
            apart = _beside(before, listed) == APART
            paths = {row[0] for row in before}
            new = [row for row in listed if apart or row[0] not in paths]
            if new:
                yield "| key | value | what it means |\n|---|---|---|\n" + "".join(
                    f"| `{path}` | {said} | {words.replace('|', '&#124;')} |\n" for path, said, words in new
                )
            before += [row for row in new if row not in before]


def _shown(command: str) -> str:
    return f"rope-theory {command.replace('FOLDER/', '')}"


Row = tuple[str, str, str]
APART = ": in place of those above"
#: Before the kind of a key that some answers, or some objects of a list, do not have.
SOMETIMES = "not always: "


def _rows_of(command: str, answers: Sequence[Any]) -> list[Row]:
    """(path, shape, meaning) of every key that the command prints."""
    name = command.split()[0]
    if command in BY_NAME:
        first = next(iter(answers[0].values()))
        return [("<…>", kind(first), meaning(name, "<…>"))]
    listed = [(path, said, always, meaning(name, path)) for path, said, always in rows(_objects(answers))]
    return [(path, SOMETIMES * (not always) + shape(said, path, words), words) for path, said, always, words in listed]


def _objects(answers: Sequence[Any]) -> list[dict[str, Any]]:
    """The objects of answers, each of which is one or a list of them."""
    return [each for answer in answers for each in (answer if isinstance(answer, list) else [answer])]


def keys(answer: Any) -> set[str]:
    """The paths of all keys of an answer."""
    return {path for path, _, _ in rows(_objects([answer]))}


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
