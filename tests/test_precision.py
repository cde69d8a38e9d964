"""Formats, recipes, error bounds, emulation: exact rounding is torch's, bounds hold, and causes move
predictions.
"""

import json
import random
import re
from fractions import Fraction
from pathlib import Path

import flint
import numpy as np
import pytest
import torch

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.errors import InvalidInput
from rope_theory.core.heads import PhaseHead
from rope_theory.core.rope import frequencies
from rope_theory.core.truth import Truth
from rope_theory.faces.cli import main
from rope_theory.models.precision import (
    FORMATS,
    STEPS,
    STORED,
    Emulation,
    IndexHead,
    InductionHead,
    MixHead,
    Recipe,
    RetrievalHead,
    cliff,
    cosine_error_bound,
    largest_cosine_error,
    logit_error_bound,
    phase_errors,
    resolves_single_steps,
    rounded_logit_cliff,
    rounded_logit_threshold,
    scaled_logit_threshold,
    step_errors,
    step_limits,
)
from rope_theory.models.precision.cosines import cosine_error_at
from rope_theory.models.precision.emulation import Span
from rope_theory.models.precision.errors import uniform_phase_error
from rope_theory.models.precision.formats import read_format
from rope_theory.models.precision.torch_run import TorchRun, observe, stored


@pytest.mark.parametrize("name", FORMATS)
def test_facts_of_a_format_are_torchs(name):
    form, info = FORMATS[name], torch.finfo(getattr(torch, name))
    assert float(2 * form.unit_roundoff) == info.eps and float(form.largest) == info.max
    assert float(Fraction(2) ** form.least_exponent) == info.tiny == info.smallest_normal
    last = form.largest_exact_integer
    assert form.holds(last) and form.holds(last - 1) and not form.holds(last + 1)


@pytest.mark.parametrize("name", FORMATS)
def test_rounding_is_torchs_subnormals_and_ties_included(name):
    rng, form = np.random.default_rng(0), FORMATS[name]
    values = (rng.standard_normal(3000) * np.exp(rng.standard_normal(3000) * 8)).astype(np.float32)
    ties = np.float32([1 + 2.0**-8, 1 + 3 * 2.0**-8, 257, 2049, 2051, 6e-8, 3e-8, 9e-8, 0, -0.5])
    values = np.concatenate([values, ties])
    expected = torch.from_numpy(values).to(getattr(torch, name)).double().numpy()
    assert np.array_equal(form.round_array(values.astype(float)), expected)
    finite = [v for v in values.tolist()[-400:] if abs(v) < 6e4]
    assert [float(form.round(Fraction(v))) for v in finite] == form.round_array(np.array(finite)).tolist()


KEPT = {"fp8_e4m3": torch.float8_e4m3fn, "fp8_e5m2": torch.float8_e5m2}


@pytest.mark.parametrize("name", STORED)
def test_fp8_has_the_numbers_of_torch_and_rounds_every_bfloat16_as_torch_does(name):
    """All 256 codes, all 65536 numbers, one scale and its double: what is stored is off by u|x| and half a subnormal at most."""
    form, dtype = STORED[name], KEPT[name]
    codes = torch.arange(256).to(torch.uint8).view(dtype).float()
    finite = codes[codes.isfinite()].double()
    assert all(form.holds(Fraction(each)) for each in finite.tolist()) and float(form.largest) == finite.max()
    inside = finite.sort().values.unique().numpy()
    middles = (inside[1:] + inside[:-1]) / 2
    assert not any(form.holds(Fraction(each)) for each in middles.tolist())
    every = torch.arange(-(2**15), 2**15).to(torch.int16).view(torch.bfloat16).double()
    for fitted in (form, form.fitted(Fraction(9, 8)), form.fitted(Fraction(9, 4))):
        held = every[every.abs() <= float(fitted.largest)]
        expected = (held * 2.0**-fitted.scale).float().to(dtype).double() * 2.0**fitted.scale
        found = fitted.round_array(held.numpy())
        assert np.array_equal(found, expected.numpy()) and np.array_equal(stored(held, fitted).numpy(), found)
        off = np.abs(found - held.numpy())
        assert (off <= float(fitted.unit_roundoff) * held.abs().numpy() + float(fitted.tiny)).all()
        assert [float(fitted.round(Fraction(x))) for x in held[::97].tolist()] == found[::97].tolist()
    with pytest.raises(InvalidInput, match=f"overflow {name}"):
        form.round(form.largest * 2)


