"""Questions that an engine must refuse or leave open, each of which it once answered.

One test for each: what was accepted, and what happens now.
"""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
import sympy
import z3
from flint import arb, fmpq
from hypothesis import strategies as st
from sympy import acos, asin, atan, atan2, cos, pi, sin

from rope_theory.core.truth import Truth
from rope_theory.evidence.engines import EngineRefusal, arithmetic, balls, exhaustion, search, symbolic
from rope_theory.evidence.engines.guard import guarded, lifted
from rope_theory.evidence.engines.inspection import EVERYTHING, Watch, float_inside, floats_in, reads

T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN
x, y, z = z3.Reals("x y z")
m, n = z3.Ints("m n")
a, t = sympy.symbols("a t", real=True)
HALF = 0.5
UNIT = {"x": (Fraction(0), Fraction(1))}


# How formulas are written down


def test_a_chain_of_equations_loses_one_without_the_guard():
    assert str(x == y == 2) == "x == y" and arithmetic.implies([x == y == 2], x == y).truth is T  # 2 is gone


@pytest.mark.parametrize(
    "write",
    [
        lambda: x == y == 2,
        lambda: x < y < 2,
        lambda: x == y and y == 2,
        lambda: x == y or y == 2,
        lambda: not x == y,
        lambda: x in [y],
    ],
)
def test_the_guard_refuses_to_give_a_formula_a_truth_value(write):
    with guarded(), pytest.raises(TypeError, match="for its truth"):
        write()


def test_a_variable_equals_itself_so_it_can_be_a_key():
    with guarded():
        assert {z3.Real("x"): 1}[z3.Real("x")] == 1


@pytest.mark.parametrize("write", [lambda: x == 0.1, lambda: x < HALF * x, lambda: z3.RealVal(0.1), lambda: n > 0.5])
def test_the_guard_refuses_floats_in_z3_formulas(write):
    with guarded(), pytest.raises(TypeError, match="floating point"):
        write()
    write()


def test_the_guard_refuses_the_division_of_whole_numbers():
    for write in (lambda: n / 2, lambda: 2 / n, lambda: m / n):
        with guarded(), pytest.raises(TypeError, match="floor division"):
            write()
    with guarded():
        assert (x / n).is_real() and (n / x).is_real() and (z3.ToReal(n) / 2).is_real()
        assert arithmetic.implies([n >= 1], 2 * arithmetic.div(n, 2) <= n).truth is T
        assert arithmetic.implies([n >= 1], 2 * arithmetic.div(n, 2) == n).truth is F
    with pytest.raises(TypeError):
        arithmetic.div(x, 2)


@pytest.mark.parametrize(
    "write",
    [
        lambda: sin(asin(a)),
        lambda: cos(acos(a)),
        lambda: sympy.tan(atan(a)),
        lambda: atan2(a, t),
        lambda: sympy.acot(a) + sympy.asec(a) + sympy.acsc(a),
        lambda: sympy.exp(sympy.log(a)),
        lambda: sympy.sqrt(a) ** 2,
        lambda: sympy.cbrt(a + 1),
    ],
)
def test_the_guard_refuses_inverses_that_need_a_condition(write):
    write()  # now SymPy has it in its cache
    with guarded(), pytest.raises(EngineRefusal, match="under a condition only"):
        write()
    write()


def test_the_guard_lets_numbers_through():
    with guarded():
        assert sympy.sqrt(2) ** 2 == 2 and cos(acos(sympy.Rational(1, 3))) == sympy.Rational(1, 3)
        assert sympy.log(8) / sympy.log(2) == 3 or sympy.log(8).is_real
        assert (a**2 / a**3 * 2**a).has(a) and sympy.sqrt(a**2) == sympy.Abs(a)  # known to be nonnegative


