"""Where claims and proofs are found: no hand-kept lists.

Claims are the `Claim` objects in the modules of `rope_theory.statements`; proofs are the functions that the pages in
`rope_theory.proofs` mark with `@proves(CLAIM)`.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType

from rope_theory.claims.claim import Claim, Verdict
from rope_theory.claims.proof import Proof
from rope_theory.errors import InvalidInput

Decision = Callable[..., Verdict]
_decisions: dict[str, Decision] = {}


def proves(claim: Claim) -> Callable[[Decision], Decision]:
    """Mark a function `(proof, **variant) -> Verdict` as the decision of `claim`."""

    def mark(decision: Decision) -> Decision:
        if claim.id in _decisions and _decisions[claim.id].__module__ != decision.__module__:
            raise ValueError(f"{claim.id} is decided twice")
        _decisions[claim.id] = decision
        return decision

    return mark


def modules(package: str) -> list[ModuleType]:
    """The modules of a package, imported, in alphabetical order."""
    found = importlib.import_module(package)
    return [importlib.import_module(f"{package}.{info.name}") for info in pkgutil.iter_modules(found.__path__)]


@functools.cache
def claims() -> dict[str, Claim]:
    """All claims by id, in the order of their source."""
    found: dict[str, Claim] = {}
    for module in modules("rope_theory.statements"):
        for value in vars(module).values():
            if isinstance(value, Claim):
                if value.id in found and found[value.id] is not value:
                    raise ValueError(f"{value.id} is stated twice")
                found[value.id] = value
    return dict(sorted(found.items(), key=lambda item: _order(item[0])))


def _order(claim_id: str) -> tuple:
    paper, _, _ = claim_id.partition(".")
    return (["u25", "u26", "new"].index(paper), claim_id)


def claim(claim_id: str) -> Claim:
    """The claim with this id.

    Raises:
        InvalidInput: there is none; close ids are named.
    """
    known = claims()
    if claim_id not in known:
        import difflib

        near = difflib.get_close_matches(claim_id, known, n=3, cutoff=0.5)
        hint = f" (did you mean {', '.join(near)}?)" if near else ""
        raise InvalidInput("claim", f"must be the id of a claim{hint}", claim_id)
    return known[claim_id]


def decision(claim_id: str) -> Decision | None:
    """The function that decides the claim, or None if no page does (a declared gap)."""
    pages()
    return _decisions.get(claim_id)


@functools.cache
def pages() -> dict[str, ModuleType]:
    """The proof pages by name."""
    return {module.__name__.rpartition(".")[2]: module for module in modules("rope_theory.proofs")}


__all__ = ["Decision", "Proof", "claim", "claims", "decision", "modules", "pages", "proves"]
