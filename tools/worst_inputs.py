"""Inputs on which a compiled model has least room, by cases, for `tools/certificates.py`: run, they show where a model fails.

A row misses its target by what rivals get. So on these inputs all rivals hold one wrong answer, the one whose code is nearest, and the
path is every case in turn: which offset (number task) or position (letter task) the first hop goes to, one hop or as many as there are
layers, from position 0 on or from 1 on. Rounding makes one offset worse than another: those that leave least are tried in all cases.

It is a search. An input answered wrong shows that the model fails; if none is found, that shows nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from rope_theory.core.tasks import Pair, solve_letter, solve_number

#: All first hops are tried if they are no more than these; else a seeded choice.
FIRST = 24
#: Those that leave least are tried in all cases.
WORST = 3


def attacked(model, first: int = FIRST) -> dict:
    """{"asked", "wrong", "least"}: inputs of the model's full length, how many are answered wrong, the least lead of an answer."""
    from rope_theory.machines.compile import Tokens

    tokens = Tokens.of(model)
    hops = model.config.rope_theory["layers"]
    cases = number_cases if tokens.task == "number" else letter_cases
    every = list(range(1, tokens.length))
    if len(every) > first:
        every = sorted({1, tokens.length - 1} | set(random.Random(tokens.length).sample(every, first)))
    plain = {at: next(cases(tokens, at, 1)) for at in every}
    leads = dict(zip(plain, run(model, tokens, list(plain.values()), 0), strict=True))
    worst = sorted(leads, key=leads.__getitem__)[:WORST]
    more = [case for at in worst for count in {1, hops} for case in cases(tokens, at, count)]
    found = [*leads.values(), *run(model, tokens, more, 0), *run(model, tokens, more, 1)]
    return {"asked": len(found), "wrong": sum(lead <= 0 for lead in found), "least": min(found)}


def number_cases(tokens, offset: int, hops: int) -> Iterator[tuple]:
    """Inputs whose path takes the offset once, last and then first, and the other hops one step each; by wrong letter."""
    letters = [token for token in tokens.vocabulary if isinstance(token, str)]
    for answer, decoy in [(letters[0], other) for other in (letters[1], letters[-1], *letters[2:-1])]:
        for steps in sorted({(1,) * (hops - 1) + (offset,), (offset,) + (1,) * (hops - 1)}):
            end = tokens.length - 1 - sum(steps)
            if end < 0:
                continue
            text: list = [decoy] * tokens.length
            place = tokens.length - 1
            text[end] = answer
            for step in steps:
                text[place] = step
                place -= step
            for k in range(end + 1, tokens.length):  # integers stand after letters: those off the path point one back
                if any(isinstance(token, int) for token in text[end + 1 : k]) and isinstance(text[k], str):
                    text[k] = 1
            if solve_number(text).answer == answer:
                yield tuple(text), answer


def letter_cases(tokens, at: int, hops: int) -> Iterator[tuple]:
    """Inputs whose path ends `at` positions before the last; all other tokens have a neighbouring letter, on either side."""
    answers = [token for token in tokens.vocabulary if isinstance(token.right, int)]
    letters = sorted({token.left for token in answers}, key=[token.left for token in answers].index)
    numbers = sorted({token.right for token in answers})
    path = [letters[0], *letters[2 : 1 + hops], letters[-2]]  # from the answer back to where it starts
    tail = [Pair(start, to) for to, start in zip(path, path[1:], strict=False)][:hops]
    end = tokens.length - 1 - at
    if end >= tokens.length - len(tail):
        return
    for decoy, mine, other in (
        (letters[1], numbers[-1], numbers[0]),
        (letters[-1], numbers[0], numbers[-1]),
        (letters[1], numbers[0], numbers[0]),
        (letters[-1], numbers[0], numbers[0]),
    ):
        text = [Pair(decoy, other)] * (tokens.length - len(tail)) + tail
        text[end] = Pair(letters[0], mine)
        assert solve_letter(text, visible="earlier").answer == text[end]
        yield tuple(text), text[end]


def run(model, tokens, cases: list, start: int) -> list[float]:
    """The lead of each answer, the inputs standing from position `start` on."""
    import torch

    from rope_theory.machines.compile.verify import lead

    found: list[float] = []
    positions = torch.arange(start, start + tokens.length)[None]
    batch = max(1, min(64, (1 << 23) // tokens.length**2))
    for first in range(0, len(cases), batch):
        part = cases[first : first + batch]
        ids = torch.tensor([[tokens.numbers[token] for token in text] for text, _ in part])
        right = torch.tensor([tokens.numbers[answer] for _, answer in part])
        with torch.no_grad():
            out = model(input_ids=ids, position_ids=positions.expand(len(part), -1), use_cache=False, logits_to_keep=1)
        leads = lead(out.logits[:, -1].double(), right).tolist()
        found += [value if value == value else float("-inf") for value in leads]
    return found
