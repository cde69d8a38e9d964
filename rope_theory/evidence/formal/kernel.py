"""A fresh run: compile everything, check each theorem against its statement, ask for its assumptions and its meaning."""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rope_theory.evidence.formal.assumptions import allowed, full_name, read_assumptions
from rope_theory.evidence.formal.coq import Build, Part, ready, versions
from rope_theory.evidence.formal.sources import INSTANCES, LOGICAL, TWINS, FormalTheorem, Sources

WIDTH = 100
#: Coq prints "..." for what lies deeper: a change there would not be seen.
DEPTH = 10**6


@dataclass(frozen=True)
class Checked:
    """What Coq said of one X: the formal statement and its neighbours as printed, the axioms, and what is wrong.

    `meaning` is everything of ours that statement and neighbours stand on, each definition as Coq prints it with no
    notation, no implicit argument and no short name: however it was written, and whatever its proof script hides.
    """

    theorem: FormalTheorem
    statement: str = ""
    neighbours: dict[str, str] = field(default_factory=dict)
    meaning: str = ""
    assumptions: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class KernelRun:
    """One run.

    Args:
        checked: X -> what Coq said.
        versions: of Coq and its libraries.
        seconds: wall time.
        mebibytes: the largest memory of one process.
        broken: file -> why it does not compile; also of files that hold no theorem.
        apart: what Coq and Python answer differently, twin by twin.
        kept: how many files were not compiled, since nothing under them has changed since an earlier run compiled them.
    """

    checked: dict[str, Checked]
    versions: dict[str, str]
    seconds: float
    mebibytes: float
    broken: dict[str, str]
    apart: tuple[str, ...] = ()
    kept: int = 0


def run(
    sources: Sources,
    watch: Any = iter,
    said: Mapping[str, Sequence[str]] | None = None,
    store: Path | None = None,
) -> KernelRun:
    """Compile and check all the sources.

    Args:
        sources: the files.
        watch: wraps what is waited for (a progress bar).
        said: X -> all the axioms that it rests on, as somebody says. Theorems of which the same is said are asked
            about together, which is fast, and shows that none rests on more; one by one if Coq's answer is another.
            Default: one by one.
        store: a folder of compiled files that earlier runs kept (`rope_theory.evidence.formal.compiled`); default: none,
            everything is compiled.

    Raises:
        CoqProblem: Coq or one of its libraries is missing, or too old.
    """
    start = time.perf_counter()
    ready(sources)
    with Build(sources, store) as build:
        errors = {name: error for name, error in build.compile(watch).items() if error}
        checked = {
            x: Checked(theorem, reasons=(errors[theorem.file],))
            for x, theorem in sources.theorems.items()
            if theorem.file in errors
        }
        whole = {x: theorem for x, theorem in sources.theorems.items() if theorem.file not in errors}
        with ThreadPoolExecutor() as pool:
            twins = pool.submit(_compare, build) if TWINS in sources.text and not errors else None
            checked |= _ask(build, sources, whole, said or {})
            apart = twins.result() if twins else ()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    ordered = {x: checked[x] for x in sources.theorems}
    return KernelRun(ordered, versions(sources), time.perf_counter() - start, peak, errors, apart, len(build.kept))


def _compare(build: Build) -> tuple[str, ...]:
    """What is wrong with the twins, in a line each."""
    from rope_theory.evidence.formal import twins

    asked = twins.twins()
    answers = build.ask(Part(twins.start(), [[twin.command] for twin in asked]))
    return tuple(fault for twin in asked if (fault := twin.fault(answers.get(f"twin_{twin.label}", ""))))


def _module(file: str) -> str:
    return f"{LOGICAL}.{file.removesuffix('.v')}"


def _propositions(x: str, theorem: FormalTheorem) -> dict[str, tuple[str, str, bool]]:
    """Key -> (proposition, proof, whether it is the negation that is proved), by full names: the theorem first."""
    stem = f"{_module(theorem.file)}.{x}"
    found = {"statement": (f"{stem}_statement", f"{stem}_{theorem.kind}", theorem.kind == "refuted")}
    return found | {w: (f"{stem}_neighbour_{w}", f"{stem}_neighbour_{w}_false", True) for w in theorem.neighbours}


def _types(x: str, theorem: FormalTheorem) -> dict[str, tuple[str, str]]:
    """Key -> (the type that a proof must have, the proof); what an instance must show Coq computes from the statement."""
    found = {
        key: (f"Coq.Init.Logic.not {proposition}" if negated else proposition, proof)
        for key, (proposition, proof, negated) in _propositions(x, theorem).items()
    }
    if theorem.instance:
        stem = f"{_module(theorem.file)}.{x}"
        found["instance"] = (f"{_module(INSTANCES)}.instance_of {stem}_statement", f"{stem}_instance")
    return found


