"""A stack as a torch module: one pass, softmax at an explicit β, a residual stream with named subspaces.

No layer decodes, and nothing is embedded again: what a layer writes is what the next one reads.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.heads import Token
from rope_theory.core.rope import half_from_adjacent
from rope_theory.machines.stacks.bound import stack_beta
from rope_theory.machines.stacks.plan import StackPlan
from rope_theory.machines.stacks.space import weights
from rope_theory.machines.torch_model import causal_softmax, turned


class TorchStack(nn.Module):
    """The plan's L layers, F = x + Σ_l W_O^l A W_V^l x read one after another, and a linear readout.

    Args:
        plan: what to build.
        beta: inverse temperature, > 0; default: the one that suffices (`stack_beta`).
        layout: how dimensions pair up into planes, "adjacent" or "half"; the answers do not depend on it.
        dtype, device: of the weights and of the residual stream. Frequencies stay float64: RoPE is applied in
            float64 and rounded to `dtype` afterwards.

    Note:
        Float32 resolves a logit of size β to about β·6e-8, which must be small against 1.

    Example:
        >>> from rope_theory.machines.stacks import number_stack
        >>> stack = TorchStack(number_stack(9, 4, letters=3, integers=4))
        >>> stack.answer(("C", "B", "A", 1, 4, 1, 3, 2, 1))
        'C'
    """

    embedding: Tensor
    w_q: Tensor
    w_k: Tensor
    w_v: Tensor
    w_o: Tensor
    readout: Tensor

    def __init__(
        self,
        plan: StackPlan,
        *,
        beta: float | None = None,
        layout: str = "adjacent",
        dtype: torch.dtype = torch.float64,
        device: torch.device | str = "cpu",
    ):
        super().__init__()
        if beta is None:
            beta = float(stack_beta(plan.length - 1, plan.gap, plan.layers, plan.miss))
        require(0 < beta < float("inf"), "beta", "must be positive and finite", beta)
        self.plan, self.beta, self.layout = plan, float(beta), layout
        found = weights(plan)
        rows = len(found.query)
        order = half_from_adjacent(rows) if layout == "half" else list(range(rows))
        self.subspaces = found.subspaces
        for name, matrix in {
            "embedding": found.embedding,
            "w_q": found.query[order],
            "w_k": found.key[order],
            "w_v": found.values,
            "w_o": found.outputs,
            "readout": found.readout,
        }.items():
            self.register_buffer(name, torch.as_tensor(np.array(matrix), dtype=dtype, device=device))
        self.frequencies = torch.as_tensor(found.frequencies, dtype=torch.float64, device=device)

    def encode(self, tokens: Sequence[Token]) -> Tensor:
        """Token numbers (length,).

        Raises:
            InvalidInput: empty, longer than the plan's length, or a token outside the vocabulary.
        """
        require(0 < len(tokens) <= self.plan.length, "tokens", f"must number 1..{self.plan.length}", len(tokens))
        number = {token: index for index, token in enumerate(self.plan.vocabulary)}
        for token in tokens:
            if token not in number:
                raise InvalidInput("token", "must be in the vocabulary", token)
        return torch.tensor([number[token] for token in tokens], device=self.embedding.device)

    def attention_weights(self, residual: Tensor) -> Tensor:
        """A (..., length, length), from the residual stream (..., length, width)."""
        queries, keys = (turned(residual @ weight.T, self.frequencies, self.layout) for weight in (self.w_q, self.w_k))
        return causal_softmax(self.beta * (queries @ keys.transpose(-1, -2)))

    def residual(self, token_ids: Tensor) -> Tensor:
        """The residual stream (..., length, width) after the last layer, of `token_ids` (..., length)."""
        stream = self.embedding[token_ids]
        for w_v, w_o in zip(self.w_v, self.w_o, strict=True):
            stream = stream + self.attention_weights(stream) @ (stream @ w_v.T) @ w_o.T
        return stream

    def read(self, residual: Tensor, name: str) -> Tensor:
        """What a subspace of the residual stream holds.

        Raises:
            InvalidInput: no subspace of that name.
        """
        if name not in self.subspaces:
            raise InvalidInput("name", f"must be one of {', '.join(self.subspaces)}", name)
        return residual[..., self.subspaces[name]]

    def forward(self, token_ids: Tensor) -> Tensor:
        """Scores (..., length, vocabulary); the answer is read at the last position."""
        return self.residual(token_ids) @ self.readout.T

    def answer(self, tokens: Sequence[Token]) -> Token:
        """The token with the largest score at the last position."""
        return self.plan.vocabulary[int(self(self.encode(tokens))[-1].argmax())]
