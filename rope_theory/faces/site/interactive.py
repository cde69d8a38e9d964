"""The interactive page: controls, panels for the pictures, and what to look for."""

from __future__ import annotations

import re

from rope_theory.faces.site.html import Html, el, join
from rope_theory.faces.site.notation import math
from rope_theory.faces.site.page_shell import page
from rope_theory.models.precision.formats import FORMATS

LEAD = "Move a slider or press a button: keys turn on their circles, weights move, and the numbers beside them follow. The three parts: "
#: Of each part: what the link from the lead says, and what it is for.
PARTS = {
    "one-angle": ("one angle", ", which finds a position; "),
    "two-angles": ("two angles", ", which find where a letter stands last; "),
    "many-angles": (
        "the many angles of a model",
        ", and rules that stretch its context. Below each stands what to try.",
    ),
}
COMPUTED = (
    "Everything here is computed in your browser, by a script that is tested against the Python library. It "
    "illustrates the claims; it decides none."
)
ADDRESS = (
    "The address keeps what the controls show, and you may write it: #n=33&theta=0.2&beta=1 is n = 33, θ = 0.2 "
    "radians, β = 1. The names of all controls stand at the end of each part. A number may be a fraction or an angle, 1/8, 2pi/9, π/3. The angle θ is taken as it is "
    "written, #theta=2pi/12; where another slider has no such step it goes to the nearest, and the page says so."
)
ONE = (
    "H_POS puts every key at the same vector and turns it by RoPE to its position. The query at position n that asks "
    "for position p is turned so that it falls on the key at p: the logits are cos((p-j)θ)."
)
LOOK_ONE = (
    "Press “θ = 2π/n”: the largest weight is the same for every p, and the gap is at its best. A little less and the "
    "curve is U-shaped, a little more and it is turned over, at every β. In bfloat16 raise n and lower θ until two logits become one."
)
LOOK_THEOREM = (
    "“A A A 1” is an input at n = 4, θ = 2.094, about 2π/3, at which position 3 leads by about 1.5, more than 2π²/16 = 1.234: U26’s Theorem 3.2 "
    "bounds the largest gap over inputs so; with ⌊n/2⌋ + 1 for n the bound holds. The input at which its bound for Retrieval fails, B1 B1 A1 BA, asks "
    "for a letter by a pair, which no part of this page does; u26.thm32 has both."
)
LOOK_TIES = (
    "In float64 a tie is one of the exact logits; in the other formats it is one of the rounded logits, every step to which is rounded, and an exact tie that "
    "rounding breaks is named beside it."
)
TWO = (
    "The head of Partial Induction: a symbol plane with angle θ₁ (0 in H_MIX) and a recency plane with angle θ₂. The "
    "keys hold the letters A, B, C, … over and over; the query at position n asks for the last A, and its own key holds "
    "no letter. The logits are cos(φω + tθ₁) + a_2 cos(tθ₂) for letter number φ at distance t: "
    "the symbol’s amplitude a_1 is 1. “?” is the query’s own key, at a point of the circle that no letter has."
)
LOOK_TWO = (
    "With θ₁ = 0, raise θ₂ until recency turns back and an old A wins; or, with n = 10, 3 letters and "
    "θ₂ = 0.5, raise a_2 until “?” wins. With a_2 = 0 this is H_SYM: a small θ₁ alone finds the last A, too, as long as the whole drift fits between two letters, (2n - 3)θ₁ < ω."
)
THREE = (
    "A model turns plane k = 1, …, d/2 by its own frequency, b^{-2(k-1)/d}. With equal weights on the fastest of them a key at distance t "
    "has a logit that lies 1 - mean of cos(t·g_k) behind its target's: the least of this over the distances is the gap."
)
LOOK_THREE = (
    "One plane alone comes back after about 6 positions and the gap is nearly nothing; a handful of planes hold it open over hundreds of "
    "distances. With equal weights a slow plane takes its share and gives nothing, since its cosine stays near 1: the gap falls. A rule turns slow planes slower still: "
    "with n = 4096, 32 planes and base 10^4 choose linear, then llama3 and YaRN, and see how many planes each leaves as they are. Where distance 1 decides, llama3 and YaRN hardly move the gap: the fast planes, which they leave, give nearly all of the lead there. They stretch the original length L0 by the factor f, with the usual "
    "parameters: llama3 with low_freq_factor 1 and high_freq_factor 4, YaRN with beta_fast 32 and beta_slow 1. Best weights hold more: with base 500000, 64 planes and n = 131072 equal ones leave 0.022, the best 0.28 (new.index-gap-multifrequency). Your model's own config.json, other rules and its best weights: the commands limits, scale, compare and gap --config of rope-theory."
)


