"""The pages of the course that runs in a browser: prose as in the report, code in fields that can be edited and run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources

from rope_theory.faces.browser.parts import ARCHIVES
from rope_theory.faces.course import Cell, Lesson
from rope_theory.faces.site.html import Html, el, join
from rope_theory.faces.site.lessons import lesson_goals, lesson_title
from rope_theory.faces.site.prose import prose
from rope_theory.faces.site.slides import drawing, drawn_words

#: What a lesson may not need here: there is no build of it, or none that fits beside the pages.
HEAVY = re.compile(r"^(?:import|from) (numpy|matplotlib|torch|z3)\b", re.MULTILINE)
#: In the sources of cells that are shown with what they drew or printed, and not run; why.
APART = {"plt.subplots(": "draws, with Matplotlib", "# needs z3\n": "asks z3", "# needs NumPy\n": "computes with NumPy"}
SCRIPTS = ("lesson.js", "python.js")


def runs_here(lesson: Lesson) -> bool:
    """Whether every cell of lesson and solutions that is not shown apart needs only what the pages bring along."""
    every = (*lesson.lesson, *lesson.solutions)
    return not any(HEAVY.search(cell.text) for cell in every if not cell.markdown and not _apart(cell))


def _apart(cell: Cell) -> str | None:
    """Why a cell is not run in a page, or nothing."""
    return next((why for mark, why in APART.items() if mark in cell.text), None)


def course_pages(lessons: Sequence[Lesson]) -> dict[str, str]:
    """File name → text: index.html, a page for each lesson that runs here, style and scripts.

    Args:
        lessons: with outputs, if the figures are to be seen.
    """
    here = [lesson for lesson in lessons if runs_here(lesson)]
    listed = [
        el(
            "section",
            el("h2", el("a", lesson_title(one.name, one.text), href=f"{one.name}.html")),
            el("p", lesson_goals(one.text)),
        )
        for one in here
    ]
    others = ", ".join(lesson_title(one.name, one.text) for one in lessons if one not in here)
    index = _page(
        "The course in the browser",
        el("h1", "The course in the browser"),
        el(
            "p",
            "Lessons whose code you can change and run here, without installing anything: Python runs inside this page. The first "
            "start loads about 27 MB from where these pages lie; nothing else is loaded, and nothing is sent.",
            class_="lead",
        ),
        *listed,
        el("p", f"This needs NumPy, and comes as a notebook (rope-theory lessons): {others}.") if others else None,
    )
    made = {f"{one.name}.html": _lesson(one, {each.name for each in here}) for one in here}
    static = resources.files("rope_theory.faces.browser").joinpath("static")
    style = resources.files("rope_theory.faces.site").joinpath("static", "style.css").read_text(encoding="utf-8")
    files = {name: static.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS}
    own = static.joinpath("lesson.css").read_text(encoding="utf-8")
    return {"index.html": index, **made, **files, "style.css": f"{style}\n{own}"}


def _lesson(lesson: Lesson, here: set[str]) -> str:
    solutions = [
        cell for number, cell in enumerate(lesson.solutions) if number > 1
    ]  # not the head and the lesson's code
    body = [*_cells(lesson.lesson, here)]
    if solutions:
        body.append(el("details", el("summary", "Solutions"), join(_cells(solutions, here)), class_="solutions"))
    return _page(
        lesson_title(lesson.name, lesson.text),
        el("p", el("a", "← The course", href="index.html")),
        el(
            "p",
            el("span", "Python is not loaded yet: the first cell that you run loads it.", id="state", role="status"),
            " ",
            el("button", "Stop and start afresh", type="button", id="stop", hidden=True),
            class_="state",
        ),
        *body,
        script="lesson.js",
        archives=" ".join(ARCHIVES),
    )


def _cells(cells: Sequence[Cell], here: set[str]):
    for cell in cells:
        if cell.markdown:
            yield _linked(prose(cell.text), here)
        elif why := _apart(cell):
            told = "the code that gave this" if cell.drawn or cell.printed else f"code that {why}, which is not here"
            yield el("details", el("summary", told), el("pre", cell.text, tabindex="0"))
            if cell.printed:
                yield el("pre", cell.printed.rstrip(), class_="printed", tabindex="0")
            yield join(el("figure", drawing(svg, drawn_words(cell))) for svg in cell.drawn)
        else:
            code = cell.text.strip("\n")
            field = el(
                "textarea",
                code,
                rows=str(code.count("\n") + 1),
                spellcheck="false",
                autocapitalize="off",
                autocomplete="off",
                aria_label="Python code; Control and Enter run it",
            )
            run = el(
                "button",
                "Run",
                type="button",
                title="Control and Enter: this cell, and those before it that have not run",
            )
            output = el("pre", class_="printed", aria_live="polite", tabindex="0", hidden=True)
            yield el("div", field, run, output, class_="cell")


def _linked(made: Html, here: set[str]) -> Html:
    """Links to lessons that are here stay, others become text."""

    def link(found: re.Match[str]) -> str:
        return f'<a href="{found[1]}.html">{found[2]}</a>' if found[1] in here else found[2]

    return Html(re.sub(r'<a href="(\d\d_\w+)\.py">(.*?)</a>', link, made))


def _page(title: str, *content: Html | None, script: str | None = None, archives: str | None = None) -> str:
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", f"{title} · rope_theory"),
        el("link", rel="icon", href="data:,"),
        el("link", rel="stylesheet", href="style.css"),
        el("script", src=script, defer=True) if script else None,
    )
    licence = el("footer", el("p", "Text and figures: CC BY 4.0. Code: MIT. Python is Pyodide (MPL 2.0)."))
    body = el("body", el("main", *content, id="content", data_archives=archives), licence)
    return f"<!DOCTYPE html>\n{el('html', head, body, lang='en')}\n"