@pytest.mark.parametrize("name", STORED)
@pytest.mark.parametrize("theta", ["1", "0.37", "0.01"])
def test_bound_of_stored_keys_holds_at_every_pair_of_small_lengths(name, theta):
    """Keys alone in fp8: every query and key up to 100 positions, in torch; the share is attained to a half."""
    recipe = IndexHead().fitted(Recipe.only("stored", name))
    assert recipe.stored.scale == {"fp8_e4m3": -8, "fp8_e5m2": -15}[name]
    with flint.ctx.workprec(256):
        head = h_pos(Angle.parse(theta).ball())
    queries, keys = [(i, 100) for i in range(100)], [("A", j) for j in range(1, 101)]
    run, inside = TorchRun(head, recipe).logits(queries, keys), Emulation(head, recipe).logits(queries, keys)
    exact = np.cos((100 - np.arange(1, 101)[None, :] - np.arange(100)[:, None]) * float(Fraction(theta)))
    bound = float(logit_error_bound(recipe, [(Angle.parse(theta), 1, 1)], 100))
    off = np.abs(run.lo - exact).max()
    assert bound / 2 < off <= bound and (inside.lo <= run.lo).all() and (run.hi <= inside.hi).all()


def test_queries_are_not_stored():
    """Only keys are rounded: the same head, its query an fp8 number or not."""
    with flint.ctx.workprec(256):
        run = Emulation(h_pos(Angle.parse("0.37").ball()), IndexHead().fitted(Recipe.only("stored", "fp8_e4m3")))
    query, key = (run.rotated(side, 0, [(0 if side == "query" else "A", 3)])[0].lo[0] for side in ("query", "key"))
    form = run.recipe.stored
    assert form.holds(Fraction(key)) and not form.holds(Fraction(query))


def test_fused_attention_and_a_narrow_cache_move_the_cliff():
    eager, fused = (cliff(IndexHead(), recipe("bfloat16")) for recipe in (Recipe.float32_phases, Recipe.fused))
    assert fused.safe_up_to > eager.safe_up_to and Recipe.fused("float64") == Recipe.float32_phases("float64")
    narrow = [cliff(IndexHead(), IndexHead().fitted(Recipe.fused("bfloat16").but(stored=name))) for name in STORED]
    assert fused.safe_up_to > narrow[0].safe_up_to > narrow[1].safe_up_to


def test_command_says_what_fused_attention_keeps_and_which_scale_is_supposed(call):
    base = ("cliff", "index", "--dtype", "bfloat16")
    eager = json.loads(call(*base, "--json")[1])
    fused = json.loads(call(*base, "--step", "logit=float32", "--json")[1])
    assert eager["fused"] == {name: fused[name] for name in ("safe_up_to", "fails_at", "counted_from_0")}
    assert fused["fused"] is None and eager["counted_from_0"] == {"safe_up_to": 48, "fails_at": 49}
    assert "counts them: for certain up to 48 positions, and fails for certain at 49" in " ".join(
        call(*base)[1].split()
    )
    assert (
        f"for certain up to {fused['safe_up_to']} positions"
        in " ".join(call(*base)[1].split()).split("FlashAttention")[1]
    )
    kept = ("--phases", "float32", "--step", "stored=fp8_e4m3")
    data = json.loads(call(*base, *kept, "--observe", "--json")[1])
    assert data["stored_scale"] == 2.0**-8 and data["recipe"]["stored"] == "fp8_e4m3"
    assert data["safe_up_to"] == data["observed"]["last"] and "scale 2^-8" in call(*base, *kept)[1]
    for wrong in ("rotated=fp8_e4m3", "stored=fp8"):
        assert call(*base, "--step", wrong)[0] == 2


