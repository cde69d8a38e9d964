"""The Python API: the public names on a page of the report, and the whole reference where pdoc is installed."""

from __future__ import annotations

import importlib
import inspect
import tempfile
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

import rope_theory
from rope_theory.faces.kept import REFERENCE, kept_files
from rope_theory.faces.site.html import Html, el, escape, join
from rope_theory.faces.site.page_shell import page

#: What the whole reference covers.
ROOMS = ("core", "laws", "models", "machines", "evidence")
MODULES = ("rope_theory", *(f"rope_theory.{room}" for room in ROOMS))
FOLDER = "reference"


def draw_reference(fresh: bool = True) -> dict[str, bytes]:
    """Path within `FOLDER` → page of the whole reference, by pdoc; nothing where it is not installed.

    Pages of earlier runs count unless `fresh`.
    """
    return kept_files("reference", "", _reference, REFERENCE, fresh=fresh)


def _reference() -> dict[str, bytes]:
    try:
        pdoc, render = (importlib.import_module(name) for name in ("pdoc", "pdoc.render"))
    except ModuleNotFoundError:
        return {}
    render.configure(docformat="google", show_source=False)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of types that a package names for type checkers only
        pdoc.pdoc(*MODULES, output_directory=Path(folder))
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(Path(folder).rglob("*"))
            if path.is_file()
        }


def api_pages(reference: Mapping[str, bytes]) -> dict[str, str]:
    """api.html: every public name of the package with its first sentence, under the room that it stands in."""
    rooms: dict[str, list[Html]] = {}
    for name in rope_theory.__all__:
        thing = getattr(rope_theory, name)
        if callable(thing):
            rooms.setdefault(thing.__module__.split(".")[1], []).append(_entry(name, thing, reference))
    whole = (
        el("a", "The whole reference", href=f"{FOLDER}/rope_theory.html")
        if reference
        else join(["The whole reference is written where the extra ", el("code", "docs"), " (pdoc) is installed."])
    )
    sections = [join([el("h2", room), el("dl", *rooms[room], class_="facts")]) for room in ROOMS if room in rooms]
    lead = el("p", "What ", el("code", "import rope_theory"), " gives; names load on first use. ", whole, class_="lead")
    return {"api.html": page("api.html", "Python API", el("h1", "Python API"), lead, *sections)}


def _entry(name: str, thing: Callable[..., object], reference: Mapping[str, bytes]) -> Html:
    path = f"{thing.__module__.replace('.', '/')}.html"
    head: str | Html = el("code", name + _signature(thing))
    if path in reference:
        head = el("a", head, href=f"{FOLDER}/{path}#{name}")
    said = (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
    words = (el("code", part) if at % 2 else escape(part) for at, part in enumerate(said.split("`")))
    return join([el("dt", head, id=name), el("dd", join(words))])


def _signature(thing: Callable[..., object]) -> str:
    """The names of a function's arguments; nothing for a class."""
    return "" if inspect.isclass(thing) else f"({', '.join(inspect.signature(thing).parameters)})"
