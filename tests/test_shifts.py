"""Keys that are turned again and again: the bound against what formats do, and the command."""

import json
from fractions import Fraction

import numpy as np
import pytest

from rope_theory.core.angles import Angle
from rope_theory.models.precision import FORMATS
from rope_theory.models.precision.shifts import (
    NARROW,
    drift,
    drift_above,
    nearest,
    stored_turn_error,
    turn_error,
    turn_rounded,
    turn_stored,
    typical_drift,
)


def test_one_turn_in_float32_is_that_of_numpy():
    """Products and sums of float32 numbers, each rounded once; cosines from float64 (their rounding is not at a tie)."""
    for text in ("1", "0.3", "-2.5", "0.01"):
        phase = Angle.parse(text)
        c, s = np.float32(np.cos(float(phase))), np.float32(np.sin(float(phase)))
        for x, y in ((3.0, 5.0), (0.1, -7.25), (-1.5, 0.3)):
            x, y = np.float32(x), np.float32(y)
            found = turn_rounded("float32", (Fraction(float(x)), Fraction(float(y))), phase)
            assert found == (Fraction(float(c * x - s * y)), Fraction(float(s * x + c * y)))


@pytest.mark.parametrize("form", ("bfloat16", "float16"))
def test_a_hundred_turns_stay_within_the_bound_and_drift_at_all(form):
    key, phase = (Fraction(3), Fraction(5)), Angle.parse("0.7")
    found, worst = key, 0.0
    for t in range(1, 101):
        found = turn_rounded(form, found, phase)
        angle = 0.7 * t
        exact = (3 * np.cos(angle) - 5 * np.sin(angle), 3 * np.sin(angle) + 5 * np.cos(angle))
        off = np.hypot(float(found[0]) - exact[0], float(found[1]) - exact[1]) / np.hypot(3, 5)
        assert off <= float(drift(turn_error(form), t))
        worst = max(worst, off)
    assert worst > float(FORMATS[form].unit_roundoff)


@pytest.mark.parametrize("form", NARROW)
def test_a_hundred_turns_in_float32_with_one_store_each_stay_within_their_own_bound(form):
    """It is less than a quarter of the bound with all steps in the format, and not idle."""
    key, phase = (Fraction(3), Fraction(5)), Angle.parse("0.7")
    found, worst = key, 0.0
    for t in range(1, 101):
        found = turn_stored(form, found, phase)
        exact = (3 * np.cos(0.7 * t) - 5 * np.sin(0.7 * t), 3 * np.sin(0.7 * t) + 5 * np.cos(0.7 * t))
        off = np.hypot(float(found[0]) - exact[0], float(found[1]) - exact[1]) / np.hypot(3, 5)
        assert off <= float(drift(stored_turn_error(form), t)) < float(drift(turn_error(form), t)) / 4
        worst = max(worst, off)
    assert worst > float(FORMATS[form].unit_roundoff)


def test_the_bound_with_one_store_counts_the_float32_turn():
    """(1 + u)(1 + ε) - 1 with ε of float32: the largest of |stored - exact| over stores within u and turns within ε of the norm."""
    for form in NARROW:
        unit, wide = FORMATS[form].unit_roundoff, turn_error("float32")
        assert stored_turn_error(form) == unit + wide + unit * wide


def test_nearest_rounds_exact_sums_once():
    assert nearest("bfloat16", Angle.parse("pi/3").cos()) == Fraction(1, 2)
    assert nearest("float16", Angle.parse("1").cos()) == Fraction(float(np.float16(np.cos(1.0))))


def test_command_prints_bounds_rounded_up(call):
    page = call("drift", "--dtype", "float16", "--turns", "1,100")[1]
    data = json.loads(call("drift", "--dtype", "float16", "--turns", "1,100", "--json")[1])
    bounds = [drift(turn_error("float16"), t) for t in (1, 100)]
    shown = next(line for line in page.splitlines() if line.startswith("  float16 ")).split()[1:]
    for exact, printed, value in zip(bounds, shown, data["drift_at_most"]["float16"], strict=True):
        assert exact <= Fraction(printed) < exact * Fraction(101, 100) and exact <= Fraction(value)
    assert "no use" in call("drift", "--dtype", "bfloat16", "--turns", "1000")[1]
    assert (
        json.loads(call("drift", "--error", "0.5", "--turns", "9,9999", "--json")[1])["drift_at_most"]["ε = 0.5"][1]
        is None
    )


