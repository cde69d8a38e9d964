"""Public names of a package that load on first use, so that the package itself imports quickly or without an extra."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def on_first_use(
    package: str, home: Mapping[str, str], before: Callable[[], None] | None = None
) -> Callable[[str], Any]:
    """The `__getattr__` of a package.

    Args:
        package: its full name, `__name__` there.
        home: public name: the module within the package it stands in.
        before: called at every use, before anything is imported (an extra that has to be there).

    Example:
        >>> on_first_use("rope_theory.core", {"Truth": "truth"})("Truth").__name__
        'Truth'
    """

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if before is not None:
            before()
        value = getattr(importlib.import_module(f"{package}.{home[name]}"), name)
        if before is None:  # for good, also where a submodule has the same name
            setattr(sys.modules[package], name, value)
        return value

    return load
