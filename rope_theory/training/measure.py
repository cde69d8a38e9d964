"""What is measured at a checkpoint: accuracy by hops, heads, frequency use; and accuracy on longer inputs."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor

from rope_theory.training.data import Part, longer
from rope_theory.training.model import last_logits, with_positions
from rope_theory.training.recipe import Recipe

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


def length_generalisation(model, part: Part, recipe: Recipe, extras: Iterable[int] | None = None) -> list[dict]:
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
