"""The page that shows inputs going through compiled models: attention, what positions hold, leads beside certified bounds."""

from __future__ import annotations

from typing import Any

from rope_theory.faces.report.trace import BOUNDS, holds
from rope_theory.faces.site.html import Html, el, join, table
from rope_theory.faces.site.page_shell import page
from rope_theory.machines.catalogue import stack
from rope_theory.machines.certificates.kept import kept, model_of
from rope_theory.machines.trace import facts, trace

LEAD = (
    "Two models with constructed weights, in Llama's own class, and some inputs going through them. The numbers here are computed in float64 "
    "from the stored weights; the bounds beside them are those of the certificate, and hold for every valid input in the model's own "
    "arithmetic."
)
HOW = (
    "A square is how much a position (row) attends to one before it (column); what stands on the path to the answer has a frame. After each "
    "layer a position holds the answer one hop further along its own path, if there is one. The number in brackets is the share of that "
    "answer's code: 1 in the embedding; later the norms' factor is in it, as in the certificate. "
    "Off the path anything may be: an integer that points before the start, say, asks for no key there is. Tokens are counted from 1 here, the model's own positions from 0."
)
#: By kept model: inputs shown beside two drawn ones of the published length, with one hop and with two.
SHOWN = {
    "llama-number-2-float32": ("B A 2", "C B A 1 4 1 2"),
    "llama-letter-2-float32": ("A1 BA", "C2 B1 A3 FA EF"),
}
SEED = 2026
#: The input that is open when the page is.
OPEN = 1
CELL = 20
#: Weights below this leave no mark in the picture.
FAINT = 0.005


def inside_page() -> str:
    """inside.html."""
    return page(
        "inside.html",
        "One input, layer by layer",
        el("h1", "One input, layer by layer"),
        el("p", LEAD, class_="lead"),
        el("p", HOW),
        el(
            "p",
            "The bounds are decided in ",
            el("a", "new.certified-weights", href="claims/new.certified-weights.html", class_="id"),
            ". Your own inputs and models: ",
            el("code", 'rope-theory show MODEL_DIR --input "…"'),
            ".",
        ),
        *(_model(name) for name in SHOWN),
    )


def inputs(name: str) -> list[Any]:
    """What is shown of a kept model: texts, and drawn inputs as tokens."""
    model = model_of(name)
    kind = stack(model.task)
    sizes = kind.sizes(model.vocabulary)
    drawn = [next(iter(kind.draw(SEED, 1, model.length, (hops,), **sizes)))[0] for hops in (1, 2)]
    return [*SHOWN[name], *drawn]


def _model(name: str) -> Html:
    model, certificate = model_of(name), kept(name)
    shown = [_input(model, certificate, given, number == OPEN) for number, given in enumerate(inputs(name))]
    return el(
        "section",
        el("h2", f"{model.task.capitalize()} task, {model.layers} layers"),
        el("p", certificate["statement"], class_="statement certified"),
        *shown,
        id=model.task,
    )


def _input(model: Any, certificate: dict[str, Any], given: Any, first: bool) -> Html:
    found = trace(model, given)
    data = facts(found, certificate)
    tokens, path = data["tokens"], data["path"]
    hops = " → ".join(f"{tokens[row]} (position {row + 1})" for row in path)
    held, layers = data["embedding"], []
    for number, layer in enumerate(data["layers"], 1):
        layers.append(_layer(number, tokens, path, held, layer))
        held = layer["held"]
    return el(
        "details",
        el("summary", el("code", " ".join(tokens)), f" → {data['answer']}"),
        el("p", f"Path: {hops}. The model answers {data['said']}."),
        *layers,
        el("h3", "Readout"),
        _leads(model, found, data["margin"]["certified"]),
        class_="walk",
        name=model.task,  # one of them is open at a time
        open=first,
    )


