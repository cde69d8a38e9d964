"""Tokens and their numbers, kept in the model's own configuration; saving and loading without pickle.

`config.json` gets one entry `rope_theory`: the task, the vocabulary in the order of the numbers, n0, the layers, and
the constants of `rope_theory.machines.compile.norms`. `rope_theory.models.config.VOUCHED`, a key of its own there and in
generation_config.json, names the formats that a certificate is for: none, unless there is one. Model classes ignore both.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import inside, write_text
from rope_theory.core.heads import Token
from rope_theory.core.json_files import check, number, read_json, text, whole
from rope_theory.core.tasks import format_tokens
from rope_theory.machines.catalogue import stack, stacks
from rope_theory.machines.compile.card import (
    CARD,
    CERTIFICATE,
    TOKENIZER,
    TOKENIZER_CONFIG,
    card,
    tokenizer,
    tokenizer_config,
)
from rope_theory.machines.compile.extra import quiet, transformers
from rope_theory.models.config import VOUCHED

ENTRY = "rope_theory"
CONFIG, GENERATION = "config.json", "generation_config.json"
FILES = (CONFIG, GENERATION, "model.safetensors", TOKENIZER, TOKENIZER_CONFIG, CARD)


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
        return read_entry(getattr(model.config, ENTRY, None), type(model).__name__)

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


LONGEST, DEEPEST = 1 << 14, 1 << 10
"""Largest n0, and most layers, of a model that is read."""
_POSITIVE = number(0)
#: The entry in config.json.
FORM = {
    "task": text(),
    "vocabulary": text(1 << 20),
    "length": whole(2, LONGEST),
    "layers": whole(1, DEEPEST),
    "code": text(),
    "gap": _POSITIVE,
    "budget": {name: _POSITIVE for name in "beta error gap keep margin norm_max norm_min scale".split()}
    | {"ballast": whole(), "width": whole(1)},
}


def read_entry(entry: Any, name: str) -> Tokens:
    """The tokens that a configuration's entry tells."""
    rule = f"must have a configuration with the entry {ENTRY!r}"
    require(isinstance(entry, dict) and {"task", "vocabulary", "length"} <= set(entry), "model", rule, name)
    check(f"config.json: {ENTRY}", entry, FORM)
    require(entry["task"] in stacks(), "model", "must have a known task", entry["task"])
    vocabulary = stack(entry["task"]).parse(entry["vocabulary"])
    require(len(set(vocabulary)) == len(vocabulary), "vocabulary", "must name each token once", entry["vocabulary"])
    return Tokens(entry["task"], vocabulary, entry["length"])


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


def save(model: Any, directory: str | Path, before: Callable[[Path], Any] = lambda folder: None) -> None:
    """Write `FILES` into the directory (made if missing); files of these names are replaced.

    Each file is written whole or not at all. A certificate of an older model in the directory is removed.

    Args:
        model: compiled.
        directory: where.
        before: called with a folder that holds the files, before any of them is put in place; it may change and add
            files. If it raises, the directory stays as it was.

    Raises:
        InvalidInput: not one of ours; the path is a file, or its folder is missing.
    """
    path = Path(directory)
    require(not path.exists() or path.is_dir(), "directory", "must be a folder", str(path))
    require(path.parent.is_dir(), "directory", "must be in a folder that exists", str(path))
    Tokens.of(model)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder, quiet():
        model.save_pretrained(folder)
        for name, text in _beside(model).items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        vouch(Path(folder), [])
        before(Path(folder))
        path.mkdir(exist_ok=True)
        (path / CERTIFICATE).unlink(missing_ok=True)
        for file in Path(folder).iterdir():
            os.replace(file, path / file.name)


def vouch(folder: Path, formats: Sequence[str]) -> None:
    """Write into a folder's two configurations which formats are vouched for."""
    for name in configurations(folder):
        data = read_json(name, folder / name)
        data[VOUCHED] = list(formats)
        write_text(inside(folder, name), json.dumps(data, indent=2) + "\n")


def configurations(folder: Path) -> list[str]:
    """The two configurations, or the first where the second is missing."""
    return [name for name in (CONFIG, GENERATION) if name == CONFIG or (folder / name).exists()]


