"""The axioms of each theorem, exactly, without Coq walking through the real numbers once for every theorem.

`Print Assumptions` walks through all that a term stands on, and beneath nearly every theorem lie Coq's real numbers. Two
bounds take the place of most walks. From above: one walk for a batch of theorems shows every axiom that any of them uses.
From below: what Coq prints of our proofs names the constants that they use, so a theorem has the axioms of every
landmark that it comes to. Where the two bounds of a batch are the same, they are the axioms of each theorem in it; the
theorems of every other batch are asked one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rope_theory.evidence.formal.assumptions import read_assumptions
from rope_theory.evidence.formal.sources import LOGICAL, Sources

#: Constants of the libraries whose axioms are asked once, each named as Coq prints it. They only save time: a theorem
#: that comes to none of them is asked by itself.
LANDMARKS = (
    "Rdefinitions.IZR",
    "Rdefinitions.Rinv",
    "Rbasic_fun.Rabs",
    "RIneq.Rle_refl",
    "RMicromega.RTautoChecker_sound",
    "Ring_polynom.PEopp",
    "Rtrigo_def.cos",
    "Rtrigo_def.exp",
    "Exp_prop.exp_pos",
    "Exp_prop.exp_plus",
    "Rtrigo1.PI",
    "Rtrigo1.sin_eq_0_0",
    "Rpower.ln",
    "Rpower.exp_increasing",
    "Ratan.PI2_1",
    "IntervalZ.Integer_tactic.Private.IT1.IH.eval_bisect",
)
#: Theorems in one walk: what is asked again one by one if one of them has an axiom that the others lack.
BATCH = 16


class Names:
    """How the names of our constants look in what Coq prints with nothing imported.

    Args:
        sources: the files.
    """

    def __init__(self, sources: Sources):
        stems = "|".join(sorted((name.removesuffix(".v") for name in sources.text), key=len, reverse=True))
        self._ours = re.compile(rf"(?<![\w'.])(?:{LOGICAL}\.)?((?:{stems})(?:\.[A-Za-z_][\w']*)+)")
        landmarks = "|".join(map(re.escape, LANDMARKS))
        self._landmarks = re.compile(rf"(?<![\w'.])(?:{landmarks})(?![\w'])")

    def ours(self, text: str) -> set[str]:
        """Our constants in the text, as `file.name`."""
        return set(self._ours.findall(text))

    def landmarks(self, text: str) -> set[str]:
        """The landmarks in the text."""
        return set(self._landmarks.findall(text))


def asks(names: Sequence[str]) -> list[list[str]]:
    """Commands that print our constants of these names, and the axioms of the landmarks."""
    prints = [[f'Redirect "uses_{k}" Print {LOGICAL}.{name}.'] for k, name in enumerate(names)]
    return [[f'Redirect "landmark_{k}" Print Assumptions {name}.'] for k, name in enumerate(LANDMARKS)] + prints


def lower_bounds(
    roots: Mapping[str, Sequence[str]], names: Sequence[str], answers: Mapping[str, str], how: Names
) -> dict[str, frozenset[str]]:
    """X -> axioms that it certainly uses: those of the landmarks that are reached from its roots.

    Args:
        roots: X -> our constants that it is made of, as `file.name`.
        names: what `asks` was given.
        answers: what Coq answered to `asks(names)`.
        how: how names look.
    """
    texts = {name: _body(answers.get(f"uses_{k}", "")) for k, name in enumerate(names)}
    ours = {name: how.ours(text) & texts.keys() - {name} for name, text in texts.items()}
    seen = {name: how.landmarks(text) for name, text in texts.items()}
    owns: dict[str, set[str]] = {}
    for k, name in enumerate(LANDMARKS):
        try:
            owns[name] = set(read_assumptions(answers.get(f"landmark_{k}", "")))
        except ValueError:  # a library that is not loaded
            owns[name] = set()
    return {
        x: frozenset(axiom for name in _reached(start, ours) for mark in seen.get(name, ()) for axiom in owns[mark])
        for x, start in roots.items()
    }


def _body(printed: str) -> str:
    """What Print says before the type: a proof need not use what its type names. To cut too early only loses names.

    Example:
        >>> _body("one = \\nsucc zero\\n     : nat\\n")
        'one = \\nsucc zero'
    """
    return re.split(r"\n *: ", printed, maxsplit=1)[0]


def _reached(start: Iterable[str], ours: Mapping[str, set[str]]) -> set[str]:
    met, todo = set(start), list(start)
    while todo:
        new = ours.get(todo.pop(), set()) - met
        met |= new
        todo += new
    return met


def batches(lower: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Theorems with the same lower bound, at most BATCH together.

    Example:
        >>> batches({"a": frozenset("p"), "b": frozenset(), "c": frozenset("p")})
        [['b'], ['a', 'c']]
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    for x, bound in lower.items():
        alike.setdefault(tuple(sorted(bound)), []).append(x)
    return [group[first : first + BATCH] for _, group in sorted(alike.items()) for first in range(0, len(group), BATCH)]


def exact(batch: Sequence[str], lower: Mapping[str, frozenset[str]], answer: str) -> bool:
    """Whether the axioms of the whole batch are the lower bound of each theorem in it.

    Example:
        >>> lower = {"a": frozenset({"classic"}), "b": frozenset({"classic"})}
        >>> exact(["a", "b"], lower, "Axioms:\\nclassic : forall P : Prop, P \\\\/ ~ P")
        True
        >>> exact(["a", "b"], lower, "Closed under the global context")
        False
    """
    try:
        together = frozenset(read_assumptions(answer))
    except ValueError:
        return False
    return all(lower[x] == together for x in batch)
