"""What `Print Assumptions` may show, and how its answer is read."""

from __future__ import annotations

import re

_AXIOMS = {
    "Reals.ClassicalDedekindReals.sig_forall_dec": "a property of numbers that can be decided one by one holds for all of them or has a counterexample",
    "Reals.ClassicalDedekindReals.sig_not_dec": "not-not-P or not-P can be told",
    "Logic.FunctionalExtensionality.functional_extensionality_dep": "functions with equal values are equal",
    "Logic.Classical_Prop.classic": "P or not P",
}
#: Axioms of Coq's own library, by full name, and what they say; its root is `Stdlib` from Rocq 9 on.
STANDARD = {f"{root}.{name}": what for root in ("Coq", "Stdlib") for name, what in _AXIOMS.items()}

CLOSED = "Closed under the global context"


def allowed(name: str) -> str:
    """What the axiom of this full name says, or "" for one that is not allowed.

    Machine integers and floats are not: the library Interval brings them in, and IntervalZ.v keeps them out.

    Example:
        >>> allowed("Coq.Logic.Classical_Prop.classic"), allowed("Coq.Floats.FloatAxioms.add_spec")
        ('P or not P', '')
    """
    return STANDARD.get(name, "")


def read_assumptions(answer: str) -> list[str]:
    """The axioms in an answer of Print Assumptions, as they are printed there.

    Raises:
        ValueError: the answer holds anything else (an unguarded definition, a changed theory, a section variable).

    Example:
        >>> read_assumptions("Axioms:\\nClassical_Prop.classic : forall P : Prop, P \\\\/ ~ P")
        ['Classical_Prop.classic']
        >>> read_assumptions("Closed under the global context")
        []
    """
    lines = [line for line in answer.splitlines() if line.strip() and not line.startswith("Fetching opaque proofs")]
    if [line.strip() for line in lines] == [CLOSED]:
        return []
    if not lines or lines[0].strip() != "Axioms:":
        raise ValueError(f"unexpected answer of Print Assumptions: {' '.join(lines)[:200] or 'none'}")
    heads: list[str] = []
    for index, line in enumerate(lines):
        name = re.match(r"[\w.']+(?=\s*:|\s*$)", line)
        follows = index + 1 < len(lines) and lines[index + 1].lstrip().startswith(":")
        if index and not line.startswith(" "):
            if not (name and (":" in line or follows)):
                raise ValueError(f"unexpected answer of Print Assumptions: {line[:200]}")
            heads.append(name.group())
    return heads


def full_name(about: str) -> str:
    """The full name in an answer of About, or "".

    Example:
        >>> full_name("x : nat\\nExpands to: Constant Coq.Init.Nat.x")
        'Coq.Init.Nat.x'
        >>> full_name("x : nat\\nExpands to: Constant\\n            Corelib.Init.Nat.x\\nDeclared in library Corelib.Init.Nat")
        'Corelib.Init.Nat.x'
    """
    match = re.search(r"^Expands to: \w+\s+([\w.']+)\s*$", about, re.MULTILINE)
    return match.group(1) if match else ""
