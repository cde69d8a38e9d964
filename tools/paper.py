"""The paper: docs/paper/paper.tex with what stands in @{…} filled from claims, figures and registers.

`python tools/paper.py` (or `make paper`) writes build/paper/paper.tex and compiles it if a TeX is there (latexmk or
pdflatex). Statements, verdicts, witnesses and numbers are never written in the template; see FILLERS for what may stand
in it. Verdicts are those on record: `make verify` decides them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rope_theory import __version__
from rope_theory.core.errors import require
from rope_theory.core.files import CHECKOUT, write_bytes, write_text
from rope_theory.evidence.claims import PRINTED, Claim, Record, Tier, Weight, Wording
from rope_theory.evidence.claims.claim import SUPPORT
from rope_theory.evidence.formal import kernel_status
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.papers import paper
from rope_theory.evidence.register import register
from rope_theory.evidence.theory import LIBRARY, claim, claims
from rope_theory.faces.report.by_hand import by_hand
from rope_theory.faces.report.latex import code, latex
from rope_theory.faces.report.letter_blocks import SENTENCES
from rope_theory.faces.report.letter_claims import on_record, printed_claims
from rope_theory.faces.report.register import counts

TEMPLATE = CHECKOUT / "docs" / "paper" / "paper.tex"
PLACEHOLDER = re.compile(r"@\{([a-z]+)(?::([^}]*))?\}")
#: What a statement with a verdict is called; "Theorem" is said only of PROVED.
NAMES = {
    Tier.PROVED: "Theorem",
    Tier.CERTIFIED: "Certified statement",
    Tier.EXHAUSTIVE: "Statement on finitely many cases",
    Tier.DERIVED: "Derived statement",
    Tier.TESTED: "Observation",
    Tier.REFUTED: "Refuted statement",
    Tier.UNDECIDED: "Open statement",
}
WORDS = {
    Wording.VERBATIM: "our reading of a quoted sentence",
    Wording.PARAPHRASE: "in our words",
    Wording.SECONDARY: "after somebody else's account",
    Wording.OURS: "ours",
}


def environments(_: str) -> str:
    """One theorem environment for each verdict, counted together."""
    first, *others = NAMES
    lines = [rf"\newtheorem{{{first.name}}}{{{NAMES[first]}}}"]
    return "\n".join(lines + [rf"\newtheorem{{{tier.name}}}[{first.name}]{{{NAMES[tier]}}}" for tier in others])


def words(_: str) -> str:
    """What each verdict says, as a list."""
    return "\n".join(rf"\item[{tier.name}] {latex(tier.value)}." for tier in Tier)


def statement(claim_id: str) -> str:
    """A claim as a theorem, or as what its verdict allows it to be called, with its hypotheses and a label."""
    known = claim(claim_id)
    head = f"{known.source.citation}; {WORDS[known.source.wording]}; `{known.id}`"
    under = f" Under: {'; '.join(given.text for given in known.hypotheses)}." if known.hypotheses else ""
    name = known.verdict.name
    return (
        rf"\begin{{{name}}}[{{{latex(head)}}}]\label{{{known.id}}}" + "\n"
        f"{latex(known.statement)}{_emphasised(under)}\n" + rf"\end{{{name}}}"
    )


def _emphasised(under: str) -> str:
    return rf" {{\small {latex(under.strip())}}}" if under else ""


def corrections(_: str) -> str:
    """Every refuted statement that a paper prints: quotation, reading, check by hand, what is fair to say, correction."""
    ledger, parts = Ledger(), []
    for known in _refuted():
        parts.append(_correction(on_record(known, ledger)))
    return "\n\n".join(parts)


def _correction(record: Record) -> str:
    known, witness = record.claim, record.verdict.witness or {}
    lines = by_hand(known, witness)
    check = ". ".join(line.rstrip(".") for line in dict.fromkeys((lines[0], lines[-1]))) + "."
    lead = f"Printed: “{known.source.printed}” Read as: " if known.source.quote else "In our words: "
    kind, kindly = "In fairness", known.in_fairness
    if known.erratum is not None and known.erratum.weight is Weight.SLIP:
        kind, kindly = "A slip; mended by", known.erratum.mend
    elif known.erratum is not None and (
        known.erratum.weight is Weight.READING or known.erratum.part_of
    ):  # the rest is in ERRATA.md
        kindly = re.split(SENTENCES, kindly)[0]
    parts = [
        rf"\paragraph{{{latex(known.source.citation)}}} ({code(known.id)}, {record.verdict.tier}.) "
        f"{latex(lead + known.statement)} \\emph{{By hand:}} {latex(check)} "
        f"\\emph{{{kind}:}} {latex(kindly.rstrip('.'))}."
    ]
    return "\n\n".join(parts + [statement(other.id) for other in claims().values() if other.corrects == known.id])


#: The papers that ours is about; what is decided of others stands in the report.
SUBJECTS = ("U25", "U26")


def _heaviest_first(claim: Claim) -> tuple[int, int]:
    """The key of an order: by weight, of one weight quotations first."""
    return list(Weight).index(claim.erratum.weight) if claim.erratum else 0, PRINTED.index(claim.source.wording)


def _refuted() -> list[Claim]:
    found = [one for name in SUBJECTS for one in printed_claims(paper(name)) if one.verdict is Tier.REFUTED]
    return sorted(found, key=_heaviest_first)


def _weighed(weight: Weight) -> int:
    return sum(known.erratum is not None and known.erratum.weight is weight for known in _refuted())


def printed(name: str) -> str:
    """The rows of a table: a paper's statements, what its figures show, and every refuted claim on what it prints.

    Each with its verdict and what corrects it. Steps and remarks that hold stand in the register.
    """
    rows, listed = [], {*paper(name).statements, *paper(name).shown}
    for known in printed_claims(paper(name)):
        if known.id not in listed and known.verdict is not Tier.REFUTED:
            continue
        corrected = [other.id for other in claims().values() if other.corrects == known.id]
        cells = [
            code(known.id),
            latex(known.source.locator),
            "quoted" if known.source.wording is Wording.VERBATIM else "our words",
            known.verdict.name,
            ", ".join(rf"\ref{{{other}}}" for other in corrected) or "--",
        ]
        rows.append(" & ".join(cells) + r" \\")
    return "\n".join(rows)


def count(what: str) -> str:
    """A number of claims, rows or files: see COUNTS, or a verdict."""
    tiers = {tier.name: tier for tier in Tier}
    if what in tiers:
        return str(sum(known.verdict is tiers[what] for known in claims().values()))
    require(what in COUNTS, "count", f"must be one of {', '.join([*COUNTS, *tiers])}", what)
    return str(COUNTS[what]())


def _printed(*tiers: Tier) -> int:
    return sum(known.verdict in tiers for name in SUBJECTS for known in printed_claims(paper(name)))


COUNTS: dict[str, Callable[[], int]] = {
    "claims": lambda: len(claims()),
    "pages": lambda: len({LIBRARY.page_of(claim_id).__name__ for claim_id in claims()}),
    "controls": lambda: sum(len(known.controls) for known in claims().values()),
    "printed U25": lambda: len(printed_claims(paper("u25"))),
    "printed U26": lambda: len(printed_claims(paper("u26"))),
    "U25 that hold": lambda: sum(known.verdict in SUPPORT for known in printed_claims(paper("u25"))),
    "U26 that hold": lambda: sum(known.verdict in SUPPORT for known in printed_claims(paper("u26"))),
    "printed": lambda: _printed(*Tier),
    "printed that hold": lambda: _printed(*SUPPORT),
    "printed that are refuted": lambda: _printed(Tier.REFUTED),
    **{f"printed of weight {each.name.lower()}": lambda each=each: _weighed(each) for each in Weight},
    "quoted": lambda: sum(known.source.wording is Wording.VERBATIM for known in claims().values()),
    "quoted that are refuted": lambda: sum(known.source.wording is Wording.VERBATIM for known in _refuted()),
    "corrected": lambda: sum(any(other.corrects == known.id for other in claims().values()) for known in _refuted()),
    "ours": lambda: sum(known.source.wording is Wording.OURS for known in claims().values()),
    "receipts": lambda: sum(kernel_status(claim_id).status == "receipt" for claim_id in claims()),
    "sentences": lambda: len(register("u26").rows),
    "sentences decided": lambda: counts(register("u26").rows)["answers"]["DECIDED"],
    "sentences in part": lambda: counts(register("u26").rows)["answers"]["IN_PART"],
    "sentences open": lambda: counts(register("u26").rows)["open"],
}


def figure(name: str) -> str:
    """A committed figure with its caption: title, what is shown, the claims it rests on with their verdicts."""
    title, shows, decided, evaluated = caption(name)
    return "\n".join(
        [
            r"\begin{figure}[htbp]\centering",
            rf"\includegraphics[width=.55\linewidth,height=.36\textheight,keepaspectratio]{{{name}}}",
            rf"\caption{{{latex(title)}. {latex(shows)} {latex('Rests on ' + decided + '. Evaluated: ' + evaluated)}}}",
            rf"\label{{fig:{name}}}",
            r"\end{figure}",
        ]
    )


def caption(name: str) -> tuple[str, str, str, str]:
    """Title, what is shown, claims with verdicts, what is evaluated: from figures/captions.txt."""
    blocks = (CHECKOUT / "figures" / "captions.txt").read_text(encoding="utf-8").split("\n\n")
    found = next((block for block in blocks if block.startswith(name + "\n")), None)
    require(found is not None, "figure", "must have a caption in figures/captions.txt", name)
    assert found is not None
    body, _, rest = found.partition("\n  Decided:\n")
    decided, _, evaluated = rest.partition("\n  Evaluated: ")
    _, title, *shows = body.splitlines()
    ids = re.findall(r"^    (\S+), ([A-Z]+):", decided, re.MULTILINE)
    listed = ", ".join(f"`{claim(claim_id).id}` ({verdict})" for claim_id, verdict in ids)
    return title.strip(), " ".join(" ".join(shows).split()), listed, " ".join(evaluated.split())


def bibliography(name: str) -> str:
    """The entry of a paper that claims are about."""
    found = paper(name)
    venue = f"{latex(found.venue)}, " if found.venue else ""
    return (
        rf"\bibitem{{{found.name}}} {latex(found.authors)}. \emph{{{latex(found.title)}}}. {venue}arXiv {found.arxiv}."
    )


#: What may stand in @{…}, with an argument after a colon.
FILLERS: dict[str, Callable[[str], str]] = {
    "environments": environments,
    "words": words,
    "statement": statement,
    "corrections": corrections,
    "printed": printed,
    "count": count,
    "figure": figure,
    "bibliography": bibliography,
    "verdict": lambda claim_id: claim(claim_id).verdict.name,
    "id": lambda claim_id: code(claim(claim_id).id),
    "named": lambda claim_id: rf"{NAMES[claim(claim_id).verdict]}~\ref{{{claim(claim_id).id}}}",
    "version": lambda _: __version__,
}


def fill(template: str) -> str:
    """The template with every @{…} filled.

    Raises:
        InvalidInput: an unknown filler, claim, figure or count.
    """

    def filled(found: re.Match[str]) -> str:
        name, argument = found.groups()
        require(name in FILLERS, "template", f"must use only {', '.join(FILLERS)}", name)
        return FILLERS[name](argument or "")

    return PLACEHOLDER.sub(filled, template)


def write(folder: Path) -> Path:
    """Write paper.tex and the figures it shows into a folder.

    Returns:
        the .tex file.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = fill(TEMPLATE.read_text(encoding="utf-8"))
    for name in re.findall(r"\\includegraphics\[[^]]*\]\{([^}]+)\}", text):
        write_bytes(folder / f"{name}.png", (CHECKOUT / "figures" / f"{name}.png").read_bytes())
    write_text(folder / "paper.tex", text)
    return folder / "paper.tex"


def compile_pdf(tex: Path) -> int:
    """Compile with latexmk or pdflatex if one is there; without one this is said, and all is well.

    Returns:
        the exit status.
    """
    options = ["-interaction=nonstopmode", "-halt-on-error", tex.name]
    if latexmk := shutil.which("latexmk"):
        runs = [[latexmk, "-pdf", *options]]
    elif pdflatex := shutil.which("pdflatex"):
        runs = [[pdflatex, *options]] * 3  # references, then page breaks of the long table
    else:
        print(f"{tex}: written; no TeX was found (latexmk or pdflatex), so there is no PDF")
        return 0
    for run in runs:
        done = subprocess.run(run, cwd=tex.parent, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            print(done.stdout[-3000:], file=sys.stderr)
            return 1
    print(tex.with_suffix(".pdf"))
    return 0


if __name__ == "__main__":
    sys.exit(compile_pdf(write(CHECKOUT / "build" / "paper")))
