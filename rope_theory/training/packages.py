"""The packages that training needs, or one line that says what to install."""

from __future__ import annotations

from importlib.util import find_spec

from rope_theory.errors import InvalidInput

EXTRA_OF = {"torch": "torch", "transformers": "models", "safetensors": "models"}


def require_packages(*names: str) -> None:
    """Raise one clear error if a package is missing.

    Args:
        names: keys of `EXTRA_OF`.

    Raises:
        InvalidInput: naming the package and the extra that installs it.

    Example:
        >>> require_packages("torch")
    """
    for name in names:
        if _missing(name):
            extra = EXTRA_OF[name]
            rule = f"must be installed to train models (pip install 'rope_theory[{extra}]')"
            raise InvalidInput(name, rule, f"no {name}")


def _missing(name: str) -> bool:
    import sys

    if name in sys.modules:
        return sys.modules[name] is None
    return find_spec(name) is None
