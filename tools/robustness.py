"""How the labels of heads hold up when the way of scoring varies: receipts measured, and docs/robustness.md written from them.

python tools/robustness.py                 # write the page from the receipts
python tools/robustness.py --run smollm2   # measure a fetched model anew, write its receipt and the page
python tools/robustness.py --heads         # train the small models anew, write their receipt and the page
python tools/robustness.py --check         # 1 if the page is not what the receipts say
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rope_theory.core.files import CHECKOUT, write_text
from rope_theory.evidence.theory import claim
from rope_theory.faces.report.register import sizes
from rope_theory.machines.learning import worth
from rope_theory.machines.pretrained.measured import ROBUSTNESS, receipts, write_receipt
from rope_theory.machines.pretrained.sources import SOURCES
from tools.pretrained import Reading, Receipt, beside
from tools.sentences import SENTENCES

PAGE = CHECKOUT / "docs" / "robustness.md"
#: Of the small trained models: of one layer, and all, in the order of the page.
ONE_LAYER = ("index", "retrieval", "induction")
STUDIES = (*ONE_LAYER, "number-2", "letter-2", "number-4", "letter-4")
#: Of planes.
GROUPS = ("positional", "symbolic", "alike", "random")

_HEAD = """# How robust labels of heads are

<!-- Written by tools/robustness.py from rope_theory/machines/pretrained/receipts/ and rope_theory/machines/learning/receipts/. -->

**In short.** In two small pretrained models (SmolLM2-135M-Instruct and Gemma 3 270M) labels of heads stand when the temperature τ changes from
1e-5 to 0.01, and many do not when the first token is left out or blocks take the place of positions. Labels go with frequencies with one sign
in every setting, and in both null models too: by itself that is no finding on what these undo of training. What heads that look pure are
worth is TESTED, by removing them, in small models that this package trains.

**The question.** A head of a pretrained model is labelled positional or symbolic at one setting ([pretrained.md](pretrained.md)). Is the label
the head's, or the setting's?

**Which models.** *Settings*, *Swapped tokens* and *Tasks* are about the two pretrained ones. Where heads and planes are removed, they are
one-layer models of eight heads, and GPT-J with two layers of four heads or four layers of one. The table of the papers' sentences says at
each of them which it rests on.

**Null models.** Scores and sides stand beside those of two models that keep the geometry and undo part of what was trained: *permuted*, in which the
planes of each head get each other's frequencies, and *random*, in which each row of W_q and W_k gets a random direction and keeps its norm. What
they show too is no evidence of what they undo. One draw of each here.

Seven texts, the last query and the middle one, seed 0. Samples in floating point, of quantised weights; thresholds were set after
measuring. Pictures: those in figures/captions.txt whose names begin with real-."""

_SETTINGS = """The columns: *Pure*: heads purely positional / purely symbolic, γ = 0.1. *Sides*: heads more positional than symbolic. *Other side*: heads whose
s_POS - s_SYM has another sign than in the first line. *Decided*: heads for which the 95 % interval over the texts (Student's t) leaves 0 out.
*Swaps*: the effective number of swaps that a score rests on, median. *ρ*: rank correlation over heads of s_POS - s_SYM with the mean plane used;
beside it the 95 % interval of the mean of the texts' own ρ (in Fisher's z), which is nearer to 0 since one text is noisier than the mean of
seven. The first token is left out as if the query did not see it. τ is 1e-4 with blocks."""

_SWAPPED = """U26's definition swaps contents at the head. Where tokens of the prompt change places and the model runs again, later layers see other
hidden states. One short text of 28 tokens, last query, τ = 1e-4, one pass for each swap (`profile --swap-method tokens`). In the first layer the
two agree up to rounding."""

_TASKS = """Prompts of `rope-theory profile --task` (size 8, three of each, last query, τ = 1e-4). *Other side*: heads on another side than on the texts. No
model was asked whether it answers right."""

_REMOVED = """One-layer models of eight heads with four planes each (angles 1, 0.3, 0.1, 0.01), n = 13, 250 steps, ten seeds from 400: means over
seeds. *Purest*: the four heads of largest |s_POS - s_SYM|. *Variance*: of a head's logits over keys, the null model that knows nothing of positions
and symbols. U26, p. 4, has it that "heads behavior must be pure in order for test accuracy to converge to its maximal value"; it does
not remove heads. On Index the claims `new.trained.pure-heads`, `new.trained.pure-heads.few` and `new.trained.pure-planes` (TESTED) say what
holds on seeds that were not looked at before. What was seen here on the other two tasks set the thresholds of the claims of the next section."""

_RANKED = """Every head and every plane removed alone, and in halves and quarters, in models of one layer (as above, ten seeds from 700) and deeper ones:
GPT-J, number and letter task with nine to eleven tokens, two layers of four heads (up to two hops) or four layers of one head (up to three),
six seeds from 700. What the seeds show is TESTED: the claims below the tables. Thresholds were set on other seeds, ten from 400 and four from 0, but for one bound of `new.removal.deeper-planes`.
`new.removal.purity` is about ten more seeds of one layer, from 800: a first version held on those from 400 and failed on those from 700.

