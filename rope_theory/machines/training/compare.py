"""What U26 reports about training, beside what two runs show: a table computed from their receipts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rope_theory.core.errors import require
from rope_theory.machines.training.receipts import Receipt

#: The runs that come with the package.
RUNS = Path(__file__).resolve().parent / "runs"
#: An accuracy that counts as learnt.
LEARNT = 0.9
#: What is said of a run that is smaller than the reported one and reaches less: it is not against it.
NOT_SO_FAR = "not so far"


@dataclass(frozen=True)
class ComparisonRow:
    """One point of comparison.

    Args:
        what: the quantity.
        reported: by U26.
        number, letter: in the two runs.
        agrees: "yes", "no", "in part", "not so far" (of a smaller run) or "not comparable", by the rule of the row.
    """

    what: str
    reported: str
    number: str
    letter: str
    agrees: str


def learnt_at(run: Receipt) -> dict[int, int | None]:
    """For each number of hops the first measured step with an accuracy of at least 0.9 on the validation part."""
    return {h: next((row["step"] for row in run.curves if (row[f"hops_{h}"] or 0) >= LEARNT), None) for h in run.hops}


def pure_layers(run: Receipt, gamma: float = 0.1) -> tuple[list[int], list[int]]:
    """Layers with a purely positional head and with a purely symbolic one, at the last step."""
    from rope_theory.laws.scores import SwapScores, purity

    last = [row for row in run.heads if row["step"] == run.heads[-1]["step"]]
    kinds = purity(SwapScores([row["positional"] for row in last], [row["symbolic"] for row in last]), gamma)
    positional, symbolic = (
        [row["layer"] for row, kind in zip(last, kinds, strict=True) if kind == side] for side in (1, -1)
    )
    return positional, symbolic


def first_scores(run: Receipt) -> tuple[float, float]:
    """The least positional and the least symbolic score of a head at the first step that was measured."""
    first = [row for row in run.heads if row["step"] == run.heads[0]["step"]]
    return min(row["positional"] for row in first), min(row["symbolic"] for row in first)


def reach(run: Receipt) -> int | None:
    """The longest length up to which every tried length has an accuracy above 0.9."""
    longest = None
    for row in sorted(run.length, key=lambda row: row["length"]):
        if row["accuracy"] <= LEARNT:
            break
        longest = row["length"]
    return longest


def turning_share(run: Receipt) -> list[float]:
    """For each layer, at the end: the share of the logits' size on planes that turn fully within the window, g·n >= 2π."""
    from math import pi

    from rope_theory.core.rope import frequencies

    recipe = run.recipe
    fast = [g * recipe.length >= 2 * pi for g in frequencies(10000, recipe.width // recipe.heads)]
    last = [row for row in run.use if row["step"] == run.use[-1]["step"]]
    return [sum(row[f"plane_{k}"] for k, turns in enumerate(fast, 1) if turns) for row in last]


def _verdict(answers: Sequence[bool]) -> str:
    return "yes" if all(answers) else "in part" if any(answers) else "no"


def rows(number: Receipt, letter: Receipt) -> list[ComparisonRow]:
    """The comparison, one row for each thing that U26 reports and a run can show; of one task where a sentence is about one.

    Args:
        number, letter: finished runs of the two tasks.

    Source: U26, Sections 3.1 and 3.6, Appendix C.2.
    """
    runs = (number, letter)
    for one in runs:
        _complete(one)
    full = [one.recipe.preset == "full" for one in runs]
    first = [learnt_at(one) for one in runs]
    layers = [pure_layers(one) for one in runs]
    in_turn = [_rising([first[0][h] for h in number.hops[:count]]) for count in (2, len(number.hops))]
    at_once = [_spread(letter, first[1])]
    early = bool(layers[0][0] and layers[0][1]) and max(layers[0][0]) < min(layers[0][1])
    counts = [_pure_counts(one) for one in runs]
    far = [reach(one) or 0 for one in runs]
    reached = [f"{reach(one)} of {max(row['length'] for row in one.length)} tried" for one in runs]

    def row(what: str, reported: str, shown: Iterable[str], agrees: str) -> ComparisonRow:
        of_number, of_letter = shown
        return ComparisonRow(what, reported, of_number, of_letter, agrees)

    return [
        row("model", "GPT-J, 12 layers, one head of width 128 each, rotary as a whole", map(_model, runs),
            "yes" if all(full) else "not comparable"),
        row("steps", "about 6000", (str(one.run["steps_done"]) for one in runs), "yes" if all(full) else "not comparable"),
        row("test accuracy", "-", (f"{one.run['test']['accuracy']:.4f}" for one in runs), "not comparable"),
        row("hop classes learnt, number task (first measured step with accuracy ≥ 0.9)", "one after another",
            (_hops(first[0]), "-"), _verdict(in_turn)),
        row("hop classes learnt, letter task (first measured step with accuracy ≥ 0.9)", "all at once",
            ("-", _hops(first[1])), _verdict(at_once)),
        row("least positional and least symbolic score of a head at the first measured step", "both scores start high",
            (", ".join(f"{score:.3f}" for score in first_scores(one)) for one in runs),
            _verdict([min(first_scores(one)) >= 0.9 for one in runs])),
        row("pure heads (γ = 0.1) when a hop class is first learnt, when all are, at the end",
            "best accuracy when heads have become pure", (", ".join(map(str, each)) for each in counts),
            _verdict([_rising([each[0], each[-1]]) and None not in each for each in counts])),
        row("layers of pure heads at the end (γ = 0.1)",
            "number: positional in early layers, symbolic after; letter: symbolic only", map(_layers, layers),
            _verdict([early, bool(layers[1][1]) and not layers[1][0]])),
        row("frequency use at the end: share of the logits' size on planes with g·n ≥ 2π, layer by layer", "-",
            (", ".join(f"{share:.2f}" for share in turning_share(one)) for one in runs), "not comparable"),
        row("accuracy > 0.9 up to length, number task", "fails almost at once", (reached[0], "-"),
            _verdict([far[0] < 2 * number.recipe.length])),
        row("accuracy > 0.9 up to length, letter task", "850", ("-", reached[1]),
            "yes" if far[1] >= 850 else "no" if full[1] else NOT_SO_FAR),
        row("accuracy > 0.9 up to length, both tasks", "letter: far beyond number", reached, _verdict([far[1] >= 2 * far[0] > 0])),
    ]  # fmt: skip


def _complete(run: Receipt) -> None:
    """Refuse a run in which something was not measured."""
    scored = [row.get(kind) for row in run.heads for kind in ("positional", "symbolic")]
    shares = [value for row in run.use for value in row.values()]
    rule = "must have all that is compared (a run whose loss left the numbers has not)"
    require(bool(run.curves and run.heads and run.use and run.length), "runs", rule, run.run["label"])
    require(None not in scored and None not in shares and run.run["test"] is not None, "runs", rule, run.run["label"])


def _rising(steps: Sequence[int | None]) -> bool:
    known = [step for step in steps if step is not None]
    return len(known) == len(steps) and all(a < b for a, b in pairwise(known))


def _spread(run: Receipt, first: dict[int, int | None]) -> bool:
    """Whether all hop classes are learnt within two checkpoints."""
    known = [step for step in first.values() if step is not None]
    return len(known) == len(first) and max(known) - min(known) <= 2 * run.recipe.every


def _pure_counts(run: Receipt) -> tuple[int | None, ...]:
    def count(step: int | None) -> int | None:
        found = (row["positional_0.1"] + row["symbolic_0.1"] for row in run.curves if row["step"] == step)
        return next(found, None)

    steps = list(learnt_at(run).values())
    known = [step for step in steps if step is not None]
    return (
        count(min(known, default=None)),
        count(max(known) if len(known) == len(steps) else None),
        count(run.curves[-1]["step"]),
    )


def _model(run: Receipt) -> str:
    recipe = run.recipe
    return f"{recipe.layers} layers, {recipe.heads} head of width {recipe.width // recipe.heads} each"


def _hops(first: dict[int, int | None]) -> str:
    return ", ".join(f"{h}: {'not' if step is None else step}" for h, step in first.items())


def _layers(found: tuple[list[int], list[int]]) -> str:
    named = (f"{kind} {', '.join(map(str, layers)) or 'none'}"
             for kind, layers in zip(("positional", "symbolic"), found, strict=True))  # fmt: skip
    return "; ".join(named)


def table(number: Receipt, letter: Receipt) -> str:
    """The comparison as Markdown."""
    lines = ["| | U26 reports | number task | letter task | agrees |", "|---|---|---|---|---|"]
    lines += [f"| {r.what} | {r.reported} | {r.number} | {r.letter} | {r.agrees} |" for r in rows(number, letter)]
    return "\n".join(lines) + "\n"
