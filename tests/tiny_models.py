"""Tiny randomly initialised decoders of each family, in float64, with weights large enough for uneven attention."""

from __future__ import annotations

import torch

VOCABULARY, LENGTH = 40, 9
_COMMON = dict(
    vocab_size=VOCABULARY,
    hidden_size=16,
    intermediate_size=24,
    num_hidden_layers=2,
    num_attention_heads=4,
    bos_token_id=0,
    eos_token_id=0,
    pad_token_id=0,
)
_GROUPED = {**_COMMON, "num_key_value_heads": 2}
_GPTJ = dict(vocab_size=VOCABULARY, n_embd=16, n_layer=2, n_positions=32, bos_token_id=0, eos_token_id=0)
_GEMMA = {**_GROUPED, "head_dim": 6, "query_pre_attn_scalar": 10, "attn_logit_softcapping": 2.0}

#: Name: (configuration class, model class, settings).
FAMILIES = {
    "GPT-J": ("GPTJConfig", "GPTJModel", {**_GPTJ, "n_head": 2, "rotary_dim": 4}),
    "GPT-J, one head, all rotary": ("GPTJConfig", "GPTJForCausalLM", {**_GPTJ, "n_head": 1, "rotary_dim": 16}),
    "Llama": ("LlamaConfig", "LlamaForCausalLM", _COMMON),
    "Llama, grouped": ("LlamaConfig", "LlamaModel", _GROUPED),
    "Gemma 2": ("Gemma2Config", "Gemma2ForCausalLM", {**_GEMMA, "sliding_window": 32}),
    "Qwen2": ("Qwen2Config", "Qwen2ForCausalLM", _GROUPED),
    "Qwen3": ("Qwen3Config", "Qwen3ForCausalLM", {**_GROUPED, "head_dim": 6}),
    "Mistral": ("MistralConfig", "MistralForCausalLM", {**_GROUPED, "sliding_window": None}),
    "GPT-NeoX, partial": (
        "GPTNeoXConfig",
        "GPTNeoXForCausalLM",
        {**_COMMON, "hidden_size": 32, "rope_parameters": {"rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 0.5}},
    ),
    "Phi, partial, with norms": (
        "PhiConfig",
        "PhiForCausalLM",
        {
            **_GROUPED,
            "hidden_size": 32,
            "qk_layernorm": True,
            "rope_parameters": {"rope_type": "default", "rope_theta": 100.0, "partial_rotary_factor": 0.5},
        },
    ),
    "Phi-3": ("Phi3Config", "Phi3ForCausalLM", _GROUPED),
    "GLM, a class not known by name": ("GlmConfig", "GlmForCausalLM", {**_GROUPED, "head_dim": 8}),
    "Cohere, keys turned in float32": ("CohereConfig", "CohereForCausalLM", _GROUPED),
    "OLMo 2, norms over all heads": ("Olmo2Config", "Olmo2ForCausalLM", _GROUPED),
    "CodeGen": ("CodeGenConfig", "CodeGenForCausalLM", {**_GPTJ, "n_head": 4, "rotary_dim": 4, "n_ctx": 32}),
    "Llama 4, keys turned in float32": (
        "Llama4TextConfig",
        "Llama4ForCausalLM",
        {**_GROUPED, "head_dim": 4, "intermediate_size_mlp": 24, "num_local_experts": 2},
    ),
    "SmolLM3, layers without RoPE": ("SmolLM3Config", "SmolLM3ForCausalLM", {**_GROUPED, "num_hidden_layers": 4}),
}  # fmt: skip
#: More of them, whose keys are no projection's output; tests/profiled.py compares these types with executed swaps.
OTHERS = {
    "DeepSeek V3, latent": (
        "DeepseekV3Config",
        "DeepseekV3ForCausalLM",
        {
            **_COMMON,
            "num_key_value_heads": 4,
            "q_lora_rank": 12,
            "kv_lora_rank": 12,
            "qk_nope_head_dim": 6,
            "qk_rope_head_dim": 4,
            "v_head_dim": 6,
            "first_k_dense_replace": 2,
        },
    ),
    "GPT-OSS, sinks": (
        "GptOssConfig",
        "GptOssForCausalLM",
        {**_GROUPED, "head_dim": 8, "num_local_experts": 2, "num_experts_per_tok": 1, "sliding_window": 32},
    ),
    "Hunyuan, norms after the rotation": (
        "HunYuanDenseV1Config",
        "HunYuanDenseV1ForCausalLM",
        {**_GROUPED, "head_dim": 8},
    ),
    "Nanochat, turned the other way": ("NanoChatConfig", "NanoChatForCausalLM", {**_GROUPED, "head_dim": 8}),
}


def tiny(name: str, dtype=torch.float64, **changes):
    """The model of a family, seeded; `changes` to its settings."""
    config, model, settings = (FAMILIES | OTHERS)[name]
    return build(config, model, {**settings, **changes}, dtype)


def build(config: str, model: str, settings: dict, dtype=torch.float64):
    """A model by the names of its classes, seeded, weights enlarged."""
    import transformers

    torch.manual_seed(0)
    made = getattr(transformers, model)(getattr(transformers, config)(**settings)).double()
    with torch.no_grad():
        for weight in made.parameters():
            weight.mul_(8 if weight.ndim == 2 else 1)
            weight.add_(torch.randn_like(weight) * (0.1 if weight.ndim == 1 else 0))
    return made.to(dtype)


def token_ids(samples: int = 2, length: int = LENGTH, seed: int = 3) -> torch.Tensor:
    return torch.randint(0, VOCABULARY, (samples, length), generator=torch.Generator().manual_seed(seed))
