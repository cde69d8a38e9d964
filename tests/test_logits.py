"""Caps, sinks and norms: what the classes of transformers do, what a cap leaves, and what the commands then say."""

import importlib.util
import json
import math
import re
import warnings
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.cli import main
from rope_theory.faces.report.limits_short import in_short
from rope_theory.laws.discrepancy.frequency import read_frequency
from rope_theory.models.capped import capped_lead, capped_logit
from rope_theory.models.config import read_config, types
from rope_theory.models.enough import majority_beta
from rope_theory.models.limits import layer_limits
from rope_theory.models.shares import Rivals, _points, _worst

GEMMA = {"model_type": "gemma2", "num_hidden_layers": 2, "head_dim": 32, "query_pre_attn_scalar": 32}


def page(settings, length, layer=None):
    found = layer_limits(read_config(settings, length=length).layer(layer), length, extras=False)
    return found, " ".join(in_short(found))


@pytest.mark.parametrize("gap", ["0.001", "0.3", "0.9", "1", "1.4"])
@pytest.mark.parametrize("cap", [5, 50])
def test_capped_logit_is_the_first_that_leaves_the_lead(gap, cap):
    """Against a look at many logits in float64; none where the largest lead is too small."""
    share, x = Fraction(gap), np.linspace(1e-3, 40 * cap, 400_001)
    lead = cap * (np.tanh(x / cap) - np.tanh((1 - float(gap)) * x / cap))
    for asked in (0.1 * lead.max(), 0.5 * lead.max(), 0.99 * lead.max()):
        found = capped_logit(arb(asked), share, Fraction(cap))
        assert found == pytest.approx(x[np.flatnonzero(lead >= asked)[0]], abs=2 * (x[1] - x[0]))
        assert float(capped_lead(Fraction(found), share, Fraction(cap))) >= asked
    assert capped_logit(arb(1.01 * lead.max()), share, Fraction(cap)) is None


def test_cap_of_no_effect_gives_the_number_without_it():
    gap, plain = Fraction(1, 3), majority_beta(Fraction(1, 3), 100)
    assert majority_beta(gap, 100, cap=Fraction(10**6)) == pytest.approx(plain, rel=1e-6)
    assert majority_beta(gap, 100, cap=Fraction(60)) > plain * 1.01


def least_share(limits, norms):
    """The target's weight in the head of the best mix at the worst target, logits capped."""
    layer, n = limits.layer, limits.length
    cosines = np.cos(np.outer(np.arange(1 - n, n), layer.rope.floats())) @ np.array(
        [float(w) for w in limits.mix.weights]
    )
    logits = norms * layer.score_scale() * layer.rope.attention_float() ** 2 * cosines
    cap = layer.logits.cap
    weights = np.exp(float(cap) * np.tanh(logits / float(cap)) if cap else logits)
    return weights[n - 1] / np.lib.stride_tricks.sliding_window_view(weights, n).sum(axis=1).max()


def least_norms(limits, share=0.5):
    """The least |q|·|k| on a fine grid that gives the mix more than the share, by the weights themselves; None: none does."""
    grid = np.geomspace(1, 4000, 3000)
    return next((norms for norms in grid if least_share(limits, norms) > share), None)


@pytest.mark.parametrize("cap", [5, 12, 30, 50])
def test_norms_under_a_cap_give_the_mix_its_half(cap):
    """By the weights themselves, at every target; no more than a hundredth above the least that does; without the cap's account too small."""
    for length in (8, 48, 300):
        found, said = page(GEMMA | {"attn_logit_softcapping": cap}, length)
        norms, least = found.norms(found.beta_mix), least_norms(found)
        if norms is None:
            assert least is None and "under the cap no |q|·|k| is shown to give it more than half" in said
            at, (low, high) = found.in_reach
            shown = float(said.split("the most that was found is ")[1].split(",")[0])
            assert shown == pytest.approx(least_share(found, at), rel=0.01) and high <= 0.5
            assert float(low) <= least_share(found, at) <= float(high)
            assert max(least_share(found, each) for each in np.geomspace(1, 4000, 300)) <= float(high) * 1.001
            continue
        plain, _ = page(GEMMA | {"attn_logit_softcapping": None}, length)
        assert least_share(found, norms) > 0.5 and least / 1.01 < norms < least * 1.01
        assert (
            norms > least_norms(plain) * (1.02 if cap <= 12 else 0.99)
            and "before the cap, and |q|·|k| between about" in said
        )
    assert (norms is None) == (cap <= 12)


