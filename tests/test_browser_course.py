"""The lessons in a browser: which they are, what they are made of, and every cell of them run in a headless Chromium."""

import functools
import hashlib
import http.server
import io
import json
import subprocess
import threading
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.faces.browser import parts
from rope_theory.faces.browser.pages import course_pages, runs_here
from rope_theory.faces.cli import main
from rope_theory.faces.course import Cell, prepared, require_lessons

HERE = [
    "01_rotation",
    "02_positional_and_symbolic",
    "03_the_exclusion_identity",
    "04_h_pos_by_hand",
    "05_retrieval",
    "06_two_angles",
    "07_how_far_can_a_head_count",
    "08_refereeing",
]
#: Runs every cell of a lesson one after another, solutions too, then a wrong answer and a right one; sends home what it saw.
PROBE = """<!DOCTYPE html><meta charset="utf-8"><body><iframe id="frame" src="PAGE" style="width:900px;height:700px"></iframe><script>
const frame = document.getElementById("frame");
const wait = (test) => new Promise((done) => { const look = () => test() ? done() : setTimeout(look, 50); look(); });
frame.onload = async () => {
  const inside = frame.contentDocument, found = [];
  const cells = [...inside.querySelectorAll(".cell")];
  const run = async (cell) => {
    const [button, output] = [cell.querySelector("button"), cell.querySelector(".printed")];
    button.click();
    await wait(() => !button.disabled && /ready|could not/.test(inside.getElementById("state").textContent));
    found.push([output.textContent, output.classList.contains("failed")]);
  };
  for (const cell of cells) await run(cell);
  const field = cells.find((cell) => cell.textContent.includes("# your answer:")).querySelector("textarea");
  for (const answer of ANSWERS) { field.value = answer; await run(field.parentElement); }
  await fetch("/found", {method: "POST", body: JSON.stringify(found)});
};
</script>"""


@pytest.fixture(scope="module")
def lessons():
    return prepared(require_lessons(), run=False, write=False)


def test_lessons_that_need_numpy_z3_or_torch_stay_out_and_drawings_do_not_keep_one_out(lessons):
    assert [one.name for one in lessons if runs_here(one)] == HERE
    drawing = Cell(False, "from matplotlib import pyplot as plt\nplt.subplots()")
    sample = replace(lessons[0], lesson=[drawing], solutions=[])
    assert runs_here(sample)
    for heavy in ("import numpy as np\nplt.subplots = 1", "import z3", "from z3 import Real\n# needs z3 not"):
        assert not runs_here(replace(sample, lesson=[drawing, Cell(False, heavy)]))
    asks = Cell(False, "# needs z3\nfrom rope_theory import Ledger", printed="REFUTED\n")
    [page] = (
        text for name, text in course_pages([replace(sample, lesson=[asks, drawing])]).items() if name[0].isdigit()
    )
    assert "the code that gave this" in page and "REFUTED" in page and "code that draws, with Matplotlib" in page
    assert "<textarea" not in page


def test_pages_name_nothing_outside_their_folder(lessons):
    pages = course_pages(lessons)
    assert sorted(name for name in pages if name[:2].isdigit()) == [f"{name}.html" for name in HERE]
    for name, text in pages.items():
        assert "://" not in text.replace("http://www.w3.org/1998/Math/MathML", ""), name
    assert "Lesson 7." in pages["index.html"] and "comes as a notebook" not in pages["index.html"]
    fewer = course_pages([replace(lessons[0], lesson=[Cell(False, "import numpy")]), *lessons[1:]])
    assert "01_rotation.html" not in fewer and "comes as a notebook (rope-theory lessons): " in fewer["index.html"]


def test_package_is_packed_to_the_same_bytes_without_machines():
    packed = parts.packed_package()
    assert packed == parts.packed_package()
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert "rope_theory/faces/exercise.py" in names and not any("/machines/" in name for name in names)


def test_a_file_with_another_hash_is_refused_and_nothing_is_left(tmp_path, capsys):
    files = tmp_path / "files"
    files.mkdir()
    (files / parts.ARCHIVE).write_bytes(b"another one")
    assert main(["fetch-course", "--out", str(tmp_path / "course"), "--files", str(files)]) == 2
    assert parts.ARCHIVE_SHA256 in capsys.readouterr().err and not (tmp_path / "course").exists()


