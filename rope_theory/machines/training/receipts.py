"""What a run leaves behind: tables, settings and versions; each file whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import platform
from dataclasses import dataclass
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import inside, write_text
from rope_theory.core.json_files import FLAG, Form, check, finite, maybe, number, read_json, text, whole
from rope_theory.core.versions import versions
from rope_theory.machines.training.recipe import GAMMAS, TrainingRecipe

FILES = ("run.json", "curves.csv", "heads.csv", "frequency_use.csv", "length.csv")
MOST_BYTES = 64 << 20
"""Largest table that is read."""
PACKAGES = ("torch", "transformers", "safetensors", "numpy")


@dataclass(frozen=True)
class Receipt:
    """A run read back.

    Args:
        run: run.json: recipe, device, versions, seconds, test accuracy.
        curves: one entry for each checkpoint: step, losses, accuracy, by hops, pure heads.
        heads: step, layer (from 1), head, positional, symbolic.
        use: step, layer and the share of each plane.
        length: extra, length, accuracy, by hops.
    """

    run: dict
    curves: list[dict]
    heads: list[dict]
    use: list[dict]
    length: list[dict]

    @property
    def recipe(self) -> TrainingRecipe:
        """The settings."""
        return TrainingRecipe.from_json(self.run["recipe"])

    @property
    def hops(self) -> tuple[int, ...]:
        """Hop counts."""
        return self.recipe.hops


def write(folder: Path, trainer, length: list[dict], test: dict | None) -> None:
    """Write the tables of a run, finished or not.

    Args:
        folder: exists.
        trainer: a `Trainer` with a history.
        length: from `length_generalisation`, empty while the run goes on.
        test: accuracy on the test part, None while the run goes on.
    """
    hops = [str(h) for h in trainer.recipe.hops]
    curves, heads, use = [], [], []
    for entry in trainer.history:
        row = {name: entry[name] for name in ("step", "train_loss", "loss", "accuracy")}
        row |= {f"hops_{h}": entry["hops"].get(h) for h in hops}
        for gamma, (positional, symbolic) in entry["pure"].items():
            row |= {f"positional_{gamma}": positional, f"symbolic_{gamma}": symbolic}
        curves.append(row)
        for layer, scores in enumerate(zip(entry["positional"], entry["symbolic"], strict=True), 1):
            for head, (positional, symbolic) in enumerate(zip(*scores, strict=True), 1):
                heads.append({"step": entry["step"], "layer": layer, "head": head,
                              "positional": positional, "symbolic": symbolic})  # fmt: skip
        for layer, shares in enumerate(entry["use"], 1):
            use.append(
                {"step": entry["step"], "layer": layer} | {f"plane_{k}": round(s, 4) for k, s in enumerate(shares, 1)}
            )
    longer = [
        {name: entry[name] for name in ("extra", "length", "sequences", "accuracy")}
        | {f"hops_{h}": entry["hops"].get(int(h)) for h in hops}
        for entry in length
    ]
    for name, rows in zip(FILES[1:], (curves, heads, use, longer), strict=True):
        write_text(inside(folder, name), _csv(rows))
    run = json.dumps(finite(_run(trainer, test)), indent=2, allow_nan=False)
    write_text(inside(folder, "run.json"), run + "\n")


def _run(trainer, test: dict | None) -> dict:
    import torch

    recipe = trainer.recipe
    return {
        "label": _label(recipe, trainer.device),
        "finished": test is not None,
        "steps_done": trainer.step,
        "seconds": round(trainer.seconds, 1),
        "device": trainer.device,
        "threads": torch.get_num_threads(),
        "parameters": sum(p.numel() for p in trainer.model.parameters()),
        "versions": {"python": platform.python_version()} | versions(PACKAGES),
        "test": test,
        "recipe": recipe.as_json(),
    }


def _csv(rows: list[dict]) -> str:
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _short(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _short(value):
    value = finite(value)  # a loss that has left the numbers: an empty cell
    return float(f"{value:.6g}") if isinstance(value, float) else value


def read(folder: Path, argument: str = "receipt") -> Receipt:
    """The receipt that `write` left in a folder.

    Args:
        folder: of the run.
        argument: what the error calls it.

    Raises:
        InvalidInput: a file is missing or not what `write` writes.
    """
    for name in FILES:
        require(
            (folder / name).is_file(),
            argument,
            f"must hold {name} (to make such a folder: rope-theory train number --out DIR)",
            str(folder),
        )
    run = read_json(argument, folder / "run.json")
    require(isinstance(run, dict) and "recipe" in run, argument, "must be what rope-theory train writes", str(folder))
    recipe = TrainingRecipe.from_json(run["recipe"])
    check("run.json", {name: value for name, value in run.items() if name != "recipe"}, _run_form(recipe, run))
    forms = _forms(recipe)
    tables = [_table(folder / name, forms[name]) for name in FILES[1:]]
    whole_run = not run["finished"] or (run["test"] is not None and all(tables))
    require(whole_run, argument, "must have a test and rows in every table once it is finished", str(folder))
    return Receipt(run, *tables)


def _label(recipe: TrainingRecipe, device: str) -> str:
    return f"{recipe.task} task, {recipe.preset} preset, seed {recipe.seed}, {device}"


_SHARE = number(0, 1)


def _run_form(recipe: TrainingRecipe, run: dict) -> dict:
    """What run.json holds beside the recipe."""
    label = _label(recipe, str(run.get("device")))
    test = run.get("test")
    hops = test.get("hops") if isinstance(test, dict) else None
    shares = {name: _SHARE for name in (hops if isinstance(hops, dict) else ()) if name in map(str, recipe.hops)}
    return {
        "label": Form(f"must be {label!r}, as its recipe and device say", lambda value: value == label),
        "finished": FLAG,
        "steps_done": whole(0, recipe.steps),
        "seconds": number(0),
        "device": text(),
        "threads": whole(1),
        "parameters": whole(1),
        "versions": {name: maybe(text()) for name in ("python", *PACKAGES)},
        "test": maybe(Form("", lambda _: False))
        if test is None
        else {"loss": maybe(number(0)), "accuracy": _SHARE, "hops": shares},
    }


def _forms(recipe: TrainingRecipe) -> dict[str, dict[str, Form]]:
    """The columns of each table."""
    hops = {f"hops_{h}": maybe(_SHARE) for h in recipe.hops}
    step, layer, score = whole(0, recipe.steps), whole(1, recipe.layers), maybe(number(-0.001, 1.001))
    heads = whole(0, recipe.layers * recipe.heads)
    pure = {f"{kind}_{gamma}": heads for gamma in GAMMAS for kind in ("positional", "symbolic")}
    planes = {f"plane_{k}": maybe(_SHARE) for k in range(1, recipe.width // recipe.heads // 2 + 1)}
    loss = maybe(number(0))
    return {
        "curves.csv": {"step": step, "train_loss": loss, "loss": loss, "accuracy": _SHARE} | hops | pure,
        "heads.csv": {
            "step": step, "layer": layer, "head": whole(1, recipe.heads), "positional": score, "symbolic": score
        },
        "frequency_use.csv": {"step": step, "layer": layer} | planes,
        "length.csv": {"extra": whole(), "length": whole(1), "sequences": whole(1), "accuracy": _SHARE} | hops,
    }  # fmt: skip


def _table(path: Path, form: dict[str, Form]) -> list[dict]:
    try:
        require(path.stat().st_size <= MOST_BYTES, path.name, f"must be of at most {MOST_BYTES} bytes", str(path))
        with open(path, encoding="utf-8", newline="") as stream:
            rows = [{name: _number(value) for name, value in row.items()} for row in csv.DictReader(stream)]
    except InvalidInput:
        raise
    except (OSError, ValueError, TypeError, AttributeError, csv.Error) as problem:  # a cell too many or too few
        raise InvalidInput(path.name, f"must be a table of numbers ({problem})", str(path)) from None
    for count, row in enumerate(rows, 1):
        check(f"{path.name}, row {count}", row, form)
    steps = [int(row["step"] or 0) for row in rows] if "step" in form else []
    require(steps == sorted(steps), path.name, "must have its steps in order", str(path))
    return rows


def _number(text: str) -> float | int | None:
    if text == "":
        return None
    return int(text) if text.lstrip("-").isdigit() else float(text)
