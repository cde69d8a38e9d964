"""Drawing to files: SVG and PNG without dates or versions, the same bytes every time, and captions.txt."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from rope_theory.core.files import inside, output_folder, write_bytes, write_text
from rope_theory.core.progress import progress
from rope_theory.core.showing.style import require_matplotlib, set_labels, settings
from rope_theory.faces.figures import Figure, figures, named
from rope_theory.faces.kept import DRAWING, kept_files

CAPTIONS = "captions.txt"
FORMATS = ("svg", "png")
#: Bytes of a PNG.
LARGEST = 190_000
HEAD = """\
Captions of the figures drawn by `rope-theory figures`.

"Decided" names the claims that a figure rests on, each with the verdict on record: PROVED by a
kernel, CERTIFIED by rigorous balls over a stated region, EXHAUSTIVE over a finite domain, DERIVED by checked
steps that are put together by hand, TESTED by samples or in floating point, REFUTED by an exact witness. `rope-theory explain ID` shows the
claim. "Evaluated" is what the drawing computes at the parameters it names: it illustrates the claims and
proves nothing beyond them.

Pictures lie beside this file: NAME.png and NAME.svg, or of slides NAME-1.png and so on. `rope-theory report --out site` shows all with their captions in site/figures.html.
For serving and long context: precision-cliffs, least-base, gap-by-length, real-logit-norms, real-projections, real-behaviour.
"""


def render(drawn: Figure, formats: Iterable[str] = FORMATS) -> dict[str, bytes]:
    """The figure's files by format, "svg" and "png"."""
    files = {}
    with settings():
        picture = drawn.draw()
        set_labels(picture)
        metadata = {"svg": {"Title": drawn.title, "Creator": None, "Date": None}, "png": {"Software": None}}
        for kind in formats:
            buffer = io.BytesIO()
            picture.savefig(buffer, format=kind, metadata=metadata[kind])
            files[kind] = _small(buffer.getvalue()) if kind == "png" else buffer.getvalue()
    return files


def _small(png: bytes) -> bytes:
    """The picture as it is, or with 256 colours where it takes more than `LARGEST`: much text makes many shades."""
    if len(png) <= LARGEST:
        return png
    from PIL import Image

    buffer = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(256).save(buffer, "png")
    return buffer.getvalue()


def drawn(figure: Figure, *, fresh: bool = False, folder: Path | None = None) -> dict[str, bytes]:
    """`render` of the figure, or what it gave before from the same files (`rope_theory.faces.kept`)."""
    return kept_files("figure", figure.name, lambda: render(figure), DRAWING, fresh=fresh, folder=folder)


def told(figure: Figure, *, fresh: bool = False, folder: Path | None = None) -> str:
    """What the figure shows, in words, or what it gave before from the same files."""
    words = kept_files("words", figure.name, lambda: {"shows": figure.shows().encode()}, (), fresh=fresh, folder=folder)
    return words["shows"].decode()


def captions(drawn: Iterable[Figure]) -> str:
    """The text of captions.txt."""
    return "\n".join([HEAD, *(one.caption() for one in drawn)])


def write(names: Iterable[str], folder: Path, overwrite: bool = False) -> list[Path]:
    """Draw the named figures (none: all) into a folder; captions.txt then covers every figure there, and keeps what it says of slides there.

    Returns:
        the files, captions.txt last.

    Raises:
        InvalidInput: unknown name, no matplotlib, a folder that cannot be written to, or that holds one of the
            pictures and `overwrite` is false (captions.txt is written anew in any case, if it is one of ours).
    """
    chosen = [named(name) for name in names] or list(figures().values())
    require_matplotlib()
    ours = is_captions(folder / CAPTIONS)
    names = [f"{one.name}.{kind}" for one in chosen for kind in FORMATS]
    output_folder(folder, names if ours else [*names, CAPTIONS], overwrite)
    written = [inside(folder, CAPTIONS)]
    for one in progress(chosen, "drawing"):
        for kind, content in render(one).items():
            written.insert(-1, inside(folder, f"{one.name}.{kind}"))
            write_bytes(written[-2], content)
    slides = {name: said for name, said in captions_there(folder).items() if f"{name}-1.png: " in said} if ours else {}
    there = (one for one in figures().values() if one.name in slides or (folder / f"{one.name}.svg").is_file())
    write_text(written[-1], "\n".join([HEAD, *(slides.get(one.name) or one.caption() for one in there)]))
    return written


def captions_there(folder: Path) -> dict[str, str]:
    """The captions that an earlier run wrote into the folder, by figure."""
    blocks = (folder / CAPTIONS).read_text(encoding="utf-8").strip().split("\n\n")
    found = {name: block for block in blocks for name in block.splitlines() if name in figures()}
    return {name: f"{block}\n" for name, block in found.items()}


def is_captions(path: Path) -> bool:
    """Whether the file was written here."""
    return path.is_file() and not path.is_symlink() and path.read_bytes().startswith(HEAD.partition("\n")[0].encode())
