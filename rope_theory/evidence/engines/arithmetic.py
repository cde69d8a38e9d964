"""Implications between polynomial (in)equalities over the reals and integers, by z3.

An implication is proved when z3 finds "hypotheses and not goal" unsatisfiable. Hypotheses that no assignment
satisfies would prove anything, so their satisfiability is asked first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from rope_theory.core.truth import Truth
from rope_theory.evidence.engines.refusal import EngineRefusal

TIMEOUT_MS = 20_000


@dataclass(frozen=True)
class Answer:
    """Truth of a question; FALSE comes with a countermodel in words, UNKNOWN with the reason.

    Args:
        truth: the answer.
        detail: countermodel, reason, or the facts that were used, in words.
        core: for a contradiction the numbers of the facts that it used.
    """

    truth: Truth
    detail: str = ""
    core: tuple[int, ...] = ()


@dataclass(frozen=True)
class Composition:
    """Whether facts together, each of them needed, entail a goal.

    Args:
        truth: TRUE, or FALSE with a countermodel, or UNKNOWN with the reason.
        detail: in words.
        idle: names of the facts without which the goal still follows.
    """

    truth: Truth
    detail: str = ""
    idle: tuple[str, ...] = ()


def implies(hypotheses: Sequence[z3.BoolRef], goal: z3.BoolRef, covers: Sequence[Mapping[str, Any]] = ()) -> Answer:
    """Whether the hypotheses entail the goal, for all values of the variables.

    Args:
        hypotheses: z3 formulas; they must be satisfiable together.
        goal: z3 formula.
        covers: corners of the domain that the hypotheses must not cut off: assignments {variable: value}, each
            consistent with all hypotheses. A key may be a term or formula; something in it must occur in the
            hypotheses or the goal. For a corner that serves several implications see `relevant`.

    Returns:
        TRUE, FALSE with a countermodel, or UNKNOWN (vacuous hypotheses, a corner cut off, or undecided in time).

    Raises:
        TypeError: a hypothesis or the goal is no z3 formula (a Python bool was decided before z3 saw it).
        EngineRefusal: a hypothesis is constant, a corner names a variable that occurs nowhere, or one name stands for
            two variables (a whole and a real one).

    Example:
        >>> x = z3.Real("x")
        >>> implies([x > 1], x * x > 1).truth
        <Truth.TRUE: 'true'>
    """
    goal = _formula("the goal", goal)
    hypotheses = _open_formulas("hypothesis", hypotheses)
    _refuse_two_kinds([*hypotheses, goal])
    _refuse_idle(covers, [*hypotheses, goal])
    solver = _solver(hypotheses)
    outcome = solver.check()
    if outcome != z3.sat:
        doubt = "are contradictory" if outcome == z3.unsat else f"may be contradictory ({_reason(solver)})"
        return Answer(Truth.UNKNOWN, f"vacuous: the hypotheses {doubt}")
    for corner in covers:
        solver.push()
        solver.add(*(variable == _number(variable, value) for variable, value in corner.items()))
        if (outcome := solver.check()) != z3.sat:
            doubt = f"cut off {corner}" if outcome == z3.unsat else f"may cut off {corner} ({_reason(solver)})"
            return Answer(Truth.UNKNOWN, f"the hypotheses {doubt}")
        solver.pop()
    return _entails(solver, goal)


def relevant(corner: Mapping[str, Any], formulas: Sequence[z3.BoolRef]) -> dict[str, Any]:
    """The part of a corner that is about variables of the formulas, for a corner of a larger domain.

    Raises:
        EngineRefusal: there is none, so the corner says nothing about the formulas.

    Example:
        >>> x, y = z3.Reals("x y")
        >>> relevant({x: 2, y: 7}, [x > 1])
        {x: 2}
    """
    occurring = _symbols(formulas)
    part = {key: value for key, value in corner.items() if _symbols([key]) & occurring}
    if not part:
        raise EngineRefusal(f"nothing of the corner {dict(corner)} occurs in {', '.join(map(_shown, formulas))}")
    return part


def contradictory(facts: Sequence[z3.BoolRef]) -> Answer:
    """Whether the last fact contradicts the others, which can hold together (for proofs that end in a contradiction).

    Args:
        facts: z3 formulas, each satisfiable on its own, all but the last satisfiable together.

    Returns:
        TRUE with the facts that z3 used, so that an idle one shows; FALSE with an assignment at which all hold;
        UNKNOWN if a fact is contradictory by itself, or all but the last are already, or z3 does not decide.

    Raises:
        TypeError: a fact is no z3 formula.
        EngineRefusal: a fact is constant, there is none, or one name stands for two variables.

    Example:
        >>> x = z3.Real("x")
        >>> contradictory([x > 1, x < 3, x < 0])
        Answer(truth=<Truth.TRUE: 'true'>, detail='cannot all hold: x > 1; x < 0', core=(0, 2))
    """
    facts = _open_formulas("fact", facts)
    if not facts:
        raise EngineRefusal("no facts: nothing to contradict")
    _refuse_two_kinds(facts)
    for fact in facts:
        if doubt := _doubt(_solver([fact])):
            return Answer(Truth.UNKNOWN, f"{_shown(fact)} {doubt} on its own")
    if doubt := _doubt(_solver(facts[:-1])):
        return Answer(Truth.UNKNOWN, f"the facts before the last {doubt}: the last, {_shown(facts[-1])}, is idle")
    solver, labels = _solver([]), [z3.FreshBool("fact") for _ in facts]
    for label, fact in zip(labels, facts, strict=True):
        solver.assert_and_track(fact, label)
    outcome = solver.check()
    if outcome == z3.unsat:
        core = solver.unsat_core()
        used = tuple(k for k, label in enumerate(labels) if any(label.eq(name) for name in core))
        return Answer(Truth.TRUE, "cannot all hold: " + "; ".join(_shown(facts[k]) for k in used), used)
    if outcome == z3.sat:
        return Answer(Truth.FALSE, f"all hold at {_model(solver, labels)}")
    return Answer(Truth.UNKNOWN, _reason(solver))


def holds_at(formulas: Sequence[z3.BoolRef], values: Mapping[str, Any], facts: Sequence[z3.BoolRef] = ()) -> Truth:
    """Whether the formulas hold together at given values of the variables.

    Args:
        formulas: z3 formulas.
        values: {variable: int, Fraction, bool for a Boolean variable, or z3 term}. Others stay free.
        facts: formulas about what stays free (bounds of an irrational number); satisfiable together.

    Returns:
        TRUE if they hold whatever the free variables are, as far as the facts allow; FALSE if they never do together;
        UNKNOWN otherwise, or if the facts are contradictory.

    Raises:
        TypeError: something is no z3 formula, a key is no variable, or a value is a float.
        EngineRefusal: a fraction for a variable that is whole, or one name stands for two variables.

    Example:
        >>> x, pi = z3.Reals("x π")
        >>> holds_at([x < pi], {x: 3}, facts=[pi > 3]), holds_at([x < pi], {x: 4}, facts=[pi > 3])
        (<Truth.TRUE: 'true'>, <Truth.UNKNOWN: 'unknown'>)
    """
    formulas = [_formula("a formula", formula) for formula in formulas]
    facts = [_formula("a fact", fact) for fact in facts]
    for variable in values:
        if not _is_variable(variable):
            raise TypeError(f"values are given to variables, got {variable!r}")
    _refuse_two_kinds([*formulas, *facts, *values])
    pairs = [(variable, _number(variable, value)) for variable, value in values.items()]
    statement = z3.simplify(z3.substitute(z3.And(*formulas), *pairs), som=True)
    facts = [z3.substitute(fact, *pairs) for fact in facts]
    if facts and _solver(facts).check() != z3.sat:
        return Truth.UNKNOWN
    if z3.is_true(statement) or z3.is_false(statement):
        return Truth.TRUE if z3.is_true(statement) else Truth.FALSE
    if _solver([*facts, z3.Not(statement)]).check() == z3.unsat:
        return Truth.TRUE
    return Truth.FALSE if _solver([*facts, statement]).check() == z3.unsat else Truth.UNKNOWN


def composition(facts: Mapping[str, z3.BoolRef], goal: z3.BoolRef) -> Composition:
    """Whether the facts entail the goal, can hold together, and are all needed (the final line of a derivation).

    Args:
        facts: {name: z3 formula}; a fact may be a conjunction, it is dropped as a whole.
        goal: z3 formula.

    Returns:
        TRUE if the goal follows, and does not without any one of the facts, as far as z3 can show. FALSE with a
        countermodel if it does not follow. UNKNOWN if the facts are contradictory, if some are idle (named; of two
        facts that say the same both are), or if z3 does not decide.

    Raises:
        TypeError: a fact or the goal is no z3 formula.
        EngineRefusal: a fact is constant, there is none, or one name stands for two variables.

    Example:
        >>> x, y = z3.Reals("x y")
        >>> composition({"x is large": x > 2, "y is larger": y > x, "y is not 7": y != 7}, y > 2).idle
        ('y is not 7',)
    """
    goal = _formula("the goal", goal)
    if not facts:
        raise EngineRefusal("no facts: nothing to compose")
    formulas = dict(zip(facts, _open_formulas("fact", facts.values(), list(facts)), strict=True))
    _refuse_two_kinds([*formulas.values(), goal])
    solver = _solver(formulas.values())
    if doubt := _doubt(solver):
        return Composition(Truth.UNKNOWN, f"vacuous: the facts {doubt}")
    answer = _entails(solver, goal)
    if answer.truth is not Truth.TRUE:
        return Composition(answer.truth, answer.detail)
    without = {
        name: _solver([*(formulas[other] for other in formulas if other != name), z3.Not(goal)]).check()
        for name in formulas
    }
    idle = tuple(name for name, found in without.items() if found == z3.unsat)
    if idle:
        return Composition(Truth.UNKNOWN, f"follows without {'; without '.join(idle)}", idle)
    needed = [name for name, found in without.items() if found == z3.sat]
    if len(needed) == len(formulas):
        return Composition(Truth.TRUE, f"each of {len(formulas)} facts is needed")
    told = f"{len(needed)} of {len(formulas)} facts are needed; of the others z3 did not find it in its time"
    return Composition(Truth.TRUE, told)


def div(dividend: z3.ArithRef, divisor: z3.ArithRef | int) -> z3.ArithRef:
    """Whole-number division, dividend = divisor·div + rest with 0 <= rest < |divisor|: for `/`, which hides that.

    Raises:
        TypeError: a side is not whole.

    Example:
        >>> z3.simplify(div(z3.IntVal(-7), 2))
        -4
    """
    divisor = z3.IntVal(divisor) if isinstance(divisor, int) else divisor
    if not (z3.is_int(dividend) and z3.is_int(divisor)):
        raise TypeError(f"div takes whole numbers, got {dividend!r} and {divisor!r}")
    return z3.ArithRef(z3.Z3_mk_div(dividend.ctx_ref(), dividend.as_ast(), divisor.as_ast()), dividend.ctx)


def variables(formulas: Iterable[z3.BoolRef]) -> list[z3.ExprRef]:
    """The variables that occur in z3 formulas or terms, each once, in the order they are met.

    Example:
        >>> x, y = z3.Reals("x y")
        >>> variables([x > 1, y < x])
        [x, y]
    """
    found, seen, todo = [], set(), list(formulas)[::-1]
    while todo:
        term = todo.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if _is_variable(term):
            found.append(term)
        elif z3.is_quantifier(term):
            todo.append(term.body())
        else:
            todo += term.children()[::-1]
    return found


def _is_variable(term: Any) -> bool:
    return z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED


def _formula(what: str, value: Any) -> z3.BoolRef:
    if not z3.is_bool(value):
        raise TypeError(f"{what} must be a z3 formula, got {value!r}")
    return value


def _open_formulas(kind: str, formulas: Iterable[z3.BoolRef], names: Sequence[str] | None = None) -> list[z3.BoolRef]:
    """The formulas, none of which is true or false whatever the variables are (as far as simplifying shows)."""
    checked = []
    for number, formula in enumerate(formulas):
        name = repr(names[number]) if names else str(number + 1)
        _formula(f"{kind} {name}", formula)
        plain = z3.simplify(formula)
        if z3.is_true(plain) or z3.is_false(plain):
            raise EngineRefusal(f"{kind} {name}, {_shown(formula)}, is {plain} whatever the variables are")
        checked.append(formula)
    return checked


def _refuse_two_kinds(formulas: Iterable[z3.BoolRef]) -> None:
    """Refuse `z3.Int("k")` beside `z3.Real("k")`: they read as one variable and are two."""
    kinds: dict[str, z3.SortRef] = {}
    for formula in formulas:
        for name, sort in _kinds(formula):
            kind = kinds.setdefault(name, sort)
            if kind != sort:
                raise EngineRefusal(f"{name} stands for two variables, one {kind} and one {sort}")


def _kinds(formula: z3.BoolRef) -> list[tuple[str, z3.SortRef]]:
    """Name and sort of each variable, kept for formulas that are asked about at instance after instance."""
    known = _KINDS.get(formula.get_id())
    if known is None:
        if len(_KINDS) >= KEPT_FORMULAS:
            _KINDS.clear()
        found = [(str(variable), variable.sort()) for variable in variables([formula])]
        known = _KINDS[formula.get_id()] = formula, found  # the formula is kept, too: its number stays its own
    return known[1]


KEPT_FORMULAS = 4096
_KINDS: dict[int, tuple[z3.BoolRef, list[tuple[str, z3.SortRef]]]] = {}


def _refuse_idle(covers: Sequence[Mapping[str, Any]], formulas: Sequence[z3.BoolRef]) -> None:
    occurring = _symbols(formulas)
    for corner in covers:
        for key in corner:
            if not z3.is_expr(key):
                raise TypeError(f"a corner gives values to z3 variables, got {key!r}")
            if not _symbols([key]) & occurring:
                raise EngineRefusal(f"{key} of the corner {corner} occurs in no hypothesis, nor in the goal")


def _symbols(formulas: Iterable[z3.BoolRef]) -> set[tuple[str, str]]:
    """Variables and free functions that occur, by name and declaration."""
    found, seen, todo = set(), set(), list(formulas)
    while todo:
        term = todo.pop()
        if term.get_id() in seen:
            continue
        seen.add(term.get_id())
        if z3.is_app(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.add((term.decl().name(), term.decl().sexpr()))
        todo += [term.body()] if z3.is_quantifier(term) else term.children()
    return found


def _number(variable: z3.ExprRef, value: Any) -> z3.ExprRef:
    """A value as a z3 term of the variable's sort."""
    if isinstance(value, bool) and z3.is_bool(variable):
        return z3.BoolVal(value)
    if z3.is_expr(value):
        if z3.is_real(variable) and z3.is_int(value):
            return z3.ToReal(value)
        if variable.sort() != value.sort():
            raise EngineRefusal(f"{variable} is {variable.sort()}, it cannot be {value}, which is {value.sort()}")
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction) or not z3.is_arith(variable):
        raise TypeError(f"the value of {variable} must be an int, a Fraction or a z3 term of its kind, got {value!r}")
    if z3.is_real(variable):
        return z3.Q(value.numerator, value.denominator)
    if value.denominator != 1:
        raise EngineRefusal(f"{variable} is whole, it cannot be {value}")
    return z3.IntVal(value.numerator)


