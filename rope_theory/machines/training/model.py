"""The model: GPT-J as transformers has it, one head per layer, every dimension of the head rotary."""

from __future__ import annotations

import torch
from torch import Tensor

from rope_theory.machines.training.data import tokens_of
from rope_theory.machines.training.recipe import TrainingRecipe


def build(recipe: TrainingRecipe, positions: int | None = None):
    """A GPTJForCausalLM with fresh weights (drawn from torch's global generator).

    Args:
        recipe: its sizes.
        positions: the longest input; default: the recipe's length. It changes no weight.

    Source: U26, C.2: GPT-J, rotary on the whole head, GELU.
    """
    from transformers import GPTJConfig, GPTJForCausalLM

    config = GPTJConfig(
        vocab_size=len(tokens_of(recipe)), n_positions=positions or recipe.length, n_embd=recipe.width,
        n_layer=recipe.layers, n_head=recipe.heads, rotary_dim=recipe.width // recipe.heads,
        activation_function="gelu", resid_pdrop=recipe.dropout, embd_pdrop=recipe.dropout,
        attn_pdrop=recipe.dropout, use_cache=False, bos_token_id=None, eos_token_id=None,
    )  # fmt: skip
    config._attn_implementation = "eager"
    return GPTJForCausalLM(config)


def with_positions(model, recipe: TrainingRecipe, positions: int):
    """A copy of the model for inputs up to `positions`; the weights are the same tensors."""
    with torch.random.fork_rng():
        copy = build(recipe, positions)
    copy.load_state_dict(model.state_dict(), assign=True)
    return copy.to(next(model.parameters()).device).eval()


def last_logits(model, tokens: Tensor) -> Tensor:
    """Scores (sequences, vocabulary) of the answer, read at the last position of `tokens` (sequences, length)."""
    return model(input_ids=tokens, logits_to_keep=1).logits[:, -1]
