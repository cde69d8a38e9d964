"""The lessons of a checkout as pages: what each is about, what it says, prints and draws, its files, its solutions apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rope_theory.core.words import counted
from rope_theory.faces.course import ROOM, Cell, Lesson, draws, prepared, titled
from rope_theory.faces.site.cut import answer_forms
from rope_theory.faces.site.html import Html, el, join
from rope_theory.faces.site.lecture import MINUTES, SPOKEN, of_a_lecture
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.page_shell import page
from rope_theory.faces.site.prose import prose
from rope_theory.faces.site.report_data import Content
from rope_theory.faces.site.slides import (
    drawing,
    drawn_words,
    handout,
    lecture_handout,
    lesson_slides,
    slides_document,
    solutions_slides,
)

#: TeX in the goals, which are shown as plain text.
GREEK = {"theta": "θ", "beta": "β", "omega": "ω", "phi": "φ", "pi": "π", "Delta": "Δ", "lambda": "λ", "varphi": "φ"}
#: Above code that only draws, folded.
DRAWS = "code that draws the figure"
#: Above code that checks an answer, folded: it comes near to saying it.
CHECKS = "code that checks the answer"
#: The lessons of a lecture that builds H_SYM (lesson 5), too.
SYMBOLIC = (1, 4, 2, 3, 5)
NONE = "The lessons are scripts in the repository's folder lessons/; this report was written from an installation without it."


def learn_pages(content: Content) -> dict[str, str]:
    """learn.html, slides.html; each lesson as a page, as a script and as a notebook, its solutions apart."""
    lessons = content.course or prepared(dict(content.lessons), run=False, write=False)
    listed, made = [], {}
    for lesson in lessons:
        title, path = lesson_title(lesson.name, lesson.text), f"lessons/{lesson.name}.html"
        files = [f"{lesson.name}.py", *lesson.files]
        solutions = f"{lesson.name}_solutions.html" if lesson.solutions else None
        listed.append(_listed(lesson, title, path, solutions))
        copies = el("p", "To work with: ", join((el("a", file, href=file, download=True) for file in files), ", "))
        more = None if solutions is None else el("p", el("a", "Solutions", href=solutions), ", when you have tried.")
        words = el("p", "A word that is new to you: ", el("a", "what the words mean", href="../words.html"), ".")
        note = join([words, el("p", lesson.note, role="note") if lesson.note else ""])
        made[path] = page(path, title, *_body(lesson.lesson, content, note), more, copies)
        if solutions is not None:
            path = f"lessons/{solutions}"
            back = el("p", el("a", "The lesson", href=f"{lesson.name}.html"))
            hidden, shown = lesson.solutions[1], (lesson.solutions[0], *lesson.solutions[2:])
            code = el(
                "details", el("summary", "the code of the lesson"), el("pre", el("code", hidden.text), tabindex="0")
            )
            made[path] = page(
                path,
                titled(title, "solutions"),
                *_body(shown[:1], content),
                note,
                back,
                code,
                *_body(shown[1:], content),
            )
        made |= {f"lessons/{file}": text for file, text in {f"{lesson.name}.py": lesson.text, **lesson.files}.items()}
    notebooks = " and notebooks" if any(lesson.files for lesson in lessons) else ""
    spoken = of_a_lecture(lessons)
    about = el(
        "p",
        f"Eight lessons, from rotation to refereeing, {_hours(lessons)}with all exercises. They ask for plane trigonometry, dot products "
        "and a little Python; what query, key, logit, weight, plane and gap mean is said at the start of the first, and of all words on ",
        el("a", "a page of its own", href="words.html"),
        ".",
        class_="lead",
    )
    start = el(
        "p",
        f"Read them here, or take them as scripts{notebooks}. Without installing anything, the ",
        el("a", "interactive page", href="interactive.html"),
        " lets you move length, angles, β and number format, and ",
        el("code", "rope-theory fetch-course"),
        " makes pages in which the lessons run. For a lecture there are ",
        el("a", "slides", href="slides.html"),
        f" ({MINUTES} minutes, {counted(len(spoken), 'lesson')}) with ",
        el("a", "its exercises to print", href="handout.html"),
        *built(spoken),
        " Each lesson has slides of its own, with exercises, the solutions apart. Text and figures: CC BY 4.0.",
    )
    body = join(listed) if listed else el("p", NONE)
    slides = (
        {"slides.html": slides_document(spoken, course="learn.html"), "handout.html": lecture_handout(spoken)}
        if listed
        else {}
    )
    slides |= {f"lessons/{lesson.name}_handout.html": handout(lesson) for lesson in lessons}
    slides |= {
        f"lessons/{lesson.name}_slides.html": lesson_slides(lesson, course="../learn.html") for lesson in lessons
    }
    slides |= {
        f"lessons/{lesson.name}_solutions_slides.html": solutions_slides(lesson, course="../learn.html")
        for lesson in lessons
    }
    lead = (about, start) if listed else ()
    return {"learn.html": page("learn.html", "Course", el("h1", "Course"), *lead, body), **slides, **made}


def built(spoken: Sequence[Lesson]) -> list[str]:
    """Which lessons a lecture has unless others are named, which head they build, and how to have the other one."""
    numbers = [one.name[:2].lstrip("0") for one in spoken]
    if numbers != list(map(str, SPOKEN)):
        return ["."]
    chosen = ",".join(map(str, SYMBOLIC))
    return [
        f". The lecture has lessons {', '.join(numbers[:-1])} and {numbers[-1]}, which build the positional head alone; ",
        el("code", f"rope-theory lessons --slides --lessons {chosen}"),
        " makes one that builds the symbolic head, too.",
    ]


def _hours(lessons: Sequence[Lesson]) -> str:
    """The hours of all lessons, as they name their minutes; nothing where one names none."""
    named = [re.search(r"\*\*Minutes\.\*\* (\d+)", lesson.text) for lesson in lessons]
    return f"about {round(sum(int(each[1]) for each in named if each) / 60)} hours " if all(named) and named else ""


def _listed(lesson: Lesson, title: str, path: str, solutions: str | None) -> Html:
    links = [el("a", "read", href=path)]
    links += [el("a", "solutions", href=f"lessons/{solutions}")] if solutions else []
    links += [el("a", "exercises to print", href=f"lessons/{lesson.name}_handout.html")]
    links += [el("a", "slides", href=f"lessons/{lesson.name}_slides.html")]
    links += (
        [el("a", "slides of the solutions", href=f"lessons/{lesson.name}_solutions_slides.html")] if solutions else []
    )
    files = [f"{lesson.name}.py", *lesson.files][:2]
    links += [el("a", file.rpartition(".")[2], href=f"lessons/{file}", download=True) for file in files]
    facts = el("p", lesson_minutes(lesson.text) or None, join(links, "\u00a0· "), class_="ways")
    return el("section", el("h2", el("a", math(title), href=path)), el("p", math(lesson_goals(lesson.text))), facts)


def _body(cells: Sequence[Cell], content: Content, note: Html | None = None) -> list[Html]:
    """The cells as they read: prose, code, what it printed and drew; the note below the first, which has the title.

    Code that only draws is folded, and code that checks an answer, below the answer's form.
    """
    made: list[Html] = []
    for number, cell in enumerate(cells):
        if number == 1 and note:
            made.append(note)
        if cell.markdown:
            made.append(_linked(prose(cell.text), content))
            continue
        if cell.text.startswith(ROOM):
            continue  # nothing can be written on a page
        code = el("pre", el("code", cell.text), tabindex="0")
        forms = [Html(prose(form.text)) for form in answer_forms([cell])]
        made += forms
        folded = DRAWS if draws(cell) else CHECKS if forms else None
        made.append(el("details", el("summary", folded), code) if folded else code)
        if cell.printed:
            made.append(el("pre", cell.printed.rstrip(), class_="printed", tabindex="0"))
        made += [el("figure", drawing(svg, drawn_words(cell))) for svg in cell.drawn]
    return made


def _linked(made: Html, content: Content) -> Html:
    """Links to other lessons go to their pages; ids of claims become links."""
    made = Html(re.sub(r'href="(\d\d_\w+)\.py"', r'href="\1.html"', made))
    ids = r"<code>((?:u25|u26|new)\.[\w.-]+)</code>"
    return Html(re.sub(ids, lambda found: content.link(found[1], "../claims/"), made))


def lesson_title(name: str, text: str) -> str:
    """The first heading, or the file's name in words.

    Example:
        >>> lesson_title("01_rotation.py", "# %% [markdown]\\n# # Lesson 1. Rotation\\n")
        'Lesson 1. Rotation'
    """
    found = re.search(r"^# #+ +(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else name.removesuffix(".py").replace("_", " ")


def lesson_goals(text: str) -> str:
    """The paragraph of goals, or nothing.

    Example:
        >>> lesson_goals("# **Goals.** Compute a\\n# logit $n\\\\theta$.\\n#\\n# More.")
        'Compute a logit nθ.'
    """
    found = re.search(r"^# \*\*Goals?\.?\*\*:? *(.+?)\n#? *\n", text, re.MULTILINE | re.DOTALL)
    text = " ".join(re.sub(r"^# ?", "", found[1], flags=re.MULTILINE).split()) if found else ""
    return re.sub(r"\\([a-zA-Z]+)", lambda name: GREEK.get(name[1], name[0]), text.replace("$", ""))


def lesson_minutes(text: str) -> str:
    """How long the lesson takes, with a blank behind it, or nothing.

    Example:
        >>> lesson_minutes("# **Minutes.** 65: 25 to read, 20 for the exercises.\\n")
        'About 65 minutes. '
    """
    found = re.search(r"^# \*\*Minutes\.\*\* (\d+)", text, re.MULTILINE)
    return f"About {found[1]} minutes. " if found else ""
