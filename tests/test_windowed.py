"""Layers that see a window of a longer text: distances end at the window, positions and their rounding do not."""

import json
from fractions import Fraction

import numpy as np
import pytest

from rope_theory.core.files import CHECKOUT
from rope_theory.faces.report.limits_short import in_short
from rope_theory.models.config import read_config
from rope_theory.models.limits import layer_limits
from rope_theory.models.precision.cliff import cliff, first_one_positions
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.precision.recipe import Recipe
from rope_theory.models.windowed import WindowedMix, positions_that_are_one

WINDOW, TEXT = 128, 131072
YARN = {
    "factor": 32.0,
    "original_max_position_embeddings": 4096,
    "beta_fast": 32.0,
    "beta_slow": 1.0,
    "truncate": False,
}
OSS = {
    "model_type": "gpt_oss",
    "head_dim": 64,
    "hidden_size": 2880,
    "num_attention_heads": 64,
    "num_hidden_layers": 2,
    "layer_types": ["sliding_attention", "full_attention"],
    "sliding_window": WINDOW,
    "max_position_embeddings": TEXT,
    "rope_theta": 150000,
    "rope_scaling": {"rope_type": "yarn", **YARN},
}
"""What gpt-oss says of its rotation: layers of 128 positions in texts of 131072, under YARN."""


def sliding(length, **options):
    layer = read_config(OSS, length=length).layer("sliding_attention")
    return layer_limits(layer, length, extras=False, **options)


def run(found, start, dtype=np.float16):
    """(largest logit error over a², how many of 128 targets do not lead) of the mix, every step in the format, in NumPy.

    The query stands at start + 127 and sees the keys from start on; steps are rounded as in `Recipe.uniform`.
    """
    a, g = found.layer.rope.attention_float(), np.array(found.layer.rope.floats())
    weights = np.array([float(weight) for weight in found.mix.weights])
    places = np.arange(start, start + WINDOW)
    phases = places.astype(dtype)[:, None] * g.astype(dtype)
    assert np.isfinite(phases.astype(float)).all()
    cos, sin = ((a * turn(phases.astype(np.float32))).astype(dtype) for turn in (np.cos, np.sin))
    off, lost = 0.0, 0
    for target in range(WINDOW):
        back = (WINDOW - 1 - target) * g  # the query's phase, which makes its target's logit the largest
        x, y = (weights * np.cos(back)).astype(dtype), (-weights * np.sin(back)).astype(dtype)
        turned = x * cos[-1] - y * sin[-1], x * sin[-1] + y * cos[-1]
        products = np.stack([part.astype(np.float32) * key for part, key in zip(turned, (cos, sin), strict=True)])
        logits = products.sum(axis=(0, 2), dtype=np.float32).astype(dtype).astype(float) / a**2
        exact = (weights * np.cos((places[:, None] - places[target]) * g)).sum(axis=1)
        off = max(off, float(np.abs(logits - exact).max()))
        lost += logits[target] <= np.delete(logits, target).max()
    return off, lost


@pytest.fixture(scope="module")
def near():
    return sliding(WINDOW)


def test_the_bound_of_a_short_text_is_no_bound_of_a_long_one(near):
    """gpt-oss in float16: every target leads in the first 128 positions, and nearly none does from position 2000 or 20000 on."""
    half = float(near.mix.gap_lower) / 2
    errors, lost = zip(*(run(near, start) for start in (0, 2000, 20000)), strict=True)
    assert lost[0] == 0 and min(lost[1:]) >= 127
    assert errors[0] < float(near.mix_errors["float16"][0]) < half < min(errors[1:])


@pytest.mark.parametrize("start", [0, 500, 2000, 20000])
def test_number_formats_are_bounded_at_every_position_of_the_text(start, near):
    found = sliding(start + WINDOW)
    assert found.length == WINDOW and found.mix.gap_lower == near.mix.gap_lower
    off, lost = run(found, start)
    bound = found.mix_errors["float16"][0]
    assert 0 < off <= float(bound)
    assert lost == 0 or bound >= found.mix.gap_lower / 2


def test_the_page_says_so_in_a_long_text():
    assert (
        "every step may be in float16: that keeps the lead for certain, fused or not."
        in in_short(sliding(WINDOW, dtype="float16"))[1]
    )
    for dtype, one in (("float16", 2049), ("bfloat16", 257)):
        said = in_short(sliding(TEXT, dtype=dtype))[1]
        assert f"float32 or wider; the other steps may be in {dtype}, which keeps the lead for certain" in said
        assert f"it fails: positions {one - 1} and {one} are one there" in said


