"""Text in the console's width."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text


def indented(console: Console, text: Text, indent: int = 4, hang: int = 0) -> None:
    """Print the text wrapped to the console's width, every line indented, all but the first by `hang` more."""
    for number, line in enumerate(text.wrap(console, max(console.width - indent - hang, 20))):
        line.rstrip()
        console.print(Text(" " * (indent + (hang if number else 0))) + line, soft_wrap=True)
