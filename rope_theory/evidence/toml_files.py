"""The data files of this room: what stands in TOML beside the code."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any


def read_toml(name: str) -> dict[str, Any]:
    """The content of `name`.toml.

    Example:
        >>> read_toml("titles")["u25.thm2"]
        'No symbolic head solves Index'
    """
    return tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
