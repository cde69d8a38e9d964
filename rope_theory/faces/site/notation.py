"""The statements' plain notation as HTML, without a change of their text.

Sub- and superscripts are set as such, variables in italics, `<=` is shown as ≤ and `-` between terms as a
minus. Every character stays in the document, in order: what the typography replaces is only made invisible
(class "m"), and what it shows instead comes from the style sheet. So stripping the tags gives back the text,
copying gives the text, and so does a browser without style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from rope_theory.faces.site.html import Html, el, escape, join

GREEK = "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩℓ"
FUNCTIONS = {"cos", "sin", "ln", "max", "min", "gcd"}
SHOWN = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→"}
CLOSING = set(")]}|‖²⌉⌋")

_TOKEN = re.compile(
    rf"""
    (?P<code>`[^`]+`)
  | (?P<claim>\b(?:u25|u26|new|[a-z]+20\d\d)\.[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*)
  | (?P<name>\bz3\b | i\.e | e\.g | [A-Za-z]\w+(?:[./][A-Za-z_]\w+)+ | [A-Za-z]{{2,}}\d*_\w+)
  | (?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)
  | (?P<operator><=|>=|!=|->)
  | (?P<word>[A-Za-z]+)
  | (?P<greek>[{GREEK}])
  | (?P<script>[_^])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ARGUMENT = re.compile(rf"-?\d+(?:\.\d+)?|-?[{GREEK}]|-?(?:[A-Z]?[a-z]+|[A-Z]+)")
_OPEN = {"{": "}", "(": ")"}


def math(text: str, claims: Collection[str] = (), folder: str = "") -> Html:
    """The text with its mathematics set; stripping the tags gives back the text.

    Args:
        text: a statement, hypothesis, reading, ….
        claims: ids that become links.
        folder: where the claims' pages lie, relative to the page.

    Example:
        >>> math("w_max <= 2^{-n}")
        '<i>w</i><span class="m">_</span><sub>max</sub> <span class="o" data-s="≤"><span class="m">&lt;=</span></span> 2<span class="m">^{</span><sup><span class="o" data-s="−"><span class="m">-</span></span><i>n</i></sup><span class="m">}</span>'
        >>> strip(_)
        'w_max <= 2^{-n}'
    """
    return join(_pieces(text, claims, folder))


def strip(markup: str) -> str:
    """The text of a piece of HTML: tags taken out, entities resolved."""
    import html

    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def _pieces(text: str, claims: Collection[str], folder: str):
    at, base = 0, ""
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None and found.lastgroup is not None  # its last part matches any character
        kind, token, end = found.lastgroup, found[0], found.end()
        if kind == "script" and (token == "^" or base):
            script = _script(text, at)
            if script:
                opening, inner, closing = script
                tag = "sup" if token == "^" else "sub"
                yield _hidden(opening)
                yield el(tag, *_pieces(inner, claims, folder))
                yield _hidden(closing) if closing else ""
                at += len(opening) + len(inner) + len(closing)
                continue
        yield _set(kind, token, text, at, claims, folder)
        base = token if _is_base(kind, token, text, at) else ""
        at = end


def _set(kind: str, token: str, text: str, at: int, claims: Collection[str], folder: str) -> Html:
    if kind == "code":
        return join([_hidden("`"), el("code", token[1:-1]), _hidden("`")])
    if kind == "claim":
        return el("a", token, href=f"{folder}{token}.html") if token in claims else escape(token)
    if kind == "operator":
        return _replaced(token, SHOWN[token])
    if kind == "word" and _variable(token, text, at):
        return el("i", token)
    if token == "-" and _minus(text, at):
        return _replaced(token, "−")
    return escape(token)


def _hidden(text: str) -> Html:
    return el("span", text, class_="m")


def _replaced(text: str, shown: str) -> Html:
    return el("span", _hidden(text), class_="o", data_s=shown)


def _is_base(kind: str, token: str, text: str, at: int) -> bool:
    """Whether `_` after the token starts a subscript: after one letter or a closing bracket."""
    alone = at == 0 or not (text[at - 1].isalnum() or text[at - 1] == "_")
    return (
        kind == "greek"
        or token in CLOSING
        or (kind == "word" and len(token) == 1 and (alone or text[at - 1].isdigit()))
    )


def _script(text: str, at: int) -> tuple[str, str, str] | None:
    """(marker with opening bracket, argument, closing bracket) of the script at `at`."""
    start = at + 1
    if start < len(text) and text[start] in _OPEN:
        depth = 0
        for end in range(start, len(text)):
            depth += (text[end] == text[start]) - (text[end] == _OPEN[text[start]])
            if not depth:
                return text[at : start + 1], text[start + 1 : end], text[end]
        return None
    found = _ARGUMENT.match(text, start)
    return (text[at], found[0], "") if found else None


def _variable(word: str, text: str, at: int) -> bool:
    """Whether a word is a variable: one letter that is no article, locator, token or part of a name."""
    before, after = text[at - 1 : at], text[at + 1 :]
    if len(word) > 1 or before in ("'", "’") or (before.isalpha() and before not in GREEK):
        return False
    if word.isupper() and (after[:1].isdigit() or re.match(r"\.\d", after)):
        return False
    if re.match(r"-[A-Za-z]{2}", after):
        return False
    following = re.match(rf" ([A-Za-z]+|[{GREEK}])", after)
    if word not in "aAIU" or not following or following[1] in FUNCTIONS:
        return True
    return word not in "aA" and len(following[1]) == 1


def _minus(text: str, at: int) -> bool:
    """Whether the hyphen at `at` stands between terms, or before one."""
    before, after = text[:at], text[at + 1 :]
    word = re.match(r"[A-Za-z]+", after)
    term = re.match(rf"[\d(\[√⌊‖{GREEK}]", after) or (word and (len(word[0]) == 1 or word[0] in FUNCTIONS))
    if not before or before[-1] in " ([{=,|^":
        return bool(term) or (before[-1:] == " " and after[:1] == " ")
    left = re.search(rf"(?:(?<![A-Za-z])[A-Za-z]\d*|[{GREEK}]|\d+|[)\]}}|‖²⌉⌋])$", before)
    if not left or not term:
        return False
    return not (left[0].isdigit() and after[:1].isdigit())
