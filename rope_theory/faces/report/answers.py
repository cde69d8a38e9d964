"""The answer desk as a page: docs/answers.md."""

from __future__ import annotations

from rope_theory.evidence.answers import Answer, answers

HEAD = """\
# Answers

<!-- Written by `python tools/answers.py` from rope_theory/evidence/answers.toml. Do not edit. -->

Questions that people ask in public, each with one answer and the claims behind it. `rope-theory ask ID` prints it with the claims
decided anew; the verdicts here are those on record, and a test compares them. [What a verdict says](verdicts.md).
"""


def page() -> str:
    """The list of questions, then each with its answer, what the theory does not say, claims, commands and sources."""
    table = [
        "| `rope-theory ask` | question |",
        "|---|---|",
        *(f"| `{each.name}` | {each.question} |" for each in answers().values()),
    ]
    return "\n".join([HEAD, *table, *map(_section, answers().values())])


def _section(one: Answer) -> str:
    rests = [f"`{claim_id}` {tier.name}" for claim_id, tier in one.claims.items()]
    rests += [f"the layer table, {one.read}"] if one.read else []
    lines = [f"\n## {one.question}\n", _escaped(one.answer), ""]
    if one.unsaid:
        lines += [f"The theory does not say: {_escaped(one.unsaid[0].lower() + one.unsaid[1:])}", ""]
    lines += [f"Rests on {', '.join(rests)}.", "", "```sh", *one.compute, "```", ""]
    return "\n".join([*lines, "Asked in " + ", ".join(f"[{_short(at)}]({at})" for at in one.asked) + "."])


def _escaped(text: str) -> str:
    return text.replace("|", r"\|").replace("*", r"\*").replace("<", "&lt;").replace("_", r"\_")


def _short(address: str) -> str:
    """owner/name#number, or the arXiv number."""
    if "arxiv.org" in address:
        return "arXiv " + address.rpartition("/")[2]
    owner, name, _, number = address.removeprefix("https://github.com/").split("/")
    return f"{owner}/{name}#{number}"
