"""Packages that only some commands need: whether they are there, and one line that says what to install where they are not."""

from __future__ import annotations

import importlib
import sys
import warnings
from importlib.machinery import PathFinder
from importlib.util import find_spec
from typing import Any

from rope_theory.core.errors import InvalidInput, Words, require

#: The extra of pyproject.toml that brings each package; of several extras, the least.
EXTRA_OF = {
    "distributed": "dask",
    "gguf": "gguf",
    "ipykernel": "course",
    "joblib": "sweeps",
    "jupytext": "course",
    "matplotlib": "figures",
    "nbclient": "course",
    "onnx": "onnx",
    "onnxruntime": "onnx",
    "onnxscript": "onnx",
    "pandas": "tables",
    "polars": "tables",
    "pyarrow": "tables",
    "pypdf": "papers",
    "ray": "ray",
    "safetensors": "models",
    "torch": "torch",
    "scipy": "models",
    "transformers": "models",
}


def how(extra: str) -> str:
    """How an extra is installed: no package index has `rope_theory`, so from a clone of it.

    Example:
        >>> how("onnx")
        "pip install '.[onnx]' in a clone of rope_theory"
    """
    return f"pip install '.[{extra}]' in a clone of rope_theory"


def installed(name: str) -> bool:
    """Whether a package can be imported; it is not loaded.

    Example:
        >>> installed("sys"), installed("no_such_package")
        (True, False)
    """
    if name in sys.modules:
        return sys.modules[name] is not None
    # The path first: a look for pip through sys.meta_path makes setuptools give up its distutils, with a warning; then torch compiles nothing.
    if PathFinder.find_spec(name) is not None:
        return True
    with warnings.catch_warnings(action="ignore"):
        return find_spec(name) is not None


def require_packages(*names: str, to: str, extra: str | None = None) -> None:
    """Raise one clear error if a package is missing; none of them is loaded.

    Args:
        names: keys of `EXTRA_OF`.
        to: what they are needed for, in words that follow "to".
        extra: the extra to name, where the work needs more than the packages; default: each package's own.

    Raises:
        InvalidInput: naming the package, what it is for, and how it is installed.

    Example:
        >>> require_packages(to="do nothing")
    """
    for name in names:
        require(installed(name), name, _rule(name, to, extra), Words(f"no {name}"))


def load_packages(*names: str, to: str, extra: str | None = None) -> Any:
    """The packages, loaded: a tuple of modules, or the one module; arguments and errors as of `require_packages`."""
    found = []
    for name in names:
        try:
            found.append(importlib.import_module(name))
        except ImportError as problem:
            raise InvalidInput(name, _rule(name, to, extra), Words(f"no {problem.name or name}")) from None
    return found[0] if len(found) == 1 else tuple(found)


def _rule(name: str, to: str, extra: str | None) -> str:
    return f"must be installed to {to} ({how(extra or EXTRA_OF[name])})"
