"""A fresh run: compile everything, check each theorem against its statement, ask for its assumptions."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from rope_theory.formal.assumptions import allowed, full_name, read_assumptions
from rope_theory.formal.coq import Build, ready, versions
from rope_theory.formal.sources import LOGICAL, Sources, Theorem

WIDTH = 100


@dataclass(frozen=True)
class Checked:
    """What Coq said of one X: the formal statement and its neighbours as printed, the axioms, and what is wrong."""

    theorem: Theorem
    statement: str = ""
    neighbours: dict[str, str] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """One run.

    Args:
        checked: X -> what Coq said.
        versions: of Coq and its libraries.
        seconds: wall time.
        mebibytes: the largest memory of one process.
        broken: file -> why it does not compile; also of files that hold no theorem.
    """

    checked: dict[str, Checked]
    versions: dict[str, str]
    seconds: float
    mebibytes: float
    broken: dict[str, str]


def run(sources: Sources, watch=iter) -> Run:
    """Compile and check all the sources.

    Args:
        sources: the files.
        watch: wraps what is waited for (a progress bar).

    Raises:
        CoqProblem: Coq or one of its libraries is missing, or too old.
    """
    start = time.perf_counter()
    ready(sources)
    with Build(sources) as build:
        errors = {name: error for name, error in build.compile(watch).items() if error}
        checked = {x: Checked(theorem, reasons=(errors[theorem.file],)) for x, theorem in sources.theorems.items()
                   if theorem.file in errors}
        whole = {x: theorem for x, theorem in sources.theorems.items() if theorem.file not in errors}
        checked |= _ask(build, sources, whole)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    ordered = {x: checked[x] for x in sources.theorems}
    return Run(ordered, versions(sources), time.perf_counter() - start, peak, errors)


def _module(file: str) -> str:
    return f"{LOGICAL}.{file.removesuffix('.v')}"


def _parts(x: str, theorem: Theorem) -> Iterator[tuple[str, str, str]]:
    """(key, proposition, proof) of the theorem and of each neighbour's negation, by full names."""
    module = _module(theorem.file)
    yield "statement", f"{module}.{x}_statement", f"{module}.{x}_{theorem.kind}"
    for word in theorem.neighbours:
        yield word, f"{module}.{x}_neighbour_{word}", f"{module}.{x}_neighbour_{word}_false"


def _check(label: str, proposition: str, proof: str, negated: bool) -> list[str]:
    """The proof has exactly the type it should have: nothing is imported, so nothing of ours can change a notation."""
    wanted = f"Coq.Init.Logic.not {proposition}" if negated else proposition
    return [f"Definition check_{label} : ({wanted} : Prop) := {proof}.",
            f'Redirect "assumes_{label}" Print Assumptions check_{label}.']


def _show(label: str, proposition: str, imports: list[str]) -> list[str]:
    """Print the statement with the notations a reader of the file has."""
    return [f"Module Show_{label}.", "Import Coq.Reals.Reals.", *(f"Import {module}." for module in imports),
            "Open Scope R_scope.", f'Redirect "shows_{label}" Print {proposition}.', f"End Show_{label}."]


def _ask(build: Build, sources: Sources, theorems: dict[str, Theorem]) -> dict[str, Checked]:
    required = [f"Require {module}." for module in sorted({_module(t.file) for t in theorems.values()})]
    start = ["Require Coq.Reals.Reals.", *required, f"Set Printing Width {WIDTH}."]
    labels = {f"{x}__{key}": (x, key, proposition, proof) for x, theorem in theorems.items()
              for key, proposition, proof in _parts(x, theorem)}
    first, second = list(start), list(start)
    for label, (x, key, proposition, proof) in labels.items():
        first += _check(label, proposition, proof, key != "statement" or theorems[x].kind == "refuted")
        second += _show(label, proposition, [_module(file) for file in sources.closure(theorems[x].file)])
    answers = build.ask(first) if theorems else {}
    axioms, faults = {}, {}
    for label, (_, _, _, proof) in labels.items():
        try:
            if f"assumes_{label}" not in answers:
                raise ValueError(f"{proof.rpartition('.')[2]} is no proof of its statement")
            axioms[label] = read_assumptions(answers[f"assumes_{label}"])
        except ValueError as fault:
            faults[label] = str(fault)
    names = sorted({name for found in axioms.values() for name in found})
    second[len(start):len(start)] = [f'Redirect "about_{number}" About {name}.' for number, name in enumerate(names)]
    answers = build.ask(second) if theorems else {}
    full = {name: full_name(answers.get(f"about_{number}", "")) or name for number, name in enumerate(names)}
    found = {}
    for x, theorem in theorems.items():
        mine = {key: label for label, (other, key, _, _) in labels.items() if other == x}
        used = sorted({full[name] for label in mine.values() for name in axioms.get(label, ())})
        shown = {key: _statement(answers.get(f"shows_{label}", "")) for key, label in mine.items()}
        reasons = [faults[label] for label in mine.values() if label in faults]
        reasons += [f"rests on {name}, which is not allowed" for name in used if not allowed(name)]
        reasons += [f"Coq does not print {key}" for key, text in shown.items() if not text and not reasons]
        found[x] = Checked(theorem, shown.pop("statement"), shown, tuple(used), tuple(reasons))
    return found


def _statement(printed: str) -> str:
    """The right side of what Print says, without its type.

    Example:
        >>> _statement("x_statement = \\nforall n : nat, n = n\\n     : Prop\\n")
        'forall n : nat, n = n'
    """
    body = printed.partition("=")[2].rpartition(": Prop")[0]
    return "\n".join(line.rstrip() for line in body.strip("\n ").splitlines()).strip()
