"""An input's way through a compiled model in words, computed numbers beside certified bounds."""

from __future__ import annotations

from rope_theory.faces.report.lines import aligned


def lines(data: dict) -> list[str]:
    """A trace in words; positions are counted from 1, as in the messages on inputs."""
    tokens, path = data["tokens"], data["path"]
    said = [f"path (*): {' → '.join(f'{tokens[row]} at {row + 1}' for row in path)}; answer {data['answer']}"]
    held = data["embedding"]
    for number, layer in enumerate(data["layers"], 1):
        said.append(f"layer {number}")
        rows = []
        for row, (token, weights) in enumerate(zip(tokens, layer["weights"], strict=True)):
            key = max(range(row + 1), key=weights.__getitem__)
            looks = f"{tokens[key]} at {key + 1} ({weights[key]:.4f})"
            rows.append(
                (f"{row + 1}{' *' if row in path else ''}", token, looks, holds(held[row]), holds(layer["held"][row]))
            )
        said += ["  " + line for line in aligned([("position", "token", "looks most at", "held", "then holds"), *rows])]
        said += [f"  {line}" for line in bounds(layer)]
        held = layer["held"]
    margin = data["margin"]
    ends = "" if margin["certified"] is None else f" (certified: at least {margin['certified']:g})"
    said.append(f"says {data['said']}; the answer's logit leads by {margin['computed']:.5g}{ends}")
    if margin["certified"] is None:
        said.append("no certificate: nothing is vouched for")
    return said


def holds(held: dict) -> str:
    """What a position holds, in words."""
    return "nothing" if held["answer"] is None else f"{held['answer']} ({held['share']:.4f})"


#: By name in a trace: what is computed on the path, and which way the certificate bounds it.
BOUNDS = {
    "lead": ("a target's attention logit leads any rival's by", "at least"),
    "miss": ("rivals get of a row", "at most"),
    "kept": ("share of the answer's code, once it is there", "at least"),
    "stray": ("what is not of that code", "at most"),
}


def bounds(layer: dict) -> list[str]:
    """What was computed on the path beside what is certified."""
    found = []
    for name, (words, side) in BOUNDS.items():
        computed, certified = layer[name]["computed"], layer[name]["certified"]
        if computed is not None:
            end = "" if certified is None else f" (certified: {side} {certified:g})"
            found.append(f"on the path, {words}: {computed:.6g}{end}")
    return found
