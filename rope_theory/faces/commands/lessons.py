"""`rope-theory lessons`: the course as notebooks, the solutions apart, and as slides."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rope_theory.faces.arguments import add_overwrite

SLIDES = "slides.html"


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "lessons",
        help="the course as notebooks, with the solutions apart, and as slides",
        description="Write every lesson as a notebook, its solutions as another one, its slides with exercises, and slides.html: "
        "all sections for one lecture of 90 minutes. Slides need no network and print a slide a page. In a checkout; needs the extra "
        "course.",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("notebooks"), metavar="DIR", help="folder to write to (default: notebooks)"
    )
    parser.add_argument(
        "--run",
        dest="outputs",
        action="store_true",
        help="run them first, which takes minutes: only then do notebooks and slides have outputs and figures",
    )
    add_overwrite(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.files import inside, output_folder, write_text
    from rope_theory.faces.course import prepared, require_course, require_lessons
    from rope_theory.faces.site.slides import lesson_slides, slides_document

    scripts = require_lessons()
    require_course()
    names = [f"{file.removesuffix('.py')}{part}.ipynb" for file in scripts for part in ("", "_solutions")]
    decks = [f"{file.removesuffix('.py')}_{SLIDES}" for file in scripts]
    folder = output_folder(args.out, [*names, *decks, SLIDES], args.overwrite)
    made = prepared(scripts, args.outputs)
    files = {name: text for lesson in made for name, text in lesson.files.items()}
    files |= {f"{lesson.name}_{SLIDES}": lesson_slides(lesson) for lesson in made}
    for name, text in {**files, SLIDES: slides_document(made)}.items():
        write_text(inside(folder, name), text)
        print(folder / name)
    if not args.outputs:
        print("note: without outputs and figures; for a talk, --run draws them (minutes)", file=sys.stderr)
    return 0
