"""Attacks on new.precision-cliff: native floats against the exact rounding, other lengths, minimal witnesses,
and runs in torch.
"""

from fractions import Fraction

import flint
import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from rope_theory.core.angles import Angle
from rope_theory.core.truth import Truth
from rope_theory.models import precision
from rope_theory.models.precision import FORMATS, Emulation, IndexHead, InductionHead, Recipe, cliff, survives_rounding
from rope_theory.models.precision.brackets import BRACKETS, WIDE, certainly, mix, wide_row
from rope_theory.models.precision.torch_run import TorchRun, observe, observed_cliff
from rope_theory.proofs import new_precision_cliff as page
from rope_theory.proofs.new_precision_cliff import ROUNDED_PHASES, ROUNDED_POSITIONS, cached_cosine, relative_rounded

RETRIEVAL_ROW = "T_Retrieval with 8 letters at ω/(4n), letter pairs, all float16"


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_threshold_is_that_of_torch(form):
    """Both sides of the line, in torch's own arithmetic; the numbers are exact in float64."""
    dtype, line = getattr(torch, form), float(FORMATS[form].unit_roundoff / 2)
    tie = torch.tensor(1.0, dtype=torch.float64) - line
    assert tie.to(dtype).item() == 1.0
    if form != "float64":
        assert (tie - line / 8).to(dtype).item() < 1.0