def test_the_page_names_the_window_and_the_text(call):
    asked = "limits", "examples/gemma-3-4b.json", "--layer", "sliding_attention", "--quick", "--length"
    for length, text in (("1024", ""), ("2000", ", in a text of 2000 positions")):
        said = call(*asked, length)[1]
        assert f"at n = 1024 (sees the last 1024 positions{text})" in said
        assert ("at positions up to 2000, bound of the logit error" in said) is bool(text)


def test_a_chunk_may_part_the_positions_that_become_one():
    """2^p and 2^p + 1 are seen together by a window; in chunks of 2^p, counted from 1, they are not, and the next pair is."""
    slides = read_config(OSS, length=TEXT).layer("sliding_attention")
    settings = {"head_dim": 8, "rope_theta": 100, "layer_types": ["chunked_attention"], "attention_chunk_size": 256}
    chunks = read_config(settings).layer()
    form = FORMATS["bfloat16"]
    assert [positions_that_are_one(slides, form, n) for n in (256, 257)] == [None, 257]
    assert [positions_that_are_one(chunks, form, n) for n in (259, 260)] == [None, 260]
    for one in first_one_positions(form):
        assert form.round(Fraction(one)) == form.round(Fraction(one - 1))
    assert cliff(WindowedMix.of(chunks, 300), Recipe.uniform("bfloat16"), 300).fails_at == 260


def test_cliff_takes_the_mix_of_the_window_and_the_positions_of_the_text(tmp_path, call):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(OSS))
    asked = "cliff", "mix", "--config", str(path), "--layer", "sliding_attention", "--dtype", "float16"
    out = call(*asked, "--length", str(TEXT), "--json")[1]
    data = json.loads(out)
    assert WINDOW < data["safe_up_to"] < 2048 and data["fails_at"] == 2049
    found = sliding(data["safe_up_to"])
    assert found.mix_errors["float16"][0] < found.mix.gap_lower / 2
    longer = sliding(data["safe_up_to"] + 1)
    assert longer.mix_errors["float16"][0] >= longer.mix.gap_lower / 2
    said = " ".join(call(*asked, "--length", str(TEXT))[1].split())
    assert "distances end there, and positions run to the length" in said and "says nothing of them" not in said


def test_cliff_runs_no_torch_where_a_window_ends_before_the_length(call):
    config = str(CHECKOUT / "examples" / "gemma-3-4b.json")
    asked = "cliff", "mix", "--config", config, "--layer", "sliding_attention", "--dtype", "float32", "--observe"
    status, _, err = call(*asked, "--length", "1025")
    assert status == 2 and "--observe must not be given where a window ends before the length" in err


def test_the_window_of_a_plain_rule_is_asked_for_by_the_configuration(call):
    page = call("limits", "examples/gemma-3-4b.json", "--length", "2000", "--quick", "--layer", "sliding_attention")[1]
    out = " ".join(page.replace(" \\\n", " ").split())
    assert "cliff mix --config CONFIG --layer sliding_attention --length 2000" in out
    assert "number formats for positions up to 2000" in out


def test_cliff_and_scale_mean_the_same_layers_by_default_and_say_which_they_do_not(call):
    asked = "--config", "examples/gemma-2-9b.json", "--length", "8192", "--dtype", "bfloat16", "--phases", "float32"
    page, data = call("cliff", "mix", *asked)[1], json.loads(call("cliff", "mix", *asked, "--json")[1])
    rules = json.loads(call("scale", "examples/gemma-2-9b.json", "--to", "16384", "--json")[1])
    assert data["layer_type"] == rules["layer_type"] == "full_attention"
    assert data["other_layer_types"] == ["sliding_attention"]
    assert (
        "not about sliding_attention (--layer TYPE: about those)" in page
        and "\n                 layers 1, 3, 5" in page
    )
    assert "the cap c = 50 of a logit x, c·tanh(x/c), and its own rounding are not counted" in " ".join(page.split())
    other = " ".join(call("cliff", "mix", *asked, "--layer", "sliding_attention")[1].split())
    assert "not about full_attention" in other and "sees the last 4096 positions" in other
    plain = call("cliff", "mix", "--config", "examples/llama-2-7b.json", "--length", "64", "--dtype", "float32")[1]
    assert "not about" not in plain and "the cap" not in plain and "layers 0–31 (32)" in plain


@pytest.mark.parametrize("more", [("--config", "examples/llama-2-7b.json"), ("--base", "10000", "--dim", "64")])
@pytest.mark.parametrize("length", ["1e999", "0", "-5", "nan", "128k", ""])
def test_cliff_refuses_a_length_in_one_line(call, more, length):
    for what in ("mix", "cosines"):
        status, out, err = call("cliff", what, *more, "--length", length, "--dtype", "float32")
        assert status == 2 and out == "" and err.startswith("error: --length must be ") and err.count("\n") == 1
    if length != "1e999":
        assert call("cliff", "index", "--length", length, "--dtype", "float32")[0] == 2
