"""`rope-theory fetch-course`: lessons that run in a browser, with Python beside them; fetched once, then offline."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rope_theory.core.words import counted
from rope_theory.faces.commands import Heading

HEADING = Heading.PAPERS
EXAMPLES = """\
examples:
  rope-theory fetch-course
  rope-theory fetch-course --out course --run
  rope-theory fetch-course --files downloads
then:
  python -m http.server --directory course      and open http://localhost:8000
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "fetch-course",
        help="the lessons as pages that run in a browser, with Python beside them",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Write a folder of pages in which the lessons' code can be changed and run, but cells that need NumPy,\n"
        "Matplotlib or z3: these show what they gave. Pyodide (Python compiled to WebAssembly) comes from the npm\n"
        "registry, python-flint, SymPy and mpmath from the package index that pip uses, each compared with\n"
        "the SHA-256 pinned here (20 MB to download, 27 MB in the folder). The folder can be put on any web server and\n"
        "loads nothing from elsewhere. In a checkout.",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("course"),
        metavar="DIR",
        help="folder to make; must not exist (default: course)",
    )
    parser.add_argument(
        "--run",
        dest="outputs",
        action="store_true",
        help="run the lessons first, as notebooks (minutes; extra course); without it their figures need matplotlib alone",
    )
    parser.add_argument(
        "--files", type=Path, metavar="DIR", help="folder that holds the files already: nothing is downloaded"
    )
    parser.add_argument(
        "--registry", metavar="URL", help="npm registry (default: $NPM_CONFIG_REGISTRY or https://registry.npmjs.org)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.core.files import whole_folder, write_text
    from rope_theory.faces.browser.pages import course_pages, runs_here
    from rope_theory.faces.browser.parts import gather
    from rope_theory.faces.course import prepared, require_course, require_lessons, run_here

    scripts = require_lessons()
    if args.outputs:
        require_course()
    with whole_folder(args.out) as draft:
        (draft / "python").mkdir()
        gather(draft / "python", args.files, args.registry)
        lessons = prepared(scripts, args.outputs, write=args.outputs)
        if not args.outputs:
            lessons = [run_here(lesson) for lesson in lessons]
        for name, text in course_pages(lessons).items():
            write_text(draft / name, text)
    for note in dict.fromkeys(lesson.note for lesson in lessons if lesson.note):
        print(f"note: {note}", file=sys.stderr)
    print(f"{counted(sum(map(runs_here, lessons)), 'lesson')}: {args.out}")
    print(f"next: python -m http.server --directory {args.out}, and open http://localhost:8000")
    return 0