@pytest.mark.parametrize(
    "write, words",
    [
        (lambda s: sympy.sqrt(s(positive=True) ** 2), "positive"),
        (lambda s: cos(2 * pi * s(integer=True)), "integer"),
        (lambda s: (-1) ** (2 * s(integer=True)), "integer"),
        (lambda s: sympy.Max(s(positive=True), 0), "positive"),
        (lambda s: s(positive=True) > 0, "positive"),
        (lambda s: sympy.floor(s(integer=True)), "integer"),
    ],
)
def test_the_guard_refuses_what_sympy_would_simplify_by_an_unstated_assumption(write, words):
    def make(**assumed):
        return sympy.Symbol("s", **assumed)

    with guarded(), pytest.raises(EngineRefusal, match=f"assumed to be {words}, which is not stated"):
        write(make)
    with guarded(stated={"s": {words}}):
        write(make)


def test_algorithms_of_sympy_may_use_dummies_of_their_own_and_pages_may_not():
    with guarded():
        assert sympy.limit(sin(a) / a, a, 0) == 1 and sympy.integrate(cos(a), (a, 0, pi)) == 0
        for make in (lambda: sympy.Dummy("d", integer=True), lambda: sympy.symbols("d", cls=sympy.Dummy, integer=True)):
            with pytest.raises(EngineRefusal, match="integer"):
                make()
    with pytest.raises(EngineRefusal, match="integer"):
        symbolic.is_identity(a, sympy.Dummy("d", integer=True))


def test_a_refusal_leaves_nothing_in_the_cache_of_sympy():
    sympy.core.cache.clear_cache()
    with guarded(), pytest.raises(EngineRefusal):
        sympy.solve(a**2 - 2, a)
    assert sympy.solve(a**2 - 2, a) == [-sympy.sqrt(2), sympy.sqrt(2)]


def test_the_guard_is_reentrant_and_restores_everything():
    before = [sympy.Pow.__new__, asin.__new__, z3.z3.RealVal, z3.RealVal, z3.ArithRef.__truediv__]
    assert "__bool__" not in vars(z3.BoolRef)
    with guarded():
        with pytest.raises(ZeroDivisionError), guarded():
            raise ZeroDivisionError
        with pytest.raises(TypeError):
            bool(x == y)
        with lifted():
            assert sin(asin(a)) == a
        with pytest.raises(EngineRefusal):
            asin(a)
    assert [sympy.Pow.__new__, asin.__new__, z3.z3.RealVal, z3.RealVal, z3.ArithRef.__truediv__] == before
    assert "__bool__" not in vars(z3.BoolRef) and sin(asin(a)) == a


def test_the_engines_work_within_the_guard():
    with guarded():
        assert symbolic.is_identity(sin(a) ** 2 + cos(a) ** 2, 1) is T
        assert arithmetic.implies([x > 1, n >= 2], x * n > x, covers=[{n: 2}]).truth is T
        assert arithmetic.contradictory([x > 1, x < y, y < 1]).truth is T


# Identities


@pytest.mark.parametrize(
    "word, left, right",
    [
        ("positive", lambda s: sympy.sqrt(s**2), lambda s: s),
        ("integer", lambda s: cos(2 * pi * s) * s, lambda s: s),
        ("zero", lambda s: s, lambda s: s),
        ("imaginary", lambda s: s * s, lambda s: s**2),
    ],
)
def test_an_identity_refuses_assumptions_that_are_not_stated(word, left, right):
    s = sympy.Symbol("s", **{word: True})
    with pytest.raises(EngineRefusal, match=f"s is assumed to be {word}, which is not stated"):
        symbolic.is_identity(left(s), right(s))
    if word != "imaginary":
        assert symbolic.is_identity(left(s), right(s), stated={"s": {word}}) is T
        with pytest.raises(EngineRefusal):
            symbolic.is_identity(left(s), right(s), stated={"other": {word}})


def test_a_stated_assumption_covers_what_follows_from_it_and_no_more():
    even = sympy.Symbol("e", even=True)
    assert symbolic.is_identity(even * 2, even + even, stated={"e": {"even"}}) is T
    with pytest.raises(EngineRefusal, match="even"):
        symbolic.is_identity(even * 2, even + even, stated={"e": {"integer"}})
    with pytest.raises(EngineRefusal, match="no assumption"):
        symbolic.is_identity(a, a, stated={"a": {"whole"}})
    with pytest.raises(EngineRefusal, match="no number"):
        symbolic.is_identity(a, a, stated={"a": {"integer", "irrational"}})


