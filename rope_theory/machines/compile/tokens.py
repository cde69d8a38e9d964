"""Tokens and their numbers, kept in the model's own configuration; saving and loading without pickle.

`config.json` gets one entry `rope_theory`: the task, the vocabulary in the order of the numbers, n0, the layers, and
the constants of `rope_theory.machines.compile.norms`. The model class ignores it.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput, require, require_int
from rope_theory.core.heads import Token
from rope_theory.core.tasks import format_tokens
from rope_theory.machines.catalogue import stack, stacks
from rope_theory.machines.compile.extra import quiet, transformers

ENTRY = "rope_theory"


@dataclass(frozen=True)
class Tokens:
    """The tokens of a compiled model: what its numbers mean.

    Args:
        task: "number", "letter" or "previous".
        vocabulary: token number k is vocabulary[k].
        length: n0, the longest input that the weights are made for.

    Example:
        >>> tokens = Tokens("number", ("A", "B", 1, 2), 5)
        >>> tokens.encode("A B 2").tolist(), tokens.decode([0, 1, 3])
        ([[0, 1, 3]], ['A', 'B', 2])
    """

    task: str
    vocabulary: tuple[Token, ...]
    length: int

    @classmethod
    def of(cls, model: Any) -> Tokens:
        """The tokens of a compiled model, also of one loaded by transformers itself.

        Raises:
            InvalidInput: the configuration has no entry of ours.
        """
        return _read(getattr(model.config, ENTRY, None), type(model).__name__)

    @cached_property
    def numbers(self) -> dict[Token, int]:
        return {token: number for number, token in enumerate(self.vocabulary)}

    def encode(self, sequence: str | Sequence[Token]):
        """Token numbers, a tensor (1, length), of text or of tokens.

        Raises:
            InvalidInput: no token, more than n0, or one outside the vocabulary.
        """
        import torch

        tokens = stack(self.task).parse(sequence) if isinstance(sequence, str) else tuple(sequence)
        require(0 < len(tokens) <= self.length, "sequence", f"must hold 1..{self.length} tokens", len(tokens))
        for token in tokens:
            if token not in self.numbers:
                raise InvalidInput("sequence", "must hold tokens of the vocabulary only", str(token))
        return torch.tensor([[self.numbers[token] for token in tokens]])

    def decode(self, numbers: Any) -> list[Token]:
        """The tokens of numbers (length,) or (1, length)."""
        rows = numbers.tolist() if hasattr(numbers, "tolist") else list(numbers)
        if rows and isinstance(rows[0], list):
            require(len(rows) == 1, "numbers", "must be one sequence", len(rows))
            rows = rows[0]
        return [self.vocabulary[number] for number in rows]


def _read(entry: Any, name: str) -> Tokens:
    """The tokens that a configuration's entry tells."""
    rule = f"must have a configuration with the entry {ENTRY!r}"
    require(isinstance(entry, dict) and {"task", "vocabulary", "length"} <= set(entry), "model", rule, name)
    require(entry["task"] in stacks(), "model", "must have a known task", entry["task"])
    return Tokens(
        entry["task"], stack(entry["task"]).parse(entry["vocabulary"]), require_int("length", entry["length"])
    )


def entry(task: str, vocabulary: Iterable[Token], length: int, **more: Any) -> dict[str, Any]:
    """What `Tokens.of` reads, as plain data."""
    return {"task": task, "length": length, "vocabulary": format_tokens(vocabulary), **more}


def described(model: Any) -> dict[str, Any]:
    """What the configuration says of a compiled model, with the number of tokens for their list."""
    tokens = Tokens.of(model)
    known = {name: value for name, value in getattr(model.config, ENTRY).items() if name != "vocabulary"}
    return {
        "class": type(model).__name__,
        **known,
        "tokens": len(tokens.vocabulary),
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
    }


def save(model: Any, directory: str | Path) -> None:
    """Write config.json, generation_config.json and model.safetensors into the directory (made if missing).

    Each file is written whole or not at all.

    Raises:
        InvalidInput: not one of ours; the path is a file, or its folder is missing.
    """
    path = Path(directory)
    require(not path.exists() or path.is_dir(), "directory", "must be a folder", str(path))
    require(path.parent.is_dir(), "directory", "must be in a folder that exists", str(path))
    Tokens.of(model)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder, quiet():
        model.save_pretrained(folder)
        path.mkdir(exist_ok=True)
        for file in Path(folder).iterdir():
            os.replace(file, path / file.name)


def load(directory: str | Path):
    """The model that `save` wrote: a LlamaForCausalLM or GPTJForCausalLM, without any use of the network.

    Raises:
        InvalidInput: no such folder, or nothing of ours in it.
    """
    library = transformers()
    from safetensors import SafetensorError

    path = Path(directory)
    for name in ("config.json", "model.safetensors"):
        require((path / name).is_file(), "directory", f"must hold {name}", str(path))
    try:
        config = json.loads((path / "config.json").read_text(encoding="utf-8"))
    except ValueError:
        raise InvalidInput("config.json", "must be JSON", str(path)) from None
    _read(config.get(ENTRY) if isinstance(config, dict) else None, str(path))
    try:
        with quiet():
            model = library.AutoModelForCausalLM.from_pretrained(path, local_files_only=True, use_safetensors=True)
    except (SafetensorError, RuntimeError) as problem:
        raise InvalidInput("model.safetensors", "must hold the model's weights", str(problem)[:80]) from None
    return model.eval()
