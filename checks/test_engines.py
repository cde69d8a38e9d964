"""The engines say TRUE, FALSE or UNKNOWN, each where it should; none proves what is false."""

import doctest
import importlib
from fractions import Fraction

import pytest
import sympy
import z3
from flint import arb
from hypothesis import strategies as st
from sympy import cos, exp, sin

from rope_theory.core.truth import Truth
from rope_theory.evidence.engines import EngineRefusal, arithmetic, balls, exhaustion, search, symbolic

a, b, n = sympy.symbols("a b n")
T, F, U = Truth.TRUE, Truth.FALSE, Truth.UNKNOWN


@pytest.mark.parametrize(
    "left, right, answer",
    [
        (sin(a) ** 2 + cos(a) ** 2, 1, T),
        (cos(a + b), cos(a) * cos(b) - sin(a) * sin(b), T),
        (cos(a + b), cos(a) * cos(b) + sin(a) * sin(b), F),
        (cos(n * a - b), cos(b - n * a), T),
        (cos(a + 2 * sympy.pi), cos(a), T),
        (cos(a + sympy.pi / 7), cos(a), F),
        (cos(sympy.pi / 7) - cos(2 * sympy.pi / 7) + cos(3 * sympy.pi / 7), sympy.Rational(1, 2), T),
        (cos(a) / (1 + cos(a)) + 1 / (1 + cos(a)), 1, T),
        (n * (n + 1), n**2 + n, T),
        (n**2, n, F),
        (a * cos(b) - b * cos(a), 0, F),
        (cos(a), cos(a) + sympy.Rational(1, 10**30), F),
        (
            exp(a) * exp(b),
            exp(a + b),
            U,
        ),  # no trigonometric polynomial; SymPy merges the powers, or the answer is UNKNOWN
    ],
)
def test_identities(left, right, answer):
    assert symbolic.is_identity(left, right) in ({T, U} if answer is U else {answer})


def test_identity_does_not_hope():
    assert symbolic.is_identity(sympy.sqrt(a**2), a) is not T
    assert symbolic.is_identity(cos(a**2), cos(a) ** 2) is F


def test_implication_is_proved_refuted_or_vacuous():
    x, y = z3.Reals("x y")
    assert arithmetic.implies([x > 1], x * x > x).truth is T
    wrong = arithmetic.implies([x > 0], x * x > x)
    assert wrong.truth is F and "fails at" in wrong.detail
    vacuous = arithmetic.implies([x > 1, x < 1], y == 0)
    assert vacuous.truth is U and "contradictory" in vacuous.detail


def test_contradiction_names_its_core():
    x = z3.Real("x")
    assert arithmetic.contradictory([x > 1, x < 0]).truth is T
    assert arithmetic.contradictory([x > 1, x > 0]).truth is F


def unit(low, high):
    return {"x": (Fraction(low), Fraction(high))}


def test_balls_prove_refute_and_stop_at_a_touching_boundary():
    assert balls.positive_on(lambda x: 1 - x.cos() / 2, unit(-3, 3)).truth is T
    refuted = balls.positive_on(lambda x: x * x - arb("0.01"), unit(-1, 1))
    assert refuted.truth is F and refuted.piece is not None
    assert balls.positive_on(lambda x: x * x, unit(-1, 1)).truth is F  # zero at the centre is not positive
    assert balls.positive_on(lambda x: (x - arb(1) / 3) ** 2, unit(0, 1), budget=500).truth is U


def test_interval_covers_its_ends():
    third = Fraction(1, 3)
    covered = balls.interval(third, Fraction(2))
    assert (
        covered.contains(arb(2))
        and covered.contains(arb(1))
        and not covered.contains(arb(0))
        and not covered.contains(arb(3))
    )


def test_balls_in_two_dimensions_find_a_counterexample_in_a_corner():
    region = {"x": (Fraction(0), Fraction(1)), "y": (Fraction(0), Fraction(1))}
    assert balls.positive_on(lambda x, y: arb("1.001") - x * y, region).truth is T
    assert balls.positive_on(lambda x, y: arb("0.9") - x * y, region).truth is F


def test_a_parameter_that_moves_only_the_radius_is_no_idle_one():
    region = {"x": (Fraction(0), Fraction(1)), "y": (Fraction(0), Fraction(1))}
    assert balls.positive_on(lambda x, y: 2 + x + arb(0, float(y.abs_upper()) / 4), region).truth is T


