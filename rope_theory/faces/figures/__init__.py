"""The figures of the theory: one module each, drawn from the library's own values.

A figure module holds `FIGURE`, a `rope_theory.faces.figures.figure.Figure`: what is decided about it, what is
evaluated, and how it is drawn. `write` draws them as SVG and PNG, the same bytes every time, with
captions.txt. Only drawing needs matplotlib.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil

from rope_theory.core.meant import require_one_of
from rope_theory.faces.figures.figure import Figure

__all__ = ["Figure", "figures", "named"]


@functools.cache
def figures() -> dict[str, Figure]:
    """All figures by name, in alphabetical order: the modules of this folder that hold a `FIGURE`."""
    modules = (importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__))
    found = (module.FIGURE for module in modules if hasattr(module, "FIGURE"))
    return {figure.name: figure for figure in sorted(found, key=lambda figure: figure.name)}


def named(name: str) -> Figure:
    """The figure of this name.

    Raises:
        InvalidInput: there is none; all names are listed.
    """
    require_one_of("figure", name, figures())
    return figures()[name]
