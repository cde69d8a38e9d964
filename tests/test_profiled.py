"""docs/profiled.md: tiny models of the types of transformers, profiled and compared with executed swaps."""

import importlib.util
import os
import sys
from pathlib import Path

import numpy as np
import pytest

PAGE = Path(__file__).parents[1] / "docs" / "profiled.md"
TRANSFORMERS = all(importlib.util.find_spec(name) for name in ("torch", "transformers"))
needs_transformers = pytest.mark.skipif(
    not TRANSFORMERS,
    reason="COMPARISON NOT RUN: torch and transformers (extra `models`) are not both installed",
)
#: Latent attention, sinks, gates, norms after the rotation, attention both ways, hybrids, windows, three axes, tables in
#: the layer itself, layers without a table; and types that must be refused.
ALWAYS = (
    "bamba", "codegen", "deepseek_v2", "deepseek_v3", "esm", "glm4_moe_lite", "gpt_oss", "hunyuan_v1_dense", "jetmoe", "llama4_text",
    "minicpm3", "modernbert", "moshi", "muse_glimmer_text", "nanochat", "openai_privacy_filter", "qwen2_vl_text", "qwen3_next",
    "doge", "falcon", "granite_swa",
)  # fmt: skip


def profiled():
    if "profiled" not in sys.modules:
        spec = importlib.util.spec_from_file_location("profiled", Path(__file__).with_name("profiled.py"))
        sys.modules["profiled"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["profiled"])
    return sys.modules["profiled"]


def rows() -> dict[str, tuple[str, str]]:
    cells = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return {row[1].strip(): (row[2].strip(), row[3].strip()) for row in cells if row[1].strip() != "model type"}


def test_nothing_on_the_page_is_wrong_and_every_refusal_has_its_reason():
    found = rows()
    statuses = [status for status, _ in found.values()]
    assert statuses.count("WRONG") == 0 and statuses.count("right") >= 130
    assert statuses.count("right") >= 0.85 * (len(found) - statuses.count("not made"))
    assert all(words for status, words in found.values() if status != "right")
    assert {found[name][0] for name in ALWAYS[:-3]} == {"right"} and {found[name][0] for name in ALWAYS[-3:]} == {
        "refused"
    }


@needs_transformers
def test_page_is_what_the_profiler_does_now():
    import transformers

    if f"transformers {transformers.__version__}," not in PAGE.read_text(encoding="utf-8"):
        pytest.skip("COMPARISON NOT RUN: the page is for another version of transformers")
    whole = os.environ.get("ROPE_ORACLE_WHOLE") == "1"  # every type: about 5 minutes
    found = profiled().survey(None if whole else set(ALWAYS))
    assert {name: row[0] for name, row in found.items()} == {name: rows()[name][0] for name in found}
    assert set(found) == (set(rows()) if whole else set(ALWAYS))
    assert not whole or PAGE.read_text(encoding="utf-8") == profiled().page(found)


@needs_transformers
@pytest.mark.parametrize("name", ("gpt_oss", "modernbert", "qwen3_next"))
def test_the_comparison_notices_what_the_profiler_must_not_forget(name, monkeypatch):
    """Without the check of each layer: sinks, the keys after the query, the gate beside the query."""
    from rope_theory.machines.profiles import attention, head_profile, score_layer
    from rope_theory.machines.profiles.attention import LayerInputs

    oracle = profiled()
    model, ids = oracle.tiny(name), oracle.token_ids()
    wanted = oracle.by_swaps(model, ids)
    monkeypatch.setattr(score_layer, "agreed_layout", lambda layer, position: layer.layout)

    def off():
        profile = head_profile(model, ids, oracle.QUERIES, tau=oracle.TAU, window="restrict")
        return max(abs(profile.positional - wanted[0]).max(), abs(profile.symbolic - wanted[1]).max())

    assert off() < oracle.ALLOWED
    if name == "gpt_oss":
        monkeypatch.setattr(LayerInputs, "with_sink", lambda self, own, heads: own)
    elif name == "modernbert":
        right = LayerInputs.order
        monkeypatch.setattr(LayerInputs, "order", lambda self, p: right(self, p)[right(self, p) < p])
    else:
        right = attention.heard

        def halved(*args, **kwargs):  # as if the projection's first half were the query of every head
            from dataclasses import replace

            call = right(*args, **kwargs)
            return replace(call, query=call.query.roll(1, 1))

        monkeypatch.setattr(attention, "heard", halved)
    assert off() > 1e-3


@needs_transformers
def test_a_model_of_several_parts_is_profiled_in_its_language_model():
    import torch
    import transformers

    from rope_theory.machines.profiles import head_profile

    small = {"hidden_size": 32, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4}
    config = transformers.Gemma3Config(
        text_config={**small, "num_key_value_heads": 2, "head_dim": 8, "vocab_size": 60, "sliding_window": 32},
        vision_config={**small, "image_size": 28, "patch_size": 14}, mm_tokens_per_image=4,
    )  # fmt: skip
    torch.manual_seed(0)
    whole = transformers.Gemma3ForConditionalGeneration(config).eval()
    ids = torch.randint(0, 50, (2, 9), generator=torch.Generator().manual_seed(0))
    found, part = head_profile(whole, ids), head_profile(whole.model.language_model, ids)
    assert len(found.layers) == 2 and np.array_equal(found.positional, part.positional)