@pytest.mark.parametrize("settings", [GEMMA | {"attn_logit_softcapping": None}, {"head_dim": 32, "rope_theta": 500000}])
@pytest.mark.parametrize("length", [3, 8, 300])
def test_without_a_cap_the_distances_are_summed_as_well(settings, length):
    """By the weights themselves the least to a part in a thousand; the nearest rival asks for as much or more, and the page says both."""
    found, said = page(settings, length)
    norms, nearest = found.norms(found.beta_mix), found.lead(plane=False).by_nearest()
    assert 0.5 < least_share(found, norms) < 0.501 and least_share(found, 0.99 * norms) < 0.5
    assert found.beta_mix < nearest / 1.2 if length > 3 else found.beta_mix <= nearest
    positions = said[said.index("Positions:") : said.index("Number format:")]
    [printed] = map(float, re.findall(r"\|q\|·\|k\| of about ([\d.]+) gives it more than half", positions))
    assert norms <= printed < 1.001 * norms and least_share(found, printed) > 0.5 and found.beta_mix_up_to is None


@pytest.mark.parametrize("length", [48, 300])
def test_under_a_cap_more_is_not_better_and_the_page_says_up_to_where(length, tmp_path, call):
    """At the upper end the mix has its half, a hundredth above it has not, and far above next to nothing."""
    found, said = page(GEMMA, length)
    low, high = found.norms(found.beta_mix), found.norms(found.beta_mix_up_to)
    assert least_share(found, high) > 0.5 > least_share(found, 1.01 * high) > least_share(found, 3 * high)
    ends = re.search(r"\|q\|·\|k\| between about ([\d.]+) and ([\d.]+) gives it more than half", said)
    assert low <= float(ends[1]) < 1.001 * low and 0.999 * high < float(ends[2]) <= high
    for norms in np.geomspace(low, high, 50)[1:-1]:
        assert least_share(found, norms) > 0.5
    path = tmp_path / "config.json"
    path.write_text(json.dumps(GEMMA))
    asked = "limits", str(path), "--length", str(length), "--quick", "--layer", "full_attention"
    shown = " ".join(call(*asked)[1].split())
    assert f"suffices, |q|·|k| about {ends[1]} to {ends[2]} (by the nearest rival: " in shown
    mix = json.loads(call(*asked, "--json")[1])["layers"][0]["best_mix"]
    assert mix["sufficient_norms_up_to"] == high and mix["sufficient_beta"] < mix["sufficient_beta_by_nearest"]


@pytest.mark.parametrize("cap", [None, Fraction(7), Fraction(50)])
@pytest.mark.parametrize("length", [2, 3, 9, 40])
def test_share_is_that_of_the_worst_target_by_brute_force(cap, length):
    """Σ over all rivals of each target; and the enclosure is tight enough to be of use."""
    layer = read_config(GEMMA).layer()
    weights = [Fraction(k % 3, 16) for k in range(1, 17)]
    rivals = Rivals.of(layer.frequencies.angles, weights, length)
    for beta in (Fraction(1, 3), Fraction(6), Fraction(50), Fraction(400)):
        place = np.arange(length)[:, None] - np.arange(length)
        logits = float(beta) * np.cos(place[..., None] * layer.rope.floats()) @ np.array([float(a) for a in weights])
        logits = float(cap) * np.tanh(logits / float(cap)) if cap else logits
        shares = np.exp(logits.diagonal()) / np.exp(logits).sum(axis=1)
        low, high = rivals.share(beta, cap)
        assert low <= Fraction(shares.min()) * (1 + Fraction(1, 10**12)) and high * (
            1 + Fraction(1, 10**12)
        ) >= Fraction(shares.min())
        assert high - low < high * beta / 2**13