def test_an_identity_of_whole_numbers_is_not_refuted_at_a_fraction():
    whole = sympy.Symbol("k", integer=True)
    assert symbolic.is_identity(sin(pi * whole) + whole, whole, stated={"k": {"integer"}}) is T
    assert symbolic.is_identity(cos(whole * pi) ** 2, 1, stated={"k": {"integer"}}) is not F
    assert symbolic.is_identity(whole**2, whole, stated={"k": {"integer"}}) is F
    zero = sympy.Symbol("k", zero=True)
    assert symbolic.is_identity(2 * zero, zero, stated={"k": {"zero"}}) is U  # no point at hand


def test_symbols_that_vanished_can_be_asked_for():
    assert symbolic.is_identity(cos(a - t + t), cos(a), over=[a]) is T
    with pytest.raises(EngineRefusal, match="t does not occur"):
        symbolic.is_identity(cos(a - t + t), cos(a), over=[a, "t"])


@pytest.mark.parametrize("side", [0.5 * a, a + sympy.Float("0.5"), np.float64(0.5), np.int64(1), sympy.oo, sympy.nan])
def test_an_identity_refuses_floats_and_infinities(side):
    with pytest.raises(EngineRefusal):
        symbolic.is_identity(side, a)


@pytest.mark.parametrize("side", ["a", True, sympy.Eq(a, t), sympy.true])
def test_an_identity_refuses_what_is_no_expression(side):
    with pytest.raises(TypeError):
        symbolic.is_identity(side, side)


def test_denominators_are_named():
    assert symbolic.denominators(1 / (1 + cos(a)) + a / 3, a / t**2) == (t, cos(a) + 1)
    assert symbolic.denominators(a, 1) == ()


# Implications


@pytest.mark.parametrize(
    "ask",
    [
        lambda: arithmetic.implies([True, x > 1], x > 0),
        lambda: arithmetic.implies([x > 1, 2 > 1], x > 0),
        lambda: arithmetic.contradictory([True, x > 1, x < 0]),
        lambda: arithmetic.holds_at([True], {x: 1}),
        lambda: arithmetic.holds_at([x > 1], {x: 1}, facts=[True]),
        lambda: arithmetic.composition({"one": True}, x > 1),
        lambda: arithmetic.composition({"one": x > 1}, True),
        lambda: arithmetic.implies([x], x > 1),
    ],
)
def test_a_formula_that_python_decided_is_refused(ask):
    with pytest.raises(TypeError, match="must be a z3 formula"):
        ask()


def test_the_refusal_names_which_formula_it_was():
    with pytest.raises(TypeError, match="hypothesis 2 must be"):
        arithmetic.implies([x > 1, True], x > 0)
    with pytest.raises(TypeError, match="fact 'no' must be"):
        arithmetic.composition({"yes": x > 1, "no": False}, x > 0)


def test_a_corner_may_name_terms_of_what_occurs():
    path, p, q = z3.Function("path", z3.IntSort(), z3.IntSort()), *z3.Ints("p q")
    assert arithmetic.implies([path(n) >= 2], path(n) >= 1, covers=[{path(1): 2}]).truth is T
    every = z3.ForAll([p], z3.Or(p == n, p == q))
    assert arithmetic.implies([n >= 2], n >= 1, covers=[{every: True}]).truth is U  # there are more integers than two
    with pytest.raises(EngineRefusal, match="occurs in no hypothesis"):
        arithmetic.implies([n >= 2], n >= 1, covers=[{path(1): 2}])


