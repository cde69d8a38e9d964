"""Well-formed HTML from Python: elements nest, text is escaped."""

from __future__ import annotations

import html

VOID = {"meta", "link", "img", "input", "br", "hr"}


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def escape(text: object) -> Html:
    """The text as HTML; what is HTML already stays as it is."""
    return text if isinstance(text, Html) else Html(html.escape(str(text)))


def join(parts, between: str = "") -> Html:
    """Parts one after another."""
    return Html(between.join(map(escape, parts)))


def el(name: str, /, *children, **attributes) -> Html:
    """An element; `class_` and `for_` lose their underscore, other underscores become hyphens.

    Args:
        name: of the element.
        children: text, escaped, or Html; None is left out.
        attributes: strings; True is an attribute without a value, None and False are left out.

    Example:
        >>> el("p", "n < ", el("b", "2"), class_="note", hidden=True)
        '<p class="note" hidden>n &lt; <b>2</b></p>'
    """
    pairs = []
    for key, value in attributes.items():
        key = key.rstrip("_").replace("_", "-")
        if value is True:
            pairs.append(f" {key}")
        elif value is not None and value is not False:
            pairs.append(f' {key}="{html.escape(str(value))}"')
    head = f"<{name}{''.join(pairs)}>"
    if name in VOID:
        return Html(head)
    return Html(f"{head}{join(child for child in children if child is not None)}</{name}>")


def bullets(items, **attributes) -> Html | None:
    """A list, or nothing if it would be empty."""
    items = list(items)
    return el("ul", *(el("li", item) for item in items), **attributes) if items else None


def described(pairs) -> Html:
    """A list of names with what is said of each; a pair that says nothing is left out.

    Example:
        >>> described([("over", "n >= 2"), ("attacked", None)])
        '<dl class="facts"><dt>over</dt><dd>n &gt;= 2</dd></dl>'
    """
    return el("dl", *(join([el("dt", name), el("dd", said)]) for name, said in pairs if said), class_="facts")


def table(heads, rows, caption: str | None = None, **attributes) -> Html:
    """A table that scrolls inside its own box where the page is narrow; the first cell of a row is its heading.

    Args:
        heads: column headings.
        rows: sequences of cells, or finished `<tr>` elements.
        caption: read out as the name of the table.
    """
    made = [
        row if isinstance(row, Html) else el("tr", el("th", row[0], scope="row"), *(el("td", cell) for cell in row[1:]))
        for row in rows
    ]
    whole = el(
        "table",
        None if caption is None else el("caption", caption),
        el("thead", el("tr", *(el("th", head, scope="col") for head in heads))),
        el("tbody", *made),
        **attributes,
    )
    return el("div", whole, class_="scroll", tabindex="0", role="region", aria_label=caption or "table")
