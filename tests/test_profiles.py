"""Profiles of models: every family against swapping keys through the model's own attention, and what is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.machines.profiles import attention, head_profile, score_layer
from rope_theory.machines.profiles import model as model_module
from rope_theory.machines.profiles.attention import LayerInputs
from rope_theory.machines.profiles.hearing import attention_modules
from tests.brute_force_heads import brute_force, calls_of, float64_attention
from tests.tiny_models import FAMILIES, LENGTH, VOCABULARY, build, tiny, token_ids


def by_brute_force(model, ids, positions, tau=1e-4, window=None):
    """(2, layers, heads, samples, queries)."""
    model.eval()
    model.set_attn_implementation("eager")
    modules = attention_modules(model)
    calls = calls_of(model, modules, ids)
    with float64_attention(model):
        scores = [
            torch.stack(
                [
                    brute_force(modules[name], calls[name], p, tau, max(0, p - (window or {}).get(k, p)))
                    for p in positions
                ],
                -1,
            )
            for k, name in enumerate(modules)
        ]
    return torch.stack(scores, 1).transpose(2, 3).numpy()


@pytest.mark.parametrize("name", FAMILIES)
def test_scores_are_those_of_swapping_keys_through_the_models_own_attention(name):
    model, ids = tiny(name), token_ids()
    profile = head_profile(model, ids, (4, -1))
    wanted = by_brute_force(model, ids, (4, LENGTH))
    error = 1e-6 if "in float32" in name else 1e-10
    assert np.abs(profile.positional - wanted[0]).max() < error
    assert np.abs(profile.symbolic - wanted[1]).max() < error
    assert np.ptp(wanted) > 0.05 and profile.queries.tolist() == [[4, LENGTH]] * 2


@pytest.mark.parametrize("tau", (0.01, 1.0))
def test_temperature_is_passed_on(tau):
    model, ids = tiny("Llama, grouped"), token_ids(1)
    wanted = by_brute_force(model, ids, (LENGTH,), tau)
    assert np.abs(head_profile(model, ids, tau=tau).positional - wanted[0]).max() < 1e-10


def by_running_again(model, ids, position, leave_out=(), tau=1e-4):
    """(2, layers, heads): two tokens of the prompt change places, and the model's own attention is asked again."""

    def rows(tokens):
        with torch.no_grad():
            given = model(input_ids=torch.tensor([tokens]), output_attentions=True, use_cache=False)
        return torch.stack([layer[0, :, position - 1, :position] for layer in given.attentions]).double()

    model.eval()
    model.set_attn_implementation("eager")
    ids, before = list(ids), rows(list(ids))
    earlier = [j for j in range(position - 1) if j + 1 not in leave_out]
    seen = before / before[..., [*earlier, position - 1]].sum(-1, keepdim=True)
    shares, sides = [], []
    for i in earlier:
        for j in (j for j in earlier if j > i):
            swapped = list(ids)
            swapped[i], swapped[j] = ids[j], ids[i]
            old, new = before[..., [i, j]], rows(swapped)[..., [i, j]]
            shares.append((seen[..., i] - seen[..., j]).abs() / tau)
            sides.append([torch.cosine_similarity(new, side, -1, 0) for side in (old, old.flip(-1))])
    alpha = torch.stack(shares).softmax(0)
    return torch.stack([(alpha * torch.stack(each)).sum(0) for each in zip(*sides, strict=True)]).numpy()


@pytest.mark.parametrize("name", ("GPT-J, one head, all rotary", "Llama", "Qwen3"))
@pytest.mark.parametrize("leave_out, position", [((), LENGTH), ((1, 3), LENGTH - 1)])
def test_swapped_tokens_are_those_of_running_the_model_again(name, leave_out, position):
    model, ids = tiny(name), token_ids(2)
    profile = head_profile(model, ids, (5, position), swap_method="tokens", leave_out=leave_out, tau=0.02, batch_size=5)
    wanted = np.stack([by_running_again(model, row.tolist(), position, leave_out, 0.02) for row in ids], -1)
    for side, scores in enumerate((profile.positional, profile.symbolic)):
        assert np.abs(scores[..., 1] - wanted[side]).max() < 1e-6
    contents = head_profile(model, ids, (5, position), leave_out=leave_out, tau=0.02)
    apart = np.abs(contents.positional - profile.positional).max((1, 2, 3))
    assert apart[0] < 1e-5 < 1e-3 < apart[1]  # the first layer sees the tokens as they are
    assert profile.summary()["swap_method"] == "tokens" and profile.leave_out == leave_out


