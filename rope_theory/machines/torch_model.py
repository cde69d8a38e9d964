"""A constructed one-layer model as a torch module: the same phases, as weight matrices.

Embeddings are one-hot. The module projects to queries, keys and values, applies RoPE, attends causally with
softmax at inverse temperature β, and adds the direct path: what `OneLayer.run` does, at all positions at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import torch
from torch import Tensor, nn

from rope_theory.core.constructions import OneLayer
from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.heads import Token
from rope_theory.core.rope import apply_rope, half_from_adjacent


def turned(vectors: Tensor, frequencies: Tensor, layout: str) -> Tensor:
    """The vectors (..., length, head_dim) under RoPE at positions 1, 2, …; computed in float64, then rounded."""
    positions = torch.arange(1, vectors.shape[-2] + 1, dtype=torch.float64, device=vectors.device)
    return apply_rope(vectors.double(), positions, frequencies, layout).to(vectors.dtype)


def causal_softmax(logits: Tensor) -> Tensor:
    """Softmax of (..., length, length) over the keys j <= i of each query i; rows sum to 1."""
    later = torch.ones(logits.shape[-2:], dtype=torch.bool, device=logits.device).triu(1)
    return logits.masked_fill(later, float("-inf")).softmax(-1)


class AttentionModel(nn.Module):
    """One attention layer, F(a, x) = W_D x + a with a = Σ_j w_j W_V x_j.

    Args:
        layer: the construction; its angles may be exact or floats.
        vocabulary: input tokens, distinct; every construction's `value` and `direct` must know them.
        beta: inverse temperature, > 0.
        layout: how dimensions pair up into planes, "adjacent" or "half"; the answers do not depend on it.
        dtype, device: of the weights; the frequencies stay float64 (see the note).

    Note:
        RoPE is applied in float64 and rounded to `dtype` afterwards; a frequency rounded to bfloat16 is
        another one.

    Example:
        >>> from rope_theory import Angle, t_index
        >>> model = AttentionModel(t_index(Angle.parse("2pi/3")), ["A", "B", 1], beta=20)
        >>> model.decode(model.encode(["A", "B", 1]))
        ['A', 'B', 'B']
    """

    w_q: Tensor
    w_k: Tensor
    w_v: Tensor
    w_d: Tensor

    def __init__(
        self,
        layer: OneLayer,
        vocabulary: Sequence[Token],
        *,
        beta: float = 1.0,
        layout: str = "adjacent",
        dtype: torch.dtype = torch.float64,
        device: torch.device | str = "cpu",
    ):
        super().__init__()
        require(len(vocabulary) > 0, "vocabulary", "must not be empty", vocabulary)
        require(len(set(vocabulary)) == len(vocabulary), "vocabulary", "must be distinct", vocabulary)
        require(0 < beta < float("inf"), "beta", "must be positive and finite", beta)
        self.vocabulary, self.beta, self.layout = tuple(vocabulary), float(beta), layout
        values = [layer.value(token) for token in vocabulary]
        direct = [layer.direct(token) for token in vocabulary]
        self.outputs = tuple(dict.fromkeys(output for scores in (*values, *direct) for output in scores))
        w_q, w_k, angles = layer.head.matrices(vocabulary)
        order = half_from_adjacent(len(w_q)) if layout == "half" else list(range(len(w_q)))
        weights = {
            "w_q": w_q[order],
            "w_k": w_k[order],
            "w_v": self._columns(values),
            "w_d": self._columns(direct),
        }
        for name, weight in weights.items():
            self.register_buffer(name, torch.as_tensor(weight, dtype=dtype, device=device))
        self.frequencies = torch.as_tensor(angles, dtype=torch.float64, device=device)

    def _columns(self, scores: Sequence[Mapping[Token, int | Fraction]]) -> list[list[float]]:
        return [[float(token_scores.get(output, 0)) for token_scores in scores] for output in self.outputs]

    def encode(self, tokens: Sequence[Token]) -> Tensor:
        """Token numbers (length,) of a sequence.

        Raises:
            InvalidInput: empty, or a token outside the vocabulary.
        """
        require(len(tokens) > 0, "tokens", "must not be empty", tokens)
        number = {token: index for index, token in enumerate(self.vocabulary)}
        for token in tokens:
            if token not in number:
                raise InvalidInput("token", "must be in the vocabulary", token)
        return torch.tensor([number[token] for token in tokens], device=self.w_q.device)

    def attention_logits(self, token_ids: Tensor) -> Tensor:
        """Logits (..., length, length) of `token_ids` (..., length); [i, j]: query i, key j, not masked."""
        queries, keys = (turned(weight.T[token_ids], self.frequencies, self.layout) for weight in (self.w_q, self.w_k))
        return queries @ keys.transpose(-1, -2)

    def attention_weights(self, token_ids: Tensor) -> Tensor:
        """Causal softmax weights (..., length, length) at inverse temperature β; rows sum to 1."""
        return causal_softmax(self.beta * self.attention_logits(token_ids))

    def forward(self, token_ids: Tensor) -> Tensor:
        """Output scores (..., length, outputs) of `token_ids` (..., length), in the order of `self.outputs`."""
        return self.attention_weights(token_ids) @ self.w_v.T[token_ids] + self.w_d.T[token_ids]

    def decode(self, token_ids: Tensor) -> list[Token]:
        """The output with the largest score at every position of one sequence (length,)."""
        return [self.outputs[index] for index in self(token_ids).argmax(-1).tolist()]
