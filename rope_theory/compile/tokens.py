"""Tokens and their numbers, kept in the model's own configuration; saving and loading without pickle.

`config.json` gets one entry `rope_theory`: the task, the vocabulary in the order of the numbers, n0, the layers, and
the constants of `rope_theory.compile.norms`. The model class ignores it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rope_theory.errors import InvalidInput, require
from rope_theory.heads import Token
from rope_theory.tasks import format_tokens, parse_letter, parse_number

ENTRY = "rope_theory"
PARSERS = {"number": parse_number, "letter": parse_letter}


@dataclass(frozen=True)
class Tokens:
    """The tokens of a compiled model: what its numbers mean.

    Args:
        task: "number" or "letter".
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
        entry = getattr(model.config, ENTRY, None)
        require(isinstance(entry, dict), "model", f"must have {ENTRY!r} in its configuration", type(model).__name__)
        return cls(entry["task"], PARSERS[entry["task"]](entry["vocabulary"]), entry["length"])

    @cached_property
    def numbers(self) -> dict[Token, int]:
        return {token: number for number, token in enumerate(self.vocabulary)}

    def encode(self, sequence: str | Sequence[Token]):
        """Token numbers, a tensor (1, length), of text or of tokens.

        Raises:
            InvalidInput: no token, more than n0, or one outside the vocabulary.
        """
        import torch

        tokens = PARSERS[self.task](sequence) if isinstance(sequence, str) else tuple(sequence)
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


def entry(task: str, vocabulary: Iterable[Token], length: int, **more: Any) -> dict[str, Any]:
    """What `Tokens.of` reads, as plain data."""
    return {"task": task, "length": length, "vocabulary": format_tokens(vocabulary), **more}


def save(model: Any, directory: str | Path) -> None:
    """Write config.json, generation_config.json and model.safetensors into the directory (made if missing).

    Raises:
        InvalidInput: the path is a file, or its folder is missing.
    """
    path = Path(directory)
    require(not path.exists() or path.is_dir(), "directory", "must be a folder", str(path))
    require(path.parent.is_dir(), "directory", "must be in a folder that exists", str(path))
    Tokens.of(model)
    model.save_pretrained(path)


def load(directory: str | Path):
    """The model that `save` wrote: a LlamaForCausalLM or GPTJForCausalLM, without any use of the network.

    Raises:
        InvalidInput: no such folder, or nothing of ours in it.
    """
    from rope_theory.compile.extra import transformers

    path = Path(directory)
    for name in ("config.json", "model.safetensors"):
        require((path / name).is_file(), "directory", f"must hold {name}", str(path))
    model = transformers().AutoModelForCausalLM.from_pretrained(path, local_files_only=True, use_safetensors=True)
    Tokens.of(model)
    return model.eval()
