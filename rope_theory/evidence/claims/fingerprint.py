"""What a claim says, as one number: its words, and the code that its statement and hypotheses run."""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import io
import os
import textwrap
import tokenize
from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

from rope_theory.evidence.claims.claim import Claim


def fingerprint(claim: Claim, derivation: Callable[..., Any] | None = None) -> str:
    """SHA-256 of the statement, its readings, hypotheses, domain and the code of all of them, and of what it is said to hold over.

    The code is that of the functions themselves and of the functions of the same module that they call; comments and
    layout do not count.

    Args:
        claim: what is said.
        derivation: of the claim; what it hands to `qed` is printed as "Over".

    Example:
        >>> from rope_theory.evidence.claims import ours
        >>> one = Claim("toy.one", ours(), "n is even.", lambda n: n % 2 == 0, None, {"n": 2})
        >>> two = Claim("toy.one", ours(), "n is even.", lambda n: n % 2 == 1, None, {"n": 2})
        >>> fingerprint(one) == fingerprint(one), fingerprint(one) == fingerprint(two)
        (True, False)
    """
    parts = [claim.id, claim.statement, *claim.readings, *code_of(claim.holds)]
    for hypothesis in claim.hypotheses:
        parts += [hypothesis.text, *code_of(hypothesis.test)]
    if claim.domain:
        parts += [f"{text}: {_flat(formula)}" for text, formula in claim.domain.formulas.items()]
        parts += [*map(_flat, claim.domain.facts), *code_of(claim.domain.of)]
    if derivation:
        parts += said_over(derivation)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def said_over(derivation: Callable[..., Any]) -> list[str]:
    """The domains that a derivation hands to `qed`: texts as they are, a name of its module by its value, all else as code.

    Example:
        >>> from rope_theory.evidence.theory import LIBRARY
        >>> said_over(LIBRARY.decision("u26.rem31c"))
        ['every head symbolic on the two inputs, every VAL and F, every n >= 3 and query integer 1..n-1']
    """
    used = _reached(derivation).values()
    return [text for function in used if "qed" in _names(function.__code__) for text in _handed_to_qed(function)]


def _handed_to_qed(function: FunctionType) -> list[str]:
    return [_value(domain, function.__globals__) for domain in _by_text(function, _QED, _first_of_qed)]


def _first_of_qed(function: FunctionType) -> list[ast.expr]:
    found = []
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        match node:
            case ast.Call(func=ast.Attribute(attr="qed"), args=[domain, *_]):
                found.append(domain)
    return found


def _value(node: ast.expr, names: Mapping[str, Any]) -> str:
    known = node.value if isinstance(node, ast.Constant) else names.get(node.id) if isinstance(node, ast.Name) else None
    return known if isinstance(known, str) else ast.unparse(node)


def code_of(function: Callable[..., Any]) -> list[str]:
    """The texts of a function and of the functions of its module that it calls, each once, in the order of names."""
    found = _reached(function)
    return [text_of(found[name]) for name in sorted(found)]


def _reached(function: Callable[..., Any]) -> dict[str, FunctionType]:
    """The function and the functions of its module that it calls, each once, the function first."""
    found: dict[str, FunctionType] = {}
    _collect(function, found)
    return found


def _collect(function: Any, found: dict[str, FunctionType]) -> None:
    function = inspect.unwrap(function)
    if isinstance(function, functools.partial):
        function = function.func
    if not isinstance(function, FunctionType):
        return
    name = f"{function.__qualname__}:{function.__code__.co_firstlineno if function.__name__ == '<lambda>' else ''}"
    key = name if "<lambda>" not in name else text_of(function)
    if key in found:
        return
    found[key] = function
    for value in _named(function):
        if getattr(inspect.unwrap(value) if callable(value) else value, "__module__", None) == function.__module__:
            _collect(value, found)


def _named(function: FunctionType) -> Iterator[Any]:
    names = sorted(_names(function.__code__))
    yield from (function.__globals__[name] for name in names if name in function.__globals__)
    yield from (cell.cell_contents for cell in function.__closure__ or () if _filled(cell))
    yield from (function.__defaults__ or ())
    yield from (function.__kwdefaults__ or {}).values()


def _filled(cell: Any) -> bool:
    try:
        return callable(cell.cell_contents)
    except ValueError:  # not bound yet
        return False


def _names(code: CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def text_of(function: FunctionType) -> str:
    """The function's source without decorators, comments and layout.

    Raises:
        ValueError: its source is not to be had, so nothing can be said of what it does.
    """
    return _by_text(function, _TEXTS, _text)


def _by_text(function: FunctionType, known: dict[Key, Any], made: Callable[[FunctionType], Any]) -> Any:
    """`made` of the function, once for each code and each state of its file."""
    code = function.__code__
    try:
        file = os.stat(code.co_filename)
        key = code, code.co_filename, file.st_mtime_ns, file.st_size  # defaults are in the file, not in the code
    except OSError:  # no file: a notebook's cell, say
        return made(function)
    if key not in known:
        known[key] = made(function)
    return known[key]


Key = tuple[CodeType, str, int, int]
_TEXTS: dict[Key, str] = {}
_QED: dict[Key, list[ast.expr]] = {}


def _text(function: FunctionType) -> str:
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError) as missing:
        raise ValueError(f"no source of {function.__qualname__}") from missing
    return "".join(_without_comments(_undecorated(source)).split())


def _undecorated(source: str) -> str:
    try:
        [first, *_] = ast.parse(source).body
    except SyntaxError:  # a lambda in the middle of an expression: its whole lines count
        return source
    if not isinstance(first, ast.FunctionDef):
        return source
    return "\n".join(source.splitlines()[first.lineno - 1 :])


def _without_comments(source: str) -> str:
    lines = source.splitlines()
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                lines[row - 1] = lines[row - 1][:column]
    except (tokenize.TokenError, IndentationError):  # the lines of a lambda need not be whole
        pass
    return "\n".join(lines)


def _flat(formula: Any) -> str:
    return " ".join(str(formula).split())