def test_exhaustion_reports_the_first_false_case_and_counts():
    sweep = exhaustion.all_cases(range(10), lambda k: k < 7)
    assert (sweep.truth, sweep.cases, sweep.case) == (F, 8, 7)
    doubtful = exhaustion.all_cases(range(3), lambda k: U if k == 1 else True)
    assert (doubtful.truth, doubtful.case) == (U, 1)
    late = exhaustion.all_cases(range(3), lambda k: U if k == 0 else k < 2)
    assert late.truth is F
    assert exhaustion.all_cases([], lambda k: True).truth is U


def test_exhaustion_refuses_an_inexact_answer():
    with pytest.raises(TypeError):
        exhaustion.all_cases([1], lambda k: 1)


def test_search_finds_the_smallest_and_ignores_unknown():
    assert search.counterexample(st.integers(0, 1000), lambda k: k < 17).case == 17
    assert not search.counterexample(st.integers(0, 1000), lambda k: U).found
    assert not search.counterexample(st.integers(0, 1000), lambda k: k >= 0).found


@pytest.mark.parametrize(
    "left, right",
    [
        (0.3333333333333333 * a + cos(a), a / 3 + cos(a)),
        (3.141592653589793 * a, sympy.Rational(245850922, 78256779) * a),
    ],
)
def test_floating_point_numbers_are_no_part_of_an_identity(left, right):
    """Pinned: the polynomial domain would round them to nearby fractions."""
    with pytest.raises(EngineRefusal, match="floating-point"):
        symbolic.is_identity(left, right)


def test_a_denominator_that_vanishes_everywhere_shows_nothing():
    """Pinned: 0/0 has the numerator of any identity."""
    zero = sin(a) ** 2 + cos(a) ** 2 - 1
    assert symbolic.is_identity((1 - 2 * sin(a / 2) ** 2 - cos(a)) / zero, 7) is U
    assert symbolic.is_identity(zero * b / sympy.expand(zero * (b + 1)), 7) is U


def test_corners_of_the_domain_must_be_left_in():
    k = z3.Int("k")
    assert arithmetic.implies([k >= 2], k * k > k, covers=[{k: 2}, {k: 1000}]).truth is T
    cut = arithmetic.implies([k >= 3], k * k > k, covers=[{k: 2}])
    assert cut.truth is U and "cut off" in cut.detail


def test_a_time_out_of_z3_is_called_so_and_no_verdict_on_the_formulas(monkeypatch):
    x, y, w, n, m, k = *z3.Reals("x y w"), *z3.Ints("n m k")
    hard = x**7 * y + y**7 * w + w**7 * x >= x * y * w * (x + y + w) ** 6 / 243
    fermat = [n > 0, m > 0, k > 0, n**5 + m**5 == k**5]
    monkeypatch.setattr(arithmetic, "TIMEOUT_MS", 500)  # long enough for what is easy, on a busy machine too
    for answer, words in (
        (arithmetic.implies([x > 0, y > 0, w > 0], hard), ""),
        (arithmetic.implies(fermat, n > 1), "may be contradictory"),
        (arithmetic.implies([n > 0, m > 0, k > 0], k > 0, covers=[{n**5 + m**5 - k**5: 0}]), "may cut off"),
        (arithmetic.contradictory([z3.And(*fermat), n > 1]), "could not be shown satisfiable"),
        (arithmetic.composition({"a": z3.And(*fermat)}, n > 1), "could not be shown satisfiable"),
    ):
        assert answer.truth is U and words in answer.detail
        assert "time-out: z3 did not decide within 0.5 s" in answer.detail, answer.detail


def test_a_goal_that_python_decided_is_refused():
    with pytest.raises(TypeError, match="z3 formula"):
        arithmetic.implies([], True)


@pytest.mark.parametrize(
    "name",
    ["arithmetic", "assumptions", "balls", "exhaustion", "guard", "inspection", "refusal", "search", "symbolic"],
)
def test_the_examples_of_the_engines_hold(name):
    outcome = doctest.testmod(importlib.import_module(f"rope_theory.evidence.engines.{name}"))
    assert outcome.attempted and not outcome.failed


