"""The committed receipts of pretrained models: what `study` and `robustness` measured, read without torch."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from rope_theory.core.json_files import read_json
from rope_theory.machines.pretrained.sources import SOURCES

FOLDER = Path(__file__).resolve().parent / "receipts"
#: What is added to a model's name in the file of each kind of receipt.
STUDY, ROBUSTNESS = "", "-robustness"


def receipt_file(name: str, kind: str = STUDY) -> Path:
    """The file of a model's receipt; it need not be there."""
    return FOLDER / f"{name}{kind}.json"


@functools.cache
def receipts(kind: str = STUDY) -> dict[str, dict[str, Any]]:
    """The committed receipts of one kind, in the order of `SOURCES`.

    Example:
        >>> list(receipts())
        ['smollm2', 'gemma3-270m']
    """
    files = {name: receipt_file(name, kind) for name in SOURCES}
    return {name: read_json("receipt", file) for name, file in files.items() if file.is_file()}
