"""Slides as a hall sees them, in a real headless Chromium: large letters, large figures, nothing cut, no colour turned over."""

import dataclasses
import json
import re

import pytest
from PIL import Image

from rope_theory.faces.course import Cell, find_lessons, parted, prepared
from rope_theory.faces.site.lecture import of_a_lecture
from rope_theory.faces.site.slides import handout, lecture_handout, lesson_slides, slides_document, solutions_slides

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
#: A page that shows each file of FILES in a frame of its own, one after another, and prints what LOOK says of each frame.
FRAMES = """<!DOCTYPE html><meta charset="utf-8"><body><pre id="out"></pre><script>
const files = FILES, out = [];
const look = LOOK;
function next() {
  const file = files[out.length];
  if (file === undefined) { document.getElementById("out").textContent = JSON.stringify(out); return; }
  const frame = document.createElement("iframe");
  frame.onload = () => { out.push(look(frame)); frame.remove(); next(); };
  frame.style = "border:0;SIZE"; frame.src = file;
  document.body.prepend(frame);
}
next();
</script>"""
#: What is wrong with the slides of a document, as they are laid out in a frame of the given size.
LOOK = """(frame) => {
  const w = frame.contentWindow, found = [];
  for (const [width, height] of SIZES) {
    frame.style.width = width + "px"; frame.style.height = height + "px";
    for (const slide of w.document.querySelectorAll("header, section")) {
      const say = (...words) => found.push([width, slide.id || "title", ...words]);
      const tall = () => slide.getBoundingClientRect().height > height + 1;
      if (tall()) say("higher than the window");
      for (const code of slide.querySelectorAll("details")) {
        code.open = true;
        const shown = code.querySelector("pre"), {top, bottom} = shown.getBoundingClientRect(), from = slide.getBoundingClientRect().top;
        if (tall() || top < from || bottom > from + height) say("opened code does not fit");
        const style = w.getComputedStyle(shown), lines = shown.textContent.split("\\n").length;
        if (shown.scrollHeight > shown.clientHeight + 1) say("opened code has to be scrolled", shown.scrollHeight / shown.clientHeight);
        if (parseFloat(style.fontSize) < 0.03 * height) say("opened code is small");
        const all = w.document.createRange(); all.selectNodeContents(shown);
        if (all.getBoundingClientRect().height > (lines + .5) * parseFloat(style.lineHeight)) say("opened code breaks a line");
        code.open = false;
      }
      const foot = slide.querySelector(".foot");
      if (foot && foot.previousElementSibling.getBoundingClientRect().bottom > foot.getBoundingClientRect().top + 1) say("runs into its foot");
      for (const each of slide.querySelectorAll("*")) {
        const size = parseFloat(w.getComputedStyle(each).fontSize), seen = each.getBoundingClientRect();
        const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (own && size > 0 && seen.height && !each.closest("math") && size < 0.04 * height) say("small text", each.tagName, size);
        if (each.tagName === "IMG" && seen.height < 0.7 * height) say("small figure");
        if (each.tagName === "IMG" && w.getComputedStyle(each).filter !== "none") say("changed colours");
        if (each.clientWidth && !each.closest("math") && each.scrollWidth > each.clientWidth + 1) say("cut at its side", each.tagName);
      }
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def decks(ran_once):
    """Documents by name: the lecture, and each lesson with its solutions, with their figures."""
    pytest.importorskip("matplotlib")
    lessons = [ran_once(lesson) for lesson in prepared(find_lessons(), run=False, write=False)]
    made = {"lecture": slides_document(lessons)}
    for lesson in lessons:
        made |= {lesson.name: lesson_slides(lesson), f"{lesson.name}_solutions": solutions_slides(lesson)}
    return made


@pytest.fixture(scope="module")
def seen(chromium, tmp_path_factory):
    """(what to look at, in JavaScript; documents; arguments of Chromium; size of a frame) -> what each shows, all in one start of Chromium."""

    def run(look, documents, *arguments, size=""):
        folder = tmp_path_factory.mktemp("seen")
        files = [f"{number}.html" for number in range(len(documents))]
        for file, document in zip(files, documents, strict=True):
            (folder / file).write_text(document, encoding="utf-8")
        page = folder / "look.html"
        said = {"FILES": json.dumps(files), "SIZE": size, "LOOK": look}
        page.write_text(re.sub("FILES|SIZE|LOOK", lambda name: said[name[0]], FRAMES), encoding="utf-8")
        out = chromium(*arguments, "--dump-dom", "--virtual-time-budget=100000", page.as_uri())
        found = json.loads(re.search(r'<pre id="out">(.+?)</pre>', out)[1])
        assert len(found) == len(documents)
        return found

    return run


@pytest.fixture(scope="module")
def faults(seen):
    """(documents, arguments of Chromium) -> [width, slide, what is wrong, …] of each fault, for each document."""

    def run(documents, *arguments):
        return seen(LOOK.replace("SIZES", json.dumps(SIZES)), documents, *arguments)

    return run


def test_every_slide_can_be_read_in_a_hall_at_any_size(decks, faults):
    assert dict(zip(decks, faults(list(decks.values())), strict=True)) == dict.fromkeys(decks, [])
    assert (
        decks["lecture"].count("<figure>") == 10
    )  # the question's, one of each lesson but the last, two of lessons 4 and 5
    assert (
        sum("<details" in document for document in decks.values()) == 9
    )  # the lecture's and the lessons' code was opened on the way


KEYS = """<!DOCTYPE html><meta charset="utf-8"><body><iframe id="frame" src="deck.html" style="border:0;width:1280px;height:720px"></iframe><pre id="out"></pre><script>
const frame = document.getElementById("frame"), at = [];
frame.onload = () => {
  const w = frame.contentWindow;
  const now = () => {
    const slides = [...w.document.querySelectorAll("header, section")];
    return slides.findIndex((slide) => Math.abs(slide.getBoundingClientRect().top) < 2);
  };
  const shown = () => w.document.querySelectorAll(".note").length && w.document.querySelector(".note").offsetHeight > 0;
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "x", "n", "ArrowRight", "n"]) {
    w.dispatchEvent(new w.KeyboardEvent("keydown", {key}));
    at.push(shown() ? -now() : now());
  }
  document.getElementById("out").textContent = JSON.stringify(at);
};
</script>"""


def test_arrows_go_from_slide_to_slide_and_n_shows_the_notes_where_one_is(decks, chromium, tmp_path):
    (tmp_path / "deck.html").write_text(decks["lecture"], encoding="utf-8")
    page = tmp_path / "keys.html"
    page.write_text(KEYS, encoding="utf-8")
    out = chromium("--allow-file-access-from-files", "--dump-dom", "--virtual-time-budget=9000", page.as_uri())
    assert json.loads(re.search(r'<pre id="out">(.+?)</pre>', out)[1]) == [1, 2, 3, 2, 2, -2, -3, 3]


def test_in_the_dark_no_figure_changes_its_colours(decks, faults, chromium, tmp_path):
    dark = "--blink-settings=preferredColorScheme=0"
    assert faults([decks["lecture"]], dark) == [[]]
    red = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="50"><rect width="90" height="50" fill="#ff0000"/></svg>'
    [lesson] = prepared(dict([next(iter(find_lessons().items()))]), run=False, write=False)
    figure = Cell(False, "# Figure: red.\nplt.subplots()", drawn=(red,))
    document = slides_document([lesson_with(lesson, figure)])
    _, number = re.findall(r'<section id="(s\d+)"><figure', document)  # the question's comes first
    page, shot = tmp_path / "red.html", tmp_path / "shot.png"
    page.write_text(document.replace("</style>", f"header, section:not(#{number}) {{ display: none; }}</style>"))
    chromium(dark, "--window-size=1280,720", f"--screenshot={shot}", page.as_uri())
    with Image.open(shot) as seen:
        assert seen.convert("RGB").getpixel((640, 200)) == (255, 0, 0)
        assert max(seen.convert("RGB").getpixel((5, 5))) < 45


def lesson_with(lesson, figure):
    whole, _ = parted(lesson.text)
    return dataclasses.replace(lesson, lesson=[*whole[:2], figure, *whole[2:]])


#: What is done to a deck, and what a hall then sees.
SPOILED = {
    "html { font-size: 1.7rem !important; }": "small text",
    "img { height: 36vh !important; }": "small figure",
    "img { filter: invert(1); }": "changed colours",
    "section { min-height: 120vh; }": "higher than the window",
    "pre { white-space: pre !important; width: 20em; }": "cut at its side",
    ".foot { bottom: 40vh !important; }": "runs into its foot",
    "details[open] > pre { position: static !important; }": "opened code does not fit",
}


@pytest.fixture(scope="module")
def spoiled(decks, faults):
    """Faults by style."""
    found = faults([decks["lecture"].replace("</style>", f"{style}</style>") for style in SPOILED])
    return dict(zip(SPOILED, found, strict=True))


@pytest.mark.parametrize("style, fault", SPOILED.items())
def test_a_deck_that_a_hall_cannot_read_is_noticed(spoiled, style, fault):
    assert fault in {what for _, _, what, *_ in spoiled[style]}


def test_the_exercises_of_a_lesson_print_one_page_and_their_words_the_back(chromium, tmp_path):
    for lesson in prepared(find_lessons(), run=False, write=False):
        sheet = handout(lesson)
        for pages, text in ((2, sheet), (1, re.sub("<aside>.*</aside>", "", sheet, flags=re.DOTALL))):
            page, file = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
            page.write_text(text, encoding="utf-8")
            chromium(f"--print-to-pdf={file}", "--no-pdf-header-footer", page.as_uri())
            assert len(re.findall(rb"/Type\s*/Page[^s]", file.read_bytes())) == pages, lesson.name


def test_the_sheet_of_a_lecture_prints_two_leaves_and_its_notes_no_page_more(decks, chromium, tmp_path):
    noted = decks["lecture"].replace("<html ", '<html class="notes" ')
    sheet = lecture_handout(of_a_lecture(prepared(find_lessons(), run=False, write=False)))
    for document, pages in ((sheet, 4), (noted, decks["lecture"].count("<section") + 1)):
        page, file = tmp_path / "print.html", tmp_path / "print.pdf"
        page.write_text(document, encoding="utf-8")
        chromium(f"--print-to-pdf={file}", "--no-pdf-header-footer", page.as_uri())
        assert len(re.findall(rb"/Type\s*/Page[^s]", file.read_bytes())) == pages


#: How wide a document is on a phone with all its code opened, and what is cut.
NARROW = """(frame) => {
  const page = frame.contentDocument;
  page.querySelectorAll("details").forEach((each) => { each.open = true; });
  const cut = [...page.querySelectorAll("p, pre")].filter((each) => each.scrollWidth > each.clientWidth + 1);
  return [page.documentElement.scrollWidth, cut.map((each) => each.textContent)];
}"""


def test_no_slide_note_sheet_formula_or_code_scrolls_sideways_on_a_phone(seen):
    shown = {}
    for lesson in prepared(find_lessons(), run=False, write=False):
        noted = lesson_slides(lesson).replace("<html ", '<html class="notes" ')
        shown |= {lesson.name: noted, f"{lesson.name}, sheet": handout(lesson)}
    assert all('<meta name="viewport"' in document for document in shown.values())
    found = seen(NARROW, list(shown.values()), size="width:360px;height:800px")
    assert dict(zip(shown, found, strict=True)) == dict.fromkeys(shown, [360, []])
