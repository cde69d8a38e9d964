"""The lessons of a checkout: what each is about, and its script as a page and as a file."""

from __future__ import annotations

import re
from pathlib import Path

from rope_theory.core.files import CHECKOUT
from rope_theory.faces.site.html import el, join
from rope_theory.faces.site.page_shell import page
from rope_theory.faces.site.report_data import Content
from rope_theory.faces.site.sources import code

#: TeX in the goals, which are shown as plain text.
GREEK = {"theta": "θ", "beta": "β", "omega": "ω", "phi": "φ", "pi": "π", "Delta": "Δ", "lambda": "λ", "varphi": "φ"}
NONE = "The lessons are scripts in the repository's folder lessons/; this report was written from an installation without it."


def find_lessons(folder: Path = CHECKOUT / "lessons") -> dict[str, str]:
    """File name → text of every lesson, in order; none in an installed package."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("[0-9]*.py"))}


def learn_pages(content: Content) -> dict[str, str]:
    """learn.html; a page and a copy of each lesson."""
    start = el(
        "p",
        "Lessons are plain scripts that also open as notebooks (percent format). Without installing anything, the ",
        el("a", "interactive page", href="interactive.html"),
        " lets you move length, angles, β and number format.",
        class_="lead",
    )
    listed, made = [], {}
    for name, text in content.lessons.items():
        title, path = lesson_title(name, text), f"lessons/{name.removesuffix('.py')}.html"
        listed.append(el("section", el("h2", el("a", title, href=path)), el("p", lesson_goals(text))))
        copy = el("p", "As a file to run: ", el("a", name, href=name, download=True))
        made[path] = page(path, title, el("h1", title), el("p", lesson_goals(text), class_="lead"), copy, code(text))
        made[f"lessons/{name}"] = text
    lessons = join(listed) if listed else el("p", NONE)
    return {"learn.html": page("learn.html", "Learn", el("h1", "Learn"), start, lessons), **made}


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