@pytest.mark.parametrize("name", FORMATS)
def test_rounding_by_shifts_is_rounding(name):
    rng = np.random.default_rng(1)
    for numerator in rng.integers(1, 2**62, 300).tolist():
        assert FORMATS[name].round_dyadic(numerator, 2**55) == FORMATS[name].round(Fraction(numerator, 2**55))


def test_rounding_refuses_overflow():
    with pytest.raises(InvalidInput, match="overflow float16"):
        FORMATS["float16"].round(65520)
    assert FORMATS["float16"].round(65519) == 65504


@pytest.mark.parametrize("name", ["bfloat16", "float16", "float32"])
@pytest.mark.parametrize("theta", ["1", "0.3", "0.0021"])
def test_bounds_hold_in_torch(name, theta):
    """Phases and cosines of 2000 positions, computed in the format, against float64."""
    dtype, g, recipe = getattr(torch, name), float(Fraction(theta)), Recipe.uniform(name)
    m = torch.arange(1, 2001)
    phases = m.to(dtype) * torch.tensor(g, dtype=torch.float64).float().to(dtype)
    exact = m.double() * g
    assert (phases.double() - exact).abs().max().item() <= float(phase_errors(recipe, theta, 2000).total)
    cosines = phases.cos().double()
    assert (cosines - exact.cos()).abs().max().item() <= float(cosine_error_bound(recipe, theta, 2000))


@pytest.mark.parametrize(
    "recipe",
    [Recipe.uniform(name) for name in FORMATS]
    + [Recipe.float32_phases("bfloat16")]
    + [IndexHead().fitted(Recipe.fused("bfloat16").but(stored=name)) for name in STORED],
    ids=str,
)
def test_torch_lies_within_the_emulation_and_the_bound(recipe):
    with flint.ctx.workprec(256):
        head = h_pos(Angle.parse("0.37").ball())
    queries, keys = [(i, 60) for i in range(0, 60, 7)], [("A", j) for j in range(1, 61)]
    inside, run = Emulation(head, recipe).logits(queries, keys), TorchRun(head, recipe).logits(queries, keys)
    assert (inside.lo <= run.lo).all() and (run.hi <= inside.hi).all()
    exact = np.cos((60 - np.arange(1, 61)[None, :] - np.array([i for i, _ in queries])[:, None]) * 0.37)
    bound = float(logit_error_bound(recipe, [(Angle.parse("0.37"), 1, 1)], 60))
    assert np.abs(run.lo - exact).max() <= bound + 1e-13
    assert bound < (0.5 if recipe.phase.bits == 8 else 0.2 if recipe.stored else 0.1)


@pytest.mark.parametrize("head", [IndexHead(Angle.parse("0.37")), MixHead.best(10000, 8, 60)], ids=["plane", "mix"])
def test_pairs_have_the_logits_of_the_whole_table(head):
    queries, keys = [(i, 60) for i in range(0, 60, 7)], [("A", 60 - i) for i in range(0, 60, 7)]
    for run in (made(head.head(60), Recipe.uniform("float16")) for made in (Emulation, TorchRun)):
        table, pairs = run.logits(queries, keys), run.logits_of_pairs(queries, keys)
        assert np.array_equal(np.diagonal(table.lo), pairs.lo) and np.array_equal(np.diagonal(table.hi), pairs.hi)


