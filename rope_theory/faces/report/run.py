"""The outcome of a run, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rope_theory.core.angles import TrigSum, ball
from rope_theory.core.hops import Hop, TaskOutcome
from rope_theory.core.tasks import Pair
from rope_theory.faces.report.lines import indented
from rope_theory.faces.report.words import show
from rope_theory.laws.gaps import Others, gap

#: More keys than this are shortened to the largest logits.
SHOWN = 24


#: What decoding needs: keys that hold the answer itself are no rivals.
GAP = "gap = largest logit − largest logit of another token"

#: Where U26 has a gap with these others.
PRINTED_ON = {Others.ANY: "p. 21", Others.NOT_MAXIMAL: "p. 23", Others.OTHER_LETTER: "our reading of p. 24"}


def gaps(hop: Hop) -> dict[Others, Any]:
    """The discrepancies of this one input as U26 has them, exact; to another left letter where all tokens have one; without those that have no others.

    Example:
        >>> from rope_theory.machines.catalogue import run_task
        >>> [(kind.name, round(float(value), 3)) for kind, value in gaps(run_task("retrieval", "B1 B1 A1 BA").hops[0]).items()]
        [('ANY', 1.812), ('NOT_MAXIMAL', 1.812), ('OTHER_LETTER', 1.812)]
    """
    keys, logits = hop.before[: hop.position], hop.hard.logits
    kinds = [kind for kind in Others if kind is not Others.OTHER_LETTER or all(isinstance(key, Pair) for key in keys)]
    found = {kind: gap(logits, kind, keys) for kind in kinds}
    return {kind: value for kind, value in found.items() if value is not None}


def _number(value: Fraction | TrigSum) -> float | str:
    """The number as a float, or as text where floats do not reach (the gap at θ = 1e-300, and the β it takes)."""
    try:
        number = float(value)
    except OverflowError:
        number = 0.0
    if number or value == 0:
        return number
    bits = 128
    while True:
        with flint.ctx.workprec(bits):
            if (known := ball(value)).rel_accuracy_bits() > 32:
                return known.str(6, radius=False)
        bits *= 2


def _six(value: Fraction | TrigSum) -> str:
    number = _number(value)
    return number if isinstance(number, str) else f"{number:.6g}"


def outcome_json(outcome: TaskOutcome) -> dict[str, Any]:
    """The outcome as plain data; logits and weights rounded to floats (gap and β to text where floats do not reach)."""
    return {
        "task": outcome.task,
        "tokens": show(outcome.tokens),
        "model": outcome.model,
        "theta": {"exact": str(outcome.theta), "radians": float(outcome.theta)},
        "hops": [_hop_json(hop) for hop in outcome.hops],
        "answer": _word(outcome.answer),
        "oracle": show(outcome.oracle),
        "path": list(outcome.path),
        "agrees": outcome.agrees,
    }


def _hop_json(hop: Hop) -> dict[str, Any]:
    found = gaps(hop)
    return {
        "before": show(hop.before),
        "after": show(hop.after),
        "position": hop.position,
        "query": show(hop.before[hop.position - 1]),
        "attended": [index + 1 for index, weight in enumerate(hop.hard.weights) if weight],
        "logits": [float(value) for value in hop.hard.logits],
        "logit_gap": None if hop.gap is None else _number(hop.gap),
        "gaps": {kind.name.lower(): _number(found[kind]) if kind in found else None for kind in Others},
        "hard": {
            "answer": _word(hop.hard.answer),
            "weights": [float(w) for w in hop.hard.weights],
            "output_gap": float(hop.hard.gap),
        },
        "softmax": None
        if hop.soft is None or hop.beta is None
        else {
            "beta": _number(hop.beta),
            "answer": _word(hop.soft.answer),
            "weights": [float(w) for w in hop.soft.weights],
            "output_gap": float(hop.soft.gap),
        },
    }


def _word(token) -> str | None:
    return None if token is None else show(token)


def print_outcome(console: Console, outcome: TaskOutcome, everything: bool = False) -> None:
    """Print the outcome: each pass with its logits and weights, then both answers.

    Args:
        everything: show every key, not only the largest logits of a long sequence.
    """
    theta = str(outcome.theta) if outcome.theta.turns else f"{outcome.theta} rad"
    radians = f" = {float(outcome.theta):.6g} rad" if outcome.theta.turns else ""
    indented(
        console,
        Text(f"{outcome.task}, n = {len(outcome.tokens)}: {show(outcome.tokens)}", style="bold"),
        0,
        2,
    )
    indented(console, Text(f"{outcome.model}, θ = {theta}{radians}"), 0, 2)
    for number, hop in enumerate(outcome.hops, 1):
        console.print()
        _print_hop(console, outcome, hop, number, everything)
    console.print()
    console.print(Text.assemble("head    ", (_word(outcome.answer) or "undecided (a tie)", "bold")))
    path = f"   (path {' → '.join(map(str, outcome.path))})" if outcome.path else ""
    console.print(Text.assemble("oracle  ", (show(outcome.oracle), "bold"), path), soft_wrap=True)
    indented(console, _conclusion(outcome), 0)


def _print_hop(console: Console, outcome: TaskOutcome, hop: Hop, number: int, everything: bool) -> None:
    if len(outcome.hops) > 1 or outcome.path:
        indented(console, Text(f"pass {number}: {show(hop.before)}", style="underline"), 0, 8)
        indented(console, Text(f"     → {show(hop.after)}"), 2, 7)
    query = show(hop.before[hop.position - 1])
    attended = [index + 1 for index, weight in enumerate(hop.hard.weights) if weight]
    targets = ", ".join(f"{position} ({show(hop.before[position - 1])})" for position in attended)
    indented(
        console,
        Text(
            f"query {query} at position {hop.position} attends to {targets}; "
            f"answer {_word(hop.hard.answer) or 'undecided (a tie)'}"
        ),
        2,
        2,
    )
    led = "no key holds another token" if hop.gap is None else f"{GAP} = {_six(hop.gap)}"
    found = gaps(hop)
    if found and all(value == hop.gap for value in found.values()):
        delta = f"the same, whichever others count ({', '.join(PRINTED_ON[kind] for kind in found)})"
    else:
        told = (f"{_six(value)} to {kind.value} ({PRINTED_ON[kind]})" for kind, value in found.items())
        delta = f"by which others count: {', '.join(told)}"
    lines = [f"{led}; output gap {float(hop.hard.gap):.6g}"]
    lines += [f"U26's Δ of this input, {delta}"] if found else []
    if hop.soft is None or hop.beta is None:
        lines.append("softmax: the gap is 0, so no inverse temperature decides")
    else:
        lines.append(
            f"softmax at β = {_six(hop.beta)}: answer {_word(hop.soft.answer) or 'undecided (a tie)'}, "
            f"output gap {float(hop.soft.gap):.6g}"
        )
    for line in lines:
        indented(console, Text(line), 2, 2)
    console.print(_weights(hop, everything))


def _weights(hop: Hop, everything: bool) -> Table:
    table = Table(box=None, pad_edge=True, padding=(0, 2), header_style="dim")
    for name in ("position", "token", "logit", "hard", "softmax"):
        table.add_column(name, justify="left" if name == "token" else "right", no_wrap=True)
    values = [float(value) for value in hop.hard.logits]
    kept: Sequence[int] = range(len(values))
    if not everything and len(values) > SHOWN:
        kept = sorted(sorted(kept, key=lambda index: -values[index])[:SHOWN])
    for index in kept:
        weight = hop.hard.weights[index]
        table.add_row(
            str(index + 1),
            show(hop.before[index]),
            f"{values[index]:9.6f}",
            str(weight),
            "–" if hop.soft is None else f"{float(hop.soft.weights[index]):.6f}",
            style="bold" if weight else "",
        )
    if len(kept) < len(values):
        table.caption = f"the {len(kept)} largest of {len(values)} logits (--all shows them all)"
        table.caption_justify = "left"
    return table


def _conclusion(outcome: TaskOutcome) -> Text:
    if outcome.agrees:
        return Text("the head and the oracle agree", style="green")
    if outcome.answer != outcome.oracle:
        return Text("the head and the oracle DIFFER", style="bold red")
    return Text("hard attention agrees with the oracle, but softmax at this β DIFFERS", style="bold red")
