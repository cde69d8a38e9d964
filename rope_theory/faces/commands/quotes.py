"""`rope-theory quotes --paper FILE`: what the claims quote, looked up in the paper."""

from __future__ import annotations

import argparse
import fnmatch
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from rope_theory.faces.arguments import add_json_file, add_overwrite
from rope_theory.faces.commands import Heading

if TYPE_CHECKING:
    from rope_theory.evidence.claims.source import Source

HEADING = Heading.PAPERS


EXAMPLES = """\
examples:
  rope-theory quotes --paper paper.pdf
  rope-theory quotes --paper paper.txt --as U26
"""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "quotes",
        help="look up in a paper what the claims quote from it",
        epilog=EXAMPLES,
        description="Look up in a paper every sentence that the claims quote from it word for word. Ligatures, line "
        "ends and blanks do not count, words and signs do. Exit status 0 only if each is found on the page that its "
        "claim names.",
    )
    parser.add_argument(
        "given", nargs="*", metavar="FILE", help="the same as --paper FILE; a NAME beside it as --as NAME"
    )
    parser.add_argument("--paper", metavar="FILE", type=Path, help="text (.txt) or PDF of the paper")
    parser.add_argument(
        "--as", dest="name", metavar="NAME", help="which paper it is, e.g. U26 (default: from its first page)"
    )
    parser.add_argument("--claim", action="append", metavar="ID", nargs="+", help="only these claims (may be repeated)")
    add_json_file(parser)
    add_overwrite(parser)
    parser.elsewhere = dict.fromkeys(
        ("--pdf", "--text", "--txt", "--file"), " (a file stands alone: rope-theory quotes paper.pdf --as u26)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import json

    from rope_theory.core.errors import require
    from rope_theory.core.files import unused, write_text
    from rope_theory.evidence.claims.quotes import check_quotes, split_pages
    from rope_theory.evidence.papers import papers

    path, named = _asked_for(args)
    to_stdout = args.json is not None and str(args.json) == "-"
    if args.json is not None and not to_stdout:
        unused(args.json, args.overwrite, "json", "quotes.json")
    pages = split_pages(read_paper(path))
    name = named or recognise(pages[0].text, path)
    name = next((one.name for one in papers() if one.name.casefold() == name.casefold()), name)
    checks = check_quotes(_asked(args.claim, name, "as" if named else "paper"), pages, name)
    rule = f"must be the text of {name}: none of its {len(checks)} quotations here is in it"
    require(len(checks) < 2 or any(check.found.match for check in checks), "paper", rule, str(path))
    good = all(check.good for check in checks)
    found = {
        "paper": name,
        "file": path.name,
        "pages": len(pages),
        "sound": good,
        "quotes": [_entry(check) for check in checks],
    }
    text = json.dumps(found, ensure_ascii=to_stdout, indent=2) + "\n"
    if to_stdout:
        print(text, end="")
    else:
        _print(found)
        if args.json is not None:
            write_text(args.json, text)
    return 0 if good else 1


def _asked_for(args: argparse.Namespace) -> tuple[Path, str]:
    """The one file, and the name of the paper or "", whether they stand behind options or alone."""
    from rope_theory.core.errors import require
    from rope_theory.evidence.papers import by_name, content, names

    bare = [each for each in args.given if "/" not in each and not each.lower().endswith((".txt", ".pdf"))]
    alone = [each for each in bare if by_name(each).casefold() in names()]  # 2605.31558.pdf is a file
    files = [Path(each) for each in args.given if each not in alone] + ([args.paper] if args.paper else [])
    named = [by_name(each) for each in alone + ([args.name] if args.name else [])]
    example = f"rope-theory quotes paper.pdf{f' --as {named[0].upper()}' if named else ''}"
    given = " ".join(args.given) or args.name
    if not files and args.json and args.json.suffix.lower() in (".txt", ".pdf"):
        example, given = f"rope-theory quotes {args.json} --json", f"--json {args.json}"  # which took it
    if len(files) == 2 and re.fullmatch(r"[a-z]+\d+", str(files[0]), re.IGNORECASE):  # quotes u27 paper.pdf
        content(str(files[0]))
    require(len(files) == 1, "paper", f"must be one file: {example}", given)
    require(len(named) < 2, "--as", "must be one paper", " ".join(named))
    return files[0], named[0] if named else ""


def read_paper(path: Path) -> str:
    """The text of a .txt or .pdf file, form feeds between the pages of a PDF.

    Raises:
        InvalidInput: no such file, another kind of file, no text in it, or a PDF without the package pypdf.
    """
    from rope_theory.core.errors import Absent, InvalidInput, require

    address = re.sub(r"^(https?):/+", r"\1://", str(path))
    require(address == str(path), "paper", "must be a file here, text (.txt) or PDF: nothing is fetched", address)
    kind = path.suffix.lower()
    if not path.exists():
        words = f"words of a paper: {shlex.join(['rope-theory', 'explain', str(path)])}"
        hint = (
            words
            if len(path.name.split()) > 2
            else "the text or the PDF of a paper, saved here: rope-theory quotes paper.pdf --as u26"
        )
        raise Absent("paper", "there is no file {}", str(path), hint)
    held = [each.name for each in sorted(path.glob("*")) if each.suffix.lower() in (".txt", ".pdf")][:2]
    in_it = f" (in it: {', '.join(shlex.quote(str(path / each)) for each in held)})" if held else ""
    require(path.is_file(), "paper", f"must be a file, text (.txt) or PDF{in_it}", str(path))
    rule = f"must end in .txt or .pdf, as in rope-theory quotes paper.pdf --as u26 (a text of another name: copy it to {path.stem}.txt)"
    require(kind in (".txt", ".pdf"), "paper", rule, str(path))
    try:
        text = path.read_text(encoding="utf-8") if kind == ".txt" else _pdf_text(path)
    except (OSError, UnicodeDecodeError) as problem:
        raise InvalidInput("paper", f"must be readable as UTF-8 text ({problem})", str(path)) from None
    require(
        bool(text.strip()),
        "paper",
        f"must hold text{', not pictures of pages only' if kind == '.pdf' else '; it is empty'}",
        str(path),
    )
    return text


def recognise(first_page: str, path: Path) -> str:
    """Short name of the paper with this first page.

    Raises:
        InvalidInput: it could be none of them, or several.

    Example:
        >>> recognise("arXiv:2605.31558v1 [cs.LG] 29 May 2026", Path("paper.txt"))
        'U26'
    """
    from rope_theory.core.errors import require
    from rope_theory.evidence.claims.quotes import find_quote, split_pages
    from rope_theory.evidence.papers import papers

    pages = split_pages(first_page)
    names = [one.name for one in papers() if any(find_quote(mark, pages).match for mark in one.marks)]
    known = " or --as ".join(_papers(_quoted()))
    rule = f"must show on its first page which paper it is (or say so: --as {known})"
    require(len(names) == 1, "paper", rule, str(path))
    return names[0]


def _pdf_text(path: Path) -> str:
    import logging

    from rope_theory.core.errors import InvalidInput
    from rope_theory.core.packages import load_packages

    pypdf = load_packages("pypdf", to="read a PDF, or the paper be given as text, .txt")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what it says of a file is told below
    try:
        return "\f".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
    except Exception as problem:  # whatever pypdf says of a file from elsewhere
        rule = f"must be a PDF that pypdf can read ({problem}; save it again, or give its text as .txt)"
        raise InvalidInput("paper", rule, str(path)) from None


def _quoted() -> dict[str, Source]:
    """The sources that are quoted word for word, by claim id."""
    from rope_theory.evidence.claims.source import Wording
    from rope_theory.evidence.theory import claims

    return {one.id: one.source for one in claims().values() if one.source.wording is Wording.VERBATIM}


def _papers(quoted: dict[str, Source]) -> list[str]:
    """The papers that these are of, by name."""
    return sorted({source.paper for source in quoted.values()})


def _asked(groups: list[list[str]] | None, name: str, argument: str) -> dict:
    """Sources by claim id: of the claims asked for, or of all that quote the paper."""
    from rope_theory.core.errors import require
    from rope_theory.core.meant import meant
    from rope_theory.evidence.papers import names
    from rope_theory.evidence.theory import claim

    quoted = _quoted()
    papers = _papers(quoted)
    other = f"; what is at hand of it: rope-theory paper {name.lower()}" if name.casefold() in names() else ""
    rule = (
        f"must be a paper that claims quote word for word ({', '.join(papers)}){other or meant(name, papers, most=1)}"
    )
    require(name in papers, argument, rule, name)
    here = {claim_id: source for claim_id, source in quoted.items() if source.paper == name}
    if groups is None:
        return here
    patterns = [each for group in groups for each in group if "*" in each or "?" in each]
    fitting = [id for each in patterns for id in here if fnmatch.fnmatchcase(id.casefold(), each.casefold())]
    require(
        bool(fitting) or not patterns,
        "--claim",
        f"must be a pattern that an id of a quotation of {name} fits",
        " ".join(patterns),
    )
    ids = [claim(each).id for group in groups for each in group if each not in patterns]
    asked = dict.fromkeys([*fitting, *ids])
    for claim_id in asked:
        require(
            claim_id in here,
            "claim",
            f"must be one that quotes {name} word for word (without --claim: all {len(here)} that do)",
            claim_id,
        )
    return {claim_id: here[claim_id] for claim_id in asked}


def _entry(check) -> dict:
    """One finding as JSON has it."""
    from rope_theory.evidence.claims.quotes import printed_page

    return {
        "id": check.claim_id,
        "locator": check.source.locator,
        "quote": check.source.quote,
        "found": check.found.match,
        "page": check.found.page,
        "page_named": printed_page(check.source.locator),
        "good": check.good,
        "passage": check.found.passage,
        "differences": [{"quote": quoted, "paper": printed} for quoted, printed in check.found.differences],
    }


def _print(found: dict) -> None:
    from rope_theory.core.errors import printable

    print(f"{found['paper']} ({printable(found['file'])}, {found['pages']} pages)")
    width = max((len(entry["id"]) for entry in found["quotes"]), default=0)
    for entry in found["quotes"]:
        page = "no page" if entry["page"] is None else f"p. {entry['page']}"
        print(f"  {entry['id']:<{width}}  {page:<7}  {_outcome(entry)}")
        for difference in entry["differences"]:
            print(f'      quoted "{difference["quote"]}", in the paper "{printable(difference["paper"])}"')
    good = sum(entry["good"] for entry in found["quotes"])
    print(f"{good} of {len(found['quotes'])} quotations found where the claims say")


def _outcome(entry: dict) -> str:
    from rope_theory.core.errors import printable

    if not entry["found"]:
        return f'NOT FOUND; nearest: "{printable(entry["passage"])}"'
    if not entry["good"]:
        return f"found, but the claim says p. {entry['page_named']}"
    return "found"