def test_every_target_of_a_sample_meets_its_neighbours_and_the_last_one_that_loses_is_seen(monkeypatch):
    """No logit of a pair is let lose but one, at each place of the sample in turn."""
    head, n, asked = MixHead.best(10000, 32, 4096), 4000, []
    run = Emulation(head.head(n), Recipe.float32_phases("float16"))
    targets = sorted({int(at) for at in np.linspace(1, n, 300)})

    def answers(worst):
        def logits_of_pairs(queries, keys):
            asked.extend((n - back, j) for (back, _), (_, j) in zip(queries, keys, strict=True))
            rivals = np.array([j != n - back for (back, _), (_, j) in zip(queries, keys, strict=True)])
            lost = rivals & np.array([n - back == worst for back, _ in queries])
            values = np.where(lost, 2.0, np.where(rivals, 0.0, 1.0))
            return Span(values, values)

        return logits_of_pairs

    for worst in (None, *targets):
        asked.clear()
        monkeypatch.setattr(run, "logits_of_pairs", answers(worst))
        found = head.decodes(run, n)
        assert found is (Truth.UNKNOWN if worst is None else Truth.FALSE), worst
        if worst is None:
            assert {pair for pair in asked if pair[0] != pair[1]} == {
                (j, j + step) for j in targets for step in (1, -1) if 1 <= j + step <= n
            }


def test_a_wrong_step_leaves_the_emulation():
    """The enclosure is tight enough to notice one step in another format."""
    with flint.ctx.workprec(256):
        head = h_pos(Angle.parse("0.37").ball())
    queries, keys = [(i, 60) for i in range(0, 60, 7)], [("A", j) for j in range(1, 61)]
    narrow = Emulation(head, Recipe.uniform("bfloat16")).logits(queries, keys)
    for step in ("frequency", "phase", "cache", "vector", "rotation", "logit"):
        other = TorchRun(head, Recipe.uniform("bfloat16").but(**{step: "float32"})).logits(queries, keys)
        assert ((other.lo < narrow.lo) | (other.hi > narrow.hi)).any(), step


@pytest.mark.parametrize("step", STEPS)
def test_each_steps_share_depends_on_its_own_format_only(step):
    narrow = Recipe.uniform("float16").but(stored="float16")
    before = step_errors(IndexHead(Angle.parse("0.3")), narrow, 3000)
    after = step_errors(IndexHead(Angle.parse("0.3")), narrow.but(**{step: "float64"}), 3000)
    assert after[step] < before[step]
    assert {name: share for name, share in after.items() if name != step} == {
        name: share for name, share in before.items() if name != step
    }


def test_cliff_moves_with_phases_and_not_with_a_wider_trig():
    narrow = cliff(IndexHead(), Recipe.uniform("bfloat16"))
    wide = cliff(IndexHead(), Recipe.float32_phases("bfloat16"))
    assert narrow.safe_up_to < wide.safe_up_to and narrow.fails_at < wide.fails_at
    same = cliff(IndexHead(), Recipe.uniform("bfloat16").but(trig="float64"))
    assert (same.safe_up_to, same.fails_at) == (narrow.safe_up_to, narrow.fails_at)


def test_induction_cliff_depends_on_letters_through_the_amplitude():
    """More letters need a larger symbol amplitude, whose spacing hides recency."""
    few, many = (cliff(InductionHead(letters), Recipe.uniform("bfloat16"), 44) for letters in (3, 6))
    assert many.fails_at < few.fails_at


@pytest.mark.parametrize("dtype, edge", [("bfloat16", "0.0625"), ("float16", "0.0220971"), ("float32", "0.000244141")])
def test_single_steps_are_resolved_above_two_to_the_minus_half_p(dtype, edge):
    assert resolves_single_steps(Fraction(edge) * Fraction(1001, 1000), dtype) is Truth.TRUE
    assert resolves_single_steps(Fraction(edge) * Fraction(999, 1000), dtype) is Truth.FALSE


def _bfloat16_numbers():
    """All finite bfloat16 numbers above 0 as exact fractions, from their bit patterns; not by `Format`."""
    bits = np.arange(1, 0x7F80, dtype=np.uint32) << 16
    return [Fraction(float(each)) for each in bits.view(np.float32)]


