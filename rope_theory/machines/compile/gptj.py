"""A stack in `GPTJForCausalLM`: LayerNorm, adjacent RoPE of base 10000, a parallel MLP with zero weights."""

from __future__ import annotations

from rope_theory.core.errors import require, require_int
from rope_theory.core.rope import pairs
from rope_theory.machines.catalogue import stack
from rope_theory.machines.compile.assemble import assemble, code_for, empty_model, facts, fill, needs_width
from rope_theory.machines.compile.extra import transformers
from rope_theory.machines.compile.frequencies import given, gptj_frequencies, planned
from rope_theory.machines.compile.tokens import ENTRY
from rope_theory.models.config.layers import MOST_LAYERS


def to_gptj(
    task: str,
    layers: int = 4,
    length: int = 17,
    *,
    rotary_dim: int = 64,
    width: int | None = None,
    letters=None,
    integers=None,
    code: str | None = None,
    dtype: str = "float32",
):
    """A `GPTJForCausalLM` of one head per layer that answers a task: weights ours, code theirs.

    GPT-J's base is fixed, so the number task uses the best mix of its rotary_dim/2 frequencies; the letter task uses
    two dimensions that are not turned, or the slowest plane where all are.

    Args:
        task, layers, length, letters, integers, code: as for `to_llama`.
        rotary_dim: even; at most the width.
        width: H, also the head dimension; even; default: the least.
        dtype: as for `to_llama`; GPT-J's angles and softmax run in float32 in all.

    Raises:
        InvalidInput: an argument out of range, frequencies that leave no gap, or logits too large for float32.

    Example:
        >>> model = to_gptj("number", layers=12, width=128, rotary_dim=128)  # the shape of the models of U26
        >>> model.config.n_head, model.config.n_layer
        (1, 12)
    """
    require_int("layers", layers, least=1, most=MOST_LAYERS)
    require_int("length", length, least=2)
    require(width is None or require_int("width", width) % 2 == 0, "width", "must be even", width)
    library = transformers()
    settings = given(letters=letters, integers=integers) | {"code": code_for(dtype, code)}
    frequencies = gptj_frequencies(rotary_dim)
    unturned = not stack(task).mixes and (width is None or width >= rotary_dim + 2)
    plan, numbers = planned(task, length, layers, frequencies, unturned, **settings)
    if width is None:
        width = max(needs_width(plan, mirrored=True), rotary_dim + 2 * unturned)
    require_int("width", width, least=rotary_dim)
    padding = len(plan.vocabulary)
    config = library.GPTJConfig(
        vocab_size=padding + 1,
        n_positions=length + 1,
        n_embd=width,
        n_layer=layers,
        n_head=1,
        n_inner=1,
        rotary_dim=rotary_dim,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=padding,
    )
    beyond = (rotary_dim, rotary_dim + 1)
    planes = [beyond if number is None else pairs(rotary_dim)[number] for number in numbers]
    matrices, limits = assemble(plan, planes, width, config.layer_norm_epsilon, width, True, dtype)
    setattr(config, ENTRY, facts(plan, limits))
    model = empty_model(library.GPTJForCausalLM, config, dtype)
    attentions = [(block.attn, block.attn.out_proj) for block in model.transformer.h]
    fill(model.transformer.wte.weight, model.lm_head.weight, attentions, matrices)
    return model
