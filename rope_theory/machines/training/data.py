"""Sequences of the two tasks as token numbers, the split, the order of training, and longer windows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import torch
from torch import Tensor

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.heads import Token
from rope_theory.core.progress import progress
from rope_theory.core.tasks import (
    LetterSolution,
    NumberSolution,
    generate_letter,
    generate_number,
    pair_vocabulary,
    split,
    vocabulary,
)
from rope_theory.machines.training.recipe import TrainingRecipe


def tokens_of(recipe: TrainingRecipe) -> tuple[Hashable, ...]:
    """The vocabulary: letters, then integers; or letter-integer pairs, then letter pairs.

    Example:
        >>> from rope_theory.machines.training.recipe import preset
        >>> len(tokens_of(preset("number", "full"))), len(tokens_of(preset("letter", "full")))
        (136, 128)
    """
    if recipe.task == "number":
        names, numbers = vocabulary(recipe.letters, recipe.integers)
        return (*names, *numbers)
    bound, pairs = pair_vocabulary(recipe.letters, recipe.integers)
    return (*bound, *pairs)


@dataclass(frozen=True)
class Part:
    """Sequences with their answers.

    Args:
        tokens: (sequences, length), int64.
        answers: (sequences,), int64.
        hops: (sequences,), int64.
        positions: (sequences,), int64: the position of the answer, from 1.
    """

    tokens: Tensor
    answers: Tensor
    hops: Tensor
    positions: Tensor

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, chosen) -> Part:
        return Part(self.tokens[chosen], self.answers[chosen], self.hops[chosen], self.positions[chosen])

    def to(self, device: str) -> Part:
        """The same on a device."""
        return Part(*(each.to(device) for each in (self.tokens, self.answers, self.hops, self.positions)))


def stream(recipe: TrainingRecipe) -> Iterator[tuple[Sequence[Token], NumberSolution | LetterSolution]]:
    """The task's inputs with their solutions, `recipe.sequences` of them."""
    if recipe.task == "number":
        return generate_number(
            recipe.seed, recipe.sequences, length_letters=recipe.first, length_integers=recipe.second,
            hops=recipe.hops, letters=recipe.letters, integers=recipe.integers,
        )  # fmt: skip
    return generate_letter(
        recipe.seed, recipe.sequences, n_bound=recipe.first, n_pairs=recipe.second, hops=recipe.hops,
        letters=recipe.letters, integers=recipe.integers,
    )  # fmt: skip


def dataset(recipe: TrainingRecipe) -> tuple[Part, Part, Part]:
    """Training, validation and test part, cut from one stream in this order.

    Raises:
        InvalidInput: settings that the generator refuses, or a part that would be empty.
    """
    number = {token: index for index, token in enumerate(tokens_of(recipe))}
    counts = split(recipe.sequences)
    require(min(counts) > 0, "sequences", "must leave no part of the 90 / 0.5 / 9.5 split empty", recipe.sequences)
    rows, found = [], []
    for sequence, solution in progress(stream(recipe), "drawing sequences", recipe.sequences):
        rows.append([number[token] for token in sequence])
        found.append((number[solution.answer], solution.hops, solution.path[-1]))
    tokens, solved = torch.tensor(rows), torch.tensor(found)
    whole = Part(tokens, *solved.unbind(1))
    first, second = counts[0], counts[0] + counts[1]
    return whole[:first], whole[first:second], whole[second:]


def batch_at(part: Part, recipe: TrainingRecipe, step: int) -> Part:
    """The batch of a step, from 0: each epoch is a permutation of its own, given by seed and epoch alone.

    The last sequences of an epoch that do not fill a batch are left out.
    """
    in_epoch = len(part) // recipe.batch
    if in_epoch == 0:
        raise InvalidInput("batch", f"must be at most the {len(part)} training sequences", recipe.batch)
    epoch, batch = divmod(step, in_epoch)
    order = _order(len(part), recipe.seed, epoch)
    return part[order[batch * recipe.batch : (batch + 1) * recipe.batch]]


def _order(count: int, seed: int, epoch: int) -> Tensor:
    global _last
    if _last[0] != (count, seed, epoch):
        source = torch.Generator().manual_seed(1_000_003 * (seed + 1) + epoch)
        _last = ((count, seed, epoch), torch.randperm(count, generator=source))
    return _last[1]


_last: tuple = (None, None)


def longer(part: Part, recipe: TrainingRecipe, extra: int) -> Part:
    """The same inputs with `extra` symbols in front of the window that the model was trained on.

    Number task: letters, uniform. Letter task: copies of the input's own letter-integer pairs other than the
    answer, uniform, so that the sequence stays proper. Paths and answers stay.

    Source: after U26, longer inputs; what they put in front is not known to us.
    """
    rng = Random(recipe.seed)
    fronts = []
    for row, answer in zip(part.tokens.tolist(), part.answers.tolist(), strict=True):
        if recipe.task == "number":
            choices: Sequence[int] = range(recipe.letters)
        else:
            choices = [token for token in row[: recipe.first] if token != answer]
        fronts.append(rng.choices(choices, k=extra))
    front = torch.tensor(fronts, dtype=torch.int64, device=part.tokens.device).reshape(len(part), extra)
    return Part(torch.cat([front, part.tokens], 1), part.answers, part.hops, part.positions + extra)
