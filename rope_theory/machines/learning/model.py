"""One-layer attention-only models with chosen RoPE frequencies, many of them trained side by side.

a_h = Σ_j w_hj W_V,h E x_j with w_h = softmax over all positions j <= n of (R_j W_K E x_j)ᵀ(R_n W_Q E x_n) / √d; the
answer's scores are Σ_h P_h a_h + D E x_n. No position enters but by RoPE, no layer norm, no MLP.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from rope_theory.core.errors import require
from rope_theory.core.memory import require_memory
from rope_theory.core.rope import rotate
from rope_theory.machines.learning.tasks import ToyTask


class Models(nn.Module):
    """Independent models of one shape; no parameter is shared, so each is trained as if alone.

    Args:
        task: gives vocabulary, length and answers.
        angles: (models, heads, planes) radians per position; 0 is NoPE. The head dimension d is 2·planes.
        width: of the embedding, at least 1.
        seeds: one for each model: its first weights.

    Example:
        >>> task = ToyTask("index", positions=4, symbols=3)
        >>> models = Models(task, torch.tensor([[[1.0]], [[0.0]]]), width=8, seeds=[0, 0])
        >>> tokens = task.draw((2, 5), torch.Generator().manual_seed(0)).tokens
        >>> models(tokens).shape, models.attention(tokens).shape
        (torch.Size([2, 5, 3]), torch.Size([2, 5, 1, 5]))
    """

    embedding: Tensor
    query: Tensor
    key: Tensor
    value: Tensor
    direct: Tensor
    phases: Tensor

    def __init__(self, task: ToyTask, angles: Tensor, width: int, seeds: list[int]):
        super().__init__()
        require(angles.ndim == 3 and angles.numel() > 0, "angles", "must be (models, heads, planes)", angles.shape)
        require(bool(angles.isfinite().all()), "angles", "must be finite", angles.flatten().tolist())
        require(len(seeds) == len(angles), "seeds", f"must number {len(angles)}, one for each model", len(seeds))
        self.task, self.heads, self.planes = task, angles.shape[1], angles.shape[2]
        inner = self.heads * self.planes * 2
        sizes = {"embedding": (task.tokens, width), "query": (width, inner), "key": (width, inner),
                 "value": (width, self.heads * task.outputs), "direct": (width, task.outputs)}  # fmt: skip
        numbers = len(seeds) * sum(rows * columns for rows, columns in sizes.values())
        require_memory(
            "positions", task.positions, 16 * numbers
        )  # weights, gradients and two means of Adam's, in float32
        sources = [torch.Generator().manual_seed(seed) for seed in seeds]
        for name, (rows, columns) in sizes.items():
            scale = 1.0 if name == "embedding" else 1 / math.sqrt(width)
            first = torch.stack([torch.randn(rows, columns, generator=source) for source in sources])
            self.register_parameter(name, nn.Parameter(scale * first))
        positions = torch.arange(1, task.length + 1, dtype=torch.float64)
        # (models, length, heads, planes), in float64 until the cosines are taken
        self.register_buffer("phases", positions[None, :, None, None] * angles.double()[:, None], persistent=False)

    def vectors(self, side: str) -> Tensor:
        """W_Q E or W_K E of every token, before RoPE: (models, tokens, heads, planes, 2).

        Args:
            side: "query" or "key".
        """
        return (self.embedding @ getattr(self, side)).unflatten(-1, (self.heads, self.planes, 2))

    def attention(self, tokens: Tensor, planes: Tensor | None = None, turning: Tensor | None = None) -> Tensor:
        """Weights (models, inputs, heads, length) of the last token over `tokens` (models, inputs, length).

        Args:
            planes: (models, heads, planes): a factor of each plane's part of the logits; None: 1.
            turning: (models, heads, planes): a factor of each plane's angle; None: 1. At 0 the plane is frozen.
        """
        keys, query = self._turned("key", tokens, turning), self._turned("query", tokens[..., -1:], turning)
        if planes is not None:
            query = query * planes[:, None, None, :, :, None]
        return (torch.einsum("mbjhpc,mbihpc->mbhj", keys, query) / math.sqrt(2 * self.planes)).softmax(-1)

    def _turned(self, side: str, tokens: Tensor, turning: Tensor | None) -> Tensor:
        """Vectors after RoPE (models, inputs, positions, heads, planes, 2), for the last positions of a sequence."""
        held = _rows(self.vectors(side).flatten(2), tokens).unflatten(-1, (self.heads, self.planes, 2))
        phases = self.phases[:, None, -tokens.shape[-1] :]
        if turning is not None:
            phases = phases * turning[:, None, None]
        return torch.stack(rotate(phases, held.unbind(-1)), -1).to(held.dtype)

    def forward(self, tokens: Tensor) -> Tensor:
        """Scores (models, inputs, outputs) of the answers to `tokens` (models, inputs, length)."""
        return self.scores(tokens, self.attention(tokens))

    def scores(self, tokens: Tensor, weights: Tensor) -> Tensor:
        """`forward` where the attention weights are known."""
        values = _rows(self.embedding @ self.value, tokens).unflatten(-1, (self.heads, self.task.outputs))
        attended = torch.einsum("mbhj,mbjho->mbo", weights, values)
        return attended + _rows(self.embedding @ self.direct, tokens[..., -1:])[:, :, 0]

    def parts(
        self, tokens: Tensor, planes: Tensor | None = None, turning: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """What each head adds to the scores of the answers (models, inputs, heads, outputs), and the direct path's part.

        Their sum is `forward`. `planes` and `turning` as for `attention`.
        """
        values = _rows(self.embedding @ self.value, tokens).unflatten(-1, (self.heads, self.task.outputs))
        attended = torch.einsum("mbhj,mbjho->mbho", self.attention(tokens, planes, turning), values)
        return attended, _rows(self.embedding @ self.direct, tokens[..., -1:])[:, :, 0]


def _rows(table: Tensor, tokens: Tensor) -> Tensor:
    """Rows (models, inputs, positions, columns) of each model's table (models, tokens, columns)."""
    models, size = table.shape[:2]
    first = torch.arange(0, models * size, size).view(-1, *[1] * (tokens.ndim - 1))
    return table.flatten(0, 1).index_select(0, (tokens + first).flatten()).unflatten(0, tokens.shape)