def test_scaled_threshold_is_the_widest_interval_that_rounds_to_one_bfloat16_number():
    """Over every number: the interval that rounds to it, from its neighbours, relative to its upper end; ends count where it is even."""
    numbers, line = _bfloat16_numbers(), scaled_logit_threshold(FORMATS["bfloat16"])
    widest, at = Fraction(0), set()
    for k in range(1, len(numbers) - 1):
        before, here, after = numbers[k - 1 : k + 2]
        if here < Fraction(2) ** -125:
            continue
        low, high = (before + here) / 2, (here + after) / 2
        share = (high - low) / high
        assert share <= line and ((k + 1) % 2 == 1 or share < line)  # the pattern k + 1 is even: its ends round to it
        at = {k} if share > widest else at | {k} if share == widest else at
        widest = max(widest, share)
    assert widest == line and len(at) == 253 and all((k + 1) % 128 == 1 for k in at)  # one in each binade


@pytest.mark.parametrize("name", ["bfloat16", "float16", "float32", "float64"])
def test_scaled_threshold_is_enough_at_every_size_and_nothing_less_is(name):
    form, rng = FORMATS[name], random.Random(3)
    line, unit = scaled_logit_threshold(form), form.unit_roundoff
    for size in [1 + 3 * unit - away * unit / 1000 for away in range(1, 50)] + [
        Fraction(rng.random()) * 3 + Fraction(1, 10) for _ in range(500)
    ]:
        assert form.round(size * (1 - line)) < form.round(size)
    worst = 1 + 3 * unit - unit / 10**9
    assert form.round(worst) == form.round(worst * (1 - line * Fraction(10**6 - 1, 10**6)))
    assert rounded_logit_threshold(form) < line < 4 * rounded_logit_threshold(form)


def test_limit_of_a_step_moves_with_its_own_format_only():
    before = step_limits(IndexHead(), Recipe.uniform("bfloat16"), 10**6)
    after = step_limits(IndexHead(), Recipe.uniform("bfloat16").but(cache="float32"), 10**6)
    assert after["cache"] > 50 * before["cache"] and before["position"] == 256
    assert {name: limit for name, limit in after.items() if name != "cache"} == {
        name: limit for name, limit in before.items() if name != "cache"
    }


@pytest.mark.parametrize("name", ["bfloat16", "float16", "float32"])
def test_uniform_phase_bound_covers_every_angle_of_a_family(name):
    """2π/n rounds differently at each n: the bound covers the actual error at each of these lengths."""
    recipe = Recipe.uniform(name)
    for n in (3, 50, 131, 256, 257, 700):
        with flint.ctx.workprec(256):
            angle = Angle(Fraction(1, n)).ball()
            run = Emulation(h_pos(angle), recipe)
            errors = [abs(run.phase(0, m) - angle * m) for m in range(1, n + 1)]
        bound = float(uniform_phase_error(recipe, Angle(Fraction(1, n)), n))
        assert 0 < float(max(errors)) <= bound * (1 + 1e-12)


def test_cosine_error_grows_with_positions_for_frequencies_and_not_for_the_cast():
    cast = [largest_cosine_error(Recipe.only("cache", "bfloat16"), 10000, 32, n) for n in (512, 4096)]
    drift = [largest_cosine_error(Recipe.only("frequency", "bfloat16"), 10000, 32, n) for n in (16, 4096)]
    assert cast[0].upper == cast[1].upper == Fraction(1, 512)
    assert drift[0].upper < drift[1].lower