def _layer(number: int, tokens: list[str], path: list[int], held: list[dict], layer: dict) -> Html:
    rows = []
    for row, token in enumerate(tokens):
        weights = layer["weights"][row]
        key = max(range(row + 1), key=weights.__getitem__)
        name = el("strong", str(row + 1)) if row in path else str(row + 1)
        looks = f"{tokens[key]} at {key + 1} ({weights[key]:.4f})"
        rows.append((name, token, looks, holds(held[row]), holds(layer["held"][row])))
    return el(
        "section",
        el("h3", f"Layer {number}"),
        el(
            "div",
            el("figure", _attention(number, tokens, path, layer["weights"])),
            table(
                ("position", "token", "looks most at", "held", "then holds"),
                rows,
                f"layer {number}: what positions look at and hold",
            ),
            class_="beside",
        ),
        table(
            ("on the path", "here", "certified, for every input"),
            [
                (words, _number(layer[name]["computed"]), f"{side} {_number(layer[name]['certified'])}")
                for name, (words, side) in BOUNDS.items()
            ],
            f"layer {number}: beside the certified bounds",
        ),
    )


def _number(value: float | None) -> str:
    return "no rival" if value is None else f"{value:.6g}"


def _attention(number: int, tokens: list[str], path: list[int], weights: list[list[float]]) -> Html:
    """The lower triangle; rows look, columns are looked at."""
    n, edge = len(tokens), 2 * CELL
    steps = " ".join(f"{edge + CELL * (row + 1)},{edge + CELL * row} {edge + CELL * (row + 1)},{edge + CELL * (row + 1)}" for row in range(n))  # fmt: skip
    marks = [
        el("polygon", points=f"{edge},{edge} {steps} {edge},{edge + CELL * n}", class_="room"),
    ]
    for row, line in enumerate(weights):
        for key, weight in enumerate(line[: row + 1]):
            if weight >= FAINT:
                title = el("title", f"{tokens[row]} at {row + 1} gives {tokens[key]} at {key + 1} {weight:.4f}")
                at = {"x": str(edge + CELL * key + 1), "y": str(edge + CELL * row + 1)}
                size = {"width": str(CELL - 2), "height": str(CELL - 2)}
                framed = "weight path" if row in path else "weight"
                marks.append(el("rect", title, **at, **size, fill_opacity=f"{weight:.3f}", class_=framed))
    for k, token in enumerate(tokens):
        middle = edge + CELL * k + CELL / 2
        bold = "path" if k in path else None
        marks.append(el("text", token, x=str(edge - 5), y=str(middle + 4), text_anchor="end", class_=bold))
        turned = f"rotate(-90 {middle + 4} {edge - 5})"
        marks.append(el("text", token, x=str(middle + 4), y=str(edge - 5), transform=turned, class_=bold))
    whole = edge + CELL * n + 2
    return el(
        "svg",
        el("title", f"Attention of layer {number}; the table says the same"),
        *marks,
        viewBox=f"0 0 {whole} {whole}",
        role="img",
        class_="attention",
        style=f"max-width:{whole * 1.3:.0f}px",
    )


def _leads(model: Any, found: Any, certified: float) -> Html:
    """The answer's lead over the closest other tokens, as bars, and the certified bound as a line."""
    own = model.vocabulary.index(found.answer)
    leads = sorted((float(found.logits[own] - value), k) for k, value in enumerate(found.logits) if k != own)[:5]
    most = max([lead for lead, _ in leads] + [certified]) * 1.15
    wide, left, high = 360, 60, 22
    marks = []
    for line, (lead, k) in enumerate(leads):
        y = high * line
        name = str(model.vocabulary[k])
        marks += [
            el("text", name, x=str(left - 6), y=str(y + 15), text_anchor="end"),
            el(
                "rect",
                x=str(left),
                y=str(y + 3),
                width=f"{max(lead, 0) / most * wide:.1f}",
                height=str(high - 6),
                class_="lead",
            ),  # fmt: skip
            el("text", f"{lead:.4g}", x=f"{left + max(lead, 0) / most * wide + 4:.1f}", y=str(y + 15)),
        ]
    x = f"{left + certified / most * wide:.1f}"
    marks.append(el("line", x1=x, x2=x, y1="0", y2=str(high * len(leads)), class_="bound"))
    bottom = high * len(leads) + 16
    marks.append(el("text", f"certified: at least {certified:g}", x=x, y=str(bottom), text_anchor="middle"))
    drawing = el(
        "svg",
        el("title", f"Leads of the answer over the closest tokens; the least is {leads[0][0]:.4g}"),
        *marks,
        viewBox=f"0 0 {left + wide + 50} {bottom + 6}",
        role="img",
        class_="leads",
    )
    words = f"The logit of {found.answer} leads that of every other token by at least {leads[0][0]:.5g}; certified is {certified:g}."
    return join([el("p", words), el("figure", drawing)])