LOOK_MATRIX = (
    "Positional or symbolic: press “H_SYM: a_2 = 0” and set θ₁ = 0, and all columns of the matrix agree: e_sym = 0. Raise a_2, "
    "and the rows begin to look alike, but no setting makes both energies 0 while the logits of the input vary."
)
MATRIX = (
    "M[a, b], the last query’s logit for the key of row a at position b, unrounded (blue: positive, orange: negative)"
)


#: By the names that compare has for them.
RULES = {"plain": "none", "linear": "linear", "llama3": "llama3", "yarn": "YaRN"}


def interactive_page() -> str:
    """interactive.html."""
    return page(
        "interactive.html",
        "Interactive",
        el("h1", "Length, angle, β and number format"),
        el(
            "p",
            LEAD,
            *(join([el("a", name, href=f"#{part}"), told]) for part, (name, told) in PARTS.items()),
            class_="lead",
        ),
        el("p", COMPUTED),
        el("p", ADDRESS),
        el("p", id="missed", class_="fault", role="alert", hidden=True),
        el("noscript", el("p", "This page needs JavaScript; all others do not.", class_="fault")),
        el(
            "section",
            el("h2", math("One angle: H_POS")),
            el("p", math(ONE)),
            _one(),
            *(el("p", math(each), class_="look") for each in (LOOK_ONE, LOOK_THEOREM, LOOK_TIES)),
            _claims(
                "new.u-shape-sign.shape",
                "new.index-gap-sharp",
                "new.precision-cliff",
                "u26.index-bound-length",
                "u26.thm32",
                "u26.thm32.corrected",
            ),
            id="one-angle",
        ),
        el(
            "section",
            el("h2", math("Symbol and recency: H_SYM, H_MIX")),
            el("p", math(TWO)),
            _two(),
            el("p", math(LOOK_TWO), class_="look"),
            el("p", math(LOOK_MATRIX), class_="look"),
            _claims(
                "new.two-angle-threshold",
                "new.single-angle-induction",
                "u25.thm6",
                "u25.thm1",
                "new.exclusion-identity",
                "new.swap-scores",
            ),
            id="two-angles",
        ),
        el(
            "section",
            el("h2", "Many angles: a mix of frequencies"),
            el("p", math(THREE)),
            _three(),
            el("p", math(LOOK_THREE), class_="look"),
            _claims("new.index-gap-multifrequency", "new.index-gap-sharp"),
            id="many-angles",
        ),
        el("p", id="spoken", class_="spoken", role="status", aria_live="polite"),
        scripts=("state.js", "numbers.js", "drawing.js", "interactive.js"),
    )


def _claims(*ids: str) -> Html:
    links = join((el("a", claim_id, href=f"claims/{claim_id}.html", class_="id") for claim_id in ids), ", ")
    return el("p", "Decided in ", links, ".")


def _slider(name: str, label: str, least: int, most: int, value: int) -> Html:
    return el(
        "div",
        el("label", math(label), for_=name),
        el("input", type="range", id=name, min=str(least), max=str(most), value=str(value)),
        el("output", id=f"{name}-value", for_=name),
        class_="control",
    )


def _select(name: str, label: str, options: dict[str, str]) -> Html:
    made = [el("option", text, value=value) for value, text in options.items()]
    return el("div", el("label", math(label), for_=name), el("select", *made, id=name), class_="control")


def _names(controls: Html) -> Html:
    """What the address calls the controls, in the form's order."""
    names = re.findall(r'<(?:input|select)[^>]* id="([\w-]+)"', controls)
    return el("p", el("small", "In the address: ", ", ".join(names)))


def _panel(name: str, caption: str) -> Html:
    return el("figure", el("div", id=name), el("figcaption", math(caption)))


def _results(entries: dict[str, str]) -> Html:
    rows = [join([el("dt", math(text)), el("dd", "–", id=name)]) for name, text in entries.items()]
    return el("dl", *rows, class_="facts results")