@pytest.mark.parametrize("name", ("Llama, grouped", "GPT-J", "Gemma 2"))
@pytest.mark.parametrize("options", ({}, {"tolerance": 0.0}, {"blocks": 2}, {"frequencies": True}))
def test_positions_left_out_are_not_swapped_and_their_weight_is_shared_out(name, options, monkeypatch):
    """As if the keys had never been there, the others where they were; and a key that is left out changes nothing."""
    model, ids = tiny(name), token_ids(1)
    left = head_profile(model, ids, leave_out=(1, 4), tau=0.05, **options)
    seen = []

    def fewer(C, own, *rest, **more):
        keep = [k for k in range(C.shape[-1]) if k not in (0, 3)]
        seen.append(C.shape[-1])
        return laws[bool(more)](C[:, keep][:, :, keep], own, *rest, **more)

    laws = {False: score_layer.swap_scores, True: score_layer.block_scores}
    monkeypatch.setattr(score_layer, "swap_scores", fewer)
    monkeypatch.setattr(score_layer, "block_scores", fewer)
    wanted = head_profile(model, ids, tau=0.05, **{k: v for k, v in options.items() if k != "tolerance"})
    assert set(seen) == {LENGTH - 1} and np.allclose(left.positional, wanted.positional, rtol=0, atol=1e-12)
    assert np.allclose(left.symbolic, wanted.symbolic, rtol=0, atol=1e-12)
    if "frequencies" in options:
        both = [each.frequency_scores.positional for each in (left, wanted)]
        assert np.allclose(*both, rtol=0, atol=1e-12)
    monkeypatch.undo()
    assert np.abs(head_profile(model, ids, tau=0.05, **options).positional - left.positional).max() > 1e-3


def test_effective_swaps_come_with_the_scores():
    model, ids = tiny("Llama"), token_ids(2)
    for blocks, left in ((None, ()), (3, ()), (None, (2,))):
        profile = head_profile(model, ids, tau=0.05, blocks=blocks, leave_out=left)
        assert profile.effective.shape == profile.positional.shape
    whole, pruned = (head_profile(model, ids, tau=0.05, tolerance=tolerance) for tolerance in (None, 1e-3))
    assert np.allclose(whole.effective, pruned.effective, rtol=1e-9)
    with torch.no_grad():
        model.set_attn_implementation("eager")
        given = model(input_ids=ids, output_attentions=True).attentions[0].double()
    D = given[0, 0, -1, :-1].numpy()
    i, j = np.triu_indices(len(D), 1)
    alpha = np.exp(abs(D[i] - D[j]) / 0.05)
    assert np.isclose(whole.effective[0, 0, 0, 0], alpha.sum() ** 2 / (alpha**2).sum(), rtol=1e-5)
    v = D[-6:].reshape(3, 2).mean(1)  # blocks of two, the first two of eight positions in none
    i, j = np.triu_indices(3, 1)
    alpha = np.exp(abs(v[i] - v[j]) / 0.05)
    blocks = head_profile(model, ids, tau=0.05, blocks=3)
    assert np.isclose(blocks.effective[0, 0, 0, 0], alpha.sum() ** 2 / (alpha**2).sum(), rtol=1e-5)


def test_intervals_are_students_over_the_samples():
    from scipy.stats import ttest_1samp

    profile = head_profile(tiny("Llama"), token_ids(4), (5, -1))
    side = (profile.positional - profile.symbolic)[1, 2].mean(1)
    low, high = ttest_1samp(side, 0).confidence_interval(0.95)
    assert np.isclose(profile.half_widths()[1, 2], (high - low) / 2)
    decided = sum(abs(profile.means().positional - profile.means().symbolic)[at] > profile.half_widths()[at]
                  for at in np.ndindex(2, 4))  # fmt: skip
    assert profile.summary()["decided"] == decided and 0 < decided < 8
    pure = (profile.purity(0.45) != 0) & (
        abs(profile.means().positional - profile.means().symbolic) > profile.half_widths()
    )
    assert profile.summary(0.45)["pure_decided"] == pure.sum() <= decided
    assert np.isnan(head_profile(tiny("Llama"), token_ids(1)).half_widths()).all()
    assert head_profile(tiny("Llama"), token_ids(1)).summary()["decided"] is None
    with pytest.raises(InvalidInput, match="level must be"):
        profile.half_widths(1.0)