def _solver(formulas: Iterable[z3.BoolRef]) -> z3.Solver:
    solver = z3.Solver()
    solver.set("timeout", TIMEOUT_MS)
    solver.add(*formulas)
    return solver


def _entails(solver: z3.Solver, goal: z3.BoolRef) -> Answer:
    """Whether what the solver holds entails the goal."""
    solver.add(z3.Not(goal))
    outcome = solver.check()
    if outcome == z3.unsat:
        return Answer(Truth.TRUE)
    if outcome == z3.sat:
        return Answer(Truth.FALSE, f"fails at {solver.model()}")
    return Answer(Truth.UNKNOWN, _reason(solver))


def _doubt(solver: z3.Solver) -> str:
    """What keeps the formulas from being known to hold together; empty if they are."""
    outcome = solver.check()
    if outcome == z3.sat:
        return ""
    return "cannot hold" if outcome == z3.unsat else f"could not be shown satisfiable ({_reason(solver)})"


def _reason(solver: z3.Solver) -> str:
    """Why z3 gave no answer; a time-out says so, as a faster machine might have got one."""
    said = solver.reason_unknown()
    if said in ("canceled", "timeout"):
        return f"time-out: z3 did not decide within {TIMEOUT_MS / 1000:g} s"
    return f"z3: {said}"


def _shown(formula: z3.BoolRef) -> str:
    return " ".join(str(formula).split())


def _model(solver: z3.Solver, hidden: Sequence[z3.ExprRef]) -> str:
    model = solver.model()
    names = {str(label) for label in hidden}
    return "[" + ", ".join(f"{name} = {model[name]}" for name in model.decls() if str(name) not in names) + "]"