def _beside(model: Any) -> dict[str, str]:
    """Tokenizer and card, as text by file name."""
    tokens, dtype = Tokens.of(model), format_of(model)
    return {
        TOKENIZER: json.dumps(tokenizer(tokens.vocabulary), indent=2) + "\n",
        TOKENIZER_CONFIG: json.dumps(tokenizer_config(tokens.length), indent=2) + "\n",
        CARD: card(type(model).__name__, getattr(model.config, ENTRY), dtype, None),
    }


def format_of(model) -> str:
    """The number format of a model's weights: "float32"."""
    return str(next(model.parameters()).dtype).removeprefix("torch.")


def load(directory: str | Path):
    """The model that `save` wrote: a LlamaForCausalLM or GPTJForCausalLM, without any use of the network.

    The class is transformers' own, whatever the folder says: no code of the folder runs, and nothing is asked.

    Raises:
        InvalidInput: no such folder, nothing of ours in it, or weights of other shapes than its configuration says.
    """
    library = transformers()
    path = Path(directory)
    for name in ("config.json", "model.safetensors"):
        require((path / name).is_file(), "directory", f"must hold {name}", str(path))
    data = read_json("config.json", path / "config.json")
    tokens = read_entry(data.get(ENTRY) if isinstance(data, dict) else None, str(path))
    for key in ("auto_map", "quantization_config"):
        require(data.get(key) is None, f"config.json: {key}", "must not be there", data.get(key))
    kinds = {"llama": (library.LlamaForCausalLM, "sdpa"), "gptj": (library.GPTJForCausalLM, "eager")}
    model_type = str(data.get("model_type"))
    require(model_type in kinds, "config.json: model_type", f"must be one of {', '.join(kinds)}", model_type)
    kind, attention = kinds[model_type]
    _fits(kind, data, tokens, path / "model.safetensors")
    try:
        with quiet():
            model = kind.from_pretrained(
                path,
                local_files_only=True,
                use_safetensors=True,
                trust_remote_code=False,
                attn_implementation=attention,
            )
    except Exception as problem:  # whatever transformers says of a file from elsewhere
        raise InvalidInput(
            "directory", f"must hold a model that transformers can load ({_words(problem)})", str(path)
        ) from None
    return model.eval()


def _fits(kind: Any, data: dict, tokens: Tokens, weights: Path) -> None:
    """Refuse weights of other shapes than the configuration says, before anything of that size is made."""
    import torch
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(weights, framework="pt") as stored:
            shapes = {name: tuple(stored.get_slice(name).get_shape()) for name in stored.keys()}
    except (SafetensorError, OSError) as problem:
        raise InvalidInput(
            "model.safetensors", f"must hold the model's weights ({_words(problem)})", str(weights)
        ) from None
    most = max((size for shape in shapes.values() for size in shape), default=0)
    for name, value in data.items():
        if type(value) is int and name not in ("bos_token_id", "eos_token_id", "pad_token_id"):
            layers = name in ("num_hidden_layers", "n_layer")
            bound = len(shapes) if layers else max(most, tokens.length + 1)
            rule = f"must be at least 0, and at most {bound}, by the weights and the entry {ENTRY!r}"
            require(0 <= value <= bound, f"config.json: {name}", rule, value)
    try:
        with torch.device("meta"):
            wanted = kind(kind.config_class.from_dict(data)).state_dict()
    except Exception as problem:  # whatever transformers says of a file from elsewhere
        rule = f"must be a configuration that {kind.__name__} takes ({_words(problem)})"
        raise InvalidInput("config.json", rule, str(weights.parent)) from None
    expected = {name: tuple(value.shape) for name, value in wanted.items()}
    wrong = sorted(name for name in {*expected, *shapes} if expected.get(name) != shapes.get(name))
    rule = "must hold the weights of its configuration, in their shapes"
    require(not wrong, "model.safetensors", rule, ", ".join(wrong[:3]))
    size = len(tokens.vocabulary)
    rows = {shape[0] for name, shape in shapes.items() if name.endswith(("embed_tokens.weight", "wte.weight"))}
    rule = f"must have a token for each of the {rows} embeddings, but for one that may pad"
    require(rows <= {size, size + 1}, "vocabulary", rule, size)


def _words(problem: Exception) -> str:
    return f"{type(problem).__name__}: {str(problem).strip()[:200]}"