def test_sliding_window_is_refused_or_restricts_the_swaps():
    model, ids = tiny("Gemma 2", sliding_window=5), token_ids()
    with pytest.raises(InvalidInput, match="sliding window of 5 positions of .*layers.0"):
        head_profile(model, ids)
    wanted = by_brute_force(model, ids, (LENGTH,), window={0: 5})
    assert np.abs(head_profile(model, ids, window="restrict").positional - wanted[0]).max() < 1e-10
    everywhere = by_brute_force(tiny("Gemma 2"), ids, (LENGTH,))
    assert np.abs(everywhere[0] - wanted[0]).max() > 1e-3


@pytest.mark.parametrize("check", (True, False))
@pytest.mark.parametrize("name", ("Mistral", "Phi-3"))
def test_sliding_window_that_stands_in_the_configuration_alone_is_seen(name, check):
    model, ids = tiny(name, sliding_window=5), token_ids()
    with pytest.raises(InvalidInput, match="sliding window of 5 positions of .*layers.0"):
        head_profile(model, ids, check=check)
    wanted = by_brute_force(model, ids, (LENGTH,), window={0: 5, 1: 5})
    assert np.abs(head_profile(model, ids, window="restrict", check=check).positional - wanted[0]).max() < 1e-10


def test_chunks_batches_and_ragged_inputs_do_not_change_the_scores(monkeypatch):
    model, ids = tiny("Qwen3"), token_ids(3)
    whole = head_profile(model, ids)
    monkeypatch.setattr("rope_theory.machines.profiles.score_layer.ENTRIES", 100)
    ragged = [ids[0].tolist(), ids[1, :5].tolist(), ids[1].tolist(), ids[2].tolist()]
    pieces = head_profile(model, ragged, batch_size=2)
    assert np.allclose(pieces.positional[:, :, [0, 2, 3]], whole.positional, rtol=0, atol=1e-12)
    assert pieces.queries.tolist() == [[LENGTH], [5], [LENGTH], [LENGTH]]
    short = head_profile(model, ids[1:2, :5])
    assert np.allclose(pieces.positional[:, :, 1], short.positional[:, :, 0], rtol=0, atol=1e-12)


def test_a_plane_alone_is_the_model_whose_queries_have_that_plane_only():
    # Rows of W_q outside one plane are set to 0: the full score of what remains is the score of the plane.
    ids = token_ids()
    profile = head_profile(tiny("Llama"), ids, frequencies=True)
    assert profile.frequency_scores.positional.shape == (2, 4, 2, 1, 2)
    for plane in (0, 1):
        model = tiny("Llama")
        keep = torch.zeros(4)
        keep[[plane, plane + 2]] = 1
        with torch.no_grad():
            model.model.layers[0].self_attn.q_proj.weight.mul_(keep.repeat(4)[:, None])
        alone = head_profile(model, ids)
        assert np.allclose(profile.frequency_scores.symbolic[0, ..., plane], alone.symbolic[0], rtol=0, atol=1e-12)
    assert np.allclose(profile.frequencies, [[1, 0.01]] * 2, rtol=1e-4)


def test_exclusion_terms_come_with_the_scores():
    terms = head_profile(tiny("GPT-J"), token_ids()).exclusion
    assert terms.positional.shape == (2, 2, 2, 1) and (terms.variance > 0).all()
    assert np.allclose(terms.positional + terms.symbolic, terms.variance + terms.interaction)


@pytest.mark.parametrize("dtype", (torch.float32, torch.bfloat16))
def test_lower_precision_models_are_read_and_near(dtype):
    near = head_profile(tiny("Llama", dtype), token_ids(), tau=0.1)
    exact = head_profile(tiny("Llama"), token_ids(), tau=0.1)
    error = np.abs(near.positional - exact.positional).max()
    assert 0 < error < (1e-4 if dtype is torch.float32 else 0.3)


