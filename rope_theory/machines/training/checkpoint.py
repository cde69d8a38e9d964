"""Checkpoints: one safetensors file with weights, optimiser, random state and history, whole or not at all.

Tensors are named `model.<name>`, `optimizer.<moment>.<name>`, `rng.cpu` and, on a GPU, `rng.cuda`; all else is
JSON in the file's header. Nothing is pickled, so that a file from elsewhere can be read without risk.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import torch

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.json_files import Form, check, each, finite, maybe, number, parse_json, whole
from rope_theory.machines.training.recipe import GAMMAS, TrainingRecipe

NAME = "checkpoint.safetensors"
_FORMAT = "rope_theory training 1"
_MOMENTS = ("step", "exp_avg", "exp_avg_sq")


def save(path: Path, model, optimizer, recipe: TrainingRecipe, step: int, history: list[dict], seconds: float) -> None:
    """Write the state after `step` steps; the file at `path` is replaced only by a whole one.

    Args:
        path: of the file.
        model, optimizer: AdamW over the model's parameters.
        recipe: its settings, for `restore` to compare.
        step: how many steps were taken; with the recipe it gives the batch to go on with.
        history: what was measured so far.
        seconds: spent so far.
    """
    from safetensors.torch import save_file

    tensors = {f"model.{name}": value for name, value in model.state_dict().items()}
    for name, parameter in model.named_parameters():
        for moment in _MOMENTS:
            if moment in optimizer.state.get(parameter, {}):
                tensors[f"optimizer.{moment}.{name}"] = optimizer.state[parameter][moment]
    tensors["rng.cpu"] = torch.get_rng_state()
    if next(model.parameters()).is_cuda:
        tensors["rng.cuda"] = torch.cuda.get_rng_state()
    header = {"recipe": recipe.as_json(), "step": step, "history": history, "seconds": seconds}
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    os.close(handle)
    part = Path(name)
    try:
        save_file(
            {name: value.detach().contiguous().cpu() for name, value in tensors.items()},
            part,
            metadata={"format": _FORMAT, "state": json.dumps(finite(header))},
        )
        with open(part, "rb") as written:
            os.fsync(written.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def read(path: Path) -> tuple[dict[str, torch.Tensor], dict]:
    """Tensors and header of a checkpoint.

    Raises:
        InvalidInput: no such file, or it is damaged or no checkpoint of this package.
    """
    from safetensors import SafetensorError, safe_open

    require(path.is_file(), "checkpoint", "must be a file that exists", str(path))
    try:
        with safe_open(path, framework="pt") as stored:
            meta = stored.metadata() or {}
            tensors = {name: stored.get_tensor(name) for name in stored.keys()}
        require(meta.get("format") == _FORMAT, "checkpoint", "must be one of rope-theory train", str(path))
        header = parse_json("checkpoint", meta["state"], str(path))
        entries = Form(
            "must be a list of objects", lambda v: isinstance(v, list) and all(isinstance(e, dict) for e in v)
        )
        kept = (
            {name: value for name, value in header.items() if name != "recipe"} if isinstance(header, dict) else header
        )
        check("checkpoint", kept, {"step": whole(), "history": entries, "seconds": number(0)})
        TrainingRecipe.from_json(header.get("recipe"))
    except (SafetensorError, OSError, ValueError, KeyError, TypeError) as problem:
        if isinstance(problem, InvalidInput):
            raise
        raise InvalidInput("checkpoint", f"must be a readable safetensors file ({problem})", str(path)) from None
    return tensors, header


def restore(path: Path, model, optimizer, recipe: TrainingRecipe) -> tuple[int, list[dict], float]:
    """Put the state of a checkpoint into model, optimiser and torch's generators.

    Returns:
        step, history and seconds, as saved.

    Raises:
        InvalidInput: the file cannot be read, or belongs to other settings (`steps` may differ); both values
            are named.
    """
    tensors, header = read(path)
    _same_settings(TrainingRecipe.from_json(header["recipe"]).as_json(), recipe.as_json())
    _history(header["history"], header["step"], recipe)
    weights = {name.removeprefix("model."): value for name, value in tensors.items() if name.startswith("model.")}
    try:
        model.load_state_dict(weights)
        for name, parameter in model.named_parameters():
            state = {m: tensors[f"optimizer.{m}.{name}"] for m in _MOMENTS if f"optimizer.{m}.{name}" in tensors}
            moments = {m: value if m == "step" else value.to(parameter.device) for m, value in state.items()}
            for moment, value in moments.items():
                require(
                    moment == "step" or value.shape == parameter.shape,
                    "checkpoint", f"must hold {moment} of {name} in its shape", tuple(value.shape),
                )  # fmt: skip
            if moments:
                optimizer.state[parameter] = moments
        torch.set_rng_state(tensors["rng.cpu"])
        if "rng.cuda" in tensors and next(model.parameters()).is_cuda:
            torch.cuda.set_rng_state(tensors["rng.cuda"])
    except (KeyError, RuntimeError, TypeError, ValueError) as problem:
        if isinstance(problem, InvalidInput):
            raise
        rule = f"must hold the model of its settings ({str(problem).splitlines()[0]})"
        raise InvalidInput("checkpoint", rule, str(path)) from None
    return header["step"], header["history"], header["seconds"]


def _history(history: list[dict], step: int, recipe: TrainingRecipe) -> None:
    """Check what was measured, as far as `rope_theory.machines.training.receipts.write` reads it."""
    score, share = each(each(maybe(number()))), number(0, 1)
    known: dict = {"step": whole(0, step), "train_loss": maybe(number()), "loss": maybe(number()), "accuracy": share}
    scored: dict = {"positional": score, "symbolic": score, "use": score, "pure": {g: each(whole()) for g in GAMMAS}}
    for count, entry in enumerate(history, 1):
        here = known | {name: form for name, form in scored.items() if name in entry}
        if isinstance(entry.get("hops"), dict):
            here["hops"] = {str(h): share for h in recipe.hops if str(h) in entry["hops"]}
        else:
            here["hops"] = Form("must be an object", lambda _: False)
        part = {name: value for name, value in entry.items() if name in here}
        check(f"checkpoint, entry {count} of its history", part, here)


def _same_settings(stored: dict, wanted: dict) -> None:
    for name, value in wanted.items():
        if name != "steps" and stored[name] != value:
            raise InvalidInput(name, f"must be {stored[name]!r} as in the checkpoint to resume from it", value)
