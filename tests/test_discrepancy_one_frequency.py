"""`single_gap` against evaluation of every t, at the lags where continued fractions go wrong."""

import json
from fractions import Fraction

import flint
import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.laws.discrepancy import (
    PrecisionExhausted,
    brute_force_gap,
    enclose_gap,
    exact_brute_force_gap,
    golden_angle,
    golden_gap,
    single_gap,
)
from rope_theory.laws.discrepancy.continued_fraction import best_denominator

quiet = settings(deadline=None, max_examples=150, derandomize=True)
turns = st.fractions(min_value=-3, max_value=3, max_denominator=400)


def agrees(theta, span):
    """The minimiser is the smallest one, and the two enclosures overlap."""
    gap = single_gap(theta, span)
    minimisers, low, high = exact_brute_force_gap(theta, span)
    where = f"new.index-gap-sharp: theta = {theta}, span = {span}: {gap} against {minimisers}, [{low}, {high}]"
    assert gap.minimiser == minimisers[0], where
    assert gap.gap_lower <= high and low <= gap.gap_upper, where
    assert 0 <= gap.gap_lower <= gap.gap_upper <= 2, where
    return gap


@quiet
@given(turns, st.integers(1, 450))
@example(Fraction(1, 2), 1)  # alpha = 1/2: q_0 = 1, q_1 = 2, and 1 - 1/2 = 1/2
@example(Fraction(1, 2), 2)
@example(Fraction(2, 3), 2)  # folded to 1/3
@example(Fraction(5, 8), 7)  # t = 5 and t = 3 tie at distance 1/8
@example(Fraction(0), 3)
@example(Fraction(-3), 1)
@example(Fraction(355, 113), 112)
@example(Fraction(355, 113), 113)
def test_rational_turns_give_the_exact_smallest_minimiser(turns, span):
    gap = agrees(Angle(turns), span)
    assert gap.exactly_zero == (turns.denominator <= span)
    if gap.exactly_zero:
        assert gap.gap_lower == gap.gap_upper == 0
        assert gap.minimiser == turns.denominator


@quiet
@given(turns, st.fractions(min_value=-4, max_value=4, max_denominator=10**6), st.integers(1, 120))
@example(Fraction(0), Fraction(355, 113), 50)
@example(Fraction(1, 7), Fraction(1, 10**40), 8)  # irrational, but 7*theta misses 0 by 7e-40
@example(Fraction(1, 2), Fraction(-1, 10**40), 3)  # straddles the fold at half a turn
@example(Fraction(0), Fraction(10**40), 30)  # most digits go into the reduction modulo 2 pi
def test_turns_plus_radians_agree_with_every_t(turns, radians, span):
    gap = agrees(Angle(turns, radians), span)
    assert gap.exactly_zero == (radians == 0 and turns.denominator <= span)


@pytest.mark.parametrize("theta", ["1", "0.8", "1e-2", "22/7", sympy.sqrt(2), sympy.pi * (sympy.sqrt(5) - 1), sympy.E])
def test_spans_at_and_just_below_each_convergent(theta):
    switches = [span for span in range(2, 1300) if single_gap(theta, span).minimiser == span]
    assert switches
    for q in switches:
        agrees(theta, q)
        below = agrees(theta, q - 1)
        assert below.minimiser < q
        assert below.gap_lower > single_gap(theta, q).gap_upper


def test_enclosure_is_tight_and_holds_the_truth_at_huge_spans():
    for span in (10**18, 10**30, 10**100):
        gap = single_gap("1", span)
        low, high = enclose_gap("1", gap.minimiser, bits=900)
        assert gap.gap_lower <= low <= high <= gap.gap_upper
        assert (gap.gap_upper - gap.gap_lower) * 2**60 < gap.gap_lower
        # Dirichlet: some t <= span comes within 1/(span + 1) of a turn.
        assert gap.gap_lower < 2 * Fraction(22, 7) ** 2 / (span + 1) ** 2


def test_doubling_of_precision_survives_a_tiny_irrational_part():
    theta = Angle(Fraction(3, 11), Fraction(1, 10**500))
    gap = single_gap(theta, 10**6)
    assert gap.minimiser == 11 and not gap.exactly_zero
    assert gap.gap_lower > 0 and gap.gap_upper < Fraction(1, 10**990)


@pytest.mark.parametrize("digits", range(10, 120, 5))
def test_enclosure_is_tight_even_where_the_convergent_is_very_good(digits):
    """11*theta misses a multiple of 2 pi by 11e-digits only: relative accuracy costs extra precision."""
    gap = single_gap(Angle(Fraction(3, 11), Fraction(1, 10**digits)), 100)
    assert gap.minimiser == 11
    assert (gap.gap_upper - gap.gap_lower) * 2**60 < gap.gap_lower


def test_theta_is_reduced_by_sign_and_by_full_turns():
    for span in (5, 100, 10**12):
        first = single_gap("0.3", span)
        for same in (Angle(0, Fraction(-3, 10)), Angle(7, Fraction(3, 10)), Angle(-2, Fraction(-3, 10))):
            other = single_gap(same, span)
            assert other.minimiser == first.minimiser
            assert other.gap_lower <= first.gap_upper and first.gap_lower <= other.gap_upper


@pytest.mark.parametrize("theta", [Angle(0), Angle(5), "0", 2 * sympy.pi, sympy.Integer(0), -4 * sympy.pi])
def test_multiple_of_two_pi_is_an_answer_with_its_reason(theta):
    gap = single_gap(theta, 10**20)
    assert (gap.minimiser, gap.gap_lower, gap.gap_upper, gap.exactly_zero) == (1, 0, 0, True)
    assert "multiple of 2 pi" in gap.reason