@pytest.mark.parametrize("dtype", (torch.bfloat16, torch.float16))
def test_an_unknown_class_in_half_precision_is_refused(dtype):
    """There the weights agree to a few parts in a hundred only, which another kind of attention can do as well."""
    name = "GLM, a class not known by name"
    with pytest.raises(InvalidInput, match="must be loaded in float32 or float64 .* got 'GlmAttention in b?float16"):
        head_profile(tiny(name, dtype), token_ids())
    assert head_profile(tiny(name, torch.float32), token_ids()).positional.shape[0] == 2


def test_model_is_left_as_it_was():
    model = tiny("Llama", attn_implementation="sdpa").train()
    before = model.config._attn_implementation
    head_profile(model, token_ids())
    assert model.training and model.config._attn_implementation == before == "sdpa"
    assert not any(module._forward_hooks for module in model.modules())


def test_without_the_check_known_classes_are_read_alike_in_any_implementation():
    unchecked = head_profile(tiny("Llama", attn_implementation="sdpa"), token_ids(), check=False)
    # The softmax of eager attention is computed in float32, which the second layer sees.
    assert np.allclose(unchecked.positional, head_profile(tiny("Llama"), token_ids()).positional, rtol=0, atol=1e-4)
    with pytest.raises(InvalidInput, match="unknown attention class GlmAttention"):
        head_profile(tiny("GLM, a class not known by name"), token_ids(), check=False)


# --- The layer table


def test_window_and_layout_of_each_layer_are_those_of_the_layer_table():
    """OLMo 3's windows are in layer_types, and no attention class of a known name has them."""
    settings = {**FAMILIES["OLMo 2, norms over all heads"][2], "sliding_window": 5, "num_hidden_layers": 3}
    settings["layer_types"] = ["sliding_attention", "full_attention", "sliding_attention"]
    model, ids = build("Olmo3Config", "Olmo3ForCausalLM", settings, torch.float64), token_ids()
    profile = head_profile(model, ids, window="restrict")
    wanted = by_brute_force(model, ids, (LENGTH,), window={0: 5, 2: 5})
    assert np.abs(profile.positional - wanted[0]).max() < 1e-10
    table = json.loads(json.dumps(profile.summary()))["table"]
    assert [(row["layers"], row["window"], row["pairing"]) for row in table] == [
        ([0, 2], 5, "half"),
        ([1], None, "half"),
    ]


def test_a_layer_table_that_the_weights_contradict_is_refused(monkeypatch):
    for change in ({"window": 4}, {"pairing": "adjacent"}):
        right = attention.layer_table

        def wrong(model, right=right, change=change):
            table = right(model)
            return replace(table, table=tuple(replace(each, **change) for each in table.table))

        monkeypatch.setattr(model_module, "layer_table", wrong)
        with pytest.raises(InvalidInput, match="as its layer table says|as many keys as its layer table says"):
            head_profile(tiny("Llama"), token_ids(), window="restrict")
        monkeypatch.undo()


def test_without_a_layer_table_the_layer_itself_decides_the_layout(monkeypatch):
    known = head_profile(tiny("SmolLM3, layers without RoPE"), token_ids())
    monkeypatch.setattr(model_module, "layer_table", lambda model: None)
    found = head_profile(tiny("SmolLM3, layers without RoPE"), token_ids())
    assert np.array_equal(found.positional, known.positional) and found.summary()["table"] is None
    unchecked = head_profile(tiny("Llama"), token_ids(), check=False)
    checked = head_profile(tiny("Llama"), token_ids())
    assert np.allclose(unchecked.positional, checked.positional, rtol=0, atol=1e-4)  # eager softmax is in float32


# --- Sabotage: what is read wrongly is refused, because the keys or the weights that follow are not the layer's own.

KEYS, WEIGHTS = "have keys that are one token's content turned", "weights read from .* are not the layer's own"


def _spoil_layout(monkeypatch):
    right = attention.turn
    monkeypatch.setattr(attention, "turn", lambda *a: right(*a[:3], "adjacent"))


def _spoil_cap(monkeypatch):
    monkeypatch.setattr(LayerInputs, "cap", lambda self, logits: logits)


def _spoil_scale(monkeypatch):
    monkeypatch.setattr(attention, "_scale", lambda module, call: call.key.shape[-1] ** -0.5)