@pytest.mark.parametrize("step, base", [("frequency", 10), ("phase", 2), ("phase", 100), ("cache", 100)])
def test_largest_cosine_error_is_that_of_all_pairs(step, base):
    recipe = Recipe.only(step, "bfloat16")
    found = largest_cosine_error(recipe, base, 8, 60)
    with flint.ctx.workprec(256):
        run = Emulation(PhaseHead("", tuple(h_pos(g).planes[0] for g in frequencies(base, 8, "ball"))), recipe)
    each = {(plane + 1, m): cosine_error_at(run, plane, m) for plane in range(4) for m in range(60)}
    assert each[found.plane, found.position][0] == found.lower == max(lower for lower, _ in each.values())


def test_float32_interval_contains_what_torch_shows():
    recipe = Recipe.uniform("float32").but(trig="float64")
    found = cliff(IndexHead(), recipe)
    assert 1500 < found.safe_up_to < rounded_logit_cliff(FORMATS["float32"]) / 2 and found.fails_at < 26000
    assert observe(IndexHead(), recipe, 1500) is Truth.TRUE
    assert observe(IndexHead(), recipe, found.fails_at) is Truth.FALSE


@pytest.mark.parametrize(
    "arguments",
    [
        {"frequency": "float8"},
        {"speed": "float32"},
        {"phase": 16},
    ],
)
def test_recipe_refuses_what_it_does_not_know(arguments):
    with pytest.raises(InvalidInput):
        Recipe().but(**arguments)


@pytest.mark.parametrize(
    "bad",
    [
        lambda: phase_errors(Recipe(), "nan", 3),
        lambda: phase_errors(Recipe(), "1", 0),
        lambda: cliff(IndexHead(), Recipe(), 1),
        lambda: RetrievalHead(1).head(3),
        lambda: largest_cosine_error(Recipe(), 10000, 7, 100),
        lambda: largest_cosine_error(Recipe(), -1, 8, 100),
    ],
)
def test_bad_input_is_named(bad):
    with pytest.raises(InvalidInput):
        bad()


