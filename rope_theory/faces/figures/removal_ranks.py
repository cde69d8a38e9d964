"""What tells what a head or a plane is worth: rank correlations with what is lost without it, one point a model."""

from __future__ import annotations

from rope_theory.core.showing.style import BLACK, BLUE, GREEN, GREY, VERMILION, canvas
from rope_theory.faces.figures.figure import Figure
from rope_theory.machines.learning.worth import models, rank, shuffled

#: Study: its name on the axis.
STUDIES = {
    "index": "Index", "retrieval": "Retrieval", "induction": "Induction", "number-2": "number, 2 layers",
    "letter-2": "letter, 2 layers", "number-4": "number, 4 layers", "letter-4": "letter, 4 layers",
}  # fmt: skip
#: Panels: what is removed and how, by what it is ranked beside the variance, whether only among those alike, title.
PANELS = (
    ("heads", "zero", "purity", False, "heads: loss with the head’s output at zero"),
    ("planes", "removed", "positional", True, "planes of one frequency: loss without the plane"),
)
LOOKS: dict[str, dict[str, str]] = {
    "variance": {"color": BLUE, "marker": "o"},
    "purity": {"color": VERMILION, "marker": "s"},
    "positional": {"color": GREEN, "marker": "^"},
}


def draw():
    from matplotlib.lines import Line2D

    figure, axes = canvas(4.0, len(PANELS), 1, sharex=True, sharey=True)
    for panel, (of, how, beside, like, title) in zip(axes, PANELS, strict=True):
        panel.axhline(0, color=BLACK, linewidth=0.5)
        for at, study in enumerate(STUDIES):
            found = models(study)
            for shift, by in ((-0.17, "variance"), (0.17, beside)):
                values = [rank(model, of, by, how, like) for model in found]
                panel.plot(
                    [at + shift] * len(values),
                    values,
                    linestyle="",
                    **LOOKS[by],
                    markersize=2.2,
                    alpha=0.5,
                    markeredgewidth=0,
                )
                mean, width = sum(values) / len(values), 0.13
                panel.plot(
                    [at + shift - width, at + shift + width], [mean, mean], color=LOOKS[by]["color"], linewidth=1.8
                )
            high = shuffled(found, of, "variance", how, like)
            panel.plot([at - 0.36, at + 0.36], [high, high], ":", color=GREY, linewidth=1.1)
        panel.set(ylim=(-1.08, 1.08), yticks=[-1, 0, 1], ylabel="rank correlation\nwith the loss (nats)", title=title)
        panel.set_xticks(
            range(len(STUDIES)), list(STUDIES.values()), fontsize=6.5, rotation=35, ha="right", rotation_mode="anchor"
        )
    marks = {
        "with the variance of the logits": LOOKS["variance"],
        "with purity, |s_POS − s_SYM|": LOOKS["purity"],
        "with the plane’s s_POS − s_SYM": LOOKS["positional"],
        "a mark: one trained model": {"color": GREY, "linestyle": "", "marker": "o", "markersize": 2.2},
        "a bar: the mean over models": {"color": GREY, "linewidth": 1.8},
        "97.5 % of random rankings lie below": {"color": GREY, "linestyle": ":"},
    }
    lines = [Line2D([], [], label=words, **look) for words, look in marks.items()]
    figure.legend(handles=lines, loc="outside lower center", ncols=2, fontsize=6, handlelength=1.6, columnspacing=1)
    return figure


def shows() -> str:
    means = []
    for study, words in STUDIES.items():
        values = [rank(model, "heads", "variance", "zero") for model in models(study)]
        means.append(f"{words} ({sum(values) / len(values):.2f})")
    return (
        "One point for each trained model, thick lines the means. Above: over the heads of a model, the rank "
        "correlation of the nats lost with a head's output at zero with the variance of its logits over keys (blue) "
        "and with its purity, |s_POS - s_SYM| (orange). Below: the same with a plane removed, among planes of one "
        "frequency in heads that are alike, with the variance of the plane's logits (blue) and with s_POS - s_SYM of the "
        "plane alone (green). Dotted: what 97.5 % of random "
        f"rankings stay below on the mean. Means over models above, with the variance: {'; '.join(means)}."
    )


FIGURE = Figure(
    name="removal-ranks",
    title="What tells what a head or a plane of a small trained model is worth",
    shows=shows,
    see=lambda: (
        "Small trained models, a head's output set to zero: rank correlation of the loss with the variance of the head's logits (blue) and with its "
        "purity (orange), task by task. With one layer the variance tells, on Index more than purity.",
        "The same with one plane removed: rank correlation of the loss with the variance of the plane's logits (blue) and with its behaviour (green), "
        "among planes of one frequency. With one layer the variance tells more.",
    ),
    decided=(
        ("new.removal.purity", "one layer: the variance tells on three tasks, more than purity on Index"),
        ("new.removal.planes", "one layer: among planes of one frequency the variance tells more than behaviour"),
        (
            "new.removal.opposite",
            "four layers: purity goes with worth on the letter task, against it on the number task",
        ),
    ),
    evaluated=(
        "one layer of eight heads, ten seeds from 700; GPT-J of two layers with four heads and of four layers with "
        "one, six seeds from 700. Rows of every head and plane are in rope_theory/machines/learning/receipts. Other "
        "seeds give other models."
    ),
    draw=draw,
)
