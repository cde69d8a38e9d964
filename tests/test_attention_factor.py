"""Error bounds and precision cliffs under scaled rules: frequencies of any rule, attention factors counted."""

import json
from fractions import Fraction

import numpy as np
import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.laws.discrepancy import FrequencyList, best_mix_of
from rope_theory.models.config import read_config
from rope_theory.models.precision import FORMATS, MixHead, Recipe, cliff, logit_error_bound
from rope_theory.models.precision.errors import entry_errors


@pytest.mark.parametrize("factor", ["1", "0.7", "1.13863", "1.19024", "1.9", "2", "3.7"])
@pytest.mark.parametrize("form", ["bfloat16", "float16", "float32"])
def test_entries_with_an_attention_factor_are_off_by_what_the_bound_says(factor, form):
    """Cosines in float32, multiplied by the factor and stored, at 200 000 phases; the bound is reached to a tenth where storing dominates."""
    a = Fraction(factor)
    x = np.linspace(0, 7, 200_001)
    product = (np.cos(x).astype(np.float32) * np.float32(float(a))).astype(np.float32)
    stored = FORMATS[form].round_array(product.astype(float))
    worst = np.abs(stored - float(a) * np.cos(x)).max()
    recipe = Recipe.only("cache", form).but(trig="float32")
    bound = float(sum(entry_errors(recipe, (a, a))))
    assert worst <= bound and (form == "float32" or worst > 0.4 * bound)
    assert factor in ("1", "0.7") or float(sum(entry_errors(recipe))) < worst or form == "float32"


@pytest.mark.parametrize("name, length", [("qwen2.5-7b-yarn", 300), ("phi-3.5-mini", 300)])
def test_error_of_a_mix_with_an_attention_factor_covers_a_run(name, length):
    """bfloat16 with float32 phases, by NumPy and our rounding; errors are over a²."""
    layer = read_config(f"examples/{name}.json", length=length).layer()
    head, recipe = (
        MixHead(best_mix_of(layer.frequencies, length), factor=layer.rope.attention_bounds()),
        Recipe.float32_phases("bfloat16"),
    )
    a, low = layer.rope.attention_float(), head.factor[0]
    assert low <= Fraction(a) * (1 + Fraction(1, 2**50)) and a > 1.1
    g, weights = np.array(layer.rope.floats()), np.array([float(w) for w in head.certificate.weights])
    m = np.arange(1, length + 1)
    round_ = FORMATS["bfloat16"].round_array
    phases = (m[:, None].astype(np.float32) * g.astype(np.float32)).astype(float)
    cos, sin = (round_((f(phases).astype(np.float32) * np.float32(a)).astype(float)) for f in (np.cos, np.sin))
    held = round_(
        np.sqrt(weights)
    )  # query and key each of length sqrt(a_k): the bound is for any split, here an even one
    queries = np.stack([round_(held * cos), round_(held * sin)])
    logits = round_(np.einsum("cik,cjk->ij", queries, queries))
    exact = a * a * np.cos((m[:, None] - m)[..., None] * g) @ weights
    even = [
        (f, Fraction(float(np.sqrt(w))), Fraction(float(np.sqrt(w))))
        for f, w in zip(layer.frequencies.angles, weights, strict=True)
        if w
    ]
    bound = float(logit_error_bound(recipe, even, length, head.factor))
    assert 0 < np.abs(logits - exact).max() / a**2 <= bound < 0.2
    assert logit_error_bound(recipe, even, length) != logit_error_bound(recipe, even, length, head.factor)


def test_a_factor_of_one_changes_nothing_and_a_larger_one_loses_no_soundness_check():
    one = (Fraction(1), Fraction(1))
    planes = [("0.3", 1, 1), ("0.01", 1, 1)]
    for recipe in (Recipe.uniform("bfloat16"), Recipe.uniform("float32")):
        assert logit_error_bound(recipe, planes, 100) == logit_error_bound(recipe, planes, 100, one)
    with pytest.raises(InvalidInput, match="must not overflow float16"):
        logit_error_bound(Recipe.uniform("float16"), planes, 100, (Fraction(300), Fraction(300)))