def _one() -> Html:
    controls = el(
        "form",
        _slider("n", "length n", 3, 64, 12),
        _select("unit", "θ given in", {"radians": "radians", "shares": "shares of 2π/n"}),
        _slider("theta", "angle θ", 0, 3141, 500),
        _slider("beta", "inverse temperature β", -50, 150, 50),
        _slider("p", "position asked for, p", 1, 12, 5),
        _select("format", "number format", {name: name for name in reversed(FORMATS)}),
        _buttons({"boundary": "θ = 2π/n", "theorem": "A A A 1", "reset-one": "reset"}),
        id="one",
        class_="controls",
        aria_label="One angle",
    )
    panels = el(
        "div",
        _panel("before", "before RoPE: query (arrow) and keys"),
        _panel(
            "after",
            "after RoPE: the key asked for is the square; keys at one point share a label, and labels that would touch are left out",
        ),
        _panel(
            "weights",
            "weight of each position, every step to the logits in the chosen format (lesson 7 rounds a logit once)",
        ),
        _panel(
            "curve", "w_max(p), unrounded: largest weight when position p is asked for; the axis need not begin at 0"
        ),
        _panel("matrix", f"{MATRIX}: all rows agree, so the head is positional"),
        class_="panels",
    )
    results = _results(
        {
            "r-decoded": "largest logit at",
            "r-weight": "weight of position p",
            "r-shape": "shape of w_max, by the law nθ = 2π",
            "r-own-gap": "lead of position p: least 1 - cos((p-j)θ), j ≠ p",
            "r-gap": "gap, for the worst p: least 1 - cos(tθ), t = 1..n-1",
            "r-sharp": "best gap of any angle, without a phase: 1 - cos(2π/n)",
            **_behaviour("r-one"),
        }
    )
    return el("div", controls, panels, results, _names(controls), class_="play")


def _two() -> Html:
    controls = el(
        "form",
        _slider("m-n", "length n", 3, 64, 10),
        _slider("m-letters", "letters", 2, 8, 3),
        _slider("m-theta1", "symbol angle θ₁", 0, 400, 0),
        _slider("m-theta2", "recency angle θ₂", 0, 1600, 200),
        _slider("m-b", "recency amplitude a_2", 0, 200, 40),
        _slider("m-beta", "inverse temperature β", -50, 150, 75),
        _buttons({"only-symbol": "H_SYM: a_2 = 0", "only-mix": "H_MIX: θ₁ = 0", "reset-two": "reset"}),
        id="two",
        class_="controls",
        aria_label="Two angles",
    )
    panels = el(
        "div",
        _panel(
            "m-symbol",
            "symbol plane after RoPE: the last A is the square; “?” is the point without a letter; labels that would touch are left out",
        ),
        _panel("m-recency", "recency plane after RoPE, which counts a_2 times; labels that would touch are left out"),
        _panel("m-weights", "weight of each position"),
        _panel("m-matrix", f"{MATRIX}: rows that agree are positional, columns that agree symbolic"),
        class_="panels",
    )
    results = _results(
        {
            "r-mix": "this input: largest logit at",
            "r-mix-weight": "weight of the last A",
            "r-law": "every input of length n: solved",
            **_behaviour("r-two"),
        }
    )
    return el("div", controls, panels, results, _names(controls), class_="play")


def _three() -> Html:
    controls = el(
        "form",
        _slider("f-n", "length n", 0, 1021, 197),
        _slider("f-base", "base b", 0, 50, 20),
        _select("f-dim", "head dimension d", {str(dim): str(dim) for dim in (64, 128, 32, 16)}),
        _slider("f-planes", "planes used, the fastest first", 1, 32, 8),
        _select("f-rule", "rule that stretches the context", RULES),
        _slider("f-factor", "its factor f", 0, 16, 7),
        _slider("f-from", "original length L0", 0, 10, 5),
        _buttons({"reset-three": "reset"}),
        id="three",
        class_="controls",
        aria_label="Many angles",
    )
    panels = el("div", _panel("f-lead", "how far a key at distance t lies behind the target"), class_="panels")
    results = _results(
        {
            "r-f-gap": "gap of this mix over the distances 1..n-1",
            "r-f-plain": "gap of the same planes without the rule",
            "r-f-rule": "what the rule does to the planes used",
            "r-f-slow": "the slowest plane used",
            "r-f-one": "best gap of one plane without a phase, whatever its angle: 1 - cos(2π/n)",
            "r-f-drawn": "the curve is drawn through",
        }
    )
    return el("div", controls, panels, results, _names(controls), class_="play")


def _behaviour(prefix: str) -> dict[str, str]:
    """What is said of the matrix: exclusion_terms and swap_scores of the library."""
    return {
        f"{prefix}-energies": "e_pos (0: positional) and e_sym (0: symbolic), over the earlier keys",
        f"{prefix}-bound": "e_pos + e_sym = Var(λ) + interaction, so at least Var(λ)",
        f"{prefix}-scores": "scores s_POS and s_SYM at this β (τ = 1e-4): together above 1",
    }


def _buttons(labels: dict[str, str]) -> Html:
    made = [el("button", math(label), type="button", id=name) for name, label in labels.items()]
    return el("div", *made, class_="control buttons")