*Zero*: the head's output is zero, at every position; *mean*: it is its mean over the inputs. *ρ*: rank correlation, over the heads of a model, with
the nats that are lost; mean over seeds and, in brackets, its 95 % interval (Student's t, cut at -1 and 1). *Random*: the 97.5 % point of that mean for random rankings. *Halves*: accuracy
without the half of the heads that have most of it, and without the other half; with several heads in a layer, half of each layer. *Any half*: mean of all
halves. *Early*: ρ with the layer, the first one first. *Worst*: the most accuracy that one head alone costs, mean over seeds.
With four layers of one head ρ ranks four heads in each of six models, so a single one takes few values."""

_RANKED_PLANES = """*Removed*: the plane's part of its head's logits is left out; *frozen*: it keeps its contents and does not turn. *Positional*: s_POS - s_SYM of the plane alone. *Alike*: only
planes of one frequency are compared, in one layer where layers have several heads. The last four columns: accuracy without a quarter of all planes: the most positional, the most symbolic, drawn with the same
frequencies as the most positional, drawn from all."""

Row = tuple[str, Callable[[Receipt], str]]


def _setting(receipt: Receipt, left: int, tau: float, blocks: int | None = None) -> dict[str, Any]:
    key = {"left": left, "tau": tau, "blocks": blocks}
    return next(row for row in receipt["settings"] if key.items() <= row.items())


def _share(receipt: Receipt, row: dict[str, Any], key: str, kind: str = "trained") -> float:
    return row[kind][key] / len(receipt["figures"]["trained"]["use"])


def _pure(row: dict[str, Any]) -> str:
    return f"{row['pure'][0]} / {row['pure'][1]}"


def _changed(receipt: Receipt, key: str, to: Any, kind: str = "trained") -> Receipt:
    """The receipt with another value in every setting."""
    for row in receipt["settings"]:
        row[kind][key] = to
    return receipt


#: The claims of each section.
_WORTH = "What tells what a head or plane is worth"
_CLAIMS = {
    "Swapped tokens": ("new.pretrained.swapped-tokens",),
    "Tasks": ("new.pretrained.tasks",),
    _WORTH: tuple(
        f"new.removal{name}" for name in ("", ".purity", ".planes", ".frozen", ".spare", ".opposite", ".deeper-planes")
    ),
}
#: Each is said of every model; the page leaves out what does not hold.
READINGS: list[Reading] = [
    Reading(
        "Settings",
        "At four τ from 1e-5 to 0.01 at most one head in thirty changes sides, though the number of swaps that a score rests on grows from about two to "
        "about eighty; at τ = 1, where all swaps weigh about alike, at least one in ten does.",
        lambda r: max(_share(r, _setting(r, 0, tau), "other_side") for tau in (1e-5, 1e-3, 1e-2)) <= 1 / 30
        and _share(r, _setting(r, 0, 1.0), "other_side") >= 0.1,
        lambda r: _changed(r, "other_side", 5),
    ),
    Reading(
        "Settings",
        "Without the first token at least one head in six changes sides, and with blocks at least one in four, at each of the three sizes: the labels of "
        "such heads are of the setting as much as of the head.",
        lambda r: _share(r, _setting(r, 1, 1e-4), "other_side") >= 1 / 6
        and min(_share(r, _setting(r, 0, 1e-4, blocks), "other_side") for blocks in (8, 16, 32)) >= 0.25,
        lambda r: _changed(r, "other_side", 5),
    ),
    Reading(
        "Settings",
        "The sign of ρ is the same in every setting, and so it is in both null models: negative, the interval's ends, too. So by itself it is no finding on what they undo of training.",
        lambda r: all(
            row[kind]["spearman"] < 0 and row[kind]["spearman_interval"][1] < 0
            for row in r["settings"]
            for kind in ("trained", "permuted", "random")
        ),
        lambda r: _changed(r, "spearman", 0.1, "random"),
    ),
    Reading(
        "Settings",
        "With planes permuted more heads are on the positional side than in the trained model, in every setting. With random weights, which keep the norm of every "
        "row, about as few are, at the first setting (purely positional ones fewer still): so few positional heads alone are no trace of what the null models undo.",
        lambda r: all(row["trained"]["more_positional"] < row["permuted"]["more_positional"] for row in r["settings"])
        and abs(r["settings"][0]["trained"]["more_positional"] - r["settings"][0]["random"]["more_positional"])
        <= len(r["figures"]["trained"]["use"]) / 50,
        lambda r: _changed(r, "more_positional", 0, "permuted"),
    ),
]


def _of_both(found: dict[str, Receipt]) -> bool:
    """What the sentence on the first token says of the two models."""
    shares = {name: r["swapped"][0]["other_side"] / len(r["figures"]["trained"]["use"]) for name, r in found.items()}
    return shares["smollm2"] > 2 / 3 and shares["gemma3-270m"] < 0.1


FIRST_TOKEN = (
    "Of SmolLM2's heads more than two thirds stand on another side when tokens are swapped; of Gemma's fewer than one in ten. SmolLM2's tokenizer puts "
    "nothing before a text, Gemma's a token of its own. That fits a sink at the first position, whatever token stands there: at the head "
    "its content moves with the swap, which looks symbolic; in the prompt another token becomes the sink, which looks positional. With "
    "the first token left out the two ways come nearer to each other in SmolLM2, and not in Gemma."
)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", metavar="NAME", choices=list(SOURCES), help="measure this model anew")
    parser.add_argument(
        "--heads",
        metavar="STUDY",
        nargs="*",
        choices=STUDIES,
        help="train the small models of these studies anew (all)",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if the page differs")
    args = parser.parse_args(given)
    if args.run:
        from rope_theory.machines.pretrained.robustness import measure

        write_receipt(args.run, ROBUSTNESS, measure(args.run))
    if args.heads is not None:
        _train(args.heads or STUDIES)
    text = page(receipts(ROBUSTNESS))
    if args.check:
        return int(not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text)
    write_text(PAGE, text)
    print(f"{PAGE.relative_to(CHECKOUT)} written")
    return 0


def _train(names: Sequence[str]) -> None:
    """Train the models of these studies anew and write their receipts."""
    from rope_theory.machines.training.removal import measured

    for name in names:
        # one row a line
        write_text(
            worth.FOLDER / f"{name}.json",
            json.dumps(measured(name), separators=(",", ":")).replace("],[", "],\n[") + "\n",
        )
    worth.receipt.cache_clear()


def page(found: dict[str, Receipt]) -> str:
    """docs/robustness.md."""
    parts = [_HEAD, "## Settings\n\n" + _SETTINGS, *(_settings(name, receipt) for name, receipt in found.items())]
    parts += [_beside(found), _said("Settings", found), "## Swapped tokens\n\n" + _SWAPPED, _swapped(found)]
    parts += [_said("Swapped tokens", found) + (f"\n- {FIRST_TOKEN}" if _of_both(found) else "")]
    parts += [
        "## Tasks\n\n" + _TASKS,
        *(_tasks(name, receipt) for name, receipt in found.items()),
        _said("Tasks", found),
    ]
    parts += ["## Heads and planes removed\n\n" + _REMOVED, _removed()]
    parts += [f"## {_WORTH}\n\n" + _RANKED, _ranked(), _impure(), _RANKED_PLANES, _ranked_planes()]
    parts += [_said(_WORTH, found), _trained_with()]
    lines = [f"| {where} | “{quote}” | {answer} | {models} |" for where, quote, models, answer in SENTENCES]
    parts.append(
        f"## The papers' empirical sentences\n\n*The two runs*, one of each task, are smaller than U26's models ({sizes()}). *Agrees* and "
        "*differs* are said of the models in the last column, and of no others.\n\n"
        "| where | sentence | here | our models |\n|---|---|---|---|\n" + "\n".join(lines)
    )
    parts.append(_measured(found))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _beside(found: dict[str, Receipt]) -> str:
    """Why numbers are others in docs/pretrained.md: its texts have one query more."""
    return beside(found, receipts(), "robustness.md", "pretrained.md")


def _said(section: str, found: dict[str, Receipt]) -> str:
    lines = [f"`{each.id}` ({each.verdict}): {each.statement}" for each in map(claim, _CLAIMS.get(section, ()))]
    lines += [each.sentence for each in READINGS if each.section == section and all(map(each.holds, found.values()))]
    return "\n".join(f"- {line}" for line in lines)


def _settings(name: str, receipt: Receipt) -> str:
    lines = [
        f"| {name} | pure | sides | other side | decided | swaps | ρ | of single texts | ρ permuted; random | pure permuted; random | sides permuted; random |",
        f"|---|{'---:|' * 10}",
    ]
    for row in receipt["settings"]:
        one, permuted, random = (row[kind] for kind in ("trained", "permuted", "random"))
        label = f"τ = {row['tau']:g}" if row["blocks"] is None else f"{row['blocks']} blocks"
        label += ", without the first token" if row["left"] else ""
        low, high = one["spearman_interval"]
        lines.append(
            f"| {label} | {_pure(one)} | {one['more_positional']} | {one['other_side']} | {one['decided']} | "
            f"{one['effective'][1]:.3g} | {one['spearman']:.2f} | {low:.2f} to {high:.2f} | "
            f"{permuted['spearman']:.2f}; {random['spearman']:.2f} | {_pure(permuted)}; {_pure(random)} | "
            f"{permuted['more_positional']}; {random['more_positional']} |"
        )
    return "\n".join(lines)


def _swapped(found: dict[str, Receipt]) -> str:
    lines = [
        "| | pure, contents | pure, tokens | other side | rank correlation of the two | median difference of s_POS - s_SYM |"
    ]
    lines.append(f"|---|{'---:|' * 5}")
    for name, receipt in found.items():
        for row in receipt["swapped"]:
            label = f"{name}, {'without the first token' if row['left'] else 'all tokens'}"
            lines.append(
                f"| {label} | {_pure(row['contents'])} | {_pure(row['tokens'])} | {row['other_side']} | {row['spearman']:.2f} | "
                f"{row['apart'][1]:.3f} |"
            )
    return "\n".join(lines)


def _tasks(name: str, receipt: Receipt) -> str:
    lines = [
        f"| {name} | tokens | pure | pure permuted; random | sides | sides permuted; random | other side |",
        f"|---|{'---:|' * 6}",
    ]
    for task, row in receipt["tasks"].items():
        one, permuted, random = (row[kind] for kind in ("trained", "permuted", "random"))
        low, high = min(row["tokens"]), max(row["tokens"])
        lines.append(
            f"| {task} | {low if low == high else f'{low} to {high}'} | {_pure(one)} | {_pure(permuted)}; {_pure(random)} | {one['more_positional']} | "
            f"{permuted['more_positional']}; {random['more_positional']} | {one['other_side']} |"
        )
    return "\n".join(lines)


def _removed() -> str:
    each = [worth.summary(worth.models(name, "explored")) for name in ONE_LAYER]
    lines = [f"| | {' | '.join(ONE_LAYER)} |", f"|---|{'---:|' * len(ONE_LAYER)}"]
    for name in each[0]:
        lines.append(f"| {name} | {' | '.join(f'{_mean(its[name]):.2f}' for its in each)} |")
    return "\n".join(lines)


def _ranked() -> str:
    lines = [
        "| heads | accuracy | pure | ρ, variance | ρ, purity | random | ρ, early | halves, variance | halves, purity | any half | worst |"
    ]
    lines.append(f"|---|{'---:|' * 10}")
    for name in STUDIES:
        models = worth.models(name)
        pure = [_mean(model.pure()[side] for model in models) for side in (0, 1)]
        for how in worth.WAYS["heads"]:
            halves = [" / ".join(f"{_mean(model.without_half(by, least, how) for model in models):.2f}" for least in (False, True))
                      for by in ("variance", "purity")]  # fmt: skip
            early = "-" if name in ONE_LAYER else _rho(models, "heads", "early", how)
            worst = _mean(model.lost("heads", how, nats=False).max() for model in models)
            lines.append(
                f"| {name}, {how} | {_mean(model.accuracy for model in models):.2f} | {pure[0]:.1f} / {pure[1]:.1f} | "
                f"{_rho(models, 'heads', 'variance', how)} | {_rho(models, 'heads', 'purity', how)} | "
                f"{worth.shuffled(models, 'heads', 'variance', how):.2f} | {early} | {' | '.join(halves)} | "
                f"{_mean(model.halves(how).mean() for model in models):.2f} | {worst:.2f} |"
            )
    return "\n".join(lines)


def _impure() -> str:
    """Beside the ranks by purity: how many of the heads that are ranked are pure."""
    models = worth.models("number-4")
    pure, heads = (
        _mean(sum(model.pure()) for model in models),
        _mean(model.scores("heads").shape[1] for model in models),
    )
    return (
        f"Of the {heads:.0f} heads of a number-4 model {pure:.1f} are pure on the mean (γ = 0.1), so that there ρ with purity mostly ranks heads that are not pure."
        if pure < heads / 2
        else ""
    )


def _ranked_planes() -> str:
    lines = [
        "| planes | ρ, variance | ρ, purity | ρ, positional | random | alike: variance | alike: positional | random | positional | symbolic | same frequencies | any |"
    ]
    lines.append(f"|---|{'---:|' * 11}")
    for name in STUDIES:
        models = worth.models(name)
        for how in worth.WAYS["planes"]:
            groups = [_mean(model.without_planes(group, how) for model in models) for group in GROUPS]
            ranks = [_rho(models, "planes", by, how) for by in ("variance", "purity", "positional")]
            alike = [_rho(models, "planes", by, how, True) for by in ("variance", "positional")]
            random = [f"{worth.shuffled(models, 'planes', 'variance', how, like):.2f}" for like in (False, True)]
            cells = [*ranks, random[0], *alike, random[1], *(f"{value:.2f}" for value in groups)]
            lines.append(f"| {name}, {how} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _rho(models: Sequence[worth.Worth], of: str, by: str, how: str, like: bool = False) -> str:
    values = [worth.rank(model, of, by, how, like) for model in models]
    low, high = (min(1.0, max(-1.0, end)) for end in worth.interval(values))  # no ρ is beyond
    return f"{_mean(values):.2f} ({low:.2f} to {high:.2f})"


def _trained_with() -> str:
    found = [worth.receipt(name) for name in STUDIES]
    packages = ", ".join(f"{package} {version}" for package, version in found[0]["with"].items())
    minutes = ", ".join(f"{name} {receipt['minutes']:g}" for name, receipt in zip(STUDIES, found, strict=True))
    return f"Trained and asked with {packages}, in one thread; minutes of processor time: {minutes}."


def _measured(found: dict[str, Receipt]) -> str:
    lines = []
    for name, receipt in found.items():
        packages = ", ".join(f"{package} {version}" for package, version in receipt["with"].items())
        lines.append(f"- {name}: {SOURCES[name].words}. Seed {receipt['seed']}; {packages}; {receipt['minutes']:.0f} minutes on two cores, shared with other work "
                     f"({receipt['processor_minutes']:.0f} of processor time).")  # fmt: skip
    return "## What was run\n\n" + "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
