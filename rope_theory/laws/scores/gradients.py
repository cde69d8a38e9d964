"""Both scores with gradients: the same numbers as `swap_scores`, by torch operations that autograd follows."""

from __future__ import annotations

import sys

from rope_theory.core.errors import require
from rope_theory.laws.scores import arrays
from rope_theory.laws.scores.arrays import Array
from rope_theory.laws.scores.swaps import SwapScores


def differentiable_scores(cross_logits: Array, self_logit: Array | None = None, tau: float = 1e-4) -> SwapScores:
    """s_POS and s_SYM as `swap_scores` has them, as tensors with a graph: for losses, attributions, steering.

    With D the weights, α the softmax over i < j of |D_i - D_j|/τ, A = C[i,i] - C[j,j] and B = C[j,i] - C[i,j]:
    s_POS = Σ α·cosh((A+B)/2)/√(cosh A·cosh B), s_SYM the same with A - B (new.swap-scores).

    Args:
        cross_logits: C (..., n, n), a torch tensor of floating point, n >= 2; see `swap_scores`.
        self_logit: (...,) tensor, or None.
        tau: τ > 0. Gradients grow like 1/τ; 1e-4 is hard to descend on.

    Returns:
        two tensors (...,) in the format of C.

    Raises:
        InvalidInput: no tensor of floating point, no square matrices, n < 2, τ not positive.

    Note:
        Memory of several n² for each head, and O(n²) time. |D_i - D_j| has no derivative where two weights are alike;
        there torch takes 0.

    Example:
        >>> import torch
        >>> C = torch.tensor([[2.0, 1.0, 0.0]] * 3, dtype=torch.float64, requires_grad=True)
        >>> scores = differentiable_scores(C, tau=1.0)
        >>> (scores.positional - scores.symbolic).backward()  # the position alone decides
        >>> round(float(scores.positional.detach()), 12), bool(C.grad.abs().max() > 0)
        (1.0, True)
    """
    good = arrays.is_tensor(cross_logits) and cross_logits.is_floating_point()
    require(good, "cross_logits", "must be a torch tensor of floating point", type(cross_logits).__name__)
    torch = sys.modules["torch"]
    shape = tuple(cross_logits.shape)
    square = len(shape) >= 2 and shape[-1] == shape[-2] >= 2
    require(square, "cross_logits", "must have shape (..., n, n) with n >= 2", shape)
    require(isinstance(tau, int | float) and tau > 0, "tau", "must be positive", tau)
    C = cross_logits
    i, j = torch.triu_indices(shape[-1], shape[-1], 1, device=C.device)
    diagonal = C.diagonal(0, -2, -1)
    total = diagonal.logsumexp(-1)
    if self_logit is not None:
        total = torch.logaddexp(total, self_logit)
    D = (diagonal - total[..., None]).exp()
    alpha = ((D[..., i] - D[..., j]).abs() / tau).softmax(-1)
    A, B = diagonal[..., i] - diagonal[..., j], C[..., j, i] - C[..., i, j]
    norm = (_log_cosh(A) + _log_cosh(B)) / 2
    sides = [(_log_cosh((A + sign * B) / 2) - norm).exp() for sign in (1, -1)]
    return SwapScores(*((alpha * side).sum(-1) for side in sides))


def _log_cosh(x: Array) -> Array:
    """log cosh x, also where cosh x overflows."""
    torch = sys.modules["torch"]
    return torch.logaddexp(x, -x) - torch.log(torch.tensor(2.0, dtype=x.dtype, device=x.device))
