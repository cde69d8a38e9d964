"""Every language model of transformers with rotary code, made tiny and profiled, against executed swaps.

`python tests/profiled.py` writes docs/profiled.md (extra `models`). For each model type a tiny model with random weights
is made in float64; `head_profile` scores it, and so does a check that shares nothing with it: the hidden states of two
tokens are exchanged before each attention layer, the layer's own code runs, and the attention weights that it returns
are compared with those before.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import itertools
import re
import sys
import warnings
from pathlib import Path

import numpy as np
import torch
import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from rope_theory.core.errors import InvalidInput
from rope_theory.machines.profiles import head_profile
from rope_theory.machines.profiles.hearing import attention_modules, body_of
from rope_theory.machines.profiles.model import no_cache
from tests.brute_force_heads import calls_of, float64_attention

_spec = importlib.util.spec_from_file_location("supported", Path(__file__).with_name("supported.py"))
supported = importlib.util.module_from_spec(_spec)
sys.modules.setdefault("supported", supported)
_spec.loader.exec_module(supported)

TARGET = Path(__file__).parents[1] / "docs" / "profiled.md"
LENGTH, QUERIES, TAU, VOCABULARY = 9, (5, 9), 0.1, 96
#: Weights of a model that is still tiny: types with other parts have more.
LARGEST = 30_000_000
#: Largest difference of two scores: some classes turn in float32 whatever the weights are.
ALLOWED = 2e-6
#: Settings of tiny models, for every configuration that has the key.
SMALL = {
    "vocab_size": VOCABULARY, "hidden_size": 32, "n_embd": 32, "d_model": 32, "intermediate_size": 24, "ffn_dim": 24, "n_inner": 24,
    "num_hidden_layers": 4, "n_layer": 4, "n_layers": 4, "num_attention_heads": 4, "n_head": 4, "n_heads": 4, "num_key_value_heads": 2,
    "head_dim": 8, "rotary_dim": 4, "max_position_embeddings": 64, "n_positions": 64, "n_ctx": 64,
    "q_lora_rank": 12, "kv_lora_rank": 12, "qk_nope_head_dim": 6, "qk_rope_head_dim": 4, "v_head_dim": 6, "qk_head_dim": 10,
    "num_experts": 4, "num_local_experts": 4, "n_routed_experts": 4, "moe_num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 8,
    "shared_expert_intermediate_size": 8, "moe_topk": 2, "n_group": 1, "topk_group": 1, "n_shared_experts": 1, "intermediate_size_mlp": 24,
    "linear_num_key_heads": 2, "linear_num_value_heads": 2, "linear_key_head_dim": 4, "linear_value_head_dim": 4,
    "mamba_n_heads": 4, "mamba_d_head": 16, "mamba_d_state": 8, "mamba_n_groups": 1, "mamba_expand": 2, "mamba_num_heads": 4, "mamba_head_dim": 16,
    "bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0, "kv_channels": 8, "sliding_window": 64, "attention_chunk_size": 64,
    "local_attention": 128, "window_size": 64, "attention_window_size": 64, "attention_dropout": 0.0, "hidden_dropout": 0.0,
    "lru_width": 32, "index_n_heads": 2, "index_head_dim": 8, "index_topk": 64, "hidden_size_per_layer_input": 8, "vocab_size_per_layer_input": VOCABULARY,
    "laurel_rank": 4, "altup_num_inputs": 2, "num_kv_shared_layers": 0, "cross_attention_layers": [],
}  # fmt: skip


def settings(name: str) -> dict:
    """Of a tiny model: what its configuration has of `SMALL`, and what its class needs beside that."""
    has = {key for key, value in CONFIG_MAPPING[name]().to_dict().items() if value is not None}
    found = {**supported.OVERRIDES.get(name, {}), **{key: value for key, value in SMALL.items() if key in has}}
    if {"head_dim", "qk_rope_head_dim"} <= has:
        found |= {"head_dim": SMALL["qk_rope_head_dim"]}
    if "qk_rope_head_dim" in has:
        found |= {"num_key_value_heads": SMALL["num_attention_heads"]}
    return {key: value for key, value in (found | MORE.get(name, {})).items() if value is not None}


_AXES = {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [2, 1, 1]}}
_HALF = {"hidden_size": 64, "rope_parameters": {**_AXES["rope_parameters"], "partial_rotary_factor": 0.5}}
_HEADS = {"num_key_value_heads": 2, "head_dim": 8}
_TWO = [{"rope_type": "default", "rope_theta": theta} for theta in (10000.0, 100.0)]
#: What single classes need.
MORE: dict[str, dict] = {
    "bamba": {"attn_layer_indices": [1, 3]},
    "cohere_compass_text": {"rope_parameters": {"full_attention": _TWO[0], "sliding_attention": _TWO[1]}},
    "cosmos3_edge_text": _AXES,
    "dbrx": {"d_model": 32, "n_heads": 4, "attn_config": {"kv_n_heads": 2, "clip_qkv": 8.0, "rope_theta": 10000.0},
             "ffn_config": {"ffn_hidden_size": 16, "moe_num_experts": 2}},
    "deepseek_ocr2_text": {"mlp_layer_types": ["dense"] * 4},
    "ernie4_5_moe": {"moe_k": 2},
    "ernie4_5_vl_moe_text": {"moe_intermediate_size": [8, 8], "moe_k": 2, **_AXES},
    "esm": {"vocab_size": VOCABULARY},
    "esmc": {"num_key_value_heads": 4},
    "falcon_h1": {"mamba_d_ssm": 64},
    "flint": {"sliding_window": 64},
    "glm4_moe": {"head_dim": 8},
    "glm4v_moe_text": {**_HALF, "head_dim": 16, "num_attention_heads": 4},
    "glm4v_text": _HALF,
    "glm_image_text": _HALF,
    "glm_ocr_text": {**_HALF, "head_dim": 16},
    "gpt_neox": {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.5}},
    "granite_docling_text": {"attention_multiplier": 0.35},
    "hunyuan_v1_dense": _HEADS,
    "hunyuan_v1_moe": _HEADS,
    "hunyuan_vl_text": {**_HEADS, "rope_parameters": {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": [1, 1, 1, 1]}},
    "lfm2_moe": {"layer_types": ["conv", "full_attention"] * 2},
    "ministral": _HEADS,
    "nemotron": _HEADS,
    "nemotron_h": {"mamba_num_heads": 4, "mamba_head_dim": 16},
    "paddleocr_vl_text": _AXES,
    "qwen2_5_omni_talker": _AXES,
    "qwen2_5_omni_text": _AXES,
    "qwen2_5_vl_text": _AXES,
    "qwen2_vl_text": _AXES,
    "qwen3_omni_moe_talker_text": {"shared_expert_intermediate_size": 8},
    "qwen3_omni_moe_text": {"head_dim": 8, **_AXES},
    "step3p5": {"sliding_window": 64},
    "t5gemma2_text": {"dropout_rate": 0.0},
    "zaya": {"num_experts_per_tok": 1, "router_hidden_size": 8},
}  # fmt: skip


def tiny(name: str, gain: float = 6.0):
    """The model of a type, seeded, in float64, weights enlarged so that attention is uneven."""
    torch.manual_seed(0)
    config = CONFIG_MAPPING[name](**settings(name))
    config._attn_implementation = config._experts_implementation = "eager"
    kind = supported.oracle.model_class(config)
    with (
        torch.device("meta"),
        contextlib.suppress(RuntimeError, NotImplementedError),
    ):  # classes that compute as they are made
        count = sum(weight.numel() for weight in kind(config).parameters())
        if count > LARGEST:
            raise ValueError(f"{count} weights")
    model = kind(config).double().eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.nan_to_num_(0.0).mul_(gain if weight.ndim > 1 else 1)
            weight.add_(torch.randn_like(weight) * (0.2 if weight.ndim == 1 else 0))
    return model


def token_ids() -> torch.Tensor:
    return torch.randint(1, VOCABULARY - 1, (2, LENGTH), generator=torch.Generator().manual_seed(3))


def by_swaps(model, ids: torch.Tensor) -> np.ndarray:
    """(2, layers, heads, samples, queries): both scores, every swap run through the layer's own code."""
    body, modules = body_of(model), attention_modules(model)
    calls = calls_of(body, modules, ids)
    with float64_attention(body), torch.no_grad():
        found = [
            torch.stack([_executed(module, *calls[name], p) for p in QUERIES], -1) for name, module in modules.items()
        ]
    return torch.stack(found, 1).transpose(2, 3).numpy()


