"""Rank, best phase on one side and least β of `rope-theory limits`: against brute force, and when the cause changes."""

import json
import math
import random
from fractions import Fraction

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.evidence.theory import claim
from rope_theory.faces.cli import main
from rope_theory.laws.discrepancy import FrequencyList, best_mix_of
from rope_theory.laws.discrepancy.frequency import read_frequency
from rope_theory.models.config import read_config
from rope_theory.models.phase_limits import CLAIMS, least_beta, one_sided, rank


def layer(**settings):
    return read_config(
        {"head_dim": 128, "rope_theta": 10000, "max_position_embeddings": 4096, **settings}, length=4096
    ).layer()


@pytest.mark.parametrize(
    ("base", "dimension"), [(10000, 16), (10**6, 32), (500000, 64), (10, 64), (2**64, 1), (2**32, 2)]
)
def test_rank_of_the_plain_rule(base, dimension):
    assert rank(layer(rope_theta=base)) == dimension


def test_planes_of_one_class_have_a_rational_ratio_and_others_none():
    angles = FrequencyList.rope(Fraction(10000), 128).angles
    powers = [angle.radians_ball() for angle in angles]
    assert all((powers[k] / powers[k + 16]).overlaps(powers[0].__class__(10)) for k in range(48))
    # 10^(k/16) is no fraction with a denominator below 1000 for 0 < k < 16
    for k in range(1, 16):
        ratio = powers[0] / powers[k]
        near = Fraction(float(ratio)).limit_denominator(999)
        assert not ratio.overlaps(powers[0].__class__(near.numerator) / near.denominator)


def test_rational_factors_keep_the_rank_and_others_are_not_told():
    linear = {"rope_type": "linear", "factor": 4.0, "rope_theta": 10000}
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024, "rope_theta": 10000}
    llama3 = {
        "rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 2048, "low_freq_factor": 1.0,
        "high_freq_factor": 4.0, "rope_theta": 10000,
    }  # fmt: skip
    assert [rank(layer(rope_parameters=rule)) for rule in (linear, yarn, llama3)] == [16, 16, None]
    assert rank(layer(rope_theta=10000.5)) is None


def test_planes_that_stand_still_do_not_count():
    share = {"rope_type": "proportional", "partial_rotary_factor": 0.125, "rope_theta": 500000}
    assert rank(layer(rope_theta=500000, rope_parameters=share)) == 8


def test_one_sided_gap_is_the_one_of_all_rivals():
    draw = random.Random(5)
    for _ in range(150):
        text = (
            f"{draw.randint(1, 60)}pi/{draw.randint(1, 40)}"
            if draw.random() < 0.5
            else f"{draw.randint(1, 900)}/{draw.randint(10, 300)}"
        )
        angle, length = read_frequency(text), draw.randint(2, 80)
        g = float(angle.radians_ball())
        points = [t * g % (2 * math.pi) for t in range(1, length)]
        alpha, beta = min(points), 2 * math.pi - max(points)
        found = one_sided(angle, length)
        if min(alpha, beta) < 1e-9:
            assert found.gap == (0, 0)
            continue
        best = 2 * math.sin(min(alpha, math.pi) / 2) * math.sin(min(beta, math.pi) / 2)
        assert float(found.gap[0]) == pytest.approx(best, abs=1e-9) and found.gap[0] <= found.gap[1]
        leads = [math.cos(found.phase) - math.cos(x - found.phase) for x in points]
        assert min(leads) == pytest.approx(best, abs=1e-9)


def test_a_phase_helps_where_rivals_are_on_one_side():
    slow, length = read_frequency("1/1000"), 1000
    assert one_sided(slow, length).gap[0] > 100 * Fraction(1, 2) * Fraction(1, 1000) ** 2


def test_least_beta_falls_with_the_gap_and_none_is_enough_without_one():
    assert least_beta(Fraction(1, 2)) == pytest.approx(2 * math.log(9))
    assert least_beta(Fraction(1, 4)) == pytest.approx(4 * math.log(9)) and least_beta(Fraction(0)) is None
    with pytest.raises(InvalidInput, match="share"):
        least_beta(Fraction(1, 2), Fraction(1, 3))


def test_page_and_json_say_them_with_their_claims(capsys):
    arguments = ["limits", "--base", "10000", "--head-dim", "128", "--length", "512", "--quick"]
    assert main(arguments) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert "64 planes span 16 dimensions" in page
    assert all(each in page for ids in CLAIMS.values() for each in ids)
    assert main([*arguments, "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)["layers"]
    assert found["rank"] == 16 and found["claims"] == {name: list(ids) for name, ids in CLAIMS.items()}
    mix = best_mix_of(FrequencyList.rope(Fraction(10000), 128), 512)
    assert found["best_mix"]["least_beta"] == least_beta(mix.gap_upper) < found["best_mix"]["sufficient_beta"]
    assert found["planes"][0]["one_sided"]["gap"][0] <= one_sided(read_frequency("1"), 512).gap[0]


def test_the_claims_are_proved():
    assert {claim(each).verdict.name for ids in CLAIMS.values() for each in ids} == {"PROVED"}
