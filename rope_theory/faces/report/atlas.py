"""The map of other texts as a page: docs/atlas.md."""

from __future__ import annotations

from collections.abc import Mapping

from rope_theory.evidence.atlas import Kind, Sentence, Standing, Text, arrows, sentences, texts
from rope_theory.evidence.claims import Tier

HEAD = """\
# The map of other texts

<!-- Written by `python tools/atlas.py` from rope_theory/evidence/atlas.toml. Do not edit. -->

Eight other texts on rotary encodings, their statements decided like those of U25 and U26: what holds of each comes first. Every sentence
names the claims that it rests on, with the verdict that its words need; a test compares them with the verdicts on record.
`rope-theory explain ID` shows a claim, `rope-theory paper men2024` a text in its own order. [What a verdict says](verdicts.md). No experiment
of these texts was run here, and nothing here says what training finds.

**Words.** A rotary encoding of dimension d turns d/2 *planes*; plane k = 0, 1, … turns by g_k = b^(-2k/d) per position, and b is the *base*. The *kernel*
is B(m) = Σ cos(m·g_k), summed over the planes: how far a similar key at distance m is ahead of a random one, in the mean. It *keeps its sign*
within n positions if B(m) >= 0 for 1 <= m < n. A *lead* (or gap) is by how much the target's logit is above the nearest rival's; a *mix* adds planes
with weights. β multiplies logits before softmax.
"""

MAP = """\
## What is proved with what

![Statements of the texts, by how they stand, with arrows](../figures/atlas.png)

A box is a page, and its colour says how it stands, as in the list below the picture; [verdicts.md](verdicts.md) has the words. Arrows are
computed, from what the formal proofs require and from the sources that claims name, and are of three kinds:
"""
KINDS = {
    Kind.PROOF: "in the picture a black line",
    Kind.NOT: "in the picture a dashed line",
    Kind.ABOUT: "not in the picture, since it is no step of a proof",
}
BOXES = {
    Standing.HOLDS: "blue", Standing.PARTLY: "yellow", Standing.FALSE: "orange", Standing.ACCOUNT: "hatched", Standing.ASKED: "violet with a dashed border",
}  # fmt: skip


def page() -> str:
    """Ten sentences, text by text, arrows."""
    lines = [HEAD, "## Ten sentences for an engineer", ""]
    lines += [f"{k}. *{each.about}.* {_sentence(each)}" for k, each in enumerate(sentences(), 1)]
    lines += ["", "## Text by text", *map(_text, texts()), "", MAP]
    for kind in Kind:
        lines += [f"- *{kind.name.lower()}*: {kind.value} ({KINDS[kind]}): {_arrows(kind)}."]
    lines += ["", "Boxes:", ""]
    lines += [f"- {BOXES[each]}: {each.value}." for each in Standing]
    return "\n".join(lines)


def _sentence(one: Sentence) -> str:
    return f"{escaped(one.text)} ({_rests(one.claims)})"


def _text(one: Text) -> str:
    where = f"[{one.paper.cited}]({one.paper.link})"
    return "\n".join(
        [
            f"\n### {one.paper.authors.partition(',')[0]} {one.paper.name[-4:]}: {one.paper.title}\n",
            f"{where}. `rope-theory paper {one.paper.name.lower()}`",
            "",
            f"- **What holds.** {escaped(one.holds)} ({_rests(one.holds_claims)})",
            f"- **What it is quoted for.** {escaped(one.headline)}",
            f"- **What becomes of that.** {escaped(one.becomes)} ({_rests(one.becomes_claims)})",
        ]
    )


def _rests(claims: Mapping[str, Tier]) -> str:
    return ", ".join(f"`{claim_id}` {tier.name}" for claim_id, tier in claims.items())


def _arrows(kind: Kind) -> str:
    return "; ".join(f"`{each.start}` → `{each.end}`" for each in arrows() if each.kind is kind)


def escaped(text: str) -> str:
    """Without marks of Markdown.

    Example:
        >>> escaped("a_b < 2*c")
        'a\\\\_b &lt; 2\\\\*c'
    """
    return text.replace("|", r"\|").replace("*", r"\*").replace("<", "&lt;").replace("_", r"\_")
