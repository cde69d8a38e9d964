"""What the gap of the best mix is measured in: a head with weights of either sign may lead by more of its own largest logit."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from rope_theory.evidence.answers import answers
from rope_theory.laws.discrepancy import best_mix

PLANES, LENGTH = 64, 17
COSINES = np.cos(np.outer(np.arange(LENGTH), 10000.0 ** (-np.arange(PLANES) / PLANES)))


def most(least_weight: float) -> tuple[float, np.ndarray]:
    """(largest lead over distances 1..16, weights) with the target's logit 1 and no logit larger in size; weights from the least to 1."""
    rivals = np.vstack([np.c_[COSINES[1:], np.ones(LENGTH - 1)], np.c_[-COSINES[1:], np.zeros(LENGTH - 1)]])
    found = linprog(
        [0.0] * PLANES + [-1.0],
        A_ub=rivals,
        b_ub=np.ones(len(rivals)),
        A_eq=[[1.0] * PLANES + [0.0]],
        b_eq=[1.0],
        bounds=[(least_weight, 1)] * PLANES + [(None, None)],
    )
    return float(found.x[-1]), found.x[:-1]


def test_weights_of_either_sign_lead_by_more_of_the_largest_logit_and_not_of_the_sum_of_norms():
    mix = best_mix("10000", 2 * PLANES, LENGTH)
    (convex, _), (signed, weights) = most(0), most(-1)
    assert convex == pytest.approx(float(mix.gap_lower), abs=1e-5)
    assert signed > 0.448 > 0.404 > mix.gap_upper
    logits = COSINES @ weights
    assert np.abs(logits).max() == pytest.approx(1) and logits[0] - logits[1:].max() == pytest.approx(signed)
    assert signed / np.abs(weights).sum() < mix.gap_lower


def test_gap_and_answer_name_weights_and_unit(call):
    for given in (["--base", "10000", "--dim", "128"], ["--config", "examples/llama-2-7b.json"]):
        said = " ".join(call("gap", *given, "--length", "17")[1].split())
        assert "with weights of at least 0 leads every rival within 17 positions, on both sides" in said
        assert "With weights of either sign a head may lead by more of its own largest logit" in said
        assert "unit: the sum of |q_k|·|k_k| over the planes" in said and "0.4036189" in said
    answer = answers()["positions-apart"].answer
    assert "weights of at least 0" in answer and "of the sum of |q_k||k_k| over its planes" in answer
    assert "Of its own largest logit such a head may lead by more" in answer and "does more" not in answer
