"""What a run leaves behind: tables, settings and versions; each file whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import write_text
from rope_theory.machines.training.recipe import TrainingRecipe

FILES = ("run.json", "curves.csv", "heads.csv", "frequency_use.csv", "length.csv")
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
        write_text(folder / name, _csv(rows))
    write_text(folder / "run.json", json.dumps(_run(trainer, test), indent=2) + "\n")


def _run(trainer, test: dict | None) -> dict:
    import torch

    recipe = trainer.recipe
    return {
        "label": f"{recipe.task} task, {recipe.preset} preset, seed {recipe.seed}, {trainer.device}",
        "finished": test is not None,
        "steps_done": trainer.step,
        "seconds": round(trainer.seconds, 1),
        "device": trainer.device,
        "threads": torch.get_num_threads(),
        "parameters": sum(p.numel() for p in trainer.model.parameters()),
        "versions": {"python": platform.python_version()} | {name: _version(name) for name in PACKAGES},
        "test": test,
        "recipe": recipe.as_json(),
    }


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _csv(rows: list[dict]) -> str:
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _short(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _short(value):
    return float(f"{value:.6g}") if isinstance(value, float) else value


def read(folder: Path) -> Receipt:
    """The receipt that `write` left in a folder.

    Raises:
        InvalidInput: a file is missing or not what `write` writes.
    """
    for name in FILES:
        require((folder / name).is_file(), "receipt", f"must hold {name}", str(folder))
    try:
        run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        TrainingRecipe.from_json(run["recipe"])
        tables = [_table(folder / name) for name in FILES[1:]]
    except (ValueError, KeyError, TypeError) as problem:
        if isinstance(problem, InvalidInput):
            raise
        raise InvalidInput("receipt", f"must be what rope-theory train writes ({problem})", str(folder)) from None
    return Receipt(run, *tables)


def _table(path: Path) -> list[dict]:
    with open(path, encoding="utf-8", newline="") as stream:
        return [{name: _number(value) for name, value in row.items()} for row in csv.DictReader(stream)]


def _number(text: str) -> float | int | None:
    if text == "":
        return None
    return int(text) if text.lstrip("-").isdigit() else float(text)
