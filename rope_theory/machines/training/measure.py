"""What is measured at a checkpoint: accuracy by hops, heads, frequency use; and accuracy on longer inputs."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor

from rope_theory.core.rope import pairs
from rope_theory.machines.training.data import Part, longer
from rope_theory.machines.training.model import last_logits, with_positions
from rope_theory.machines.training.recipe import GAMMAS, TrainingRecipe

CHUNK = 1024
#: Tokens in a forward pass on longer inputs: attention takes memory like the square of the length.
LONG_TOKENS = 16_384


def answers(model, tokens: Tensor, chunk: int = CHUNK) -> tuple[Tensor, Tensor]:
    """Scores of the answer (sequences, vocabulary) and the answers given (sequences,), without dropout."""
    training = model.training
    model.eval()
    try:
        with torch.no_grad():
            scores = torch.cat([last_logits(model, part) for part in tokens.split(chunk)])
    finally:
        model.train(training)
    return scores, scores.argmax(-1)


def accuracy(model, part: Part) -> dict:
    """Loss and share of right answers, all in all and for each number of hops.

    Returns:
        {"loss": mean cross-entropy in nats, "accuracy": share, "hops": {hops: share}}.
    """
    scores, given = answers(model, part.tokens)
    right = (given == part.answers).double()
    by_hops = {h: right[part.hops == h].mean().item() for h in sorted(set(part.hops.tolist()))}
    loss = torch.nn.functional.cross_entropy(scores, part.answers).item()
    return {"loss": loss, "accuracy": right.mean().item(), "hops": by_hops}


def length_generalisation(model, part: Part, recipe: TrainingRecipe, extras: Iterable[int] | None = None) -> list[dict]:
    """Accuracy on the same inputs with symbols in front of the window.

    Args:
        part: inputs of the recipe's length.
        extras: how many symbols; default: the recipe's.

    Returns:
        one entry for each: extra, length, sequences, accuracy, hops ({hops: share}).

    Source: after U26, length generalisation.
    """
    found = []
    for extra in recipe.extra if extras is None else extras:
        wide = longer(part, recipe, extra)
        length = recipe.length + extra
        stretched = with_positions(model, recipe, length)
        _, given = answers(stretched, wide.tokens, max(1, LONG_TOKENS // length))
        right = (given == wide.answers).double()
        by_hops = {h: right[wide.hops == h].mean().item() for h in sorted(set(wide.hops.tolist()))}
        found.append(
            {"extra": extra, "length": length, "sequences": len(wide), "accuracy": right.mean().item(), "hops": by_hops}
        )
    return found


def heads(model, part: Part) -> dict:
    """Scores of every head for the last query, means over the inputs, and how many heads are pure.

    Returns:
        {"positional": s_POS (layers, heads) as lists, "symbolic": s_SYM, "pure": {γ: [positional, symbolic]}};
        pure as `rope_theory.laws.scores.purity` reads it: one mean score at least 1 - γ, the other below.

    Source: U26, Section 4 and Figure 7.
    """
    from rope_theory.machines.profiles import head_profile

    profile = head_profile(model, part.tokens, batch_size=len(part))
    means = profile.means()
    pure = {g: [int((profile.purity(float(g)) == side).sum()) for side in (1, -1)] for g in GAMMAS}
    return {"positional": _rounded(means.positional), "symbolic": _rounded(means.symbolic), "pure": pure}


def frequency_use(model, part: Part) -> dict:
    """How much of the attention logits' size each RoPE plane carries, layer by layer.

    For each head and plane |q|·|k|: the query's norm at the last position times the mean norm of the earlier keys,
    mean over the inputs; then the plane's share of the sum over planes, mean over heads.

    Returns:
        {"use": shares (layers, planes) as lists, fastest plane first}.
    """
    found = []

    def take(attention, args, kwargs, output) -> None:
        hidden = kwargs["hidden_states"] if "hidden_states" in kwargs else args[0]
        width, count = attention.head_dim, attention.num_attention_heads
        planes = torch.tensor(pairs(width, "adjacent"), device=hidden.device)
        queries, keys = (
            side(hidden).unflatten(-1, (count, width))[..., planes].norm(dim=-1).double()
            for side in (attention.q_proj, attention.k_proj)
        )
        size = (queries[:, -1] * keys[:, :-1].mean(1)).mean(0)
        found.append((size / size.sum(-1, keepdim=True)).mean(0))

    hooks = [block.attn.register_forward_hook(take, with_kwargs=True) for block in model.transformer.h]
    try:
        answers(model, part.tokens, len(part))
    finally:
        for hook in hooks:
            hook.remove()
    return {"use": _rounded(torch.stack(found))}


def _rounded(values) -> list:
    return [[round(value, 6) for value in row] for row in values.tolist()]


def all_measures(trainer) -> dict:
    """Heads and frequency use on the first `scored` validation inputs: the measures of `rope-theory train`."""
    part = trainer.validation[: trainer.recipe.scored]
    return heads(trainer.model, part) | frequency_use(trainer.model, part)
