"""The picture and the list of ARCHITECTURE.md, made from the imports and docstrings of the code.

    python tools/architecture.py           writes docs/architecture.svg and the list between the markers
    python tools/architecture.py --check   exit 1 if they would change

A row of the picture is what imports, a column is what is imported; rooms stand in the order in which they may import
one another, and inside a room a unit stands after all that it imports. So an arrow back, or a circle, is a mark above
the diagonal.
"""

from __future__ import annotations

import ast
import io
import sys
from graphlib import TopologicalSorter

import grimp

from rope_theory.core.files import CHECKOUT, write_text
from rope_theory.core.showing.style import BLACK, BLUE, GREY, PALE, VERMILION, canvas, settings
from rope_theory.faces.report.generated import with_section

PACKAGE = "rope_theory"
ROOMS = ("core", "laws", "models", "machines", "evidence", "faces")
PICTURE, PAGE = CHECKOUT / "docs" / "architecture.svg", CHECKOUT / "ARCHITECTURE.md"

Units = dict[str, set[str]]


def imports() -> Units:
    """By unit (`core.angles`, `laws.discrepancy`) the units that it imports, inside functions too."""
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    names = {module: ".".join(module.split(".")[1:3]) for module in graph.modules}
    units: Units = {name: set() for name in names.values() if name.count(".") == 1}
    for module, name in names.items():
        if name in units:
            units[name] |= {names[other] for other in graph.find_modules_directly_imported_by(module)}
    return {name: (found & units.keys()) - {name} for name, found in units.items()}


def ordered(units: Units) -> list[str]:
    """The units room by room; in a room each after what it imports, else by name."""
    found: list[str] = []
    for room in ROOMS:
        inside = {name: found_ for name, found_ in units.items() if name.partition(".")[0] == room}
        sorter = TopologicalSorter({name: sorted(uses & inside.keys()) for name, uses in sorted(inside.items())})
        sorter.prepare()
        while sorter.is_active():
            ready = sorted(sorter.get_ready())
            found += ready
            sorter.done(*ready)
    assert len(found) == len(units), f"units outside the rooms: {sorted(units.keys() - found)}"
    return found


def summary(unit: str) -> str:
    """The first sentence of a unit's docstring."""
    path = CHECKOUT / PACKAGE / unit.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def picture(units: Units) -> str:
    """The picture as SVG."""
    names = ordered(units)
    row = {name: number for number, name in enumerate(names)}
    with settings():
        figure, axes = canvas(3.6)
        figure.set_size_inches(7.2, 7.2)
        for room in ROOMS:
            inside = [row[name] for name in names if name.partition(".")[0] == room]
            low, high = min(inside) - 0.5, max(inside) + 0.5
            axes.fill([low, high, high, low], [low, low, high, high], color=PALE, linewidth=0, zorder=0)
            axes.text(high + 0.4, (low + high) / 2, room, va="center", ha="left", fontsize=9, color=BLACK)
        marks = [(row[used], row[name]) for name in names for used in units[name]]
        back = [mark for mark in marks if mark[0] > mark[1]]
        for chosen, colour in ((set(marks) - set(back), BLUE), (back, VERMILION)):
            axes.scatter(*zip(*sorted(chosen), strict=True) if chosen else ((), ()), s=13, marker="s", color=colour)
        axes.plot([-0.5, len(names) - 0.5], [-0.5, len(names) - 0.5], color=GREY, linewidth=0.5)
        labels = [name.partition(".")[2] for name in names]
        axes.set(xlim=(-0.5, len(names) + 4), ylim=(len(names) - 0.5, -0.5), xlabel="is imported", ylabel="imports")
        axes.set_xticks(range(len(names)), labels, rotation=90)
        axes.set_yticks(range(len(names)), labels)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Title": "Who imports whom", "Creator": None, "Date": None})
        return stream.getvalue()


def listing(units: Units) -> str:
    """The list of units: room by room, with the first sentence of each."""
    lines = []
    for room in ROOMS:
        inside = [name for name in ordered(units) if name.partition(".")[0] == room]
        lines += [f"### {room}", "", summary(room), "", "| unit | what it is |", "|---|---|"]
        lines += [f"| `{name.partition('.')[2]}` | {summary(name)} |" for name in inside] + [""]
    return "\n".join(lines).rstrip()


def main(check: bool) -> int:
    """Write, or compare, both; the exit status."""
    units = imports()
    wanted = {PICTURE: picture(units), PAGE: with_section(PAGE.read_text(encoding="utf-8"), "units", listing(units))}
    old = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in old:
        print(path.relative_to(CHECKOUT), "would change" if check else "written")
        if not check:
            write_text(path, wanted[path])
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
