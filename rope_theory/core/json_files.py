"""JSON files from elsewhere: of bounded size and depth, strings escaped, numbers finite, and checked against a form."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput, Words, printable, require

MOST_BYTES = 4 << 20
"""Largest file that is read, unless a reader says more."""
DEEPEST = 20
"""Objects and lists in one another."""


def read_json(argument: str, path: Path, most: int = MOST_BYTES) -> Any:
    """The content of a JSON file: plain data, every string escaped as `printable` does.

    Args:
        argument: what the file is, as errors name it.
        path: of a file.
        most: its bytes at most.

    Raises:
        InvalidInput: no such file, too large, not JSON, too deep, a key given twice, a number that is not finite.
    """
    try:
        require(path.is_file(), argument, "must be a JSON file that exists", str(path))
        rule = f"must be a readable JSON file of at most {most} bytes"
        require(path.stat().st_size <= most, argument, rule, str(path))
        return parse_json(argument, path.read_bytes(), str(path))
    except (OSError, ValueError) as problem:  # an unreadable file; a null byte in its name
        if isinstance(problem, InvalidInput):
            raise
        raise InvalidInput(argument, f"must be a readable JSON file ({problem})", str(path)) from None


def parse_json(
    argument: str,
    content: bytes | str,
    name: str,
    parse_float: Callable[[str], object] | None = None,
    parse_constant: Callable[[str], object] | None = None,
) -> Any:
    """The same of a text.

    Args:
        argument: as for `read_json`.
        content: UTF-8, or a text.
        name: where it comes from.
        parse_float, parse_constant: as for `json.loads`; by default finite floats, and nothing else.

    Raises:
        InvalidInput: as for `read_json`.

    Example:
        >>> parse_json("ids", "[[1, 2]]", "ids.json")
        [[1, 2]]
    """

    def finite(text: str) -> float:
        value = float(text)
        require(math.isfinite(value), argument, "must hold finite numbers", text[:40])
        return value

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            require(key not in found, argument, "must not give a key twice", key)
            found[key] = value
        return found

    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        data = json.loads(
            text,
            parse_float=parse_float or finite,
            parse_constant=parse_constant or finite,
            object_pairs_hook=once,
        )
    except UnicodeDecodeError:
        raise InvalidInput(argument, "must be JSON in UTF-8, not a binary file", name) from None
    except RecursionError:
        raise InvalidInput(argument, "must not be nested so deeply", name) from None
    except ValueError as problem:  # no JSON; a whole number of thousands of digits
        if isinstance(problem, InvalidInput):
            raise
        raise InvalidInput(argument, f"must be JSON ({problem})", name) from None
    return _escaped(argument, data, name, 0)


def _escaped(argument: str, value: Any, name: str, depth: int) -> Any:
    require(depth <= DEEPEST, argument, "must not be nested so deeply", name)
    if isinstance(value, dict):
        return {printable(key): _escaped(argument, inner, name, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_escaped(argument, inner, name, depth + 1) for inner in value]
    return printable(value) if isinstance(value, str) else value


def finite(data: Any) -> Any:
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


@dataclass(frozen=True)
class Form:
    """What a value must be.

    Args:
        rule: in words, phrased to follow a name.
        holds: whether a value is so.
    """

    rule: str
    holds: Callable[[Any], bool]


def text(most: int = 2000) -> Form:
    """A text of at most so many characters."""
    return Form("must be text", lambda value: isinstance(value, str) and len(value) <= most)


def whole(least: int = 0, most: int = 1 << 53) -> Form:
    """A whole number of a range."""
    rule = f"must be a whole number from {least} to {most}"
    return Form(rule, lambda value: type(value) is int and least <= value <= most)


def number(least: float = -math.inf, most: float = math.inf) -> Form:
    """A finite number of a range."""
    between = "" if (least, most) == (-math.inf, math.inf) else f" from {least:g} to {most:g}"
    return Form(
        f"must be a finite number{between}",
        lambda value: type(value) in (int, float) and abs(value) < 1e300 and least <= value <= most,
    )


FLAG = Form("must be true or false", lambda value: isinstance(value, bool))


def maybe(form: Form) -> Form:
    """The same, or null."""
    return Form(f"{form.rule}, or null", lambda value: value is None or form.holds(value))


def each(form: Form, most: int = 1 << 16) -> Form:
    """A list of such values."""
    return Form(
        f"must be a list, where each {form.rule}",
        lambda value: isinstance(value, list) and len(value) <= most and all(form.holds(inner) for inner in value),
    )


def require_keys(argument: str, data: Any, names: Iterable[str]) -> None:
    """The data is an object with exactly these keys.

    Raises:
        InvalidInput: naming the keys that are missing, if not all are, and those that are not known.

    Example:
        >>> try: require_keys("run.json", {"seed": 1, "sed": 2}, ["seed", "steps"])
        ... except InvalidInput as problem: print(problem)
        run.json must hold seed, steps (missing: steps; not known: sed), got 'sed, seed'
    """
    require(isinstance(data, dict), argument, "must be an object", data)
    wanted = set(names)
    wrong = {"missing": wanted - set(data), "not known": set(data) - wanted}
    named = {
        what: "all" if keys == wanted and what == "missing" else ", ".join(sorted(keys)) for what, keys in wrong.items()
    }
    said = "; ".join(f"{what}: {keys}" for what, keys in named.items() if keys)
    rule = f"must hold {', '.join(sorted(wanted))} ({said})"
    require(not said, argument, rule, ", ".join(sorted(data)) or Words("no keys"))


def check(argument: str, data: Any, form: Form | dict[str, Any]) -> None:
    """Check data against a form: a dict of forms is an object with exactly these keys.

    Args:
        argument: what the data is, as errors name it.
        data: plain.
        form: what it must be.

    Raises:
        InvalidInput: naming the key at fault.

    Example:
        >>> check("run", {"seed": 1, "at": {"step": 2}}, {"seed": whole(), "at": {"step": whole()}})
    """
    if isinstance(form, Form):
        require(form.holds(data), argument, form.rule, data)
        return
    require_keys(argument, data, form)
    for key, inner in form.items():
        check(f"{argument}.{key}", data[key], inner)
