"""`rope-theory figures`: draw the theory's figures as SVG and PNG, with captions."""

from __future__ import annotations

import argparse
from pathlib import Path

from rope_theory.core.errors import require
from rope_theory.faces.arguments import add_overwrite
from rope_theory.faces.commands import Heading

HEADING = Heading.PAPERS


EXAMPLES = """\
examples:
  rope-theory figures --list
  rope-theory figures shape-map --out drawn
  rope-theory figures shape-map --slides
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "figures",
        help="draw the theory's figures (SVG, PNG and captions.txt)",
        epilog=EXAMPLES,
        description=(
            "Draw every figure, or the named ones, from the library's own values. The same version of "
            "matplotlib writes the same bytes every time. captions.txt says what is decided and what is "
            "only evaluated."
        ),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="figures to draw (default: all)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder to write to, made if missing (default: figures; with --slides hall)",
    )
    parser.add_argument(
        "--slides",
        action="store_true",
        help="for a hall: each panel of a figure as a PNG of its own, 1920 × 1080 pixels, NAME-1.png and so on, and what each shows in captions.txt; all figures but atlas, which is too tall for a slide: some 85 pictures, in about a minute",
    )
    add_overwrite(parser)
    parser.add_argument("--list", action="store_true", help="list the figures and exit")
    parser.elsewhere = dict.fromkeys(("--only", "--figure"), " (names stand alone: rope-theory figures u-shapes)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rope_theory.faces.figures import figures
    from rope_theory.faces.figures.write import write

    if args.list:
        require(not args.names, "--list", "must stand without names: it lists all figures", " ".join(args.names))
        from rope_theory.faces.figures.slides import WHOLE

        width = max(map(len, figures()))
        for name, figure in figures().items():
            print(f"{name.ljust(width)}  {figure.title}{' (no slides)' if name in WHOLE else ''}")
        return 0
    for name in args.names:
        require("/" not in name, "figure", "must be the name of one (a folder goes after --out)", name)
    if args.slides:
        from rope_theory.faces.figures.slides import write_slides

        write = write_slides
    for path in write(args.names, args.out or Path("hall" if args.slides else "figures"), args.overwrite):
        print(path)
    return 0
