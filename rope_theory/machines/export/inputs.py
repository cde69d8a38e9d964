"""Valid inputs of a compiled model: all short ones, a seeded sample of each greater length; and whether two programs agree on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rope_theory.core.errors import InvalidInput, require_int
from rope_theory.core.progress import progress
from rope_theory.machines.catalogue import stack
from rope_theory.machines.compile.tokens import ENTRY, Tokens
from rope_theory.machines.compile.verify import lead

#: A length is short if there are at most so many sequences of it, valid or not.
MOST = 20_000
SAMPLE = 100
BATCH = 512
#: What float32 may make of a logit in another order of sums, as a share of the largest. A mask that is not heeded costs more.
CLOSE = 1e-4


@dataclass(frozen=True)
class Agreement:
    """Two programs on the same inputs: the model in torch, and what was exported.

    Args:
        short: all valid inputs of at most so many tokens were asked (0: of no length).
        every: how many these are.
        sampled: how many longer ones were drawn.
        asked: runs: each input as it is, and, where the program takes a mask, padded on the left to the greatest length.
        same: how many runs had the same largest logit.
        right: how many runs the export answered as the oracle does.
        difference: the greatest difference of two logits at the last position, over the whole vocabulary.
        largest: the largest logit in absolute value, beside which the difference is to be read.
        margin: the least lead of the right answer's logit, as exported.
    """

    short: int
    every: int
    sampled: int
    asked: int
    same: int
    right: int
    difference: float
    largest: float
    margin: float

    @property
    def holds(self) -> bool:
        """Whether both have the same largest logit in all runs, it is the right one, and no logit differs by much."""
        return self.asked == self.same == self.right > 0 and self.difference <= CLOSE * self.largest

    def lines(self) -> list[str]:
        """The outcome in words; a sample is called one."""
        whole = f"all {self.every} valid inputs of at most {self.short} tokens" if self.every else "no whole length"
        return [
            f"asked: {whole}, and a seeded sample of {self.sampled} longer ones: {self.asked} runs",
            f"same answer as torch: {self.same} of {self.asked}; right: {self.right} of {self.asked}",
            f"greatest difference of a logit: {self.difference:.3g} (logits up to {self.largest:.3g}); least lead: {self.margin:.4g}",
        ]


def valid_inputs(
    tokens: Tokens, layers: int, sample: int = SAMPLE, seed: int = 2026
) -> Iterator[tuple[int, bool, list[tuple]]]:
    """(length, whether these are all, [(tokens, answer)]) for each length, shortest first; paths of at most `layers` hops.

    Args:
        tokens: of the model.
        layers: of the model.
        sample: how many of each length that is not short, at least 1.
        seed: of the sample.

    Example:
        >>> [(n, whole, len(drawn)) for n, whole, drawn in valid_inputs(Tokens("number", ("A", "B", 1), 3), 1, 5)]
        [(2, True, 2), (3, True, 4)]
    """
    require_int("sample", sample, least=1)
    kind = stack(tokens.task)
    sizes = kind.sizes(tokens.vocabulary)
    for length in range(1, tokens.length + 1):
        whole = len(tokens.vocabulary) ** length <= MOST
        if whole:
            drawn = [(each, answer) for each, answer, hops in kind.every(length, layers, **sizes) if hops <= layers]
        else:
            drawn = _drawn(kind, sample, seed, length, layers, sizes)
        if drawn:
            yield length, whole, drawn


def _drawn(kind: Any, sample: int, seed: int, length: int, layers: int, sizes: dict[str, int]) -> list[tuple]:
    """A seeded sample in equal parts for the hop counts that inputs of this length have."""
    found = []
    for hops in kind.hops(layers):
        try:
            found.append(iter(kind.draw(seed, sample, length, (hops,), **sizes)))
        except InvalidInput:  # no input of this length has so many hops
            continue
    parts = [list(islice(stream, -(-sample // len(found)))) for stream in found]
    return [(each, answer) for part in parts for each, answer, _ in part][:sample]


def compare(model: Any, run: Callable[..., Any], *, masked: bool, sample: int = SAMPLE, seed: int = 2026) -> Agreement:
    """Ask a compiled model in torch and another program the same inputs.

    Args:
        model: compiled.
        run: (ids, mask), both int64 tensors (inputs, length) -> logits (inputs, vocabulary) at the last position.
        masked: whether it heeds the mask; if so, each input is also asked padded on the left.
        sample, seed: see `valid_inputs`.
    """
    import torch

    tokens = Tokens.of(model)
    layers = getattr(model.config, ENTRY)["layers"]
    short = every = sampled = asked = same = right = 0
    difference, largest, margin = 0.0, 0.0, float("inf")
    groups = list(valid_inputs(tokens, layers, sample, seed))
    for length, whole, drawn in progress(groups, "comparing", len(groups)):
        short, every, sampled = (length, every + len(drawn), sampled) if whole else (short, every, sampled + len(drawn))
        for start in range(0, len(drawn), BATCH):
            part = drawn[start : start + BATCH]
            ids = torch.tensor([[tokens.numbers[token] for token in sequence] for sequence, _ in part])
            answers = torch.tensor([tokens.numbers[answer] for _, answer in part])
            mask = torch.ones_like(ids)
            pad = (tokens.length - length, 0)
            padded = torch.nn.functional.pad(ids, pad, value=len(tokens.vocabulary)), torch.nn.functional.pad(mask, pad)
            for given in ((ids, mask), padded) if masked and pad[0] else ((ids, mask),):
                with torch.inference_mode():
                    wanted = model(input_ids=given[0], attention_mask=given[1], use_cache=False).logits[:, -1].double()
                found = torch.as_tensor(run(*given)).double()
                asked += len(part)
                same += int((found.argmax(-1) == wanted.argmax(-1)).sum())
                leads = lead(found, answers)
                right += int((leads > 0).sum())
                margin = min(margin, float(leads.nan_to_num(float("-inf")).min()))
                difference = max(difference, float((found - wanted).abs().nan_to_num(float("inf")).max()))
                largest = max(largest, float(wanted.abs().max()))
    return Agreement(short, every, sampled, asked, same, right, difference, largest, margin)
