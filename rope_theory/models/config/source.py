"""From a path or a mapping to a plain dict: JSON only, no network, no pickle, no weights.

Numbers with a decimal point are kept as `Decimal`, so that 0.1 in a file is one tenth.
"""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

from rope_theory.core.errors import Absent, InvalidInput, printable, require
from rope_theory.core.files import CHECKOUT
from rope_theory.core.json_files import parse_json

MAX_BYTES = 4 << 20
"""Largest file that is taken for a configuration (weights are larger)."""

#: First bytes of files that are passed by mistake.
_FOREIGN = (
    (b"PK\x03\x04", "a ZIP archive (PyTorch weights?)"),
    (b"\x80", "a pickle"),
    (b"GGUF", "GGUF weights"),
    (b"\x89HDF", "HDF5 weights"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\x1f\x8b", "a gzip archive"),
)

#: Keys that other JSON files of a model have -> what such a file is, and where its config.json is.
_BESIDE = {
    frozenset(keys.split()): kind
    for keys, kind in {
        "dim n_heads n_layers": "params.json of Meta's or Mistral's own format (the same model in the format of transformers has a config.json)",
        "tokenizer_class": "tokenizer_config.json (config.json stands beside it)",
        "added_tokens_decoder": "tokenizer_config.json (config.json stands beside it)",
        "added_tokens model": "tokenizer.json (config.json stands beside it)",
        "weight_map": "the index of its weights (config.json stands beside it)",
        "peft_type": "adapter_config.json (config.json is that of the model named under base_model_name_or_path)",
        "image_processor_type": "preprocessor_config.json (config.json stands beside it)",
        "transformers_version eos_token_id": "generation_config.json (config.json stands beside it)",
    }.items()
}


def load(source: object) -> tuple[dict, str]:
    """(settings, name): the configuration as a dict with Decimal numbers, and where it came from.

    Args:
        source: a mapping, or the path of a `config.json` or of the folder that holds one.

    Raises:
        InvalidInput: no such file, not JSON, a weight file, a key given twice, NaN or an infinity.
    """
    if isinstance(source, Mapping):
        return _copy(source, "config", 0), "the given settings"
    if not isinstance(source, str | Path):
        raise InvalidInput("config", "must be a path or a mapping", type(source).__name__)
    path = Path(source)
    try:
        if path.is_dir():
            path = path / "config.json"
        if not path.is_file():
            raise NoConfig(str(path), *_near(path))
        require(
            path.stat().st_size <= MAX_BYTES,
            "config",
            f"must be a configuration, at most {MAX_BYTES >> 20} MiB, no weights",
            str(path),
        )
        return _parse(path.read_bytes(), str(path)), printable(str(path))
    except (OSError, ValueError) as problem:
        if isinstance(problem, InvalidInput):
            raise
        raise InvalidInput("config", f"must be a readable file ({problem})", str(path)) from None


class NoConfig(Absent):
    """A configuration that is not there.

    Args:
        path: as it was given.
        lead: what is said of the file that there is, which {} stands for.
        instead: that file, or "".
    """

    def __init__(self, path: str, lead: str, instead: str):
        self.lead, self.instead = lead, instead
        local = "the config.json of a model, on this machine: nothing is downloaded"
        super().__init__("config", "there is no file {}", path, lead.format(instead) if instead else "", local)

    def by(self, call: str) -> NoConfig:
        """The same error with a call in place of the file that there is."""
        return NoConfig(str(self.value), self.lead, call)


def _near(path: Path) -> tuple[str, str]:
    """Of `NoConfig`, the lead and the file: one with a name like the one that is missing, in its folder or among the examples, or else an example."""
    examples = next((each for each in (Path("examples"), CHECKOUT / "examples") if each.is_dir()), Path())
    folders = dict.fromkeys((path.parent, examples))
    found = {
        each.name: str(each)
        for folder in folders
        if folder.is_dir()
        for each in itertools.islice(folder.glob("*.json"), 1000)
    }
    near = difflib.get_close_matches(path.name[:100].lower(), found, n=1, cutoff=0.75)  # meta-llama/Llama-3.1-8B, too
    if near:
        return "did you mean {}?", found[near[0]]
    if str(examples) == ".":
        return "", ""
    one = min(found, key=lambda name: (not name.startswith("llama"), name), default="")
    return "to try one: {}", found.get(one, "")


def _parse(content: bytes, name: str) -> dict:
    for magic, kind in _FOREIGN:
        require(not content.startswith(magic), "config", f"must be a config.json, not {kind}", name)
    require(
        not (len(content) > 8 and content[8:10] == b'{"' and content[6:8] == b"\0\0"),
        "config",
        "must be a config.json, not safetensors weights",
        name,
    )
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        raise InvalidInput("config", "must be a config.json: text that begins with {, as the files in examples/", name)
    data = parse_json(
        "config", content, name, parse_float=_decimal, parse_constant=Decimal
    )  # NaN is refused where read
    require(isinstance(data, dict), "config", f"must be a JSON object, and {name} holds a {type(data).__name__}", name)
    for keys, kind in _BESIDE.items():
        other = keys <= data.keys() and "model_type" not in data and "hidden_size" not in data
        require(not other, "config", f"must be the model's config.json, not {kind}", name)
    return _copy(data, "config", 0)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # an exponent beyond all bounds
        return Decimal("Infinity")


def _copy(value: object, key: str, depth: int):
    """Plain containers; binary floats become the decimal they show; nothing not finite."""
    require(depth < 20, "config", "must not be nested so deeply", key)
    if isinstance(value, Mapping):
        for name in value:
            require(isinstance(name, str), key, "must have text for keys", name)
        return {printable(name): _copy(inner, printable(name), depth + 1) for name, inner in value.items()}
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list | tuple):
        return [_copy(inner, key, depth + 1) for inner in value]
    if isinstance(value, float):
        return Decimal(repr(value))
    return value