def test_a_corner_of_an_idle_variable_is_refused():
    assert arithmetic.implies([x > 1], x > 0, covers=[{x: 2}]).truth is T
    with pytest.raises(EngineRefusal, match="y of the corner .* occurs in no hypothesis"):
        arithmetic.implies([x > 1], x > 0, covers=[{x: 2, y: 7}])
    with pytest.raises(EngineRefusal, match="nothing of the corner"):
        arithmetic.relevant({y: 7}, [x > 1])
    assert arithmetic.relevant({x: 2, y: 7}, [x > 1]) == {x: 2}
    with pytest.raises(TypeError, match="corner"):
        arithmetic.implies([x > 1], x > 0, covers=[{"x": 2}])
    with pytest.raises(EngineRefusal, match="n is whole"):
        arithmetic.implies([n > 1], n > 0, covers=[{n: Fraction(5, 2)}])
    with pytest.raises(TypeError, match="value of x"):
        arithmetic.implies([x > 1], x > 0, covers=[{x: 2.5}])


@pytest.mark.parametrize("constant", [z3.BoolVal(True), z3.IntVal(1) < 2, x - x == 0, z3.BoolVal(False), x < x])
def test_a_constant_hypothesis_or_fact_is_refused(constant):
    for ask in (
        lambda: arithmetic.implies([x > 1, constant], x > 0),
        lambda: arithmetic.contradictory([x > 1, constant]),
        lambda: arithmetic.composition({"one": x > 1, "other": constant}, x > 0),
    ):
        with pytest.raises(EngineRefusal, match="whatever the variables are"):
            ask()


def test_one_name_for_two_variables_is_refused():
    """z3 takes the whole k and the real k for two variables, however alike they look."""
    real = z3.Real("n")
    for ask in (
        lambda: arithmetic.implies([n >= 1, real > 0], real > 0),
        lambda: arithmetic.contradictory([n >= 1, real < 0, n < 0]),
        lambda: arithmetic.composition({"n": n >= 1}, real > 0),
        lambda: arithmetic.holds_at([n >= 1], {real: 1}),
    ):
        with pytest.raises(EngineRefusal, match="n stands for two variables"):
            ask()