def _executed(module, args, kwargs, position: int) -> torch.Tensor:
    """(2, batch, heads): both scores of the query at `position` (from 1), over swaps of the other tokens that it sees."""
    row = position - 1
    before = _weights(module, args, kwargs, range(LENGTH))[:, :, row]
    others = [k for k in range(LENGTH) if k != row and float(before[..., k].max()) > 0]
    apart, values = [], []
    for i, j in itertools.combinations(others, 2):
        order = [{i: j, j: i}.get(k, k) for k in range(LENGTH)]
        after = _weights(module, args, kwargs, order)[:, :, row, [i, j]]
        cosine = torch.nn.functional.cosine_similarity
        values.append([cosine(after, before[..., pair], dim=-1, eps=0) for pair in ([i, j], [j, i])])
        apart.append((before[..., i] - before[..., j]).abs())
    alpha = (torch.stack(apart) / TAU).softmax(0)
    return torch.stack([(alpha * torch.stack(side)).sum(0) for side in zip(*values, strict=True)])


def _weights(module, args, kwargs, order) -> torch.Tensor:
    """(batch, heads, n, n): what the layer's own attention function returns for the hidden states in another order."""
    given = inspect.signature(module.forward).bind(*args, **kwargs)
    given.arguments["hidden_states"] = given.arguments["hidden_states"][:, list(order)]
    space, kept = inspect.unwrap(type(module).forward).__globals__, []
    own = space.get("eager_attention_forward")
    if own is None:  # GPT-J
        return module.forward(*given.args, **given.kwargs)[1]
    space["eager_attention_forward"] = lambda *a, **k: kept.append(own(*a, **k)) or kept[-1]
    try:
        module.forward(*given.args, **given.kwargs)
    finally:
        space["eager_attention_forward"] = own
    return kept[-1][1]


