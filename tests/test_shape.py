"""shape, phase and angle_floor: exact angles, enclosures, folding, bad input, speed in n."""

from fractions import Fraction

import pytest
import sympy
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.core.truth import Truth
from rope_theory.laws.angle_floor import Undecided, fold, half_turns, quotient
from rope_theory.laws.phase import gaps, largest_gap, worst_match
from rope_theory.laws.shape import Extremum, SineSteps, bent, inner_extrema, name_shape, observed, shape

angles = st.builds(
    Angle, st.fractions(-3, 3, max_denominator=12), st.sampled_from([Fraction(0), Fraction(1), Fraction(-9, 7)])
)


def signs_of(values):
    return [(after - before).sign() for before, after in zip(values, values[1:], strict=False)]


@given(st.integers(1, 12), angles)
def test_h_pos_shape_is_what_the_signs_show_for_every_angle(n, theta):
    signs = [(((n - p) * theta).cos() - (p * theta).cos()).sign() for p in range(1, n)]
    found = shape(n, theta)
    assert (found.name, found.count, found.flat_ends) == observed(signs)
    assert list(found.extrema()) == inner_extrema(signs)


@given(st.integers(1, 10), angles, st.none() | angles, st.booleans())
def test_h_sym_shape_is_what_the_logits_show_for_every_angle_and_phase(n, theta, phase, own_position):
    centred = (n - own_position) * theta / 2
    turn = centred if phase is None else phase
    signs = signs_of([((n - j) * theta - turn).cos() for j in range(1, n + own_position)])
    found = shape(n, theta, "H_SYM", phase, own_position)
    assert (found.name, found.count, found.flat_ends) == observed(signs)
    assert list(found.extrema()) == inner_extrema(signs)


@given(st.integers(1, 40), st.fractions(Fraction(1, 50), 3, max_denominator=50), st.sampled_from(["H_POS", "H_SYM"]))
def test_an_enclosure_says_what_its_angle_says_or_undecided(n, radians, head):
    enclosure = arb(radians.numerator) / radians.denominator + arb(0, 1e-6)
    found, exact = shape(n, enclosure, head), shape(n, Angle(0, radians), head)
    assert found.name == "undecided" or (found.name, found.count, found.flat_ends) == (
        exact.name,
        exact.count,
        exact.flat_ends,
    )


def test_enclosure_that_contains_both_sides_is_undecided_and_says_so():
    found = shape(33, arb("0.19", "0.01"))
    assert found.name == "undecided" and found.count is None and "enclosure" in str(found)
    assert list(found.extrema()) == []
    assert shape(33, arb(0, 1)).name == "undecided"


def test_wide_enclosure_can_still_decide():
    assert shape(33, arb("0.1", "0.05")).name == "U"


def test_extrema_of_an_enclosure_are_listed_where_they_are_certain():
    assert list(shape(200, arb("0.1", "1e-9")).extrema()) == list(shape(200, "0.1").extrema())
    vague = shape(200, arb("0.1", "0.001"))
    assert vague.count == 7
    with pytest.raises(InvalidInput, match="more tightly"):
        list(vague.extrema())


def test_sympy_angles_are_decided_at_growing_precision():
    assert shape(33, 2 * sympy.pi / 33).name == "flat"
    assert shape(33, 2 * sympy.pi / 33 - sympy.Rational(1, 10**60) * sympy.sqrt(2)).name == "U"
    assert shape(33, 2 * sympy.pi / 33 + sympy.Rational(1, 10**60) * sympy.sqrt(2)).name == "inverted-U"


def test_astronomic_lengths_take_no_time_and_positions_are_exact():
    n = 10**30
    found = shape(n, "1e-30")
    assert found.name == "U" and list(found.extrema()) == [Extremum("minimum", (n // 2, n // 2 + 1))]
    assert shape(n, "1").count == 2 * (10**60 // 6283185307179586476925286766559) + 1


@pytest.mark.parametrize(
    "n, theta, said",
    [
        (9, Angle(Fraction(1, 10)), "U"),
        (10, Angle(Fraction(1, 10)), "flat"),
        (11, Angle(Fraction(1, 10)), "inverted-U"),
        (12, Angle(Fraction(1, 10)), "inverted-U but for both end steps, which are flat"),
        (13, Angle(Fraction(1, 10)), "several extrema (3)"),
        (4, Angle(), "flat"),
        (4, Angle(5), "flat"),
        (2, Angle(Fraction(1, 10)), "flat"),
        (1, Angle(Fraction(1, 4)), "flat"),
    ],
)
def test_shape_reads_as_words(n, theta, said):
    assert str(shape(n, theta)) == said


@pytest.mark.parametrize(
    "steps, first, answer",
    [
        ([-1, 1], -1, Truth.TRUE),
        ([-1, 0, 1], -1, Truth.TRUE),
        ([-1, 0, 0, 1], -1, Truth.FALSE),
        ([0, -1, 1], -1, Truth.FALSE),
        ([-1, 1, 0], -1, Truth.FALSE),
        ([-1, -1], -1, Truth.FALSE),
        ([], -1, Truth.FALSE),
        ([-1, 1, -1], -1, Truth.FALSE),
        ([1, -1], 1, Truth.TRUE),
        ([1, -1], -1, Truth.FALSE),
        ([-1, None, 1], -1, Truth.UNKNOWN),
    ],
)
def test_bent_means_one_turn_with_strict_ends(steps, first, answer):
    assert bent(steps, first) is answer


def test_multiples_at_both_ends_are_flat_ends_and_no_extrema():
    # Arguments 0, π/2, π: flat, up, flat. It is monotone, though two multiples of π are met.
    found = name_shape(SineSteps(1, Angle(), Fraction(-1), Angle(Fraction(1, 4)), 3))
    assert (found.name, found.count, found.flat_ends) == ("monotone", 0, 2)


@given(st.fractions(Fraction(1, 24), Fraction(1, 2), max_denominator=24).map(Angle), st.integers(2, 9))
def test_opposite_lead_turns_minima_into_maxima(step, steps):
    curves = (SineSteps(lead, Angle(), Fraction(-5, 2), step, steps) for lead in (1, -1))
    up, down = ([extremum.kind for extremum in name_shape(curve).extrema()] for curve in curves)
    assert up == [{"minimum": "maximum", "maximum": "minimum"}[kind] for kind in down]
    assert all(a != b for a, b in zip(up, up[1:], strict=False))


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"n": 0, "theta": "1"}, "n must be at least 1"),
        ({"n": 2.5, "theta": "1"}, "n must be an integer"),
        ({"n": 3, "theta": 0.1}, "theta must be exact"),
        ({"n": 3, "theta": "nan"}, "theta must"),
        ({"n": 3, "theta": float("inf")}, "theta must be finite"),
        ({"n": 3, "theta": arb("nan")}, "theta must be finite"),
        ({"n": 3, "theta": "1", "head": "H_MIX"}, "head must be one of"),
        ({"n": 3, "theta": "1", "phase": "1"}, "phase belongs to H_SYM"),
        ({"n": 3, "theta": "1", "head": "H_SYM", "phase": "x"}, "phase must"),
        ({"n": 3, "theta": "1", "own_position": True}, "own_position belongs to H_SYM"),
    ],
)
def test_bad_input_is_named(arguments, words):
    with pytest.raises(InvalidInput, match=f"^{words}"):
        shape(**arguments)


