"""Head scores from hooks of TransformerLens or nnsight: queries and keys before RoPE, the rotary table, one function.

    python examples/hooks.py     # a tiny Llama, made here; whatever of the two is installed

`head_profile` takes transformers models; where a model is only at hand inside one of these tools, or changed by its
hooks, three arrays of a layer are enough. What a hook gives must be what RoPE is applied to: after the norms of queries
and keys, if there are any. Nothing here checks that, as `head_profile` does.
"""

from __future__ import annotations

import importlib.util
import sys

import torch
from torch import Tensor

from rope_theory.laws.scores import SwapScores, content_logits, swap_scores


def scores(queries: Tensor, keys: Tensor, cosines: Tensor, sines: Tensor, layout: str = "half", tau: float = 1e-4):
    """s_POS and s_SYM (batch, heads) of the last query.

    Args:
        queries: (batch, n, heads, head_dim), keys: (batch, n, key heads, head_dim), before RoPE.
        cosines, sines: (n, planes), one column for each plane.
        layout: "half" for Llama, Mistral, Qwen, Gemma; "adjacent" for GPT-J.
    """
    groups = queries.shape[2] // keys.shape[2]
    query = queries[:, -1].double()
    of_heads = keys.double().repeat_interleave(groups, 2).transpose(1, 2)
    scale = queries.shape[-1] ** -0.5
    C, own = content_logits(query, of_heads, cosines.double(), sines.double(), scale=scale, layout=layout)
    return swap_scores(C, own, tau)


def planes(tables: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Cosines and sines of a Llama's rotary embedding, (batch, n, head_dim), as (n, planes)."""
    cosines, sines = (table[0, :, : table.shape[-1] // 2] for table in tables)
    return cosines, sines


def with_nnsight(model, ids: Tensor, layer: int) -> SwapScores:
    """Of a Llama for causal language modelling that nnsight wraps."""
    attention = model.model.layers[layer].self_attn
    with model.trace(ids), torch.no_grad():
        tables = model.model.rotary_emb.output.save()
        queries = attention.q_proj.output.save()
        keys = attention.k_proj.output.save()
    head_dim = tables[0].shape[-1]
    queries, keys = (side.unflatten(-1, (-1, head_dim)) for side in (queries, keys))
    return scores(queries, keys, *planes(tables))


def with_transformer_lens(bridge, ids: Tensor, layer: int) -> SwapScores:
    """Of a Llama in TransformerLens's bridge; `hook_q` and `hook_k` stand before the rotation."""
    names = [f"blocks.{layer}.attn.{side}.hook_out" for side in ("q", "k")]
    with torch.no_grad():
        _, cache = bridge.run_with_cache(ids, names_filter=lambda name: name in names)
    queries, keys = (cache[name] for name in names)
    positions = torch.arange(ids.shape[1])[None]
    with torch.no_grad():
        tables = bridge.original_model.model.rotary_emb(queries.float(), positions)
    return scores(queries, keys, *planes(tables))


def a_tiny_llama():
    """Random weights, and a tokenizer of whole words, which TransformerLens asks for."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=20, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, bos_token_id=0, eos_token_id=0, attn_implementation="eager",
    )  # fmt: skip
    model = LlamaForCausalLM(config).eval()
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(6 if weight.ndim == 2 else 1)
    words = Tokenizer(models.WordLevel({f"w{k}": k for k in range(20)}, unk_token="w0"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return model, PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w0", pad_token="w0")


def main() -> int:
    ids = torch.tensor([[3, 1, 4, 1, 5, 9, 2, 6, 5]])
    if importlib.util.find_spec("nnsight") is None:
        print("nnsight: NOT RUN, not installed")
    else:
        from nnsight import NNsight

        print("nnsight", *with_nnsight(NNsight(a_tiny_llama()[0]), ids, 1))
    if importlib.util.find_spec("transformer_lens") is None:
        print("TransformerLens: NOT RUN, not installed")
    else:
        print("TransformerLens", *with_transformer_lens(bridge_of(*a_tiny_llama()), ids, 1))
    return 0


def bridge_of(model, tokenizer):
    """TransformerLens's bridge of a model that is at hand; nothing is downloaded."""
    import tempfile

    from transformer_lens.model_bridge import TransformerBridge

    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return TransformerBridge.boot_transformers(folder, hf_model=model, tokenizer=tokenizer)


if __name__ == "__main__":
    sys.exit(main())
