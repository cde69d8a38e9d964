"""The exclusion identity of a head whose logits are a product, as those of one query are: no n × n matrix is made."""

from __future__ import annotations

from rope_theory.core.errors import require
from rope_theory.laws.exclusion import ExclusionTerms
from rope_theory.laws.scores import arrays
from rope_theory.laws.scores.arrays import Array


def exclusion_terms_of_product(contents: Array, positions: Array) -> ExclusionTerms:
    """The terms of M = contents·positionsᵀ in O(N·d²) operations, without M (new.exclusion-identity).

    Both factors are centred, k_a = k̄ + k̃_a and u_b = ū + ũ_b, so that all terms are sums of squares and nothing
    cancels: Σ_a (M[a,b] - λ_b)² = Σ_a (k̃_a·u_b)² + N (k̃_b·u_b)², likewise over b; and in the interaction
    M[a,b] - (λ_a + λ_b)/2 = k̃_a·ũ_b + f_a + g_b + c, whose parts are orthogonal.

    Args:
        contents, positions: (..., N, d), NumPy arrays or torch tensors of real floats, N >= 1.

    Returns:
        as `exclusion_terms(contents @ positions.T)`, within rounding of the entries of M.

    Raises:
        InvalidInput: no two arrays of one shape (..., N, d), NaN or infinity.

    Source: new.exclusion-identity.

    Example:
        >>> import numpy as np
        >>> terms = exclusion_terms_of_product(np.array([[1.0], [2.0]]), np.array([[1.0], [4.0]]))  # M = [[1, 4], [2, 8]]
        >>> float(terms.positional), float(terms.positional + terms.symbolic - terms.variance - terms.interaction)
        (4.25, 0.0)
    """
    shape = tuple(contents.shape)
    fits = len(shape) >= 2 and shape == tuple(positions.shape) and shape[-2] >= 1
    require(fits, "contents", f"must have shape (..., N, d), N >= 1, as positions {tuple(positions.shape)}", shape)
    k, u = contents, positions
    N, middle = shape[-2], [x.mean(-2)[..., None, :] for x in (k, u)]
    k_, u_ = k - middle[0], u - middle[1]
    own = (k * u).sum(-1)
    require(arrays.finite(own), "contents", "must be finite, and their products", "NaN or infinity")

    def across(one: Array, other: Array) -> Array:
        """Mean over all pairs of (one_a·other_b)² = |R other_b|², with one = QR."""
        factor = arrays.library(one).linalg.qr(one, "r")
        factor = factor.R if arrays.is_tensor(one) else factor
        return ((other @ factor.swapaxes(-1, -2)) ** 2).sum((-1, -2)) / N**2

    f, g = (k_ * middle[1]).sum(-1) - own / 2, (u_ * middle[0]).sum(-1) - own / 2
    whole = f.mean(-1) + g.mean(-1) + (middle[0] * middle[1]).sum((-1, -2))
    spread = sum(((x - x.mean(-1)[..., None]) ** 2).mean(-1) for x in (f, g))
    return ExclusionTerms(
        positional=across(k_, u) + ((k_ * u).sum(-1) ** 2).mean(-1),
        symbolic=across(u_, k) + ((u_ * k).sum(-1) ** 2).mean(-1),
        variance=((own - own.mean(-1)[..., None]) ** 2).mean(-1),
        interaction=2 * (across(k_, u_) + spread + whole**2),
    )