def test_command_predicts_and_observes(capsys):
    assert main(["cliff", "index", "--dtype", "bfloat16", "--observe", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["safe_up_to"] <= data["observed"]["last"] < data["fails_at"]
    assert main(["cliff", "retrieval", "--dtype", "float16"]) == 0
    assert "65520" in capsys.readouterr().out
    assert main(["cliff", "cosines", "--dtype", "bfloat16", "--base", "10000", "--dim", "8", "--length", "300"]) == 0
    assert "cache alone, bfloat16" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        "index --dtype float8",
        "index --dtype bfloat16 --base 3",
        "mix --dtype float32",
        "cosines --dtype float32 --base 1e4 --dim 7 --length 9",
        "index --dtype float32 --step trig",
        "retrieval --dtype float32 --letters 1",
        "index --dtype float32 --length 1",
        "index --dtype float32 --theta nan",
    ],
)
def test_command_refuses_bad_input_in_one_line(arguments, capsys):
    assert main(["cliff", *arguments.split()]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1


#: What is rounded to bfloat16, in the order of the table in docs/commands.md.
ROUNDED = (
    Recipe.uniform("bfloat16"),
    Recipe.float32_phases("bfloat16"),
    Recipe.fused("bfloat16"),
    IndexHead().fitted(Recipe.fused("bfloat16").but(stored="fp8_e4m3")),
    Recipe.uniform("float64").but(vector="bfloat16", rotated="bfloat16", product="float32", logit="float32"),
    Recipe(logit=FORMATS["bfloat16"]),
)


def test_table_of_the_lengths_for_bfloat16_is_computed():
    page = (Path(__file__).parents[1] / "docs" / "commands.md").read_text()
    rows = re.findall(r"^\| .* \| (\d+(?: \(\d+\))?) \| (\d+(?: \(\d+\))?) \|$", page, re.MULTILINE)
    angles = (None, Angle.parse("1"))
    found = [[cliff(IndexHead(angle), recipe) for angle in angles] for recipe in ROUNDED]
    from_0 = [[cliff(IndexHead(angle), recipe, first=0).safe_up_to for angle in angles] for recipe in ROUNDED]
    assert [
        [f"{each.safe_up_to}" + f" ({other})" * (other != each.safe_up_to) for each, other in zip(*both, strict=True)]
        for both in zip(found, from_0, strict=True)
    ] == [list(row) for row in rows[:-1]]
    least = 2 / (2**8 + 3)  # at every β
    best = max(n for n in range(2, 1000) if 1 - np.cos(2 * np.pi / n) >= least)
    radian = int(np.flatnonzero(1 - np.cos(np.arange(1, 1000)) < least)[0]) + 1
    assert rows[-1] == (str(best), str(radian))
    assert all(each.fails_at == each.safe_up_to + 1 for row in found for each in row)


@pytest.mark.parametrize("angle", [None, "1", "0.37"])
@pytest.mark.parametrize("recipe", [*ROUNDED[:3], Recipe.float32_phases("bfloat16").but(stored="fp8_e4m3")])
def test_positions_counted_from_0_are_those_that_torch_turns_by_0_first(angle, recipe):
    """The same head in torch at positions 0..n-1, written here: every length up to the failure, every target."""
    head = IndexHead(None if angle is None else Angle.parse(angle))
    recipe = head.fitted(recipe)
    found = cliff(head, recipe, first=0)

    def decodes(n):
        run = TorchRun(head.head(n), recipe)
        logits = run.logits([(back, n - 1) for back in range(n)], [("A", j) for j in range(n)]).lo[:, ::-1]
        rivals = np.where(np.eye(n, dtype=bool), -np.inf, logits)
        return bool((np.diagonal(logits) > rivals.max(axis=1)).all())

    assert all(decodes(n) for n in range(2, found.safe_up_to + 1)) and not decodes(found.fails_at)


def test_a_position_that_a_format_does_not_hold_comes_one_later_where_they_count_from_0():
    recipe = Recipe.only("position", "bfloat16")
    ends = [cliff(IndexHead(Angle.parse("1/1000")), recipe, 400, first) for first in (1, 0)]
    assert [each.fails_at for each in ends] == [257, 258]
    with pytest.raises(InvalidInput, match="first must be 0 or 1"):
        cliff(IndexHead(), recipe, 400, 2)


@pytest.mark.parametrize("name", STORED)
def test_a_scale_of_1_for_keys_in_fp8_leaves_the_lengths_as_they_are(name):
    for recipe in (Recipe.float32_phases("bfloat16"), Recipe.fused("bfloat16")):
        for head in (IndexHead(), IndexHead(Angle.parse("1"))):
            bare = recipe.but(stored=name)
            assert bare.stored.scale == 0 and head.fitted(bare).stored.scale < -7
            for first in (1, 0):
                assert (
                    cliff(head, bare, first=first).safe_up_to == cliff(head, head.fitted(bare), first=first).safe_up_to
                )


def test_a_format_by_its_nickname_is_refused_with_the_name_it_has():
    with pytest.raises(InvalidInput, match="did you mean bfloat16"):
        read_format("dtype", "BF16")


@pytest.mark.parametrize("frequency", ["1", "1/2", "3/4", "0.3", "1/1048576", "0.0021"])
@pytest.mark.parametrize("name", ["bfloat16", "float16"])
def test_the_bound_of_a_phase_holds_at_every_position_and_is_0_only_where_no_product_is_rounded(name, frequency):
    form, exact = FORMATS[name], Fraction(frequency)
    rounded = form.round(exact)
    for recipe in (Recipe.uniform(name), Recipe.uniform(name).but(position="float32")):
        held = [recipe.position.round(m) for m in range(1, 3001)]
        off = [abs(form.round(m * rounded) - m * rounded) for m in held]
        for last in (3, 200, 256, 257, 512, 2048, 3000):
            bound = phase_errors(recipe, exact, last).phase
            assert max(off[:last]) <= bound
            if frequency == "1" and recipe.position is form:
                assert bound == 0


def test_a_plane_of_frequency_1_adds_nothing_where_its_phase_passes_a_power_of_two():
    """Positions are held in float32 up to 2^24, and g = 1 leaves them as they are."""
    recipe = Recipe.float32_phases("bfloat16")
    assert [phase_errors(recipe, "1", n).total for n in (2**21 - 1, 2**21, 2**24)] == [0, 0, 0]
    assert phase_errors(recipe, "0.5", 2**21).total == 0 < phase_errors(recipe, "0.3", 2**21).total
    planes = [("1", Fraction(1, 2), 1), ("0.001", Fraction(1, 2), 1)]
    one, other = (logit_error_bound(recipe, planes, n) for n in (2**21 - 1, 2**21))
    assert one <= other < one * Fraction(1001, 1000)


def test_a_format_for_phases_that_is_none_is_named_with_its_option(call):
    status, _, said = call(
        *"cliff mix --base 500000 --dim 128 --length 4096 --dtype bfloat16 --phases bfloat61".split()
    )
    assert status == 2 and said.startswith("error: --phases must be one of") and "did you mean bfloat16?" in said
    assert "--config FILE" in call(*"cliff mix --dtype bfloat16 --length 4096".split())[2]


def test_a_drift_that_has_few_digits_is_printed_as_it_is(call):
    """One turn of ε = 2^-4 is off by 0.0625, and two by 33/256 = 0.12890625, rounded up in three digits."""
    row = call("drift", "--error", "2^-4", "--turns", "1,2,100000")[1].splitlines()[2].split()
    assert row[3:5] == ["0.0625", "0.129"]
    data = json.loads(call("drift", "--error", "2^-4", "--turns", "1", "--json")[1])
    assert data["drift_at_most"]["ε = 2^-4"][0] >= 0.0625


def test_a_length_that_no_bound_and_no_failure_reaches_is_undecided(call):
    """Above 60 to 80 positions keys in fp8_e5m2 are neither safe by the bound nor shown to fail; a mix is not counted from 0 there."""
    asked = (
        "cliff mix --base 10000 --dim 64 --length 128 --dtype bfloat16 --phases float32 --step stored=fp8_e5m2".split()
    )
    page, data = " ".join(call(*asked)[1].split()), json.loads(call(*asked, "--json")[1])
    safe = data["safe_up_to"]
    assert data["fails_at"] is None and safe < data["searched"] == 128 and data["counted_from_0"] is None
    nothing = f"up to {safe} positions; from {safe + 1} on, up to 128, nothing is known: neither that it decodes nor that it fails"
    assert nothing in page and "undecided" not in page and "no failure is shown" not in page
    assert f"fails not known from n = {safe + 1} to 128: no failure was found" in page
    assert "counts them: not computed, as no bound decides all lengths of this mix" in page
    whole = call(*"cliff mix --base 10000 --dim 64 --length 128 --dtype float64".split())[1]
    assert (
        "known" not in whole
        and "not computed" not in whole
        and "counts them: the same" in whole
        and "nowhere up to n = 128" in whole
    )


def test_cliff_says_that_each_length_has_an_angle_of_its_own_and_one_angle_ends_sooner(capsys):
    """A reader took 56 for what one head does; 2π/56 decodes to 5 (an engineer's own emulation in torch)."""
    page = {}
    for more in ((), ("--theta", "2pi/56")):
        assert main(["cliff", "index", "--dtype", "bfloat16", "--phases", "float32", *more]) == 0
        page[bool(more)] = " ".join(capsys.readouterr().out.split())
    assert (
        "up to 56 positions" in page[False] and "these constructed heads, one for each length, in these" in page[False]
    )
    assert "an angle of its own (1/57 turn at n = 57)" in page[False] and "--theta: one angle" in page[False]
    assert "up to 5 positions" in page[True] and "of its own" not in page[True]
    assert "this constructed head in these formats, and no other head." in page[True]