@given(angles)
def test_fold_keeps_every_cosine_at_whole_positions(theta):
    folded, sign, turns = fold(theta)
    assert sign * folded + Angle(turns) == theta and Angle() <= folded <= Angle(Fraction(1, 2))
    assert (5 * folded).cos() == (5 * theta).cos()


@given(angles, st.builds(Angle, st.fractions(Fraction(1, 9), 2, max_denominator=9)))
def test_quotient_is_the_floor_and_knows_whole_numbers(angle, step):
    floor, whole = quotient(angle, step)
    assert floor * step <= angle < (floor + 1) * step
    assert whole == (floor * step == angle)


def test_quotient_of_a_ball_around_a_whole_number_is_undecided():
    with pytest.raises(Undecided):
        half_turns(arb.pi())
    assert half_turns(arb.pi() * 2.5) == (2, False) and half_turns(arb(0)) == (0, True)


@pytest.mark.parametrize("n, theta", [(2, "1"), (7, "0"), (12, "2.5"), (5, "100")])
def test_largest_gap_is_the_largest_of_all_arcs(n, theta):
    angle = Angle.parse(theta)
    points = sorted(float(t * angle) % 6.283185307179586 for t in range(1, n))
    arcs = [b - a for a, b in zip(points, [*points[1:], points[0] + 6.283185307179586], strict=True)]
    assert float(largest_gap(n, angle)) == pytest.approx(max(arcs))


def test_phase_functions_refuse_what_has_no_gap():
    for call, words in (
        (lambda: gaps(2, Angle.parse("1")), "n must be at least 3"),
        (lambda: gaps(5, Angle(2)), "theta must be no multiple"),
        (lambda: worst_match(1, Angle(), Angle()), "n must be at least 2"),
    ):
        with pytest.raises(InvalidInput, match=words):
            call()


def test_shape_command_prints_the_shape_and_its_positions(capsys):
    from rope_theory.faces.cli import main

    assert main(["shape", "--n", "33", "--theta", "0.1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "H_POS, n = 33, θ = 0.1 radians per position",
        "  shape          U",
        "  minimum        at position 17",
    ]
    assert main(["shape", "--n", "9", "--theta", "1/10 turn", "--head", "H_SYM"]) == 0
    assert "  maximum        at positions 4 and 5\n" in capsys.readouterr().out
    assert main(["shape", "--n", "400", "--theta", "0.1", "--extrema", "2"]) == 0
    assert "and 11 more" in capsys.readouterr().out


def test_shape_command_speaks_json(capsys):
    import json

    from rope_theory.faces.cli import main

    assert main(["shape", "--n", "9", "--theta", "1/10 turn", "--head", "H_SYM", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["shape"], answer["extrema_count"]) == ("inverted-U", 1)
    assert answer["extrema"] == [{"kind": "maximum", "positions": [4, 5]}]


@pytest.mark.parametrize(
    "words",
    [
        ["--n", "x", "--theta", "1"],
        ["--n", "-3", "--theta", "1"],
        ["--n", "0", "--theta", "1"],
        ["--n", "3", "--theta", "nan"],
        ["--n", "3", "--theta", "1 +/- x"],
        ["--n", "3", "--theta", "inf"],
        ["--n", "3", "--theta", "1", "--phase", "1"],
    ],
)
def test_shape_command_refuses_bad_input_in_one_line(words, capsys):
    from rope_theory.faces.cli import main

    assert main(["shape", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("error: ") and shown.err.count("\n") == 1


def test_shape_command_says_when_an_enclosure_does_not_decide(capsys):
    from rope_theory.faces.cli import main

    assert main(["shape", "--n", "33", "--theta", "0.19 +/- 0.01"]) == 0
    assert "undecided: the enclosure does not decide" in capsys.readouterr().out
