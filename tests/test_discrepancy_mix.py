"""Rigorous sweeps and the best mix, against brute force and values computed elsewhere."""

import json
import re
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import frequencies
from rope_theory.laws.discrepancy import (
    FrequencyList,
    best_mix,
    best_mix_of,
    best_single_gap,
    cosine_sums,
    dual_bound,
    gap_by_length,
    mix_gap,
    rope_frequencies,
    single_gap,
    verify_certificate,
)
from rope_theory.laws.discrepancy.cosine_sums import SCALE, CosineTable

quiet = settings(deadline=None, max_examples=40, derandomize=True)


def random_weights(generator, planes):
    units = generator.integers(0, 10**6, planes)
    units[0] += 1
    return tuple(Fraction(int(unit), int(units.sum())) for unit in units)


@pytest.mark.parametrize(
    ("base", "dim", "length"), [(10000, 128, 70_001), (500000, 128, 200_000), (10, 4, 999), (7, 2, 5)]
)
def test_integer_sums_stay_within_the_proved_error(base, dim, length):
    """2^62 (coarse: 2^52) * sum w cos(t*g) in balls, at random t and at the ends of rows, against the integers."""
    angles, generator = rope_frequencies(base, dim), np.random.default_rng(1)
    table, weights = CosineTable(angles, length), random_weights(generator, dim // 2)
    edges = [0, 1, table.width - 1, table.width, length - 1]
    asked = {*edges, *map(int, generator.integers(0, length, 300))} & set(range(length))
    for unit, coarse in ((SCALE, False), (SCALE >> 10, True)):
        sums = np.concatenate([block for _, block in table.integer_sums(weights, coarse=coarse)])
        error = table.error(weights, coarse)
        assert len(sums) == length and abs(int(sums[0]) - unit) <= error
        assert np.array_equal(sums, np.rint(sums))
        for t in asked:
            with flint.ctx.workprec(200):
                exact = sum(
                    (
                        (g.radians_ball() * t).cos() * w.numerator / w.denominator
                        for g, w in zip(angles, weights, strict=True)
                    ),
                    flint.arb(0),
                )
                assert abs(exact * unit - int(sums[t])) <= error


def test_coarse_sums_are_those_of_the_same_integers_in_python():
    """No sum is rounded, whatever the order in which BLAS adds."""
    angles, generator = rope_frequencies(10000, 128), np.random.default_rng(5)
    table, weights = CosineTable(angles, 5000), random_weights(generator, 64)
    left = [np.rint(part * np.array([float(w) for w in weights]) * 2.0**29).astype(int).tolist() for part in table._row]
    right = [np.rint(part * 2.0**23).astype(int).tolist() for part in table._column]
    sums = np.concatenate([block for _, block in table.integer_sums(weights, coarse=True)])
    for t in map(int, generator.integers(0, 5000, 200)):
        row, column = divmod(t, table.width)
        cosines = sum(a * b for a, b in zip(left[0][row], right[0][column], strict=True))
        assert int(sums[t]) == cosines - sum(a * b for a, b in zip(left[1][row], right[1][column], strict=True))


def test_table_entries_are_within_their_stated_error():
    angles = rope_frequencies(500000, 128)
    table, generator = CosineTable(angles, 1 << 17), np.random.default_rng(2)
    for _ in range(2000):
        k, i = int(generator.integers(64)), int(generator.integers(table.rows))
        with flint.ctx.workprec(160):
            phase = angles[k].radians_ball() * (i * table.width)
            assert abs(phase.cos() - float(table._row[0][i, k])) <= flint.arb(2) ** -46
            assert abs(phase.sin() - float(table._row[1][i, k])) <= flint.arb(2) ** -46


def test_proved_error_is_not_vacuous_and_grows_with_the_planes():
    table = CosineTable(rope_frequencies(10000, 128), 100)
    weights = [Fraction(1, 64)] * 64
    assert 0 < table.error(weights) < SCALE // 10**8
    assert table.error([Fraction(1)] + [Fraction(0)] * 63) < table.error(weights)


@quiet
@given(
    st.lists(st.tuples(st.fractions(0, 1, max_denominator=30), st.integers(0, 9)), min_size=1, max_size=4),
    st.integers(2, 60),
)
def test_mix_gap_of_rational_turns_against_every_t(planes, length):
    angles, units = [Angle(turns) for turns, _ in planes], [unit for _, unit in planes]
    units[0] += 1
    weights = [Fraction(unit, sum(units)) for unit in units]
    gap = mix_gap(angles, weights, length)
    with flint.ctx.workprec(400):
        values = []
        for t in range(1, length):
            folded = [min(t * turns % 1, -t * turns % 1) for turns, _ in planes]
            terms = (2 * flint.arb.sin_pi_fmpq(flint.fmpq(x.numerator, x.denominator)) ** 2 for x in folded)
            values.append(
                sum(
                    (term * w.numerator / w.denominator for term, w in zip(terms, weights, strict=True)),
                    flint.arb(0),
                )
            )
        low, high = (flint.arb(flint.fmpq(x.numerator, x.denominator)) for x in (gap.gap_lower, gap.gap_upper))
        assert not any(value < low for value in values)  # no t is certainly below the lower bound
        assert not values[gap.minimiser - 1] > high
        assert low <= high and high - low < flint.arb(2) ** -80


@quiet
@given(st.integers(0, 10**6), st.integers(2, 3000))
def test_mix_gap_against_floats_on_random_schedules(seed, length):
    generator = np.random.default_rng(seed)
    base, dim = int(generator.integers(2, 10**6)), 2 * int(generator.integers(1, 12))
    weights = random_weights(generator, dim // 2)
    gap = mix_gap(FrequencyList.rope(base, dim), weights, length)
    t = np.arange(1, length)[:, None]
    values = (1 - np.cos(t * base ** (-2 * np.arange(dim // 2) / dim))) @ np.array([float(w) for w in weights])
    assert abs(values.min() - float(gap.gap_lower)) < 1e-10
    assert abs(values[gap.minimiser - 1] - values.min()) < 1e-10
    assert gap.minimiser_certain and gap.gap_upper - gap.gap_lower < Fraction(1, 2**80)


def test_one_plane_alone_agrees_with_continued_fractions():
    for angle in (*rope_frequencies(10000, 8), "0.8", sympy.sqrt(3)):
        single, mix = single_gap(angle, 4999), mix_gap([angle], [1], 5000)
        assert single.minimiser == mix.minimiser
        assert single.gap_lower <= mix.gap_upper and mix.gap_lower <= single.gap_upper


def test_near_ties_below_the_integer_error_are_told_apart():
    """1/7 of a turn and 1e-15 radians: t = 1, 6, 8, 13, .. differ by about 1e-15, far below 5.6e-9."""
    for nudge in (Fraction(1, 10**15), Fraction(-1, 10**15)):
        theta = Angle(Fraction(1, 7), nudge)
        single, mix = single_gap(theta, 6), mix_gap([theta, theta], ["0.5", "0.5"], 7)
        assert mix.minimiser_certain and mix.minimiser == single.minimiser == (6 if nudge > 0 else 1)
        assert mix.examined >= 2


def test_smallest_minimiser_of_exact_ties():
    """1/7 of a turn: t = 1 and t = 6 tie exactly in every plane."""
    gap = mix_gap([Angle(Fraction(1, 7)), Angle(Fraction(2, 7))], ["0.5", "0.5"], 7)
    assert gap.minimiser_certain and gap.minimiser == 1


THEORY = [
    (10000, 17, "0.4036"),
    (10000, 2048, "0.3207"),
    (10000, 4096, "0.3132"),
    (500000, 8192, "0.2963"),
    (500000, 131072, "0.2806"),
]


@pytest.mark.parametrize(("base", "length", "printed"), THEORY)
def test_values_of_theory_are_certified(base, length, printed):
    certificate = best_mix(base, 128, length)
    half = Fraction(1, 20000)
    assert Fraction(printed) - half <= certificate.gap_lower <= certificate.gap_upper <= Fraction(printed) + half
    assert certificate.gap_upper - certificate.gap_lower < Fraction(1, 10**8)
    assert sum(certificate.weights) == 1 and min(certificate.weights) >= 0


def test_best_single_plane_at_131072_has_9_4e_10():
    certificate = best_mix(500000, 128, 131072)
    low, high = certificate.best_plane_gap
    assert Fraction("9.35e-10") < low <= high < Fraction("9.45e-10")
    assert certificate.gap_lower > 10**8 * high


@quiet
@given(st.lists(st.fractions(0, 1, max_denominator=12), min_size=1, max_size=3), st.integers(2, 12))
def test_best_mix_encloses_the_best_of_a_grid_of_weights(turns, length):
    angles = [Angle(x) for x in turns]
    certificate = best_mix_of(angles, length)
    assert certificate.gap_lower <= certificate.gap_upper
    assert certificate.gap_upper - certificate.gap_lower < Fraction(1, 10**8)
    t = np.arange(1, length)[:, None]
    values = 1 - np.cos(2 * np.pi * t * np.array([float(x) for x in turns]))
    for split in np.ndindex(*(6,) * len(turns)):
        if sum(split):
            assert (values @ (np.array(split) / sum(split))).min() <= float(certificate.gap_upper) + 1e-12


def test_any_measure_on_the_positions_is_an_upper_bound():
    """Weak duality needs no solver: a uniform measure bounds the certified optimum, loosely."""
    certificate = best_mix(10000, 16, 300)
    uniform = tuple((t, Fraction(1, 299)) for t in range(1, 300))
    assert dual_bound(certificate.frequencies.angles, uniform) >= certificate.gap_lower


def test_shortest_length_and_single_plane():
    shortest = best_mix(10000, 128, 2)
    assert shortest.weights[0] == 1 and shortest.minimiser == 1
    alone = best_mix(10000, 128, 500, planes=1)
    assert alone.weights == (1,) and alone.minimiser == single_gap("1", 499).minimiser
    nothing = best_mix_of([Angle(0), Angle(1)], 9)
    assert nothing.gap_lower == 0 and nothing.gap_upper == 0


def test_more_planes_never_hurt_and_longer_never_helps():
    gaps = [best_mix(10000, 32, 400, planes=planes) for planes in (1, 2, 4, 8, 16)]
    assert all(a.gap_lower <= b.gap_upper for a, b in zip(gaps, gaps[1:], strict=False))
    rows = list(gap_by_length(10000, 64, [2, 5, 20, 200, 2000]))
    assert all(a.mix[1] >= b.mix[0] for a, b in zip(rows, rows[1:], strict=False))
    assert rows[-1].mix[0] > rows[-1].any_angle > best_single_gap(1999).gap_lower / 2 > rows[-1].best_plane_gap[1] / 10


def test_progress_counts_every_position():
    seen = []
    mix_gap(
        FrequencyList.rope(10000, 4),
        ["0.5", "0.5"],
        1_200_000,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert len(seen) > 1 and seen[-1] == (1_199_999, 1_199_999) and seen == sorted(seen)


@pytest.mark.parametrize(
    ("arguments", "keywords", "name"),
    [
        ((10000, 127, 50), {}, "dim"),
        ((10000, 0, 50), {}, "dim"),
        ((10000, 8, 1), {}, "length"),
        ((10000, 8, 50), {"planes": 5}, "planes"),
        ((10000, 8, 50), {"planes": 0}, "planes"),
        ((-3, 8, 50), {}, "base"),
        ((float("nan"), 8, 50), {}, "base"),
        ((float("inf"), 8, 50), {}, "base"),
        (("many", 8, 50), {}, "base"),
        ((10000, 8, 2**33), {}, "length"),
        ((10000, 8, 50.0), {}, "length"),
    ],
)
def test_bad_schedules_are_refused(arguments, keywords, name):
    with pytest.raises(InvalidInput, match=name):
        best_mix(*arguments, **keywords)


@pytest.mark.parametrize("weights", [["0.5"], ["0.5", "0.6"], ["1.5", "-0.5"], [0.3, 0.7], ["nan", "1"]])
def test_bad_weights_are_refused(weights):
    with pytest.raises(InvalidInput, match="weights"):
        mix_gap(["1", "0.5"], weights, 10)


@pytest.mark.parametrize("frequencies", [[], "12", 3])
def test_what_is_no_list_of_angles_is_refused(frequencies):
    with pytest.raises(InvalidInput, match="frequencies"):
        best_mix_of(frequencies, 10)


def test_huge_symbolic_angle_gets_the_precision_it_needs():
    """Pinned: 10^50 sqrt(5) once gave a ball of radius 1, and python-flint squares a ball around 0 to NaN."""
    angles = [sympy.sqrt(2), sympy.pi * sympy.sqrt(3), 10**50 * sympy.sqrt(5)]
    certificate = best_mix_of(angles, 1000)
    assert verify_certificate(certificate).accepted
    assert certificate.gap_upper - certificate.gap_lower < Fraction(1, 10**8)


@pytest.mark.parametrize("base", ["1e300", "1e-300", 1, "1/3"])
def test_extreme_bases_still_give_true_certificates(base):
    certificate = best_mix(base, 8, 60)
    assert verify_certificate(certificate).accepted
    assert 0 < certificate.gap_lower <= certificate.gap_upper < 2


@pytest.mark.parametrize("planes", [1, 2, 127, 128, 129, 1100])
def test_product_of_float_matrices_is_exact_at_the_largest_integers(planes):
    """Entries at the ends of their ranges and at random, of one sign (the largest sums) and of both, against int64."""
    generator = np.random.default_rng(planes)
    weights = np.tile(np.full(planes, 1 / planes), 2)
    most = np.rint(2.0**34 * weights)
    sign = generator.choice([-1.0, 1.0], (5, 2 * planes))
    odd = np.rint(2.0**34 * weights / 2**17) * 2**17 - 2**16  # the lower half as large as it gets
    uneven = (
        odd - odd % 2**17 + 2 * generator.integers(2**14, 2**15, (4, 2 * planes)) + 1.0
    )  # a sum beyond 2^53 is rounded
    left = np.concatenate(
        [most[None], odd[None], uneven, sign * most, np.rint(generator.uniform(-1, 1, (5, 2 * planes)) * most)]
    )
    right = np.rint(
        np.concatenate(
            [
                np.ones((1, 2 * planes)),
                (2 * generator.integers(2**26, 2**27, (4, 2 * planes)) + 1) / 2.0**28,
                sign,
                generator.uniform(-1, 1, (9, 2 * planes)),
            ]
        )
        * 2.0**28
    )
    exact = [[sum(int(a) * int(b) for a, b in zip(row, column, strict=True)) for column in right] for row in left]
    near = [
        [(value + 2**63) % 2**64 - 2**63 for value in row] for row in exact
    ]  # int64 wraps where the sum is beyond it
    assert cosine_sums._exact_product(left, right).tolist() == near


def test_gap_of_a_configuration_shows_twelve_planes_the_best_among_them_and_all_where_asked(call):
    """It printed every plane, 64 lines for a head of 128."""
    asked = "gap", "--config", "examples/llama-3.1-8b.json", "--length", "300"
    best = json.loads(call(*asked, "--json")[1])["best_plane"]["plane"]
    for more, most in ((), 12), (("--all",), 64):
        rows = re.findall(r"(?m)^ +(\d+) +\S+ +\S+  \d+$", call(*asked, *more)[1])
        assert {"1", "64", str(best)} <= set(rows) and len(rows) in (most - 1, most)
    assert "of 64 planes (--all: every one)" in call(*asked)[1]
    assert call("gap", "--theta", "1", "--span", "9", "--all")[0] == 2


def test_gap_of_a_configuration_is_that_of_its_frequencies(call):
    """Each plane alone, and the mix, by looking at all distances in floating point; a window ends them, and what does not belong is refused."""
    data = json.loads(call("gap", "--config", "examples/llama-3.1-8b.json", "--length", "300", "--json")[1])
    g = np.array([each["frequency"] for each in data["planes"]])
    t = np.arange(1, 300)[:, None]
    alone = (1 - np.cos(t * g)).min(0)
    for each, gap in zip(data["planes"], alone, strict=True):
        assert each["gap"][0] - 1e-12 <= gap <= each["gap"][1] + 1e-12
    mixed = ((1 - np.cos(t * g)) @ np.array(data["weights"], dtype=float)).min()
    assert data["gap_lower"] - 1e-12 <= mixed and mixed < data["gap_upper"] + 1e-9
    assert data["best_plane"]["plane"] == alone.argmax() + 1
    slides = json.loads(
        call(
            "gap", "--config", "examples/gemma-3-4b.json", "--layer", "sliding_attention", "--length", "4096", "--json"
        )[1]
    )
    assert (slides["length"], slides["positions"]) == (1024, 4096)
    page = call("gap", "--config", "examples/gemma-3-4b.json", "--length", "64")[1]
    assert "not about sliding_attention" in page and page.startswith("In short: ")
    for wrong in (["--base", "3"], ["--theta", "1"], []):
        assert call("gap", "--config", "examples/llama-3.1-8b.json", *wrong)[0] == 2
    assert call("gap", "--layer", "all", "--theta", "1", "--span", "3")[0] == 2


def test_what_the_refusal_of_an_item_of_an_array_advises_is_taken():
    with pytest.raises(InvalidInput, match=re.escape('write "1.0" or Fraction(...)')) as refused:
        best_mix_of(frequencies(10000, 8), 30)
    assert 'frequencies(base, dim, "symbolic")' in str(refused.value)
    exact = best_mix_of(frequencies(10000, 8, "symbolic"), 30)
    written = best_mix_of(["1.0", "0.1", "0.01", "0.001"], 30)
    assert exact.gap_lower == pytest.approx(written.gap_lower) and exact.gap_lower > 0
