"""Sentences of claims as LaTeX that pdflatex takes: nothing but ASCII comes out."""

from __future__ import annotations

import re
import unicodedata

from rope_theory.core.errors import InvalidInput

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", '"': "''",
}  # fmt: skip
_LETTERS = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ϵ": "epsilon", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "varphi",
    "ϕ": "phi", "ψ": "psi", "ω": "omega", "Δ": "Delta", "∆": "Delta", "Σ": "Sigma", "Ω": "Omega", "ℓ": "ell",
}  # fmt: skip
_SIGNS = {
    "<": "<", ">": ">", "|": "|", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≡": r"\equiv", "≈": r"\approx", "−": "-",
    "±": r"\pm", "×": r"\times", "·": r"\cdot", "∗": "*", "→": r"\to", "∞": r"\infty", "∈": r"\in", "∉": r"\notin", "∪": r"\cup",
    "√": r"\surd", "∫": r"\int", "‖": r"\|", "⌈": r"\lceil", "⌉": r"\rceil", "⌊": r"\lfloor", "⌋": r"\rfloor", "°": r"{}^\circ",
}  # fmt: skip
_MATH = {char: "\\" + name for char, name in _LETTERS.items()} | _SIGNS
_TEXT = {"“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\ldots{}", "–": "--", "—": "---", "\u00a0": "~"}
_ACCENTS = {"\u0301": r"\'", "\u0300": r"\`", "\u0303": r"\~", "\u0308": r"\"", "\u0302": r"\^", "\u030c": r"\v"}
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ʰˡⁿᵀ", "0123456789+−hlnT", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₖₙⱼᵢ", "0123456789+−knji", strict=True))
_PIECE = re.compile(
    r"`(?P<code>[^`]*)`|(?P<program>(?<=“)if [^”]*:(?=”)|(?<!\w)(?:seq|out)(?:\[[^\]]*\])+)|(?P<identifier>(?<!\w)[a-z]{2,}(?:_[a-z]{2,})+(?!\w))|(?P<path>(?<![\w/])[a-z]{2,}/[\w-]+\.[a-z]{2,}(?!\w))|(?P<bar>.)\u0304|(?P<raised>[" + "".join(_RAISED) + "]+)|(?P<lowered>[" + "".join(_LOWERED) + "]+)"
    r"|(?P<script>[_^])(?:\{(?P<group>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}|(?P<word>[^\W_]+))"
    r"|(?P<joined>(?<!\w)[TΔ∆](?:Index|Retrieval)(?!\w)|(?<![^\W\d])n\d(?!\w))|(?P<opening>(?<![^\s(\[“])\"(?=\S))"
    r"|(?P<order><=|>=)|(?P<minus>(?<= )-(?= )|(?<=[\w)])-(?=\d)|(?:(?<=[ (^])|\A)-(?=[\w⌊|])|(?<=\([^\W\d_])-(?=[^\W\d_]\)))|(?P<dashes>--+)"
    # a letter by itself, or before an index or an argument: not the article, nor what ends an abbreviation or a genitive
    r"|(?P<variable>(?<![A-Za-zÀ-ÿ_'’.])(?:[b-oq-z](?![A-Za-z\d'’])(?!\.\w)|p(?![A-Za-z\d'’.])|[A-Za-z](?=[_(]))|(?<=[=+] )a(?!\w)|(?<!\w)a(?= [<>=+≤≥]))|(?P<char>.)",
    re.DOTALL,
)  # fmt: skip

#: Signs that typewriter letters have and others have not.
TYPED = "<>|"
#: Where a line may end without a hyphen.
BREAK = r"\allowbreak{}"


def latex(text: str) -> str:
    r"""A sentence as LaTeX text: x_n, x_{n+1}, 10^4, n², θ, <= are set as they are meant, `code` in typewriter.

    A name of a program, is_letter (two lower-case letters or more on each side of _), keeps its underscore; T_Index, k_HL, max_j are mathematics.
    So are TIndex, ∆Retrieval and n0, whose index the text of a PDF has on the line. Variables are in italics; the path of a file and lines of a program in typewriter.

    Raises:
        InvalidInput: a character that is none of those known here.

    Example:
        >>> print(latex("is_letter(x_n)"))
        is\_letter(\ensuremath{x}\textsubscript{\ensuremath{n}})
        >>> print(latex("a key at p. 8: n >= 2j, “if n >= i:”"))
        a key at p. 8: \ensuremath{n} \ensuremath{\ge} 2\ensuremath{j}, ``\texttt{if n >= i:}''
        >>> print(latex("T_Index: 100% of 2π²/n² <= `a_b`"))
        \ensuremath{T}\textsubscript{Index}: 100\% of 2\ensuremath{\pi}\textsuperscript{2}/\ensuremath{n}\textsuperscript{2} \ensuremath{\le} \texttt{a\_b}
    """
    return "".join(map(_set, _PIECE.finditer(unicodedata.normalize("NFC", text))))


def code(text: str) -> str:
    r"""The text in typewriter, every character as it is; lines may break after . and -.

    Example:
        >>> print(code("u26_a.py"))
        \texttt{u26\_a.\allowbreak{}py}
    """
    return rf"\texttt{{{''.join((char if char in TYPED else _char(char)) + BREAK * (char in '.-') for char in text)}}}"


def _set(piece: re.Match[str]) -> str:
    kind, found = piece.lastgroup, piece.groupdict()
    if kind in ("code", "path", "program"):
        return code(found[kind])
    if kind == "joined":  # as the text of a PDF has an index
        return latex(f"{found['joined'][0]}_{found['joined'][1:]}")
    if kind == "opening":
        return "``"
    if kind == "identifier":
        return "".join(map(_char, found["identifier"]))
    if kind == "bar":
        return rf"\ensuremath{{\bar{{{_MATH.get(found['bar'], found['bar'])}}}}}"
    if kind == "raised":
        return rf"\textsuperscript{{{''.join(_char(_RAISED[char]) for char in found['raised'])}}}"
    if kind == "lowered":
        return rf"\textsubscript{{{''.join(_char(_LOWERED[char]) for char in found['lowered'])}}}"
    if kind in ("group", "word"):
        name = r"\textsubscript" if found["script"] == "_" else r"\textsuperscript"
        return f"{name}{{{latex(found[kind] or '')}}}"
    if kind == "order":
        return r"\ensuremath{\le}" if found["order"] == "<=" else r"\ensuremath{\ge}"
    if kind == "variable":
        return rf"\ensuremath{{{found['variable']}}}"
    if kind == "minus":
        return r"\ensuremath{-}"
    return "{}".join(found["dashes"]) if kind == "dashes" else _char(found["char"])


def _char(char: str) -> str:
    if char in _SPECIAL or char in _TEXT:
        return _SPECIAL.get(char) or _TEXT[char]
    if char in _MATH:
        return rf"\ensuremath{{{_MATH[char]}}}"
    base, *accents = list(unicodedata.normalize("NFD", char))
    if base.isascii() and (base.isprintable() or base == "\n") and all(accent in _ACCENTS for accent in accents):
        return "".join(_ACCENTS[accent] for accent in accents) + (f"{{{base}}}" if accents else base)
    raise InvalidInput("text", "must have characters that are known to LaTeX here", char)
