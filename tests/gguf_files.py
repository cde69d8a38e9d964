"""Tiny models written as GGUF files by the package's own writer, with what llama.cpp does to weights written out anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.tiny_models import build

_TINY = dict(
    vocab_size=40,
    hidden_size=32,
    intermediate_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=64,
    rms_norm_eps=1e-5,
    bos_token_id=0,
    eos_token_id=0,
    pad_token_id=0,
)
_ROPE = {"rope_type": "default", "rope_theta": 5000.0}

#: Name: (architecture in GGUF, configuration class, model class, settings).
MODELS = {
    "Llama": ("llama", "LlamaConfig", "LlamaForCausalLM", {**_TINY, "rope_parameters": _ROPE}),
    "Llama, biases, tied": (
        "llama",
        "LlamaConfig",
        "LlamaForCausalLM",
        {**_TINY, "rope_parameters": _ROPE, "attention_bias": True, "tie_word_embeddings": True},
    ),
    "Llama, linear": (
        "llama",
        "LlamaConfig",
        "LlamaForCausalLM",
        {**_TINY, "rope_parameters": {**_ROPE, "rope_type": "linear", "factor": 4.0}},
    ),
    "Qwen2": ("qwen2", "Qwen2Config", "Qwen2ForCausalLM", {**_TINY, "rope_parameters": _ROPE}),
    "Qwen3": ("qwen3", "Qwen3Config", "Qwen3ForCausalLM", {**_TINY, "rope_parameters": _ROPE, "head_dim": 6}),
    "Gemma 3": (
        "gemma3",
        "Gemma3TextConfig",
        "Gemma3ForCausalLM",
        {
            **_TINY,
            "num_hidden_layers": 6,
            "head_dim": 10,
            "query_pre_attn_scalar": 10,
            "sliding_window": 4,
            "rope_parameters": {
                "full_attention": {**_ROPE, "rope_type": "linear", "factor": 8.0},
                "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
            },
        },
    ),
}
#: Name in transformers: name in GGUF. Gemma's norms are named in their own table.
NAMES = {
    "model.embed_tokens": "token_embd",
    "model.norm": "output_norm",
    "lm_head": "output",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
GEMMA = {
    "post_attention_layernorm": "post_attention_norm",
    "pre_feedforward_layernorm": "ffn_norm",
    "post_feedforward_layernorm": "post_ffw_norm",
}


def model(name: str):
    """The source model, in float32."""
    import torch

    _, config, kind, settings = MODELS[name]
    return build(config, kind, settings, torch.float32)


def write(
    path: Path, name: str, *, permute=True, norms=True, drop=(), extra=(), quantise=None, tokenizer=False, **keys
) -> Path:
    """The model of that name as a GGUF file.

    Args:
        permute, norms: do what llama.cpp does to the rows of query and key (Llama), to weights of norms (Gemma).
        drop: tensors, by their names in GGUF, to leave out.
        extra: names of tensors to add, of ones.
        quantise: a type of `gguf`, for matrices.
        tokenizer: write a vocabulary, too.
        keys: of the architecture, dots as two underscores, to add or to put in place of what is written.
    """
    import gguf

    architecture, _, _, settings = MODELS[name]
    source = model(name)
    writer = gguf.GGUFWriter(path, architecture)
    config = source.config
    head_dim = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    gemma = architecture == "gemma3"
    rope = config.rope_parameters["full_attention"] if gemma else config.rope_parameters
    values = {
        "block_count": config.num_hidden_layers,
        "context_length": config.max_position_embeddings,
        "embedding_length": config.hidden_size,
        "feed_forward_length": config.intermediate_size,
        "attention.head_count": config.num_attention_heads,
        "attention.head_count_kv": config.num_key_value_heads,
        "attention.layer_norm_rms_epsilon": float(config.rms_norm_eps),
        "rope.freq_base": float(rope["rope_theta"]),
    }
    if architecture in ("qwen3", "gemma3"):
        values |= {"attention.key_length": head_dim, "attention.value_length": head_dim}
    if architecture == "llama":
        values |= {"rope.dimension_count": head_dim, "vocab_size": config.vocab_size}
    if gemma:
        values["attention.sliding_window"] = config.sliding_window
    if rope["rope_type"] == "linear":
        values |= {"rope.scaling.type": "linear", "rope.scaling.factor": float(rope["factor"])}
    values |= {key.replace("__", "."): value for key, value in keys.items()}
    for key, value in values.items():
        if value is not None:
            add = {int: writer.add_uint32, float: writer.add_float32, str: writer.add_string}[type(value)]
            add(f"{architecture}.{key}", value)
    if tokenizer:
        writer.add_tokenizer_model("gpt2")
        writer.add_tokenizer_pre("smollm")
        alphabet = ["<|end|>", "Ġ", *"0123456789abcdefghijklmnopqrstu", "Ġa", "Ġb", "ab", "Ġab"]
        writer.add_token_list(alphabet + [f"<{k}>" for k in range(config.vocab_size - len(alphabet))])
        writer.add_token_types([3] + [1] * (config.vocab_size - 1))
        writer.add_token_merges(["Ġ a", "Ġ b", "a b", "Ġa b"])
    for key, weight in source.state_dict().items():
        if key == "lm_head.weight" and config.tie_word_embeddings:
            continue
        array = weight.numpy().copy()
        stem, _, suffix = key.rpartition(".")
        if permute and architecture == "llama" and stem.endswith(("q_proj", "k_proj")):
            heads = config.num_attention_heads if stem.endswith("q_proj") else config.num_key_value_heads
            array = array.reshape(heads, 2, head_dim // 2, -1).swapaxes(1, 2).reshape(array.shape)
        if norms and gemma and key.endswith("norm.weight"):
            array = array + 1
        if stem.startswith("model.layers."):
            layer, _, part = stem.removeprefix("model.layers.").partition(".")
            stem = f"blk.{layer}.{(GEMMA if gemma and part in GEMMA else NAMES)[part]}"
        else:
            stem = NAMES[stem]
        if f"{stem}.{suffix}" in drop:
            continue
        if quantise is not None and array.ndim == 2:
            packed = gguf.quants.quantize(array.astype(np.float32), quantise)
            writer.add_tensor(f"{stem}.{suffix}", packed, raw_dtype=quantise)
        else:
            writer.add_tensor(f"{stem}.{suffix}", array.astype(np.float32))
    for each in extra:
        writer.add_tensor(each, np.ones(4, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
