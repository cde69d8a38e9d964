"""The report under a keyboard, on a phone's screen, in print and in the dark, through Chromium's debugging pipe."""

import json
import os
import subprocess
from types import SimpleNamespace

import pytest

KEYS = {
    "Tab": 9,
    "Enter": 13,
    "ArrowRight": 39,
    "ArrowLeft": 37,
    "Home": 36,
    "End": 35,
    "ArrowDown": 40,
    "ArrowUp": 38,
    "Escape": 27,
}


class Browser:
    """One page of a headless Chromium, spoken to over its debugging pipe (messages end in a zero byte)."""

    def __init__(self, program: str, profile):
        to_browser, self._send = os.pipe()
        self._receive, from_browser = os.pipe()

        def connect():  # Chromium reads its pipe from 3 and writes to 4
            ends = os.dup(to_browser), os.dup(from_browser)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        flags = (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-pipe",
            f"--user-data-dir={profile}",
        )
        self._process = subprocess.Popen(
            [program, *flags, "about:blank"],
            close_fds=False,
            preexec_fn=connect,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._rest, self._number, self._session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")

    def call(self, method: str, **parameters) -> dict:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        message |= {"sessionId": self._session} if self._session else {}
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != self._number:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def _read(self) -> dict:
        while b"\0" not in self._rest:
            got = os.read(self._receive, 1 << 16)
            assert got, "the browser has gone"
            self._rest += got
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def open(self, path) -> None:
        self.call("Page.navigate", url=path.as_uri())
        while self._read().get("method") != "Page.loadEventFired":
            pass

    def value(self, expression: str):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        text = {"text": "\r"} if key == "Enter" else {}
        both = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown", **both, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **both)

    def screen(self, width: int, height: int, mobile: bool) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def close(self) -> None:
        for end in (self._send, self._receive):
            os.close(end)
        self._process.terminate()
        self._process.wait(30)


@pytest.fixture(scope="module")
def browser(chromium_program, tmp_path_factory):
    opened = Browser(chromium_program, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def desktop(browser):
    browser.screen(1200, 900, False)
    browser.call("Emulation.setEmulatedMedia", media="", features=[])


FOCUS = "document.activeElement"


def test_skip_link_comes_first_shows_itself_and_leads_to_the_content(browser, site):
    browser.open(site / "claims/u26.index-bound-length.html")
    browser.press("Tab")
    assert browser.value(f"{FOCUS}.className") == "skip"
    assert browser.value(f"{FOCUS}.getBoundingClientRect().left") >= 0
    assert browser.value(f"getComputedStyle({FOCUS}).outlineStyle") == "solid"
    browser.press("Enter")
    assert browser.value("location.hash") == "#content"
    browser.press("Tab")
    assert browser.value(f"document.querySelector('main').contains({FOCUS})")


def test_every_control_of_the_interactive_page_is_reached_and_moved_by_keys(browser, site):
    browser.open(site / "interactive.html")
    browser.value(
        "const c = document.getElementById('f-rule'); c.value = 'yarn'; c.dispatchEvent(new Event('input', {bubbles: true}))"
    )  # without a rule its controls are closed
    wanted = browser.value("[...document.querySelectorAll('main input, main select, main button')].map((c) => c.id)")
    reached = []
    for _ in range(60):
        browser.press("Tab")
        here = browser.value(f"{FOCUS}.id")
        if here in wanted:
            reached.append(here)
        if browser.value(f"{FOCUS}.type") == "range":
            before = browser.value(f"[{FOCUS}.value, document.getElementById('{here}-value').textContent]")
            browser.press("ArrowLeft" if before[0] == browser.value(f"{FOCUS}.max") else "ArrowRight")
            after = browser.value(f"[{FOCUS}.value, document.getElementById('{here}-value').textContent]")
            assert before[0] != after[0] and before[1] != after[1], here
        if here == wanted[-1]:
            break
    assert reached == wanted
    assert browser.value("window.shown.one.n") == 13


def test_button_sets_the_boundary_by_the_enter_key_and_it_is_spoken(browser, site):
    browser.open(site / "interactive.html")
    browser.value("document.getElementById('boundary').focus()")
    browser.press("Enter")
    assert browser.value("window.shown.one.shape.name") == "flat"
    spoken = "new Promise((done) => setTimeout(() => done(document.getElementById('spoken').textContent), 700))"
    answer = browser.call("Runtime.evaluate", expression=spoken, returnByValue=True, awaitPromise=True)
    assert "Shape flat" in answer["result"]["value"]


def test_graph_boxes_and_folded_lists_open_by_keys(browser, site):
    browser.open(site / "graph.html")
    browser.value("document.querySelector('.graph').focus()")
    browser.press("Tab")
    assert browser.value(f"{FOCUS}.closest('svg') !== null && {FOCUS}.getAttribute('href').startsWith('claims/')")
    browser.open(site / "trust.html")
    browser.value("document.querySelector('summary').focus()")
    browser.press("Enter")
    assert browser.value("document.querySelector('details').open")


@pytest.mark.parametrize(
    "path", ["index.html", "claims/u25.thm2.html", "graph.html", "interactive.html", "figures.html"]
)
def test_phone_screen_needs_no_sideways_scrolling(browser, site, path):
    browser.screen(360, 740, True)
    browser.open(site / path)
    assert browser.value("[document.scrollingElement.scrollWidth, visualViewport.width, visualViewport.scale]") == [
        360,
        360,
        1,
    ]


def test_print_opens_what_is_folded_and_drops_the_navigation(browser, site):
    browser.open(site / "claims/u25.thm2.html")
    folded = "document.querySelector('details li').getClientRects().length && document.querySelector('details li').checkVisibility()"
    shown = "document.querySelector('header nav').getClientRects().length"
    assert not browser.value(folded) and browser.value(shown)
    browser.call("Emulation.setEmulatedMedia", media="print")
    assert browser.value(folded) and not browser.value(shown)


def test_dark_scheme_is_followed(browser, site):
    browser.open(site / "index.html")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = browser.value(paper)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    assert browser.value(paper) != light


LISTED = "[...document.querySelectorAll('#found a')].map((a) => a.getAttribute('href'))"


def test_the_front_page_is_searched_by_keyboard_and_the_words_stand_in_the_address(browser, site):
    browser.open(site / "index.html")
    assert browser.value(LISTED) == []
    browser.value("document.getElementById('find').focus()")
    browser.call("Input.insertText", text="padded sinks")
    assert browser.value("location.hash") == "#find=padded+sinks"
    first, second, *_ = browser.value(LISTED)
    assert {first, second} == {"questions.html#left-padding", "questions.html#why-sinks"}
    assert "claims/new.sinks.html" in browser.value(LISTED)
    for key, focused in (("ArrowDown", first), ("ArrowDown", second), ("ArrowUp", first), ("ArrowUp", None)):
        browser.press(key)
        assert browser.value(f"{FOCUS}.getAttribute('href')") == focused
    assert browser.value(f"{FOCUS}.id") == "find"
    browser.press("Escape")
    assert browser.value(LISTED) == [] and browser.value("location.hash") == ""
    browser.call("Input.insertText", text="zzqqx")
    assert browser.value("document.getElementById('looked').textContent").startswith("Nothing has one of these words.")
    browser.press("Escape")
    browser.call("Input.insertText", text="interactve page")
    assert browser.value(LISTED)[0] == "interactive.html"
    assert browser.value("document.getElementById('looked').textContent").endswith("read as interactive for interactve")
    browser.press("Escape")
    browser.call("Input.insertText", text="gap")
    assert browser.value(LISTED)[0].startswith("words.html#gap")  # what it means, before where it is used
    browser.press("Escape")
    browser.call("Input.insertText", text="false neighbour of a claim")
    assert "words.html#control" in browser.value(LISTED)
    first = browser.value(LISTED)[0]
    browser.press("Enter")
    while browser._read().get("method") != "Page.loadEventFired":
        pass
    assert browser.value("location.href").endswith(first)


def test_search_and_filter_stand_in_the_address_together(browser, site):
    browser.open(site / "index.html")
    browser.value(
        "for (const [id, text] of [['choose-verdict', 'REFUTED'], ['find', 'sink']]) { const c = document.getElementById(id);"
        " c.value = text; c.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    state = browser.value("location.hash")
    assert state == "#find=sink&choose-verdict=REFUTED"
    browser.open(site / "words.html")
    browser.open(SimpleNamespace(as_uri=lambda: (site / "index.html").as_uri() + state))
    shown = browser.value(
        "[document.getElementById('find').value, document.getElementById('choose-verdict').value, location.hash]"
    )
    assert shown == ["sink", "REFUTED", state] and "questions.html#sink-cache" in browser.value(LISTED)