def test_hidden_rational_multiples_of_pi_are_proved_not_guessed():
    nothing = sympy.sqrt(2) + sympy.sqrt(3) - sympy.sqrt(5 + 2 * sympy.sqrt(6))
    assert single_gap(sympy.pi * nothing + 2 * sympy.pi / 5, 100).minimiser == 5
    assert single_gap(nothing, 3).exactly_zero
    nearly = nothing + sympy.Rational(1, 10**60)
    assert not single_gap(nearly * sympy.pi + 2 * sympy.pi / 5, 100).exactly_zero


def test_undecided_says_so_with_the_precision():
    # cos^2 + sin^2 - 1 = 0 is transcendental to the exact algebra used here: it must refuse, not guess.
    theta = sympy.pi * (sympy.cos(1) ** 2 + sympy.sin(1) ** 2)
    with pytest.raises(PrecisionExhausted, match="within 512 bits"):
        single_gap(theta, 10, max_bits=512)
    with pytest.raises(PrecisionExhausted, match="within 64 bits"):
        single_gap("1", 10**30, max_bits=64)


def test_precision_of_the_process_is_restored():
    before = flint.ctx.prec
    single_gap("1", 10**30)
    with pytest.raises(PrecisionExhausted):
        single_gap("1", 10**30, max_bits=64)
    assert flint.ctx.prec == before


@pytest.mark.parametrize("span", [0, -1, 1.5, "3", None, True, float("nan")])
def test_bad_span_is_refused(span):
    with pytest.raises(InvalidInput, match="span"):
        single_gap("1", span)


@pytest.mark.parametrize(
    "theta",
    [
        float("nan"),
        float("inf"),
        0.1,
        "nan",
        "inf",
        "1e999999999",
        "one",
        "",
        "1/0",
        True,
        None,
        [],
        1j,
        sympy.nan,
        sympy.oo,
        sympy.I,
        sympy.Symbol("x"),
        sympy.Float(0.5),
        sympy.zeta(3),
        sympy.asin(2),
        sympy.Integer(-8) ** sympy.Rational(1, 3),
    ],
)
def test_bad_theta_is_refused(theta):
    with pytest.raises(InvalidInput, match="theta"):
        single_gap(theta, 10)


def test_brute_force_finder_agrees_where_floats_suffice():
    for theta, span in ((1.0, 1000), (0.8, 5000), (2.5, 10**5)):
        t, value = brute_force_gap(theta, span, chunk=777)
        gap = single_gap(Fraction(theta), span)
        assert t == gap.minimiser
        assert abs(value - float(gap.gap_lower)) < 1e-12


@quiet
@given(st.integers(1, 10**40))
def test_golden_closed_form_matches_the_continued_fraction(span):
    fibonacci, m = golden_gap(span)
    gap = single_gap(golden_angle(), span)
    assert gap.minimiser == fibonacci
    with flint.ctx.workprec(600):
        phi = (1 + flint.arb(5).sqrt()) / 2
        closed = 2 * (flint.arb.pi() * phi ** (-m)).sin() ** 2
        wide = flint.arb(flint.fmpq(gap.gap_lower.numerator, gap.gap_lower.denominator)).union(
            flint.arb(flint.fmpq(gap.gap_upper.numerator, gap.gap_upper.denominator))
        )
        assert closed.overlaps(wide)


@quiet
@given(st.fractions(0, Fraction(1, 2), max_denominator=10**4), st.integers(1, 300), st.integers(10, 10**6))
def test_wide_enclosures_are_undecided_or_right_for_every_member(alpha, span, fineness):
    """Whatever `best_denominator` says of an interval holds at both ends and in the middle."""
    low, high = alpha, min(alpha + Fraction(1, fineness), Fraction(1, 2))
    best = best_denominator(low, high, span)
    for member in (low, (low + high) / 2, high):
        if best is not None:
            distances = [min(t * member % 1, -t * member % 1) for t in range(1, span + 1)]
            assert distances.index(min(distances)) + 1 == best.q
            assert abs(member * best.q - best.p) == min(distances)


def test_json_bounds_are_rounded_outward():
    gap = single_gap("1", 10**18)
    data = gap.to_json()
    for low, high in ((data["gap_lower"], data["gap_upper"]), data["enclosure"]):
        assert Fraction(str(low)) <= gap.gap_lower <= gap.gap_upper <= Fraction(str(high))
    assert Fraction(data["gap_lower"]) <= gap.gap_lower and gap.gap_upper <= Fraction(data["gap_upper"])
    assert single_gap("1", 10**400).to_json()["gap_lower"] == 0.0  # below the doubles: still a bound
    assert single_gap("1", 10**400).to_json()["gap_upper"] > 0.0


@pytest.mark.parametrize("digits", [4299, 4301, 6000])
def test_spans_that_python_does_not_write_in_decimal(digits):
    """Beyond 4300 digits integers are written in base 16; the answer is checked where it says it stands."""
    found = single_gap("1", 10**digits)
    written = json.loads(json.dumps(found.to_json()))
    assert int(str(written["minimiser"]), 0) == found.minimiser and int(str(written["span"]), 0) == 10**digits
    assert str(written["minimiser"]) in found.reason and "minimiser" in repr(found)
    assert found.gap_upper * 10 ** (2 * digits) < 20  # Dirichlet: 2 sin²(π/T) at most
    with flint.ctx.workprec(8 * digits):
        assert flint.arb(1) - flint.arb(found.minimiser).cos() < flint.arb(20) / flint.arb(10) ** (2 * digits)