def test_a_cliff_with_an_attention_factor_fails_only_where_positions_become_one():
    layer = read_config("examples/qwen2.5-7b-yarn.json", length=400).layer()
    head = MixHead(best_mix_of(layer.frequencies, 400), factor=layer.rope.attention_bounds())
    found = cliff(head, Recipe.uniform("bfloat16"), 400)
    assert found.fails_at == 257 and found.safe_up_to < 257 and "neighbours become one" in found.fails_because
    wide = cliff(head, Recipe.float32_phases("bfloat16"), 400)
    assert wide.safe_up_to == 400 and wide.fails_at is None


@pytest.mark.parametrize("name", ["llama-3.1-8b", "qwen2.5-7b-yarn", "phi-3.5-mini", "deepseek-v3"])
def test_cliff_bounds_each_step_under_scaled_rules_and_agrees_with_limits(name, capsys):
    path = f"examples/{name}.json"
    for what in ("limits", "cliff"):
        more = (
            [path, "--quick"]
            if what == "limits"
            else ["mix", "--config", path, "--dtype", "bfloat16", "--phases", "float32"]
        )
        assert main([what, *more, "--length", "300", "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        if what == "limits":
            bound = data["layers"][0]["best_mix"]["logit_error_at_most"]["bfloat16"]["float32_phases"]
    steps = data["logit_error_bound_of_each_step_alone"]
    together = sum(
        share for step, share in steps.items() if step != "rotated"
    )  # as narrow as the rotation: nothing is left to round
    assert data["safe_up_to"] == 300 and 0.9 * bound < together <= bound


def test_cliff_takes_the_rule_from_the_length_and_cosines_refuse_a_factor(capsys):
    path = "examples/phi-3.5-mini.json"
    halves = []
    for length in ("4096", "4097"):
        assert main(["cliff", "mix", "--config", path, "--dtype", "float32", "--length", length, "--json"]) == 0
        halves.append(json.loads(capsys.readouterr().out)["half_gap"])
    assert abs(halves[0] - halves[1]) > 1e-4  # short factors up to 4096, long ones beyond
    assert main(["cliff", "cosines", "--config", path, "--dtype", "float32", "--length", "64"]) == 2
    assert "(cliff mix --config counts it), got 'longrope, 1.19024'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "step", ["frequency", "position", "phase", "vector", "rotation", "rotated", "product", "logit"]
)
def test_a_step_that_rounds_relative_to_its_input_costs_the_same_under_a_factor(step):
    """Errors are over a²: all but those of storing the factor's products; up to underflow and terms of second order."""
    planes, two = [("0.3", 1, 1), ("0.01", 1, 1)], (Fraction(2), Fraction(2))
    recipe = Recipe.only(step, "float32")
    plain = logit_error_bound(recipe, planes, 2**25)
    assert float(logit_error_bound(recipe, planes, 2**25, two)) == pytest.approx(float(plain), rel=1e-3)
    assert plain > 0


def test_the_factor_is_computed_and_multiplied_in_the_format_of_cosines():
    trig, cache = entry_errors(Recipe.only("trig", "bfloat16"), (Fraction(2), Fraction(2)))
    u = FORMATS["bfloat16"].unit_roundoff
    assert cache == 0 and 2 * (4 + 5) * u <= trig < 2 * (4 + 5) * u * (1 + u)


def test_emulation_without_the_factor_shows_no_failure_with_it():
    mix = best_mix_of(FrequencyList.of(["0.05"]), 100)
    plain, scaled = (
        cliff(MixHead(mix, factor=(a, a)), Recipe.only("logit", "bfloat16")) for a in (Fraction(1), Fraction(3, 2))
    )
    assert plain.fails_at is not None and scaled.fails_at is None and scaled.safe_up_to < 100


def test_cliff_says_which_layers_and_rule_and_that_a_window_ends_before(capsys):
    asked = ["cliff", "mix", "--config", "examples/gemma-3-4b.json", "--dtype", "float32", "--length"]
    for length, beyond in (("1024", False), ("1025", True)):
        assert main([*asked, length, "--layer", "sliding_attention"]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert (
            "sliding_attention, rope type default" in said
            and ("sees the last 1024 positions: distances end there, and positions run to the length" in said) is beyond
        )
    assert main([*asked, "1025", "--layer", "full_attention"]) == 0
    assert "full_attention, rope type linear, as at n = 1025\n" in capsys.readouterr().out