def status(name: str) -> tuple[str, str]:
    """(status, words) of one model type, see `STATUSES`."""
    for gain in (6.0, 40.0):
        try:
            model = tiny(name, gain)
            body, ids = body_of(model), token_ids()
            with torch.no_grad():
                body(input_ids=ids, **no_cache(body))
        except Exception as problem:
            return "not made", f"a tiny model does not run on tokens alone ({type(problem).__name__})"
        try:
            profile = head_profile(model, ids, QUERIES, tau=TAU, window="restrict")
        except InvalidInput as problem:
            return "refused", re.sub(r" \(off by [^)]*\)", "", str(problem))
        wanted = by_swaps(model, ids)
        error = max(abs(profile.positional - wanted[0]).max(), abs(profile.symbolic - wanted[1]).max())
        if not error < ALLOWED:
            return "WRONG", f"off by {error:.1e}"
        if np.ptp(wanted) > 0.02:
            return "right", ""
    return "not made", "a tiny model's scores hardly differ"


def survey(only: set[str] | None = None) -> dict[str, tuple[str, str]]:
    """{model type: (status, words)} for every type that is the language model itself."""
    transformers.logging.set_verbosity_error()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    found = {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name, config in supported.language_types():
                if config.get_text_config(decoder=True).model_type == name and (not only or name in only):
                    found[name] = _checked(name)
                    print(name, *found[name], file=sys.stderr, flush=True)
    finally:
        torch.set_num_threads(threads)
    return found


def _checked(name: str) -> tuple[str, str]:
    try:
        return status(name)
    except Exception as problem:  # anything but scores or a named refusal is wrong
        return "WRONG", repr(problem)


STATUSES = {
    "right": "every head of every layer has the scores of executed swaps",
    "refused": "the profiler gives an error that says why",
    "not made": "no tiny model of the type says anything here: it takes more than tokens, or other settings",
    "WRONG": "must be empty",
}


def page(rows: dict[str, tuple[str, str]]) -> str:
    """docs/profiled.md."""
    counts = {status: sum(1 for found, _ in rows.values() if found == status) for status in STATUSES}
    ran = len(rows) - counts["not made"]
    lines = [
        "# Model types and head scores",
        "",
        f"`head_profile` on tiny models of {len(rows)} model types of transformers {transformers.__version__}, random weights, float64; {ran} ran.",
        "Every head, two samples and two queries, is compared with swaps that are executed: the hidden states of two tokens are",
        "exchanged before the attention layer, and its own code runs. What real weights add to that is the check of each layer",
        f"that `head_profile` makes itself. Scores differ by less than {ALLOWED:g} at τ = {TAU:g} (some classes turn in float32).",
        "Written by `python tests/profiled.py`, checked by `tests/test_profiled.py`.",
        "",
        *(f"* **{status}**: {counts[status]} — {words}" for status, words in STATUSES.items()),
        "",
        "| model type | | |",
        "|---|---|---|",
        *(f"| {name} | {status} | {supported._cell(words)} |" for name, (status, words) in rows.items()),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:]:
        for name, row in survey(set(sys.argv[1:])).items():
            print(name, *row, flush=True)
    else:
        TARGET.write_text(page(survey()), encoding="utf-8")
