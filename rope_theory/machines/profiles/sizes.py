"""A configuration from elsewhere may not ask for more than its weights hold: else a small folder fills the memory."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rope_theory.core.errors import require
from rope_theory.core.json_files import read_json

MOST_BUFFERS = 1 << 27
"""Numbers in tables that a model computes for itself (positions, masks): half a gigabyte in float32."""


def require_sizes(folder: Path, weights: Sequence[Path]) -> None:
    """Refuse a configuration that its weights cannot fill, before anything of its size is made.

    Counts named in config.json are held against the file: layers and experts against the number of tensors and of
    weights; then the model is laid out without memory and its parameters, and the tables it computes, are counted.

    Args:
        folder: holds config.json.
        weights: safetensors files; their headers alone are read.

    Raises:
        InvalidInput: naming the key or the count.
    """
    import torch
    import transformers
    from safetensors import safe_open

    shapes: list[Sequence[int]] = []
    for path in weights:
        with safe_open(path, "pt") as file:
            shapes += [file.get_slice(name).get_shape() for name in file.keys()]
    held = sum(map(math.prod, shapes))
    for key, value in _integers(read_json("config.json", folder / "config.json")):
        counts = key.startswith(("num_", "n_", "encoder_layers", "decoder_layers"))
        most = None if not counts else len(shapes) if "layer" in key else held if "expert" in key else None
        rule = f"must be at most {most}, as the weights hold {len(shapes)} tensors of {held} numbers"
        require(most is None or value <= most, key, rule, value)
    config = transformers.AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    with torch.device("meta"):
        model = transformers.AutoModelForCausalLM.from_config(config, trust_remote_code=False)
    asked = sum(each.numel() for each in model.parameters())
    rule = f"must ask for at most twice the {held} numbers that the weights hold"
    require(asked <= 2 * held, "config.json", rule, asked)
    computed = sum(each.numel() for each in model.buffers())
    require(computed <= MOST_BUFFERS, "config.json", f"must have at most {MOST_BUFFERS} numbers in tables", computed)


def _integers(content: Any) -> Iterator[tuple[str, int]]:
    """Every (key, whole number) of a JSON object and those inside it."""
    if isinstance(content, dict):
        for key, value in content.items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield key, value
            else:
                yield from _integers(value)
    elif isinstance(content, list):
        for value in content:
            yield from _integers(value)