def _checks(x: str, theorem: FormalTheorem) -> list[str]:
    """Each proof has exactly the type it should have; `all__X` is all of them together.

    Nothing is imported, so no notation of the files can change what is checked here.
    """
    lines, names = [], []
    for key, (wanted, proof) in _types(x, theorem).items():
        lines += [
            f"Definition {x}__{key} : ({wanted} : Prop) := {proof}.",
            f'Redirect "has_{x}__{key}" Check {x}__{key}.',
        ]
        names.append(f"{x}__{key}")
    return [*lines, f"Definition all__{x} {_with_all(names)}."]


def _with_all(names: Iterable[str]) -> str:
    """A proof of True in which all of these stand, so that its axioms are theirs; a conjunction's type would hold all their types."""
    return f": Coq.Init.Logic.True := {' '.join(f'let _ := {name} in' for name in names)} Coq.Init.Logic.I"


def _about(names: Iterable[str]) -> list[str]:
    """Ask for the full names of axioms."""
    return [f'Redirect "about_{name}" About {name}.' for name in names]


def _short_names(axioms: Iterable[str]) -> set[str]:
    """What Coq may call axioms of these full names: the ends of the names."""
    parts = [name.split(".") for name in axioms]
    return {".".join(part[first:]) for part in parts for first in range(len(part))}


def _axiom_questions(
    theorems: dict[str, FormalTheorem], groups: Sequence[Sequence[str]], expected: Iterable[str]
) -> Part:
    """Each theorem's types, the axioms of each group, and what the expected axioms are called in full."""
    about = _about(sorted(_short_names(expected)))
    asked = [
        [
            *(line for x in group for line in _checks(x, theorems[x])),
            f"Definition group__{number} {_with_all(f'all__{x}' for x in group)}.",
            f'Redirect "assumes_{number}" Print Assumptions group__{number}.',
        ]
        for number, group in enumerate(groups)
    ]
    return Part((), [*asked, about], cost=100)


def _axioms(
    build: Build,
    start: Sequence[str],
    theorems: dict[str, FormalTheorem],
    groups: Sequence[Sequence[str]],
    answers: Mapping[str, str],
) -> dict[str, tuple[list[str], list[str]]]:
    """X -> (the axioms of its whole group by full names, what is wrong with its proofs or with Coq's answer)."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for number, group in enumerate(groups):
        wrong = {
            x: [
                f"{proof.rpartition('.')[2]} is no proof of its statement"
                for key, (_, proof) in _types(x, theorems[x]).items()
                if not answers.get(f"has_{x}__{key}")
            ]
            for x in group
        }
        axioms: list[str] = []
        unread: list[str] = []
        try:
            axioms = [] if any(wrong.values()) else read_assumptions(answers.get(f"assumes_{number}", ""))
        except ValueError as fault:
            unread = [str(fault)]
        found |= {x: (axioms, wrong[x] + unread) for x in group}
    names = {name for axioms, _ in found.values() for name in axioms}
    full = {name: full_name(answers.get(f"about_{name}", "")) for name in names}
    if unknown := sorted(name for name in names if not full[name]):
        answers = build.ask(Part(start, [_about(unknown)]))
        full |= {name: full_name(answers.get(f"about_{name}", "")) or name for name in unknown}
    return {x: (sorted({full[name] for name in axioms}), faults) for x, (axioms, faults) in found.items()}


def _shows(sources: Sources, file: str, theorems: dict[str, FormalTheorem]) -> list[str]:
    """Print the statements of one file with the notations that its reader has."""
    module = f"Show_{file.removesuffix('.v')}"
    imports = [f"Import {_module(other)}." for other in sources.closure(file)]
    prints = [
        f'Redirect "shows_{x}__{key}" Print {proposition}.'
        for x, theorem in theorems.items()
        if theorem.file == file
        for key, (proposition, _, _) in _propositions(x, theorem).items()
    ]
    return [f"Module {module}.", *imports, "Open Scope R_scope.", *prints, f"End {module}."]


def _ask(
    build: Build, sources: Sources, theorems: dict[str, FormalTheorem], said: Mapping[str, Sequence[str]]
) -> dict[str, Checked]:
    files = sorted({theorem.file for theorem in theorems.values()})
    start = [
        *(f"Require {_module(file)}." for file in files),
        f"Set Printing Width {WIDTH}.",
        f"Set Printing Depth {DEPTH}.",
    ]
    groups: dict[Any, list[str]] = {}
    for x in theorems:
        groups.setdefault(tuple(sorted(said[x])) if x in said else x, []).append(x)
    # types and axioms and meanings first, with nothing imported; then what a reader sees, whose notations take all of Reals
    answers = build.ask(
        Part(start, ()),
        _axiom_questions(theorems, list(groups.values()), {name for axioms in said.values() for name in axioms}),
        _meaning_questions(_first_names(sources, theorems)),
        Part(
            ("Unset Printing All.", "Require Import Coq.Reals.Reals."),
            [_shows(sources, file, theorems) for file in files],
            cost=8,
        ),
    )
    axioms = _axioms(build, start, theorems, list(groups.values()), answers)
    meanings = _meanings(build, start, sources, theorems, answers)
    apart = [
        [x] for said_of, group in groups.items() if len(group) > 1 for x in group if axioms[x] != (list(said_of), [])
    ]
    if apart:
        answers_apart = build.ask(Part(start, ()), _axiom_questions(theorems, apart, ()))
        axioms |= _axioms(build, start, theorems, apart, answers_apart)
    found = {}
    for x, theorem in theorems.items():
        used, faults = axioms[x]
        shown = {key: _statement(answers.get(f"shows_{x}__{key}", "")) for key in _propositions(x, theorem)}
        reasons = faults + [f"rests on {name}, which is not allowed" for name in used if not allowed(name)]
        reasons += [f"Coq does not print {key}" for key, text in shown.items() if not text and not reasons]
        meaning, unknown = meanings[x]
        reasons += [f"Coq does not print {name}, which the statement stands on" for name in unknown if not reasons]
        reached = [line.partition(":")[0] for line in meaning.splitlines()]
        lacking = sources.lacking(theorem.file, x, reached) if not reasons else []
        reasons += [f"no definition that its page shows defines {name}" for name in lacking]
        found[x] = Checked(theorem, shown.pop("statement"), shown, meaning, tuple(used), tuple(reasons))
    return found


def _roots(x: str, theorem: FormalTheorem) -> list[str]:
    """The definitions of the statement and the neighbours of X, `file.name`."""
    return [proposition.removeprefix(f"{LOGICAL}.") for proposition, _, _ in _propositions(x, theorem).values()]


def _first_names(sources: Sources, theorems: dict[str, FormalTheorem]) -> list[str]:
    """What the files' own texts say that meanings may reach: it only saves rounds."""
    roots = {name for x, theorem in theorems.items() for name in _roots(x, theorem)}
    return sorted(roots | sources.defined) if theorems else []