@pytest.mark.parametrize(
    "values, answer",
    [
        (lambda x, y, k, m: ({x: 2, k: 1}), T),
        (lambda x, y, k, m: ({x: Fraction(1, 2), k: 1}), F),
        (lambda x, y, k, m: ({x: k + 1}), T),  # a whole term for a real variable
        (lambda x, y, k, m: ({k: m, x: z3.ToReal(m)}), F),
        (lambda x, y, k, m: ({x: y, k: m}), U),
    ],
)
def test_values_are_put_in_for_variables_of_either_kind(values, answer):
    (x, y), (k, m) = z3.Reals("x y"), z3.Ints("k m")
    assert arithmetic.holds_at([x > k], values(x, y, k, m)) is answer
    assert arithmetic.holds_at([m > k], {m: k + 1}) is T and arithmetic.holds_at([m > k], {m: k}) is F


def test_values_of_another_kind_are_refused():
    x, k, b = z3.Real("x"), z3.Int("k"), z3.Bool("b")
    for values in ({k: Fraction(1, 2)}, {k: x}, {k: z3.RealVal(1)}, {b: x > k}):
        if b not in values:
            with pytest.raises(EngineRefusal):
                arithmetic.holds_at([k > 0], values)
    for values in ({x: 0.5}, {x: True}, {b: 1}, {x: "1"}, {x + 1: 2}):
        with pytest.raises(TypeError):
            arithmetic.holds_at([z3.And(x > 0, b)], values)
    assert arithmetic.holds_at([z3.And(x > 0, b)], {x: 1, b: True}) is T
    assert arithmetic.holds_at([z3.And(x > 0, b)], {x: 1, b: False}) is F
    assert arithmetic.holds_at([z3.And(x > 0, b)], {x: 1}) is U


def test_facts_decide_what_the_values_leave_open():
    x, c = z3.Reals("x c")
    facts = [c > 3, c < 4]
    assert [arithmetic.holds_at([x < c], {x: value}, facts) for value in (3, 4, Fraction(7, 2))] == [T, F, U]
    assert (
        arithmetic.holds_at([x < c], {x: 3}, [c > 3, c < 2]) is U and arithmetic.holds_at([x < 5], {x: 3}, facts) is T
    )


def test_a_box_is_split_where_it_must_and_refuted_at_its_centre():
    box = {"x": (Fraction(-2), Fraction(6)), "y": (Fraction(1, 3), Fraction(1, 3))}
    refuted = balls.positive_on(lambda x, y: (x - 2) ** 2 + y - arb(1) / 2, box)
    assert refuted.truth is F and refuted.piece["x"] == (2, 2) and refuted.piece["y"] == (Fraction(1, 3),) * 2
    for shift, truth in ((Fraction(1, 100), T), (Fraction(-1, 100), F)):
        found = balls.positive_on(lambda x, y, s=shift: x * x - y * y + balls.interval(1 + s, 1 + s) - 1 + y * y, box)
        assert found.truth is truth and found.pieces > 1
    below = balls.positive_on(lambda x: x - 1, unit(Fraction(-1, 2), Fraction(1, 2)))
    assert below.truth is F and below.pieces == 1
    above = balls.positive_on(lambda x: x + 1, unit(Fraction(-1, 2), Fraction(1, 2)))
    assert above.truth is T and above.pieces == 1
    for budget in (1, 7, 30):  # it ends at the first piece from there on that is undecided
        tried = balls.positive_on(lambda x: (x - arb(1) / 3) ** 2, unit(0, 1), budget=budget)
        assert tried.truth is U and budget <= tried.pieces <= budget + 3


def test_a_point_that_cannot_be_split_is_left_open():
    third = balls.positive_on(lambda x: (x - arb(1) / 3) * x, unit(Fraction(1, 3), Fraction(1, 3)))
    assert third.truth is U and third.pieces == 1


@pytest.mark.parametrize("name", ("x", "y"))
def test_a_parameter_that_does_not_matter_is_refused_by_its_name(name):
    used = {"x": lambda x, y: 1 + y * y, "y": lambda x, y: 1 + x * x}[name]
    box = {"x": (Fraction(0), Fraction(1)), "y": (Fraction(0), Fraction(1))}
    with pytest.raises(EngineRefusal, match=f"does not depend on {name}"):
        balls.positive_on(used, box)
    assert balls.positive_on(lambda x, y: 1 + x * x + y * y, box).truth is T
