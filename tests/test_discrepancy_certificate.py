"""A certificate is accepted as written and read back; every way of tampering with it is rejected."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from rope_theory.core.angles import Angle
from rope_theory.core.errors import InvalidInput
from rope_theory.laws.discrepancy import FrequencyList, MixCertificate, best_mix, best_mix_of, verify_certificate

TINY = Fraction(1, 10**9)


@pytest.fixture(scope="module")
def certificate():
    return best_mix(10000, 32, 700)


def swapped(certificate):
    first, second, *rest = (k for k, weight in enumerate(certificate.weights) if weight)
    weights = list(certificate.weights)
    weights[first], weights[second] = weights[second], weights[first]
    return replace(certificate, weights=tuple(weights))


def moved(weights, amount):
    return (weights[0] + amount, weights[1] - amount, *weights[2:])


TAMPERINGS = {
    "lower bound raised": lambda c: replace(c, gap_lower=c.gap_lower + TINY),
    "upper bound lowered": lambda c: replace(c, gap_upper=c.gap_upper - TINY),
    "both bounds moved up": lambda c: replace(c, gap_lower=c.gap_lower + TINY, gap_upper=c.gap_upper + TINY),
    "weights of two planes swapped": swapped,
    "weight shifted": lambda c: replace(c, weights=moved(c.weights, Fraction(1, 1000))),
    "negative weight": lambda c: replace(c, weights=moved(c.weights, Fraction(2))),
    "sum not one": lambda c: replace(c, weights=(c.weights[0] + TINY, *c.weights[1:])),
    "one weight too few": lambda c: replace(c, weights=c.weights[:-1]),
    "weights as floats": lambda c: replace(c, weights=tuple(map(float, c.weights))),
    "dual not a probability": lambda c: replace(c, dual=((c.dual[0][0], c.dual[0][1] + TINY), *c.dual[1:])),
    "dual with a negative part": lambda c: replace(c, dual=((c.dual[0][0], Fraction(2)), (c.dual[1][0], Fraction(-1)))),
    "dual empty": lambda c: replace(c, dual=()),
    "dual at t = 0": lambda c: replace(c, dual=((0, Fraction(1)),)),
    "dual beyond the length": lambda c: replace(c, dual=((c.length, Fraction(1)),)),
    "dual elsewhere": lambda c: replace(c, dual=((1, Fraction(1)),), gap_upper=c.gap_lower),
    "dual with a repeated t": lambda c: replace(c, dual=(c.dual[0], *c.dual)),
    "longer length": lambda c: replace(c, length=2 * c.length),
    "minimiser moved": lambda c: replace(c, minimiser=c.minimiser + 1),
    "minimiser outside": lambda c: replace(c, minimiser=c.length),
    "other base": lambda c: replace(c, frequencies=FrequencyList.rope(10001, 32)),
    "angles not of the schedule": lambda c: replace(c, frequencies=replace(c.frequencies, base=Fraction(500000))),
    "best plane renamed": lambda c: replace(c, best_plane=c.best_plane % 16 + 1),
    "best plane too good": lambda c: replace(c, best_plane_gap=(2 * c.best_plane_gap[0], 2 * c.best_plane_gap[1])),
}


def test_as_built_and_read_back_it_is_accepted(certificate):
    assert verify_certificate(certificate).failures == ()
    read = json.loads(json.dumps(certificate.to_json()))
    assert verify_certificate(read).failures == ()
    back = MixCertificate.from_json(read)
    assert back.weights == certificate.weights and back.dual == certificate.dual
    assert back.gap_lower <= certificate.gap_lower and certificate.gap_upper <= back.gap_upper


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_rejected(certificate, name):
    outcome = verify_certificate(TAMPERINGS[name](certificate))
    assert not outcome.accepted, f"certificate with {name} was accepted"
    assert all(outcome.failures)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("gap_lower",), 0.9),
        (("gap_upper",), 0.1),
        (("planes_used",), 1),
        (("minimiser",), 3),
        (("length",), 70000),
        (("length",), 10**30),
        (("weights", 0), 0.5),
        (("dual", "t", 0), 699),
        (("best_plane", "gap_lower"), 0.5),
    ],
)
def test_tampered_json_is_rejected(certificate, path, value):
    data = json.loads(json.dumps(certificate.to_json()))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    assert inner[path[-1]] != value
    inner[path[-1]] = value
    assert not verify_certificate(data).accepted


@pytest.mark.parametrize("broken", [{}, {"weights": []}, {"frequencies": {"base": "1", "dim": 3, "planes": 1}}])
def test_malformed_json_is_named(broken):
    with pytest.raises(InvalidInput):
        verify_certificate(broken)


def test_nan_bound_is_refused(certificate):
    data = {**certificate.to_json(), "gap_lower": float("nan")}
    with pytest.raises(InvalidInput, match="certificate"):
        verify_certificate(data)


def test_looser_true_bounds_are_accepted(certificate):
    loose = replace(certificate, gap_lower=certificate.gap_lower - TINY, gap_upper=certificate.gap_upper + TINY)
    assert verify_certificate(loose).accepted


def test_explicit_angles_travel_through_json():
    built = best_mix_of([Angle(Fraction(1, 3)), "0.8", *FrequencyList.rope(10, 6).angles], 40)
    read = json.loads(json.dumps(built.to_json()))
    assert verify_certificate(read).failures == ()


def test_weights_in_json_are_exact_decimals(certificate):
    printed = certificate.to_json()["weights"]
    assert sum(Fraction(repr(weight)) for weight in printed) == 1