def test_pages_have_the_figures_of_the_lessons_without_run(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(parts, "gather", lambda *_: None)  # no download
    assert main(["fetch-course", "--out", str(tmp_path / "course")]) == 0
    pages = {name: (tmp_path / "course" / f"{name}.html").read_text("utf-8") for name in HERE}
    assert "data:image/svg+xml" in pages["01_rotation"] and "data:image/svg+xml" in pages["04_h_pos_by_hand"]
    assert not [name for name, text in pages.items() if "--run" in text]


def test_without_a_registry_it_says_what_to_do(tmp_path, capsys):
    assert main(["fetch-course", "--out", str(tmp_path / "course"), "--registry", "http://127.0.0.1:9"]) == 2
    assert f"npm pack pyodide@{parts.VERSION}" in capsys.readouterr().err


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """The folder, fetched; skips by name where there is no network."""
    folder = tmp_path_factory.mktemp("fetched") / "python"
    folder.mkdir()
    try:
        parts.gather(folder)
    except InvalidInput as problem:
        pytest.skip(f"PYODIDE NOT TO BE HAD: not run ({problem})")
    for name, text in course_pages(prepared(require_lessons(), run=False, write=False)).items():
        (folder.parent / name).write_text(text, encoding="utf-8")
    return folder.parent


class Home(http.server.SimpleHTTPRequestHandler):
    """Serves the folder, and keeps what the page sends home."""

    def do_POST(self):
        self.server.found = json.loads(self.rfile.read(int(self.headers["Content-Length"])))  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()
        self.server.seen.set()  # type: ignore[attr-defined]

    def log_message(self, *_):
        pass


def seen(program: str, folder: Path, lesson: str, answers: list[str], profile: Path) -> list[list]:
    """[what the cell printed, whether it failed] for each cell, in a browser that reaches this server and nothing else."""
    probe = PROBE.replace("PAGE", f"{lesson}.html").replace("ANSWERS", json.dumps(answers))
    (folder / "probe.html").write_text(probe, encoding="utf-8")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Home, directory=str(folder)))
    server.found, server.seen = None, threading.Event()  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/probe.html"
    alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    always = ["--headless=new", "--no-sandbox", "--disable-gpu", alone, f"--user-data-dir={profile}"]
    browser = subprocess.Popen([program, *always, address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert server.seen.wait(1200), "the page said nothing"  # type: ignore[attr-defined]
    finally:
        browser.kill()
        browser.wait()
        server.shutdown()
        server.server_close()
    return server.found  # type: ignore[attr-defined]


ANSWERS = {
    "01_rotation": [],
    "02_positional_and_symbolic": [],
    "03_the_exclusion_identity": ["check_1([[0, 0, 0], [0, 1, 0], [0, 0, 2]])", "check_1(", "1 / 0"],
    "04_h_pos_by_hand": [],
    "05_retrieval": [],
    "06_two_angles": [],
    "07_how_far_can_a_head_count": [],
    "08_refereeing": [],
}


@pytest.mark.parametrize("lesson", HERE)
def test_every_cell_runs_in_a_browser_that_reaches_nothing_else(lesson, course, chromium_program, tmp_path):
    found = seen(chromium_program, course, lesson, ANSWERS[lesson], tmp_path)
    ran = found[: len(found) - len(ANSWERS[lesson])]
    assert not [printed for printed, failed in ran if failed]
    said = "\n".join(printed for printed, _ in ran)
    assert all(f"Exercise {number}: right." in said for number in (1, 2, 3, 4))  # the solutions
    if ANSWERS[lesson]:
        wrong, broken, thrown = found[len(ran) :]
        assert "Exercise 1, not yet:" in wrong[0] and not wrong[1]
        assert (
            broken[1]
            and "SyntaxError" in broken[0]
            and thrown[1]
            and thrown[0].strip().endswith("ZeroDivisionError: division by zero")
        )


def test_pins_are_what_the_names_say():
    assert all(len(wheel.sha256) == 64 and f"-{wheel.version}-" in wheel.file for wheel in parts.WHEELS)
    assert parts.VERSION in parts.ARCHIVE and len(parts.ARCHIVE_SHA256) == len(hashlib.sha256().hexdigest())
