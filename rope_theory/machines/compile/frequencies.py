"""The angles that a model really turns by: its own float32 numbers, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from math import pi
from typing import Any

from rope_theory.core.errors import InvalidInput, require_int
from rope_theory.machines.catalogue import stack
from rope_theory.machines.compile.extra import transformers
from rope_theory.machines.stacks.plan import StackPlan


def llama_frequencies(config) -> list[Fraction]:
    """The head_dim/2 frequencies of a LlamaConfig, as its rotary embedding computes them."""
    transformers()
    from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

    return [Fraction(g) for g in LlamaRotaryEmbedding(config).inv_freq.tolist()]


def gptj_frequencies(rotary_dim: int) -> list[Fraction]:
    """The rotary_dim/2 frequencies 10000^{-2k/rotary_dim} of GPT-J.

    GPT-J tabulates sine and cosine of position × frequency. The frequencies here are those whose float32 products
    give its table, entry by entry.

    Raises:
        InvalidInput: rotary_dim odd or below 2; the table is another one.

    Example:
        >>> [float(g) for g in gptj_frequencies(4)]
        [1.0, 0.009999999776482582]
    """
    transformers()
    import torch
    from transformers.models.gptj.modeling_gptj import create_sinusoidal_positions

    if require_int("rotary_dim", rotary_dim, least=2) % 2:
        raise InvalidInput("rotary_dim", "must be even", rotary_dim)
    inverse = 1.0 / (10000 ** (torch.arange(0, rotary_dim, 2, dtype=torch.int64) / rotary_dim))
    angles = torch.arange(64, dtype=torch.int64).float()[:, None] * inverse
    if not torch.equal(create_sinusoidal_positions(64, rotary_dim), torch.cat((angles.sin(), angles.cos()), dim=1)):
        raise InvalidInput("transformers", "must tabulate GPT-J's angles as version 5 does", "another table")
    return [Fraction(g) for g in inverse.tolist()]


def default_base(plan: StackPlan, head_dim: int) -> float:
    """A base for which the slowest plane of the head suits the task at the plan's length.

    It turns by 2π/n0 per position where frequencies are mixed (number, previous), or by ω/(64·n0), ω = 2π/letters (letter).

    Example:
        >>> from rope_theory.machines.stacks import number_stack
        >>> round(default_base(number_stack(17, 4), 4), 6)  # (17/2π)²
        7.320456
    """
    if head_dim == 2:  # one plane, of frequency 1 whatever the base
        return 10000.0
    slowest = 2 * pi / plan.length
    if not stack(plan.task).mixes:
        slowest /= 64 * len({token.left for token in plan.answers})
    return slowest ** (-head_dim / (head_dim - 2))


def given(**settings: Any) -> dict[str, Any]:
    """The settings that are not None."""
    return {name: value for name, value in settings.items() if value is not None}


def planned(
    task: str, length: int, layers: int, frequencies: list[Fraction], unturned: bool, **settings: Any
) -> tuple[StackPlan, list[int | None]]:
    """The task's stack at given frequencies, and for each plane of its head the number of the frequency.

    Args:
        frequencies: all that the model has.
        unturned: whether the head has two dimensions that are not turned: number None.
        settings: letters, integers, code.

    Returns:
        the best mix of all frequencies (number, previous), or the slowest plane (letter).
    """
    build = stack(task).build
    if stack(task).mixes:
        return build(length, layers, frequencies=frequencies, **settings), list(range(len(frequencies)))
    slowest = min(range(len(frequencies)), key=lambda k: frequencies[k])
    frequency = Fraction(0) if unturned else frequencies[slowest]
    return build(length, layers, frequency=frequency, **settings), [None if unturned else slowest]