def test_weights_below_the_unit_of_the_sum_are_counted_above_and_not_below():
    grid = np.arange(5)
    assert _worst(_points(grid), lambda points, up: np.full(len(points), 1e-30), True) >= Fraction(5, 10**30)
    assert _worst(_points(grid), lambda points, up: np.full(len(points), 1e-30), False) == 0


def test_a_tie_under_a_cap_is_never_more_than_half():
    """A rival with the target's own logit: whatever is rounded, the share is at most 1/2, and no logit is found."""
    rivals = Rivals.of([read_frequency("pi")], [Fraction(1)], 3)
    assert rivals.share(Fraction(10**6), Fraction(50))[1] <= Fraction(1, 2) + Fraction(1, 10**9)
    assert rivals.least_logit(Fraction(1, 2), Fraction(50)) is None


def test_a_single_plane_gets_no_norm_under_a_cap_that_flattens_it():
    """β 10^4 and more without the cap: under it every logit is 50, and the weight 1/n."""
    found, _ = page(GEMMA | {"attn_logit_softcapping": 50}, 300)
    assert found.beta_plane is None and majority_beta(found.mix.best_plane_gap[0], 300) > 1e4


def test_the_class_fills_in_its_cap_and_null_takes_it_away():
    silent, none = GEMMA, GEMMA | {"attn_logit_softcapping": None}
    assert read_config(silent).layer().logits.cap == 50 and read_config(none).layer().logits.cap is None
    assert any("logits are capped: x becomes 50·tanh(x/50)" in note for note in read_config(silent).notes)
    with pytest.raises(InvalidInput, match="attn_logit_softcapping must be greater than 0"):
        read_config(GEMMA | {"attn_logit_softcapping": 0})


def test_an_unknown_type_with_the_key_is_capped_and_a_class_that_ignores_it_is_not():
    plain = {"head_dim": 32, "rope_theta": 10000, "num_hidden_layers": 1, "attn_logit_softcapping": 30}
    assert read_config(plain | {"model_type": "grok-1"}).layer().logits.cap == 30
    gemma3 = read_config(plain | {"model_type": "gemma3_text"})
    assert gemma3.layer().logits.cap is None and any("does not use it" in note for note in gemma3.notes)
    llama = read_config(plain | {"model_type": "llama"})
    assert llama.layer().logits.cap is None and "attn_logit_softcapping" in [each.key for each in llama.not_read]


def test_sinks_are_said_where_a_share_is():
    _, said = page({"model_type": "gpt_oss", "num_hidden_layers": 2}, 64, "full_attention")
    assert "more than half of the weight that the sink leaves" in said
    types_of = ["full_attention", "sliding_attention"]
    kinds = read_config({"model_type": "mimo_v2_flash", "num_hidden_layers": 2, "layer_types": types_of}).layers
    assert {each.layer_type: each.logits.sinks for each in kinds} == {
        "full_attention": False,
        "sliding_attention": True,
    }


def test_norms_of_queries_and_keys_bound_what_is_in_reach():
    _, said = page({"model_type": "qwen3", "num_hidden_layers": 1}, 64)
    assert "gives it more than half of the weight, if the weights of the norms of queries and keys allow it" in said
    llama4 = {
        "model_type": "llama4_text",
        "num_hidden_layers": 4,
        "head_dim": 32,
        "hidden_size": 64,
        "num_attention_heads": 2,
    }
    _, said = page(llama4, 2000)
    assert "would give it more than half of the weight, and in these layers it is at most 32, where it has" in said
    found, said = page(llama4, 2000)
    norms, (low, high) = found.in_reach
    assert (
        norms == 32
        and float(low) <= least_share(found, 32) <= float(high)
        and f"{float(low):.2g}" in said.split("where it has ")[1]
    )
    assert not read_config(llama4 | {"use_qk_norm": False}).layer().logits.normed
    clipped = read_config({"model_type": "olmo", "num_hidden_layers": 1, "clip_qkv": 2}).layer()
    assert clipped.logits.most == 4 * clipped.query_dim