@pytest.mark.parametrize("form", ["bfloat16", "float16"])
def test_cliff_is_that_of_a_run_whose_logits_alone_are_rounded(form):
    recipe, last = Recipe.only("logit", form), page.LAST[form]
    assert all(observe(IndexHead(), recipe, n) is Truth.TRUE for n in (2, 3, last // 2, last - 1, last))
    assert observe(IndexHead(), recipe, last + 1) is Truth.FALSE


def test_cliff_grows_as_the_square_root_of_the_spacing():
    """2π·2^{p/2}: a length twice as long costs two bits."""
    for form in FORMATS.values():
        last = page.LAST[form.name]
        assert [survives_rounding(form, n) for n in (last, last + 1)] == [Truth.TRUE, Truth.FALSE]
        assert abs(last**2 - (2 * np.pi) ** 2 * 2.0**form.bits) < 5 * last + 10


def test_cosine_error_in_float32_is_that_of_torch():
    """Native float32 over all positions of the worst planes; frequencies rounded from float64."""
    m, worst = torch.arange(131072), 0.0
    for k in (1, 2, 3):
        g = torch.tensor(5e5, dtype=torch.float64) ** (-2 * k / 128)
        computed = (m.float() * g.float()).cos().double()
        worst = max(worst, (computed - (m.double() * g).cos()).abs().max().item())
    assert 6.2236e-3 < worst < 6.2237e-3


def test_cache_rule_fails_at_no_earlier_position():
    """Position 2 of plane 2 is the first: at positions 0 and 1 no plane's frequency costs more than 2^-9."""
    pairs = ({"plane": plane, "position": position} for position in (0, 1) for plane in range(1, 65))
    assert all(cached_cosine.at(at) is Truth.TRUE for at in pairs)


@given(st.integers(1, 64), st.integers(0, 131071))
def test_cache_corrected_bounds_the_cast_at_any_pair(plane, position):
    assert page.cost("cache", plane, position)[1] <= Fraction(1, 512) + Fraction(1, 2**40)


@pytest.mark.parametrize("at", [ROUNDED_PHASES, ROUNDED_POSITIONS])
def test_relative_rounded_fails_in_torch_for_phases_and_for_positions(at):
    """Native bfloat16: the differences of phases at the two witnesses are not the same."""
    g = torch.tensor(0.3, dtype=torch.bfloat16)

    def phase(m: int) -> float:
        rounded = torch.tensor(m).to(torch.bfloat16)
        return (rounded * g).item() if at["step"] == "phase" else rounded.item() * g.item()

    near, far = (phase(at["i"] + s) - phase(at["j"] + s) for s in (0, at["shift"]))
    assert abs(np.cos(near) - np.cos(far)) > 1e-3


def test_relative_rounded_positions_fail_at_no_earlier_position_than_257():
    for i in range(0, 257):
        for j in (min(i, j) for j in (0, 1, 100, 256)):
            assert relative_rounded.at({**ROUNDED_POSITIONS, "i": 0, "j": j, "shift": 256 - j}) is Truth.TRUE


@pytest.mark.parametrize("form", ["bfloat16", "float16", "float32"])
def test_positions_become_one_in_torch_at_the_same_position_and_not_before(form):
    line, dtype = FORMATS[form].largest_exact_integer, getattr(torch, form)
    whole = torch.arange(max(0, line - 3000), line + 2)
    assert (whole.to(dtype).double().diff() > 0).tolist() == [True] * (len(whole) - 2) + [False]


@given(st.sampled_from(sorted(FORMATS)), st.data())
def test_positions_up_to_two_to_the_p_are_numbers_of_the_format(form, data):
    assert FORMATS[form].holds(data.draw(st.integers(1, FORMATS[form].largest_exact_integer)))


@pytest.mark.parametrize("name", [n for n in BRACKETS if "T_Retrieval" not in n])
def test_bracket_holds_the_cliff_that_torch_shows(name):
    contest, recipe, safe, fails = BRACKETS[name]
    observed = observed_cliff(contest, recipe, fails + 3)
    assert observed is not None and safe <= observed < fails


def test_bracket_of_retrieval_in_float16_holds_the_overflow_that_torch_shows():
    contest, recipe, safe, fails = BRACKETS[RETRIEVAL_ROW]
    assert torch.tensor(safe).to(torch.float16).isfinite() and torch.tensor(fails).to(torch.float16).isinf()
    assert observe(contest, recipe, 500) is Truth.TRUE


@pytest.mark.parametrize("name", ["T_Index at 2π/n, all bfloat16", "T_Index at θ = 1, all bfloat16"])
def test_brackets_earlier_lengths_are_not_known_to_fail(name):
    """The last safe length decodes as emulated: the safe end is no accident of the bound."""
    contest, recipe, safe, fails = BRACKETS[name]
    assert certainly(contest, recipe, safe) is Truth.TRUE and certainly(contest, recipe, fails) is Truth.FALSE


@pytest.mark.parametrize("n", [3, 100, 257, 400])
def test_retrieval_keeps_letters_apart_in_torch_in_bfloat16(n):
    """Positions beyond the exact integers of bfloat16 included."""
    assert observe(precision.RetrievalHead(), Recipe.uniform("bfloat16"), n) is Truth.TRUE


@pytest.mark.parametrize("name", [name for name in WIDE if "all float64" not in name and "best mix" not in name])
def test_wide_shows_no_failure_in_torch_up_to_the_lower_end_and_fails_at_the_upper(name):
    contest, recipe, safe, fails = wide_row(name)
    assert all(observe(contest, recipe, n) is Truth.TRUE for n in {2, 3, safe // 2, min(safe, 300)}) and safe < fails
    assert observe(contest, recipe, fails) is Truth.FALSE


@pytest.mark.parametrize("name", [name for name in WIDE if "θ = 1" in name])
def test_wide_upper_end_from_positions_alone_is_the_first(name):
    """One position less, and no two keys are one: nothing is shown to fail."""
    contest, recipe, _, fails = wide_row(name)
    assert certainly(contest, recipe, fails - 1) is Truth.UNKNOWN


def test_mix_that_is_safe_shows_no_failure_in_torch_and_the_narrow_one_does():
    wide, narrow = Recipe.float32_phases("bfloat16"), Recipe.uniform("bfloat16")
    assert observe(mix(), wide, 60) is Truth.TRUE
    keys = [("A", 255), ("A", 256), ("A", 257)]
    narrow_logits, wide_logits = (
        TorchRun(mix().head(258), recipe).logits([(1, 258)], keys).lo[0] for recipe in (narrow, wide)
    )
    assert narrow_logits[1] == narrow_logits[2] and wide_logits[2] > wide_logits[1]
    assert not precision.is_safe(mix(), narrow, 258)


def test_mix_cannot_tell_257_from_256_whatever_the_library():
    with flint.ctx.workprec(256):
        run = Emulation(mix().head(257), Recipe.uniform("bfloat16"))
    assert run.same_turn(256, 257) and not run.same_turn(255, 256)


def test_prediction_moves_with_its_cause_and_stays_without():
    """A wider logit alone moves one rounding's cliff; the letters of T_Index's alphabet are no field it has."""
    narrow = cliff(IndexHead(), Recipe.only("logit", "bfloat16"))
    assert (narrow.safe_up_to, narrow.fails_at) == (100, 101)
    wider = cliff(IndexHead(), Recipe.only("logit", "float16"), 400)
    assert wider.safe_up_to == 284 and wider.fails_at == 285
    same = cliff(IndexHead(Angle.parse("1")), Recipe.only("position", "float32"), 40)
    assert same.safe_up_to == 40 == cliff(IndexHead(Angle.parse("1")), Recipe(), 40).safe_up_to
    assert cliff(InductionHead(), Recipe.uniform("bfloat16"), 10).fails_at is None
