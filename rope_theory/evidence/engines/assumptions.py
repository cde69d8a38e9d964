"""What SymPy was told about its symbols: SymPy simplifies by it before any engine sees the expression."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy

from rope_theory.evidence.engines.refusal import EngineRefusal

Stated = Mapping[str, Iterable[str]]


def undue(symbol: sympy.Symbol, words: Iterable[str] = ()) -> dict[str, bool]:
    """The assumptions of a symbol beyond those of a real number for which `words` hold.

    Args:
        symbol: a symbol.
        words: assumptions that are stated where the claim is, as SymPy names them: "integer", "positive".

    Raises:
        EngineRefusal: the words contradict each other, or are none of SymPy's.

    Example:
        >>> undue(sympy.Symbol("t", real=True)), undue(sympy.Symbol("t", positive=True), {"positive"})
        ({}, {})
    """
    words = [words] if isinstance(words, str) else list(words)
    unknown = [word for word in words if not hasattr(sympy.Symbol, f"is_{word}")]
    if unknown:
        raise EngineRefusal(f"{unknown[0]!r} is no assumption that SymPy knows")
    try:
        allowed = sympy.Symbol("x", real=True, **dict.fromkeys(words, True)).assumptions0
    except ValueError as problem:
        raise EngineRefusal(f"no number is {' and '.join(sorted(words))}") from problem
    return {word: value for word, value in symbol.assumptions0.items() if allowed.get(word) is not value}


def check_symbols(
    expressions: Iterable[sympy.Basic], stated: Stated | None = None, passing: type | tuple[type, ...] = ()
) -> None:
    """Refuse symbols with assumptions that are not stated.

    Args:
        expressions: SymPy expressions.
        stated: for the names of symbols, the assumptions that the claim makes too.
        passing: kinds of symbols that are not looked at.

    Raises:
        EngineRefusal: naming the symbol and what is assumed of it.
    """
    stated = stated or {}
    for expression in expressions:
        for symbol in sorted(expression.free_symbols, key=str):
            if not isinstance(symbol, sympy.Symbol) or isinstance(symbol, passing):
                continue
            extra = undue(symbol, stated.get(str(symbol), ()))
            if extra:
                given = set(getattr(symbol, "_assumptions_orig", {})) & set(extra) or set(extra)
                words = " and ".join(word if extra[word] else f"not {word}" for word in sorted(given))
                raise EngineRefusal(f"{symbol} is assumed to be {words}, which is not stated")