def test_compare_sees_a_cap_a_sink_and_a_norm(tmp_path, capsys):
    one, other = tmp_path / "a.json", tmp_path / "b.json"
    one.write_text(json.dumps(GEMMA))
    other.write_text(json.dumps(GEMMA | {"attn_logit_softcapping": None}))
    assert main(["compare", str(one), str(other), "--length", "100", "--json"]) == 0
    groups = json.loads(capsys.readouterr().out)["groups"]
    for group in groups:
        assert [row["limit"] for row in group["limits"] if row["differs_from"]] == ["cap c of a logit x, c·tanh(x/c)"]
    assert main(["compare", str(one), str(other), "--length", "100"]) == 0
    assert "1 of 21 rows differs at n = 100: cap c" in " ".join(capsys.readouterr().out.split())


def test_scale_computes_beta_under_the_cap(tmp_path, capsys):
    betas = []
    for cap in (None, 50):
        path = tmp_path / f"{cap}.json"
        path.write_text(json.dumps(GEMMA | {"attn_logit_softcapping": cap}))
        assert main(["scale", str(path), "--from", "16", "--to", "48", "--layer", "full_attention", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        betas.append({row["rule"]: row["sufficient_beta"] for row in found["rules"]})
        assert found["logits"]["cap"] == cap
    assert betas[0]["plain"] < betas[1]["plain"] and betas[0]["linear"] and betas[1]["linear"] is None


#: How an attention layer's norms of query and key are called.
_NORMS = re.compile(r"(q_norm|q_layernorm|qk_norm|query_layernorm)$")


@pytest.mark.skipif(
    not importlib.util.find_spec("transformers"),
    reason="COMPARISON NOT RUN: transformers (extra `models`) is not installed",
)
def test_caps_sinks_and_norms_are_those_of_the_classes():
    """Each class that can be built without weights: its norms and sinks by the names of its parts; caps by what its code hands on."""
    import inspect
    import sys

    import torch
    import transformers
    from transformers.models.auto.configuration_auto import CONFIG_MAPPING
    from transformers.models.auto.modeling_auto import MODEL_MAPPING

    transformers.logging.set_verbosity_error()
    built, wrong = 0, {}
    for name in types.known():
        row = types.row(name)
        if "defaults" not in row or name in types.REFUSED or name in types.UNTURNED or name not in CONFIG_MAPPING:
            continue
        try:
            config = CONFIG_MAPPING[name]()
            kind = MODEL_MAPPING[type(config)]
            kind = kind[0] if isinstance(kind, tuple) else kind
            code = inspect.getsource(sys.modules[kind.__module__])
        except Exception:
            continue
        caps = "softcap=self.attn_logit_softcapping" in code
        if caps != (name in types.CAPPED):
            wrong[name] = "cap"
        if not re.search(r"q_norm|q_layernorm|qk_norm|query_layernorm|sinks", code):
            if name in types.NORMED | types.SINKS:
                wrong[name] = "no such part"
            continue
        try:
            with torch.device("meta"), warnings.catch_warnings(action="ignore"):
                model = kind(config)
        except Exception:
            continue
        built += 1
        normed = any(_NORMS.search(part) and "index" not in part for part, _ in model.named_modules())
        flag, default = types.NORM_FLAGS.get(name, ("", False))
        assert not flag or getattr(config, flag) == default
        sinks = any(part.endswith("sinks") for part, _ in model.named_parameters())
        if (normed, sinks) != (name in types.NORMED or default, name in types.SINKS):
            wrong[name] = (normed, sinks)
    assert built >= 50 and wrong == {}


def test_share_of_a_plane_head_under_gemma_2s_cap_is_lost():
    """The engineer's case at a smaller size: with the norm that suffices without the cap, every logit is the cap."""
    found, _ = page(GEMMA | {"attn_logit_softcapping": None}, 1000)
    beta, plane = found.beta_plane, found.best_plane()
    cosines = np.cos(np.arange(-999, 1000) * plane.frequency)
    weights = np.exp(50 * np.tanh(beta * cosines / 50))
    assert (
        weights[999] / weights[:1000].sum() < 0.1 < 0.5 < 1 / (1 + 999 * math.exp(-beta * float(plane.gap[0]))) + 1e-9
    )
