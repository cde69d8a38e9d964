"""Scores with gradients: the exact scores, gradients by finite differences, and a head that is steered."""

import numpy as np
import pytest
import torch

from rope_theory.core.errors import InvalidInput
from rope_theory.laws.scores import content_logits, differentiable_scores, swap_scores


def logits(*shape, seed=0, size=2.0):
    return size * torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


@pytest.mark.parametrize("tau", (1e-4, 0.1, 10.0))
@pytest.mark.parametrize("own", (None, 0.7))
def test_values_are_those_of_the_exact_scores(tau, own):
    C = logits(3, 2, 9, 9)
    its_own = None if own is None else torch.full((3, 2), own, dtype=torch.float64)
    found, wanted = differentiable_scores(C, its_own, tau), swap_scores(C, its_own, tau)
    for side, exact in zip(found, wanted, strict=True):
        assert side.shape == (3, 2) and torch.allclose(side, exact, rtol=0, atol=1e-12)
    assert wanted.positional.std() > 0.01


def test_large_logits_do_not_overflow():
    C = logits(6, 6, size=2000.0).requires_grad_()
    found, wanted = differentiable_scores(C, tau=0.1), swap_scores(C.detach(), tau=0.1)
    assert torch.allclose(found.positional, wanted.positional, rtol=0, atol=1e-9)
    (found.positional + found.symbolic).backward()
    assert torch.isfinite(C.grad).all()


def test_gradients_are_those_of_finite_differences():
    C, own = logits(2, 5, 5, seed=1).requires_grad_(), logits(2, seed=2).requires_grad_()
    assert torch.autograd.gradcheck(
        lambda C, own: tuple(differentiable_scores(C, own, 0.3)), (C, own), eps=1e-6, atol=1e-6
    )


def test_the_weights_of_swaps_have_gradients_too():
    """Without them (α held) the gradient is another one."""
    C = logits(5, 5, seed=1).requires_grad_()
    whole = torch.autograd.grad(differentiable_scores(C, tau=0.3).positional, C)[0]
    held = torch.autograd.grad(differentiable_scores(C, tau=1e9).positional, C)[0]
    assert (whole - held).abs().max() > 1e-2


def test_a_head_is_steered_to_be_positional():
    """Descent on the query alone, through the content-by-position matrix."""
    generator = torch.Generator().manual_seed(0)
    keys = torch.randn(8, 4, generator=generator, dtype=torch.float64)
    query = torch.randn(4, generator=generator, dtype=torch.float64).requires_grad_()
    angles = torch.arange(1, 9, dtype=torch.float64)[:, None] * torch.tensor([1.0, 0.3], dtype=torch.float64)

    def scores():
        C, own = content_logits(query, keys, angles.cos(), angles.sin())
        return differentiable_scores(C, own, 0.1)

    before = float(scores().positional.detach())
    optimiser = torch.optim.Adam([query], lr=0.05)
    for _ in range(60):
        optimiser.zero_grad()
        (-scores().positional).backward()
        optimiser.step()
    assert float(scores().positional.detach()) > before + 0.02


@pytest.mark.parametrize(
    "C, tau, argument",
    [(np.zeros((3, 3)), 1.0, "cross_logits"), (torch.zeros(3, 3, dtype=torch.long), 1.0, "cross_logits"), (torch.zeros(3, 2), 1.0, "cross_logits"),
     (torch.zeros(1, 1), 1.0, "cross_logits"), (torch.zeros(3, 3), 0.0, "tau"), (torch.zeros(3, 3), "1", "tau")],
)  # fmt: skip
def test_bad_input_is_refused_by_name(C, tau, argument):
    with pytest.raises(InvalidInput) as caught:
        differentiable_scores(C, None, tau)
    assert caught.value.argument == argument
