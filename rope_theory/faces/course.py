"""The lessons as notebooks, and the solutions apart from them: jupytext writes them, nbclient runs them."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rope_theory.core.errors import InvalidInput, require
from rope_theory.core.files import CHECKOUT
from rope_theory.core.packages import EXTRA_OF, how, installed, load_packages
from rope_theory.core.progress import progress
from rope_theory.evidence.kept import MODELS
from rope_theory.faces.kept import DRAWING, RUNNING, kept_files

NOT_RUN = "Outputs and figures are missing: the code was not run."
ROOM = "# your answer:"
"""How a cell begins that leaves room for an answer."""
SECONDS = 600
"""How long one cell may run."""
#: Run before the first cell and taken out again: drawings as SVG, the same bytes every time.
SETUP = """\
import matplotlib
%config InlineBackend.figure_formats = ["svg"]
matplotlib.rcParams["svg.hashsalt"] = "lesson"
"""
#: The tag of a cell that a reader of the lesson sees, and its slides leave out.
READER = ' tags=["reader"]'
_CELL = re.compile(
    r"^# %%(?P<markdown> \[markdown\])?(?P<reader>" + re.escape(READER) + r")?\n(?P<text>.*?)(?=^# %%|\Z)",
    re.MULTILINE | re.DOTALL,
)
#: How matplotlib answers, where a cell ends with a call to it.
_OBJECT = re.compile(r"\[?(?:<|None\b|Text\()")
#: A committed figure as a lesson names it, and as a notebook does, which brings it along.
_FIGURE, _BROUGHT = re.compile(r"\]\(\.\./figures/([\w-]+)\.svg\)"), re.compile(r"\]\(attachment:([\w-]+)\.png\)")
_CHECK = re.compile(r"^def check_(\d)\(", re.MULTILINE)


@dataclass(frozen=True)
class Cell:
    """A cell of a lesson: Markdown or Python, and what it printed and drew.

    Args:
        markdown: whether it is prose.
        text: its source.
        printed: standard output.
        drawn: SVG documents.
        reader: whether the lesson says that its slides leave it out.
    """

    markdown: bool
    text: str
    printed: str = ""
    drawn: Sequence[str] = field(default=())
    reader: bool = field(default=False, repr=False)


def cells(text: str) -> list[Cell]:
    r"""The cells of a script in percent format.

    Example:
        >>> cells("# %% [markdown]\n# # A\n#\n# b\n\n# %%\nx = 1\n")
        [Cell(markdown=True, text='# A\n\nb', printed='', drawn=()), Cell(markdown=False, text='x = 1', printed='', drawn=())]
    """
    found = []
    for part in _CELL.finditer(text):
        body = part["text"].strip("\n")
        prose = part["markdown"] is not None
        said = re.sub(r"^# ?", "", body, flags=re.MULTILINE) if prose else body
        found.append(Cell(prose, said, reader=part["reader"] is not None))
    return found


def draws(cell: Cell) -> bool:
    """Whether the cell is code that draws a figure, as its first line says."""
    return not cell.markdown and cell.text.startswith("# Figure: ")


def parted(text: str) -> tuple[list[Cell], list[Cell]]:
    """(lesson, solutions) of a script: the lesson leaves room after each check, the solutions define what they need.

    The solutions begin with all code of the lesson; its last paragraph is the lesson's.
    """
    every = cells(text)
    at = next((k for k, cell in enumerate(every) if cell.markdown and cell.text.startswith("## Solutions")), None)
    if at is None:
        return every, []
    lesson = []
    for cell in every[:at]:
        lesson.append(cell)
        if not cell.markdown and (check := _CHECK.search(cell.text)):
            lesson.append(Cell(False, f"{ROOM}  check_{check[1]}(…)"))
    title = every[0].text.partition("\n")[0].removeprefix("# ")
    code = "\n\n".join(cell.text for cell in every[:at] if not cell.markdown)
    head = [
        Cell(True, f"# {titled(title, 'solutions')}\n\nFirst the code of the lesson, which the checks need."),
        Cell(False, code),
    ]
    return lesson + every[-1:], head + every[at:-1]


def titled(lesson: str, part: str) -> str:
    """The title of a part of a lesson.

    Example:
        >>> titled("Lesson 1. Rotation", "exercises"), titled("Lesson 7. How far?", "exercises")
        ('Lesson 1. Rotation: exercises', 'Lesson 7. How far? The exercises')
    """
    return f"{lesson} The {part}" if lesson.endswith("?") else f"{lesson}: {part}"


def require_course(to: str = "write and run notebooks") -> None:
    """Raise one clear line unless what writes and runs notebooks is installed.

    Args:
        to: what it is needed for.

    Raises:
        InvalidInput: it is not.
    """
    load_packages("jupytext", "nbclient", "ipykernel", to=to)


def notebook(made: Sequence[Cell]) -> Any:
    """The cells as a notebook (nbformat 4), which jupytext reads from the percent format; figures come along, wherever it is opened."""
    import jupytext

    parts = (
        f"# %% [markdown]{READER * cell.reader}\n"
        + "\n".join(f"# {line}".rstrip() for line in _linked(cell.text).split("\n"))
        if cell.markdown
        else f"# %%{READER * cell.reader}\n{cell.text}"
        for cell in made
    )
    book = jupytext.reads("\n\n".join(parts) + "\n", fmt="py:percent")
    for number, cell in enumerate(book.cells, 1):
        cell.id = f"cell-{number}"  # the same bytes every time
        if cell.cell_type == "markdown" and (named := _FIGURE.findall(cell.source)):
            cell.source = _FIGURE.sub(r"](attachment:\1.png)", cell.source)
            cell.attachments = {f"{name}.png": {"image/png": _png(name)} for name in named}
    book.metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "license": "Text and figures: CC BY 4.0. Code: MIT.",
    }
    return book


def _png(name: str) -> str:
    return base64.b64encode((CHECKOUT / "figures" / f"{name}.png").read_bytes()).decode()


def _linked(text: str) -> str:
    """Links to other lessons go to their notebooks."""
    return re.sub(r"\]\((\d\d_\w+)\.py\)", r"](\1.ipynb)", text)


def executed(book: Any, folder: Path = CHECKOUT / "lessons") -> Any:
    """The notebook after it has run from top to bottom in a kernel of its own.

    Raises:
        InvalidInput: a cell failed.
    """
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    book.cells.insert(0, nbformat.v4.new_code_cell(SETUP, id="setup"))
    client = NotebookClient(
        book,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        extra_arguments=["--log-level=ERROR"],
    )
    try:
        client.execute(env={**os.environ, "PYDEVD_DISABLE_FILE_VALIDATION": "1"})  # no warnings of the debugger
    except CellExecutionError as problem:
        raise InvalidInput("lesson", "must run", str(problem).strip().splitlines()[-1]) from None
    del book.cells[0]
    for cell in book.cells:
        cell.metadata = {"tags": cell.metadata["tags"]} if "tags" in cell.metadata else {}  # no times of the run
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.outputs = [_plain(output) for output in cell.outputs if not _remark(output)]
    return book


def _with_outputs(book: Any, fresh: bool) -> Any:
    """`executed` of the book, or what it gave before from the same files (`rope_theory.faces.kept`)."""
    import nbformat

    def run() -> dict[str, bytes]:
        return {"ipynb": nbformat.writes(executed(book)).encode()}

    files = kept_files("lesson", nbformat.writes(book), run, RUNNING, fresh=fresh)
    return nbformat.reads(files["ipynb"].decode(), as_version=4)


def drawn(lesson: Sequence[Cell]) -> tuple[list[Cell], str]:
    """(cells, package): the cells after their code has run here, in a moment, with what they print and draw.

    The package is one that a cell asked for and that is not there: from that cell on they stay as they are. Else it is "".

    Raises:
        InvalidInput: a cell failed for another reason.
    """
    found: list[Cell] = []
    names: dict[str, Any] = {"__name__": "lesson"}
    with _drawing() as figures:
        for cell in lesson:
            if cell.markdown:
                found.append(cell)
                continue
            said = io.StringIO()
            try:
                with contextlib.redirect_stdout(said):
                    exec(compile(cell.text, "<lesson>", "exec"), names)
            except ImportError as problem:
                return [*found, *lesson[len(found) :]], (problem.name or str(problem)).partition(".")[0]
            except Exception as problem:
                raise InvalidInput("lesson", "must run", f"{type(problem).__name__}: {problem}") from None
            found.append(Cell(False, cell.text, said.getvalue(), figures(), cell.reader))
    return found, ""


@contextlib.contextmanager
def _drawing() -> Iterator[Callable[[], tuple[str, ...]]]:
    """Figures go nowhere but into what this gives: a function that takes those drawn since, as SVG, and closes them."""
    if not installed("matplotlib"):
        yield tuple
        return
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "lesson"}):
        from matplotlib import pyplot as plt

        def taken() -> tuple[str, ...]:
            made = tuple(map(_svg, map(plt.figure, plt.get_fignums())))
            plt.close("all")
            return made

        plt.switch_backend("agg")
        yield taken


def _svg(figure: Any) -> str:
    made = io.StringIO()
    figure.savefig(made, format="svg", metadata={"Date": None})
    return made.getvalue()


def _remark(output: Any) -> object:
    """Whether an output says only which object a cell ended with."""
    return output.output_type == "execute_result" and _OBJECT.match(output.data.get("text/plain", ""))


def _plain(output: Any) -> Any:
    if "execution_count" in output:
        output.execution_count = None
    return output


def shown(book: Any) -> list[Cell]:
    """The cells of a notebook that has run, with their outputs."""
    found = []
    for cell in book.cells:
        outputs = cell.get("outputs", [])
        printed = "".join(each.get("text", "") for each in outputs if each.get("name") != "stderr")
        printed += "".join(
            each.data.get("text/plain", "") + "\n" for each in outputs if each.output_type == "execute_result"
        )
        drawn = tuple(each.data["image/svg+xml"] for each in outputs if "image/svg+xml" in each.get("data", {}))
        reader = "reader" in cell.metadata.get("tags", ())
        source = _BROUGHT.sub(r"](../figures/\1.svg)", cell.source)
        found.append(Cell(cell.cell_type == "markdown", source, printed, drawn, reader))
    return found


@dataclass(frozen=True)
class Lesson:
    """One lesson, ready to be shown.

    Args:
        name: of its script, without the ending.
        text: the script.
        lesson, solutions: cells, with outputs if they were run.
        files: notebooks by file name; none where jupytext is missing.
        note: which outputs are missing and why, as a sentence; "" where none is.
    """

    name: str
    text: str
    lesson: Sequence[Cell]
    solutions: Sequence[Cell]
    files: dict[str, str] = field(default_factory=dict)
    note: str = ""


def prepared(scripts: dict[str, str], run: bool, write: bool = True, fresh: bool = True) -> list[Lesson]:
    """The lessons of these scripts (file name → text).

    Args:
        scripts: see above.
        run: with outputs.
        write: with notebooks.
        fresh: run them now; else outputs of earlier runs count where nothing has changed.

    Raises:
        InvalidInput: what writes notebooks is not installed; a lesson does not run.
    """
    if run or write:
        require_course()
    made = []
    for file, text in progress(list(scripts.items()), "lessons"):
        name = file.removesuffix(".py")
        parts = dict(zip((name, f"{name}_solutions"), parted(text), strict=True))
        files = {}
        if write:
            import nbformat

            books = {part: notebook(found) for part, found in parts.items() if found}
            if run:
                books = {part: _with_outputs(book, fresh) for part, book in books.items()}
                parts |= {part: shown(book) for part, book in books.items()}
            files = {f"{part}.ipynb": nbformat.writes(book) + "\n" for part, book in books.items()}
        note = "" if run else NOT_RUN
        made.append(Lesson(name, text, parts[name], parts[f"{name}_solutions"], files, note))
    return made


def run_here(lesson: Lesson, fresh: bool = False, folder: Path | None = None) -> Lesson:
    """The lesson with what its code and its solutions' print and draw here, without a notebook: `drawn`.

    Args:
        lesson: as `prepared` reads it.
        fresh: run it now; else what it printed and drew before from the same files counts (`rope_theory.faces.kept`).
        folder: where that is kept, if elsewhere than for everybody.

    Raises:
        InvalidInput: a cell failed.
    """
    parts = [*lesson.lesson, *lesson.solutions[2:]]  # the first two are the head and the lesson's code

    def run() -> dict[str, bytes]:
        found, stopped = drawn(parts)
        return {"outputs": json.dumps([stopped, [[each.printed, each.drawn] for each in found]]).encode()}

    kept = kept_files("lesson here", lesson.text, run, (*DRAWING, *MODELS), fresh=fresh, folder=folder)
    missing, outputs = json.loads(kept["outputs"])
    made = [
        replace(part, printed=said, drawn=tuple(pictures))
        for part, (said, pictures) in zip(parts, outputs, strict=True)
    ]
    end = len(lesson.lesson)
    note = ""
    if missing:
        install = f" ({how(EXTRA_OF[missing])})" if missing in EXTRA_OF else ""
        note = f"Outputs are missing from the first cell on that needs {missing}, which is not installed here{install}."
    return replace(lesson, lesson=made[:end], solutions=[*lesson.solutions[:2], *made[end:]], note=note)


def find_lessons(folder: Path = CHECKOUT / "lessons") -> dict[str, str]:
    """File name → text of every lesson, in order; none in an installed package."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("[0-9]*.py"))}


def require_lessons() -> dict[str, str]:
    """`find_lessons`, of which there is one at least.

    Raises:
        InvalidInput: this package was installed without its repository.
    """
    found = find_lessons()
    require(bool(found), "lessons", "must be there (in a checkout of the repository)", str(CHECKOUT / "lessons"))
    return found
