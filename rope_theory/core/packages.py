"""The packages that training models needs, or one line that says what to install."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from rope_theory.core.errors import require

EXTRA_OF = {"torch": "torch", "transformers": "models", "safetensors": "models"}


def installed(name: str) -> bool:
    """Whether a package can be imported; it is not loaded.

    Example:
        >>> installed("sys"), installed("no_such_package")
        (True, False)
    """
    return sys.modules[name] is not None if name in sys.modules else find_spec(name) is not None


def require_packages(*names: str) -> None:
    """Raise one clear error if a package is missing.

    Args:
        names: keys of `EXTRA_OF`.

    Raises:
        InvalidInput: naming the package and the extra that installs it.
    """
    for name in names:
        rule = f"must be installed to train models (pip install 'rope_theory[{EXTRA_OF[name]}]')"
        require(installed(name), name, rule, f"no {name}")