def test_names_are_kept_for_the_formula_that_was_asked_and_no_later_one(monkeypatch):
    """z3 gives the number of a formula that is gone to the next one."""
    monkeypatch.setattr(arithmetic, "KEPT_FORMULAS", 50)
    for k in range(300):
        kind, sort = ((z3.Int, z3.IntSort()), (z3.Real, z3.RealSort()))[k % 2]
        assert arithmetic._kinds(kind("n") + k // 7 > 1) == [("n", sort)]


def test_a_contradiction_must_be_of_the_last_fact_with_the_others():
    early = arithmetic.contradictory([x > 1, x < 0, y > 5])
    assert early.truth is U and "y > 5, is idle" in early.detail
    alone = arithmetic.contradictory([y > 5, x * x < 0])
    assert alone.truth is U and "on its own" in alone.detail
    with pytest.raises(EngineRefusal):
        arithmetic.contradictory([])


def test_a_contradiction_reports_its_core():
    answer = arithmetic.contradictory([x > 1, y > 5, z3.Bool("fact0"), x < 0])
    assert answer.truth is T and answer.core == (0, 3)


def test_false_comes_with_a_countermodel_and_unknown_does_not():
    wrong = arithmetic.contradictory([x > 1, x > 2])
    assert wrong.truth is F and "x = " in wrong.detail and "fact" not in wrong.detail
    vacuous = arithmetic.implies([x > 1, x < 1], y == 0)
    assert vacuous.truth is U and vacuous.detail.startswith("vacuous")


def test_values_decide_formulas_three_valued():
    assert arithmetic.holds_at([x * x == n, n > 3], {x: 2, n: 4}) is T
    assert arithmetic.holds_at([x * x == n, n > 3], {x: -2, n: 3}) is F
    assert arithmetic.holds_at([3 * x == 1], {x: Fraction(1, 3)}) is T
    assert arithmetic.holds_at([x < y], {x: 1}) is U
    assert arithmetic.holds_at([x < y, y < x], {}) is F
    assert arithmetic.holds_at([x < y], {x: y - 1}) is T and arithmetic.holds_at([x == 2], {x: z3.IntVal(2)}) is T
    assert arithmetic.holds_at([], {x: 1}) is T
    assert arithmetic.holds_at([z3.Bool("p")], {z3.Bool("p"): False}) is F


def test_free_numbers_are_known_by_facts_that_can_hold():
    circle = z3.Real("π")
    bounds = [circle > 3, circle < 4]
    assert arithmetic.holds_at([circle * x < 8], {x: 2}, facts=bounds) is T
    assert arithmetic.holds_at([circle * x < 6], {x: 2}, facts=bounds) is F
    assert arithmetic.holds_at([circle * x < 7], {x: 2}, facts=bounds) is U
    assert arithmetic.holds_at([circle * x < 8], {x: 2}, facts=[circle > 3, circle < 3]) is U


@pytest.mark.parametrize(
    "values, error",
    [({x: 0.5}, TypeError), ({x: True}, TypeError), ({x + 1: 1}, TypeError), ({"x": 1}, TypeError),
     ({n: Fraction(1, 2)}, EngineRefusal), ({n: x}, EngineRefusal), ({x: "1"}, TypeError)],
)  # fmt: skip
def test_values_must_be_exact_and_of_the_variables_kind(values, error):
    with pytest.raises(error):
        arithmetic.holds_at([x > n], values)


def test_a_composition_does_not_call_a_fact_needed_where_z3_gives_up(monkeypatch):
    x, y = z3.Ints("x y")
    facts = {"x > 2": x > 2, "y > x": y > x}
    assert arithmetic.composition(facts, y > 2).detail == "each of 2 facts is needed"
    solver = arithmetic._solver
    given_up = SimpleNamespace(check=lambda: z3.unknown)

    def without_x(given):
        told = list(given)
        return solver(told) if "x > 2" in map(str, told) else given_up

    monkeypatch.setattr(arithmetic, "_solver", without_x)
    found = arithmetic.composition(facts, y > 2)
    assert found.truth is T and found.detail.startswith("1 of 2 facts are needed")


def test_a_composition_needs_each_of_its_facts():
    chain = {"x < y": x < y, "y < z": y < z}
    assert arithmetic.composition(chain, x < z).truth is T
    loose = arithmetic.composition({**chain, "z > 0": z > 0}, x < z)
    assert loose.truth is U and loose.idle == ("z > 0",)
    short = arithmetic.composition({"x < y": x < y}, x < z)
    assert short.truth is F and "fails at" in short.detail
    vacuous = arithmetic.composition({**chain, "z < x": z < x}, x < z)
    assert vacuous.truth is U and "vacuous" in vacuous.detail
    valid = arithmetic.composition(chain, x * x >= 0)
    assert valid.truth is U and valid.idle == tuple(chain)
    with pytest.raises(EngineRefusal):
        arithmetic.composition({}, x * x >= 0)


# Boxes


@pytest.mark.parametrize("answer", [1.0, 1, np.float64(1), True, Fraction(1), "1", None, T])
def test_a_box_wants_balls(answer):
    with pytest.raises(TypeError, match="must return a ball"):
        balls.positive_on(lambda x: answer, UNIT)


def test_a_box_refuses_a_parameter_that_does_not_matter():
    square = {**UNIT, "y": (Fraction(0), Fraction(1))}
    for function in (lambda x, y: x + 1, lambda x, **_: x + 1, lambda x, y: x + 1 + 0 * y):
        with pytest.raises(EngineRefusal, match="does not depend on y"):
            balls.positive_on(function, square)
    assert balls.positive_on(lambda **point: point["x"] + point["y"] + 1, square).truth is T
    assert balls.positive_on(lambda x, y: 1 + (x - y) ** 2, square).truth is T
    with pytest.raises(EngineRefusal, match="no parameter"):
        balls.positive_on(lambda: arb(1), {})


def test_infinite_balls_show_nothing():
    infinite = arb("inf")
    assert infinite > 0  # what was believed
    answer = balls.positive_on(lambda x: infinite + x, UNIT, budget=50)
    assert answer.truth is U
    assert balls.positive_on(lambda x: -infinite + x, UNIT, budget=50).truth is U
    assert balls.positive_on(lambda x: 1 / x, UNIT, budget=200).truth is U
    assert balls.positive_on(lambda x: (x - 2).log() + 5, UNIT, budget=50).truth is U


@pytest.mark.parametrize(
    "function",
    [
        lambda x: (x.mid() - arb("0.75")) ** 2 + arb("0.001"),
        lambda x: arb(float(x)) + 1,
        lambda x: arb(x.rad()) + 1 + x / 1000,
    ],
)
def test_a_function_that_drops_the_radius_is_noticed(function):
    with pytest.raises(EngineRefusal, match="misses its value"):
        balls.positive_on(function, UNIT)


@pytest.mark.parametrize(
    "low, high", [("1/3", "2/3"), ("-1/3", "1/7"), ("1/3", "1/3"), ("10000000001/3", "10000000002/3")]
)
def test_an_interval_covers_both_ends(low, high):
    low, high = Fraction(low), Fraction(high)
    ball = balls.interval(low, high)
    for end in (low, high, (low + high) / 2):
        assert ball.contains(fmpq(end.numerator, end.denominator))
    assert ball.contains(balls.interval(low + (high - low) / 3, high - (high - low) / 3))
    assert not ball.contains(fmpq(1, 2) + fmpq(high.numerator, high.denominator))


def test_an_interval_is_exact_and_not_turned_round():
    for ends in ((0.5, 1), (Fraction(0), 1.0), (True, 2)):
        with pytest.raises(TypeError):
            balls.interval(*ends)
    with pytest.raises(EngineRefusal, match="empty"):
        balls.interval(Fraction(1), Fraction(0))
    with pytest.raises(EngineRefusal, match="empty"):
        balls.positive_on(lambda x: x + 1, {"x": (Fraction(1), Fraction(0))})


# Finite domains


def _helper(k):
    return sqrt(k)


class _Length:
    def __init__(self, k):
        self.k = k

    def of(self):
        return float(self.k)


def _captures():
    third = 1 / 3
    return lambda k: k > third


INEXACT = {
    "a float constant": lambda k: k * 0.1 < 1,
    "a constant in a tuple": lambda k: k in (0.5, 1),
    "a nested function": lambda k: all(j < 1.5 for j in [0, k * 0]),
    "float()": lambda k: float(k) >= 0,
    "a library": lambda k: np.sqrt(k) >= 0,
    "a function of math": lambda k: sqrt(k) >= 0,
    "a helper of the module": lambda k: _helper(k) >= 0,
    "a class of the module": lambda k: _Length(k).of() >= 0,
    "a constant of the module": lambda k: k > -HALF,
    "what it captures": _captures(),
    "a default argument": lambda k, tolerance=0.5: k > -tolerance,
    "a partial": functools.partial(lambda half, k: k > -half, 0.5),
    "evalf": lambda k: sympy.Integer(k).evalf() >= 0,
    "sympy.N": lambda k: sympy.N(k) >= 0,
    "an import": lambda k: __import__("math") is not None and _imports(k),
    "a division of whole numbers": lambda k: k / 3 * 3 == k,
    "a division by a case": lambda k: 1 / (k + 1) > 0,
    "what a library returns": lambda k: Fraction(k).__float__() >= 0,
    "what a library returns, in a variable": lambda k: _rounds(k),
}


def _imports(k):
    from math import exp

    return exp(k) > 0


def _rounds(k):
    value = Fraction(k, 3).limit_denominator(7)
    value = getattr(value, "__" + "float" + "__")()
    return value >= 0


@pytest.mark.parametrize("name", INEXACT)
def test_a_case_check_refuses_floating_point(name):
    with pytest.raises(EngineRefusal, match="computes in floating point"):
        exhaustion.all_cases(range(1, 5), INEXACT[name])


EXACT = {
    "fractions": lambda k: Fraction(1, 2) / 2 < k + Fraction(k) / 2,
    "text": lambda k: Fraction("0.5") < k and f"{k:.2f}" != "0.5",
    "exact functions of math": lambda k: gcd(k, 6) >= 1,
    "balls": lambda k: Truth.TRUE if arb(k).sqrt() > 0 else Truth.UNKNOWN,
    "floor division": lambda k: k // 2 * 2 <= k,
    "a fraction of the module": lambda k: k > -THIRD,
    "round": lambda k: round(Fraction(k, 3)) >= 0,
}
THIRD = Fraction(1, 3)


@pytest.mark.parametrize("name", EXACT)
def test_a_case_check_takes_exact_predicates(name):
    assert floats_in(EXACT[name]) == []
    assert exhaustion.all_cases(range(1, 5), EXACT[name]).truth is T


@dataclass
class _Row:
    length: int
    share: float


@pytest.mark.parametrize("case", [0.5, (1, 0.5), {"n": [1, 0.5]}, _Row(1, 0.5), np.float64(1), np.ones(2), 1j])
def test_a_case_that_holds_a_float_is_refused(case):
    assert float_inside(case)
    with pytest.raises(EngineRefusal, match="a case holds"):
        exhaustion.all_cases([case], lambda row: True)


def test_exact_cases_hold_no_float():
    exact = (1, "0.5", Fraction(1, 2), np.int64(3), np.arange(3), {"x": [arb(1)]}, sympy.Rational(1, 2))
    assert float_inside(exact) is None


def test_a_float_in_a_variable_is_seen_where_neither_a_call_nor_the_answer_shows_it():
    def holds(k):
        half = k.pop()
        return bool(half)

    assert Watch(holds).run([0.5]) == (True, ["half = 0.5 in holds"])
    assert Watch(holds).run([1]) == (True, [])


def test_watching_leaves_no_profiler_behind():
    assert exhaustion.all_cases(range(3), lambda k: True).truth is T and sys.getprofile() is None
    with pytest.raises(ZeroDivisionError):
        exhaustion.all_cases(range(3), lambda k: k // 0 == 0)
    assert sys.getprofile() is None


def test_an_empty_domain_shows_nothing():
    assert exhaustion.all_cases([], lambda k: True).truth is U


# What a function reads


def _overwrites(n, k):
    n = 3
    return n > k


def _maybe_overwrites(n, k):
    if k:
        n = 3
    return n > 1


def _unpacks(n, **rest):
    found = rest["k"]
    return found > 1


@pytest.mark.parametrize(
    "function, parameters",
    [
        (lambda n, k: n > 1, {"n"}),
        (lambda n, **_: n > 1, {"n"}),
        (lambda **_: True, set()),
        (lambda n, **rest: rest["k"] > 1, {"rest", EVERYTHING}),
        (lambda n, k: [j for j in range(3) if j < k], {"k"}),
        (lambda n, k=2: (lambda: n)(), {"n"}),
        (lambda n, *rest: rest, {"rest"}),
        (_unpacks, {"rest", EVERYTHING}),
        (_overwrites, {"k"}),
        (_maybe_overwrites, {"n", "k"}),
        (functools.partial(lambda n, k, j: n + k + j, 1, j=2), {"k"}),
        (_Length(3).of, set()),
        (len, {EVERYTHING}),
    ],
)
def test_what_a_function_reads(function, parameters):
    assert reads(function) == parameters


# Searches


def test_a_search_that_decides_nothing_has_found_nothing_out():
    nothing = search.counterexample(st.integers(0, 1000), lambda k: U)
    assert (nothing.found, nothing.decided, nothing.truth) == (False, 0, U) and nothing.tried > 0
    some = search.counterexample(st.integers(0, 1000), lambda k: U if k % 2 else True)
    assert not some.found and 0 < some.decided < some.tried and some.truth is T
    one = search.counterexample(st.integers(0, 1000), lambda k: k < 17)
    assert one.found and one.case == 17 and one.truth is F and 0 < one.decided <= one.tried