def _meaning_questions(names: Iterable[str]) -> Part:
    """Print each name of ours, without notations."""
    prints = [[f'Redirect "means_{name}" Print {LOGICAL}.{name}.'] for name in names]
    return Part(("Set Printing All.",), prints)


def _meanings(
    build: Build, start: list[str], sources: Sources, theorems: dict[str, FormalTheorem], answers: Mapping[str, str]
) -> dict[str, tuple[str, list[str]]]:
    """X -> (its meaning, the names in it that Coq does not print).

    As nothing is imported, Coq prints every name of ours with its file, and the walk over these names ends when all that
    is reached has been printed. What the files' own lists of definitions leave out is asked for when it is met.

    Args:
        answers: to `_meaning_questions` about the first names.
    """
    stems = "|".join(sorted((name.removesuffix(".v") for name in sources.text), key=len, reverse=True))
    ours = re.compile(rf"(?<![\w'.])(?:{LOGICAL}\.)?((?:{stems})(?:\.[A-Za-z_][\w']*)+)")
    texts: dict[str, str] = {}
    roots = {x: _roots(x, theorem) for x, theorem in theorems.items()}
    asked = _first_names(sources, theorems)
    while True:
        texts |= {name: " ".join(answers.get(f"means_{name}", "").split()) for name in asked}
        reached = {x: _reached(names, texts, ours) for x, names in roots.items()}
        asked = sorted({name for names in reached.values() for name in names} - texts.keys())
        if not asked:
            break
        answers = build.ask(Part(start, ()), _meaning_questions(asked))
    return {
        x: ("\n".join(f"{name}: {texts[name]}" for name in names), [name for name in names if not texts[name]])
        for x, names in reached.items()
    }


def _reached(roots: list[str], texts: dict[str, str], ours: re.Pattern[str]) -> list[str]:
    """The names that are met from the roots on, sorted; those that have no text yet are ends."""
    met, todo = set(roots), list(roots)
    while todo:
        new = set(ours.findall(texts.get(todo.pop(), ""))) - met
        met |= new
        todo += new
    return sorted(met)


def _statement(printed: str) -> str:
    """The right side of what Print says, without its type.

    Example:
        >>> _statement("x_statement = \\nforall n : nat, n = n\\n     : Prop\\n")
        'forall n : nat, n = n'
    """
    body = printed.partition("=")[2].rpartition(": Prop")[0]
    return "\n".join(line.rstrip() for line in body.strip("\n ").splitlines()).strip()
