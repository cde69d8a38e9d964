"""The statements' plain notation as HTML with MathML, without a change of their text.

Variables, scripts and what hangs together with them become `<math>`, which browsers set by themselves, without a script or a
font of ours; between two of them a line may break. `<=` between terms is shown as ≤ and `-` as a minus. Every character
stays in the document, in order: markers of scripts, and what is shown as another sign, are only made invisible (class
"m"; what is shown in its place and not copied, class "s"). So stripping the tags gives back the text, copying gives the text, and so does a browser without style sheets.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Iterator

from rope_theory.faces.site.html import Html, el, escape, join

GREEK = "αβγδεζηθικλμνξοπρστυφχψωΓΔΘΛΞΠΣΦΨΩℓ"
FUNCTIONS = {"cos", "sin", "ln", "max", "min", "gcd"}
#: Functions that may have a subscript: max_k.
OVER = {"max", "min"}
TRANSPOSED = "ᵀ"
SHOWN = {"<=": "≤", ">=": "≥", "!=": "≠", "->": "→"}
CLOSING = set(")]}|‖²⌉⌋")
BRACKETS = set("()[]{}⌊⌋⌈⌉|")
_PAIRS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}
_JOINTS = set("+-*/=·.,")
_SIGNS = {*_PAIRS, *_PAIRS.values(), *"+*/=·√²³!", TRANSPOSED}

_TOKEN = re.compile(
    rf"""
    (?P<code>`[^`]+`)
  | (?P<joined>(?<!\w)(?:[TΔ∆](?:Index|Retrieval)|∆θ)(?!\w))
  | (?P<claim>\b(?:u25|u26|new|[a-z]+20\d\d)\.[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*)
  | (?P<name>\bz3\b | \b[A-Z]{{3,}}-[A-Z]\b | i\.e | e\.g | [A-Za-z]\w+(?:[./][A-Za-z_]\w+)+ | (?!(?:max|min)_)[A-Za-z]{{2,}}\d*_\w+)
  | (?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)
  | (?P<operator><=|>=|!=|->)
  | (?P<word>[A-Za-z]+)
  | (?P<greek>[{GREEK}]\u0304?)
  | (?P<script>[_^])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
#: Words of two letters or more, each before a blank: no part of mathematics, of a name or of an input begins with one.
_PLAIN = re.compile("(?:[A-Za-z][a-z]+,? )+")
#: An input, token by token: A A A 1, A1 B2 A, a b a … a, w9 t7 fc. Its letters are no variables.
_ROW = re.compile(
    r"""(?<![\w.'’])(?:
        [A-Z]{1,2}\d*(?:\ (?:[A-Z]{1,2}\d*|\d+|…)(?![\w(^'’]|[-.]\w))+
      | [a-z](?:\ (?:[a-z]|\d+|…)(?![\w(^'’]|[-.]\w)){2,}
      | [a-z]\d+(?:\ [a-z]\d+(?![\w(^'’]|[-.]\w))+
    )""",
    re.VERBOSE,
)
#: The letters that an index may follow without a mark: n0, θ0. Others before a digit are tokens: A1, k7.
_INDEXED = set("n" + GREEK) - {"π"}
#: What a letter names and is no variable after: Appendix D, panels A and B, Figure 5A.
_NAMED = re.compile(r"(?:Appendix|[Pp]anels?|Figure)\s+\d*(?:[A-Z](?:,|\s+and|\s+or)\s+)*$")
#: What stays on the line of the mathematics before it.
_STOPS = re.compile(r"[,.;:?!]+|\)(?![_^²³])[,.;:?!]*")
#: Lengths and numbers in bars, one beside another, without a blank: |q||e|, |q|·|k|.
_BARS = re.compile(r"[/·]?\|[^|\s`]{1,20}\|(?:·?\|[^|\s`]{1,20}\|)*")
#: What stays on the line of the mathematics behind it.
_OPENS = set("(“")
#: Indices that are signs of their own.
_SMALL = set("₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ")
_ARGUMENT = re.compile(rf"-?\d+(?:\.\d+)?|-?[{GREEK}]|-?(?:[A-Z]?[a-z]+|[A-Z]+)")
_OPEN = {"{": "}", "(": ")"}


def math(text: str, claims: Collection[str] = (), folder: str = "") -> Html:
    """The text with its mathematics set; stripping the tags gives back the text.

    Args:
        text: a statement, hypothesis, reading, ….
        claims: ids that become links.
        folder: where the claims' pages lie, relative to the page.

    Example:
        >>> math("GPT-J")
        'GPT-J'
        >>> math("TIndex")
        '<math><msub><mi>T</mi><mi>Index</mi></msub></math>'
        >>> math("w_max <= 2")
        '<math><msub><mi>w</mi><mrow><mtext class="m">_</mtext><mi>max</mi></mrow></msub></math> <span class="o" data-s="≤"><span class="m">&lt;=</span></span> 2'
        >>> strip(_)
        'w_max <= 2'
    """
    return linked(pieces(text), claims, folder)


class Mention(str):
    """A claim's id in a text, which becomes a link where there is a page for it."""

    __slots__ = ()


def linked(made: Iterable[Html | Mention], claims: Collection[str] = (), folder: str = "") -> Html:
    """The pieces of a text joined, ids among the claims as links."""
    return join(
        el("a", piece, href=f"{folder}{piece}.html") if isinstance(piece, Mention) and piece in claims else piece
        for piece in made
    )


def strip(markup: str) -> str:
    """The text of a piece of HTML: tags and signs that are only shown (class "s") taken out, entities resolved."""
    import html

    return html.unescape(re.sub(r"<[^>]*>", "", re.sub(r'<mo class="s">.</mo>', "", markup)))


@functools.cache
def pieces(text: str) -> tuple[Html | Mention, ...]:
    """What a text is set from: plain text and mathematics in turns, and the ids that it mentions."""
    made: list[Html | Mention] = []
    for piece in _pieces(text):
        if made and isinstance(piece, Html) and isinstance(made[-1], Html):
            made[-1] = Html(made[-1] + piece)
        else:
            made.append(piece)
    return tuple(made)


def _pieces(text: str) -> Iterator[Html | Mention]:
    """Pieces of HTML; each run of mathematics is one `<math>`, and blanks between runs are where lines may break."""
    at = 0
    while at < len(text):
        if plain := _PLAIN.match(text, at):
            yield Html(plain[0])
            at = plain.end()
            continue
        if row := _ROW.match(text, at):
            yield escape(row[0])
            at = row.end()
            continue
        if whole := _whole(text, at):
            yield whole[0]
            at = whole[1]
            continue
        found = _TOKEN.match(text, at)
        assert found is not None and found.lastgroup is not None  # its last part matches any character
        yield _set(found.lastgroup, found[0], text, at)
        at = found.end()


def _whole(text: str, at: int) -> tuple[Html, int] | None:
    """The mathematics that begins here, with what stays on its line, and where that ends: an opening sign before it, bars, the stop behind it."""
    begin = at + (text[at] in _OPENS and _run(text, at) == at)
    end = _run(text, begin)
    made = [el("math", *_formula(text[begin:end], text, begin))] if end > begin else []
    if bars := _BARS.match(text, end):
        end = bars.end()
        made += [escape(each) if each == "|" else join(_pieces(each)) for each in re.split(r"(\|)", bars[0])]
    if not made:
        return None
    stop = _STOPS.match(text, end)
    whole = [text[at:begin], *made, stop[0] if stop else ""]
    line = el("span", *whole, class_="line") if len("".join(whole)) > len(made[0]) else escape(made[0])
    return line, stop.end() if stop else end


def _set(kind: str, token: str, text: str, at: int) -> Html | Mention:
    """A token outside of mathematics."""
    if kind == "code":
        return join([_hidden("`"), el("code", token[1:-1]), _hidden("`")])
    if kind == "claim":
        return Mention(token)
    if kind == "operator":
        return _replaced(token, SHOWN[token])
    return _replaced(token, "−") if token == "-" and _minus(text, at) else escape(token)


def _run(text: str, at: int) -> int:
    """Where the mathematics that begins here ends; `at` itself if none does: a variable is in it, and brackets match."""
    end, good, open_ = at, at, []
    base = text[at - 1] if at and text[at - 1] in CLOSING else ""  # a bracket that stands outside: (x - h)^64
    real = False
    while end < len(text) and (found := _TOKEN.match(text, end)) is not None:
        kind, token = str(found.lastgroup), found[0]
        if kind == "script" and (script := _script(text, end)) and (base or (token == "^" and end > at)):
            end, real, base = end + sum(map(len, script)), True, ""
        elif _mathematical(kind, token, text, end):
            if token in _PAIRS:
                open_.append(_PAIRS[token])
            elif token in _PAIRS.values() and (not open_ or open_.pop() != token):
                break
            real = real or kind in ("greek", "joined") or (kind == "word" and token not in FUNCTIONS)
            base = token if _is_base(kind, token, text, end) else ""
            end = found.end()
        elif open_ and _times(text, end):
            end, base = found.end(), ""
        else:
            break
        if not open_ and real and token not in _JOINTS:
            good = end
    return good


def _mathematical(kind: str, token: str, text: str, at: int) -> bool:
    if kind == "joined":
        return True
    if kind == "word":
        return _variable(token, text, at) or (
            (after := text[at + len(token) : at + len(token) + 1]) == "("
            and token in FUNCTIONS
            or after == "_"
            and token in OVER
        )
    if token == "-":
        return _minus(text, at)
    return kind in ("number", "greek") or (kind == "other" and (token in _SIGNS or _hangs(token, text, at)))


def _hangs(token: str, text: str, at: int) -> bool:
    """Whether a sign belongs to what stands before it: n₀, θ'."""
    before, after = text[max(0, at - 2) : at], text[at + 1 : at + 2]
    if token in _SMALL:
        return before[-1:].isalnum()
    letter = before[-1:] in GREEK or before[-1:] in _SMALL or (before[-1:].isalpha() and not before[:-1].isalnum())
    return token == "'" and before != "" and letter and not after.isalpha()


def _times(text: str, at: int) -> bool:
    """Whether the blank at `at` stands between a number and a variable: 2 n0."""
    after = _TOKEN.match(text, at + 1)
    return bool(
        text[at] == " "
        and text[at - 1 : at].isdigit()
        and after
        and (after.lastgroup == "greek" or (after.lastgroup == "word" and _variable(after[0], text, at + 1)))
    )


def _formula(run: str, text: str, start: int):
    """Elements of MathML: what stands in the text stands in them, in order; markers of scripts are only hidden."""
    made: list[Html] = []
    at = 0
    while at < len(run):
        found = _TOKEN.match(text, start + at)
        assert found is not None and found.lastgroup is not None
        kind, token = found.lastgroup, found[0]
        if kind == "script" and (script := _script(text, start + at)):
            opening, inner, closing = script
            marks = [el("mtext", part, class_="m") if part else "" for part in (opening, closing)]
            inside = join(_formula(inner, inner, 0))
            base = made.pop() if made else el("mrow")
            made.append(el("msup" if token == "^" else "msub", base, el("mrow", marks[0], inside, marks[1])))
            at += sum(map(len, script))
            continue
        name = {"number": "mn", "word": "mi", "greek": "mi", "operator": "mo"}.get(kind)
        name = "mn" if token in _SMALL else name or ("mo" if kind == "other" and token not in " ²³ᵀ" else "mtext")
        if kind == "number" and start + at and text[start + at - 1] in _INDEXED and made:
            made.append(el("msub", made.pop(), el("mn", token)))
        elif kind == "joined":  # as the text of a PDF has an index
            made.append(el("msub", el("mi", token[0]), el("mi", token[1:])))
        elif token == "-":
            made.append(el("mrow", el("mtext", token, class_="m"), el("mo", "−", class_="s")))
        else:
            made.append(el(name, token, stretchy="false" if token in BRACKETS else None))
        at = found.end() - start
    return made


def _hidden(text: str) -> Html:
    return el("span", text, class_="m")


def _replaced(text: str, shown: str) -> Html:
    return el("span", _hidden(text), class_="o", data_s=shown)


def _is_base(kind: str, token: str, text: str, at: int) -> bool:
    """Whether `_` after the token starts a subscript: after one letter or a closing bracket."""
    alone = at == 0 or text[at - 1] == TRANSPOSED or not (text[at - 1].isalnum() or text[at - 1] == "_")
    return (
        kind == "greek"
        or token in CLOSING
        or token in OVER
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
    if len(word) > 1 or before in ("'", "’") or (before.isalpha() and before not in GREEK + TRANSPOSED):
        return False
    if before == "." and text[at - 2 : at - 1].isalnum():  # the end of a file's name
        return False
    if (word.isupper() and _NAMED.search(text[max(0, at - 40) : at])) or (
        word == "i" and text[at - 2 : at + 2] == " (i)"
    ):
        return False
    if word in "pP" and re.match(r"\. \d", after):  # a page
        return False
    if word.isupper() and (after[:1].isdigit() or re.match(r"\.\d", after)):
        return False
    if re.match(r"-[A-Za-z]{2}", after):
        return False
    if word == "U" and re.search(r"\binverted\b", text):  # the shape of a curve
        return False
    following = re.match(rf"\s+([A-Za-z]+|\d|[{GREEK}])", after)
    if word not in "aAIU" or not following or following[1] in FUNCTIONS:
        return True
    if re.match(r"\s+(?:and|or)\s+[A-Za-z]\b", after):  # A and B
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