def _spoil_angle(monkeypatch):
    right = attention._tables

    def wrong(*args):
        cosines, sines = right(*args)
        angles = 1.01 * torch.atan2(sines, cosines)
        return angles.cos(), angles.sin()

    monkeypatch.setattr(attention, "_tables", wrong)


def _spoil_groups(monkeypatch):
    monkeypatch.setattr(LayerInputs, "keys_of", lambda self, heads: heads % self.keys.shape[1])


def _spoil_sinks(monkeypatch):
    monkeypatch.setattr(attention, "_sinks", lambda module, call: None)


def _spoil_weight(monkeypatch):
    monkeypatch.setattr(attention, "_norm_weights", lambda module, head_dim: [])


def _spoil_queries(monkeypatch):
    right = attention.Rotation.contents
    monkeypatch.setattr(attention.Rotation, "contents", lambda self, x, queries=False: right(self, x))


def _spoil_end(monkeypatch):
    monkeypatch.setattr(torch.Tensor, "roll", lambda self, *a: self)


SPOILT = {
    "layout": (_spoil_layout, "Gemma 2", KEYS),
    "cap": (_spoil_cap, "Gemma 2", WEIGHTS),
    "scale": (_spoil_scale, "Gemma 2", WEIGHTS),
    "angle": (_spoil_angle, "Gemma 2", KEYS),
    "groups": (_spoil_groups, "Gemma 2", WEIGHTS),
    "sinks": (_spoil_sinks, "GPT-OSS, sinks", WEIGHTS),
    "norm after the rotation": (_spoil_weight, "Hunyuan, norms after the rotation", KEYS),
    "norm of the queries": (_spoil_queries, "Hunyuan, norms after the rotation", WEIGHTS),
    "rotary dimensions last": (_spoil_end, "DeepSeek V3, latent", KEYS),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_layer_read_wrongly_is_refused(case, monkeypatch):
    spoil, name, says = SPOILT[case]
    model = tiny(name)
    spoil(monkeypatch)
    with pytest.raises(InvalidInput, match=says):
        head_profile(model, token_ids())


@pytest.mark.parametrize("case", ("cap", "scale", "groups"))
def test_without_the_check_a_layer_read_wrongly_is_seen_by_brute_force(case, monkeypatch):
    spoil, name, _ = SPOILT[case]
    wanted = by_brute_force(tiny(name), token_ids(), (LENGTH,))
    spoil(monkeypatch)
    assert np.abs(head_profile(tiny(name), token_ids(), check=False).positional - wanted[0]).max() > 1e-4


def test_keys_that_mix_neighbouring_tokens_are_refused(monkeypatch):
    """As after a convolution over positions: a swap would change other keys, too."""
    model = tiny("Llama")
    projection = model.model.layers[0].self_attn.k_proj
    handle = projection.register_forward_hook(lambda module, given, output: output + 0.01 * output.roll(1, 1))
    with pytest.raises(InvalidInput, match=f"{KEYS}.*layers.0"):
        head_profile(model, token_ids())
    handle.remove()
    assert head_profile(model, token_ids()).positional.shape == (2, 4, 2, 1)


@pytest.mark.parametrize("bias, says", ((0.5, "add nothing to the logits"), (-1e-3, "add nothing to the logits")))
def test_a_mask_that_adds_to_the_logits_is_refused(bias, says):
    model = tiny("Llama")

    def biased(module, args, kwargs):
        mask = kwargs["attention_mask"].clone()
        mask[..., 0] += bias
        return args, {**kwargs, "attention_mask": mask}

    model.model.layers[1].self_attn.register_forward_pre_hook(biased, with_kwargs=True)
    with pytest.raises(InvalidInput, match=says):
        head_profile(model, token_ids())


def test_a_mask_that_depends_on_the_contents_is_refused(monkeypatch):
    right = attention.heard

    def chosen(module, args, kwargs, order=None, whole=False):
        call = right(module, args, kwargs, order, whole)
        if order is None:
            return call
        mask = call.mask.clone()
        mask[..., -1, 2] = torch.finfo(mask.dtype).min
        return replace(call, mask=mask)

    monkeypatch.setattr(attention, "heard", chosen)
    with pytest.raises(InvalidInput, match="does not depend on contents"):
        head_profile(tiny("Llama"), token_ids())


# --- Bad input


def _nan_model():
    model = tiny("Llama")
    with torch.no_grad():
        model.model.layers[1].self_attn.k_proj.weight[0, 0] = torch.nan
    return model


SMALL = dict(
    vocab_size=VOCABULARY, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, bos_token_id=0, eos_token_id=0
)
REFUSED = {
    "GPT-2": ("GPT2Config", "GPT2LMHeadModel", dict(vocab_size=VOCABULARY, n_embd=16, n_layer=1, n_head=2), "GPT2Attention"),
    "OPT": ("OPTConfig", "OPTForCausalLM", {**SMALL, "ffn_dim": 16, "word_embed_proj_dim": 16}, "must use RoPE"),
    "BLOOM": ("BloomConfig", "BloomForCausalLM", dict(vocab_size=VOCABULARY, hidden_size=16, n_layer=1, n_head=2), "BloomAttention"),
    "Falcon": ("FalconConfig", "FalconForCausalLM", {**SMALL, "attn_implementation": "eager"}, "Falcon"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_models_without_rope_or_of_unknown_attention_are_refused(name):
    config, model, settings, says = REFUSED[name]
    with pytest.raises(InvalidInput, match=says) as caught:
        head_profile(build(config, model, settings, torch.float32), token_ids())
    assert caught.value.argument == "model"


BAD = {
    "first position": ((token_ids(), 2), {}, "queries", "two earlier positions"),
    "short input": (([[1, 2]],), {}, "queries", "two earlier positions"),
    "beyond the input": ((token_ids(), LENGTH + 1), {}, "queries", "within"),
    "before the input": ((token_ids(), -LENGTH - 1), {}, "queries", "within"),
    "position 0": ((token_ids(), 0), {}, "queries", "within"),
    "no query": ((token_ids(), ()), {}, "queries", "empty"),
    "a float position": ((token_ids(), 3.5), {}, "queries", "position"),
    "no sample": (([],), {}, "inputs", "empty"),
    "text": ((["The fox"],), {}, "inputs", "token ids"),
    "one sequence, not a list of them": (([1, 2, 3, 4],), {}, "inputs", "token ids"),
    "floats": ((torch.rand(2, 5),), {}, "inputs", "token ids"),
    "three dimensions": ((torch.zeros(2, 5, 3, dtype=torch.long),), {}, "inputs", "token ids"),
    "an id beyond the vocabulary": (([[1, 2, 3, VOCABULARY]],), {}, "inputs", "0..39"),
    "window": ((token_ids(),), {"window": "ignore"}, "window", "refuse"),
    "batch size": ((token_ids(),), {"batch_size": 0}, "batch_size", "at least 1"),
    "tau": ((token_ids(),), {"tau": 0.0}, "tau", "positive"),
    "several taus": ((token_ids(),), {"tau": (0.1, 1.0)}, "tau", "a number"),
    "blocks": ((token_ids(),), {"blocks": LENGTH}, "blocks", "at most"),
    "position 0 left out": ((token_ids(),), {"leave_out": (0,)}, "leave_out", "at least 1"),
    "all but one left out": ((token_ids(),), {"leave_out": range(1, LENGTH - 1)}, "leave_out", f"here that at {LENGTH}"),
    "all but one, tokens": ((token_ids(), 4), {"leave_out": (1, 2), "swap_method": "tokens"}, "leave_out", "two other"),
    "a method": ((token_ids(),), {"swap_method": "rows"}, "swap_method", "contents, tokens"),
    "tokens in blocks": ((token_ids(),), {"swap_method": "tokens", "blocks": 2}, "swap_method", "with blocks"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_by_name(case):
    arguments, options, argument, says = BAD[case]
    with pytest.raises(InvalidInput, match=says) as caught:
        head_profile(tiny("Llama"), *arguments, **options)
    assert caught.value.argument == argument


def test_inputs_beyond_a_table_of_positions_are_refused():
    with pytest.raises(InvalidInput, match="at most 32 tokens long"):
        head_profile(tiny("GPT-J"), token_ids(length=33))


def test_nan_logits_are_refused():
    with pytest.raises(InvalidInput, match="finite logits of .*layers.1"):
        head_profile(_nan_model(), token_ids())


def test_no_hook_stays_after_a_refusal():
    model = _nan_model()
    with pytest.raises(InvalidInput):
        head_profile(model, token_ids())
    assert not any(module._forward_hooks for module in model.modules())