@pytest.mark.parametrize(
    "arguments, word",
    [
        (("--dtype", "int8"), "--dtype must be one of bfloat16"),
        (("--turns", "0"), "--turns"),
        (("--turns", "1,x"), "--turns"),
        (("--error", "2"), "--error"),
        (("--error", "2^8"), "--error must be between 0 and 1"),
        (("--error", "0^-8"), 'a power "2^-8"'),
        (("--error", "2^-8x"), 'a power "2^-8"'),
        (("--error", "0.1", "--dtype", "float16"), "--error"),
    ],
)
def test_bad_arguments_are_one_line(call, arguments, word):
    status, out, err = call("drift", *arguments)
    assert status == 2 and out == "" and err.startswith("error: ") and err.count("\n") == 1 and word in err


@pytest.mark.parametrize("turns", [1, 37, 10_001, 10**6])
@pytest.mark.parametrize("form", ["float32", "float64"])
def test_the_enclosed_drift_is_the_exact_one_rounded_up(form, turns):
    error = turn_error(form)
    found = drift_above(error, turns, 1000)
    if turns < 10**5:
        assert 0 <= found - drift(error, turns) <= drift(error, turns) / 10**30
    assert found >= turns * error  # Bernoulli


def test_a_drift_of_no_use_is_none_and_no_power_is_multiplied_out():
    assert drift_above(Fraction(1), 10, 1023) is None and drift_above(Fraction(1), 9, 1023) >= 511
    assert drift_above(Fraction(1), 10**12, 1000) is None and drift_above(Fraction(0), 10**12, 1000) == 0


def test_any_number_of_turns_is_answered(call):
    status, out, _ = call("drift", "--turns", "1e6,4e9", "--dtype", "float32")
    assert status == 0 and "0.293 " in out and "no use: the bound is 1000 norms or more" in out


def test_an_error_may_be_a_power(call):
    page = call("drift", "--error", "2^-8", "--turns", "100", "--json")[1]
    assert json.loads(page)["drift_at_most"]["ε = 2^-8"] == [pytest.approx((1 + 2**-8) ** 100 - 1)]
    rows = json.loads(call("drift", "--turns", "100", "--json")[1])["drift_at_most"]
    assert list(rows) == [
        "bfloat16",
        "bfloat16, float32, one store",
        "float16",
        "float16, float32, one store",
        "float32",
        "float64",
    ]


def test_drift_says_which_steps_of_a_turn_are_rounded(call):
    page = " ".join(call("drift")[1].split())
    assert "exact in every row the angle of a turn" in page and "each of the four products and both sums" in page
    assert "ε of one turn is 4.3u" in page and "ε of one turn" not in call("drift", "--error", "0.01")[1]
    for form in FORMATS:  # what the words say is what `turn_error` has
        assert (
            turn_error(form)
            == Fraction(43, 10) / 2 ** {"bfloat16": 8, "float16": 11, "float32": 24, "float64": 53}[form]
        )


@pytest.mark.parametrize("form", ["bfloat16", "float16", "float32"])
def test_what_is_measured_stays_below_the_bound_and_has_its_seed(form, call):
    found = json.loads(call("drift", "--dtype", form, "--turns", "1,7,100", "--json")[1])
    assert found["drift_measured"].keys() == found["drift_at_most"].keys()
    for name, row in found["drift_measured"].items():
        assert all(0 < value < bound for value, bound in zip(row, found["drift_at_most"][name], strict=True)), name
        assert row == sorted(row)
    again = typical_drift(form, [7], seed=1)
    assert again != [found["drift_measured"][form][1]] and again[0] == pytest.approx(
        found["drift_measured"][form][1], rel=0.3
    )
    assert json.loads(call("drift", "--error", "1e-3", "--json")[1])["drift_measured"] is None


def test_the_measured_turn_is_the_turn_that_is_bounded():
    """One key on one plane, step by step in fractions, as `turn_rounded` has it."""
    assert typical_drift("float64", [3]) == [None] and typical_drift("bfloat16", [10**6]) == [None]
    torch = pytest.importorskip("torch")
    g = 10_000 ** -(np.arange(64) / 64)
    keys = torch.tensor(np.random.default_rng(0).standard_normal((64, 2, 64))).float().bfloat16()
    c, s = (torch.tensor(wave(256 * g)).float().bfloat16() for wave in (np.cos, np.sin))
    x, y = keys[:, 0], keys[:, 1]
    exact = (x.double() + 1j * y.double()).numpy() * np.exp(256j * 5 * g)
    for _ in range(5):
        x, y = c * x - s * y, s * x + c * y
    off = np.linalg.norm((x.double() + 1j * y.double()).numpy() - exact, axis=1) / np.linalg.norm(exact, axis=1)
    assert typical_drift("bfloat16", [5]) == [pytest.approx(float(np.median(off)), rel=1e-3)]
