"""proofs/formal/receipts.json: what was checked, with which sources and wording; and what that says today."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rope_theory.core.files import cache_folder
from rope_theory.core.progress import progress
from rope_theory.evidence.claims import Claim, Tier
from rope_theory.evidence.claims.claim import SUPPORT, Backing
from rope_theory.evidence.claims.fingerprint import fingerprint
from rope_theory.evidence.claims.library import page_names
from rope_theory.evidence.formal import sources as source_files
from rope_theory.evidence.formal.assumptions import allowed
from rope_theory.evidence.formal.kernel import Checked, KernelRun
from rope_theory.evidence.formal.kernel import run as run_now
from rope_theory.evidence.formal.sources import Sources, digest
from rope_theory.evidence.formal.status import RECEIPT, KernelStatus
from rope_theory.evidence.kept import fresh_run
from rope_theory.evidence.theory import LIBRARY, claim, claims

NAME = "receipts.json"
NONE = KernelStatus("none")


def formal_name(claim_id: str) -> str:
    """X: the claim's id as Coq writes it.

    Example:
        >>> formal_name("u25.thm1.any-centre")
        'u25_thm1_any_centre'
    """
    return claim_id.replace(".", "_").replace("-", "_")


@functools.cache
def by_formal_name() -> dict[str, Claim]:
    """The claims by X."""
    found = {formal_name(claim_id): claim for claim_id, claim in claims().items()}
    if len(found) != len(claims()):
        raise ValueError("two claims have one formal name")
    return found


def claim_hash(claim: Claim) -> str:
    """SHA-256 of the claim: words, readings, what it holds over, and the code of its statement, hypotheses and domain."""
    return fingerprint(claim, LIBRARY.decision(claim.id))


def kind_of(verdict: Tier) -> str:
    """The kind of theorem that agrees with the verdict: "proved", "refuted", or "" for none."""
    return "proved" if verdict in SUPPORT else "refuted" if verdict is Tier.REFUTED else ""


def receipt(x: str, checked: Checked, sources: Sources) -> dict[str, Any]:
    """The receipt of one checked theorem."""
    return {
        "file": checked.theorem.file,
        "kind": checked.theorem.kind,
        "claim_hash": claim_hash(by_formal_name()[x]),
        "statement": checked.statement,
        "statement_hash": digest(checked.statement),
        "meaning_hash": digest(checked.meaning),
        "neighbours": dict(checked.neighbours),
        "assumptions": list(checked.assumptions),
        "sources": _hashes(sources, x),
    }


_PARTS: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(
        ("file", "kind", "claim_hash", "statement", "statement_hash", "meaning_hash"), lambda v: isinstance(v, str)
    ),
    **dict.fromkeys(
        ("neighbours", "sources"), lambda v: isinstance(v, dict) and all(isinstance(each, str) for each in v.values())
    ),
    "assumptions": lambda v: isinstance(v, list) and all(isinstance(each, str) for each in v),
}


def _whole(kept: Any) -> bool:
    """Whether a receipt has the parts that `receipt` writes."""
    return (
        isinstance(kept, dict) and set(kept) == set(_PARTS) and all(holds(kept[key]) for key, holds in _PARTS.items())
    )


def read_receipts(folder: Path | None = None) -> dict[str, Any]:
    """The receipts in the folder (default: `sources.folder()`); none where there is no file or it is broken.

    A single receipt that is broken is an empty one: the claim has none.
    """
    folder = folder or source_files.folder()
    try:
        data = json.loads((folder / NAME).read_text(encoding="utf-8")) if folder else {}
    except (OSError, ValueError, RecursionError):
        data = {}
    good = isinstance(data, dict) and all(isinstance(data.get(key), dict) for key in ("versions", "claims"))
    if not good or not all(isinstance(each, str) for each in (data["versions"].get("coq"), *data["versions"].values())):
        return {"versions": {}, "claims": {}}
    claims = {claim_id: kept if _whole(kept) else {} for claim_id, kept in data["claims"].items()}
    return {"versions": data["versions"], "claims": claims}


def axioms_said(sources: Sources, folder: Path | None = None) -> dict[str, list[str]]:
    """X -> the axioms that its receipt names, if it is of these sources (folder: as for `read_receipts`)."""
    return {
        x: kept["assumptions"]
        for name, kept in read_receipts(folder)["claims"].items()
        if (x := formal_name(name)) in sources.theorems and kept and kept["sources"] == _hashes(sources, x)
    }


def _hashes(sources: Sources, x: str) -> dict[str, str]:
    """File -> hash, for every file that X rests on."""
    return {name: sources.hash(name) for name in sources.closure(sources.theorems[x].file)}


def as_text(run: KernelRun, sources: Sources) -> str:
    """The text of receipts.json after a run in which nothing went wrong: no dates, no times."""
    entries = {by_formal_name()[x].id: receipt(x, checked, sources) for x, checked in run.checked.items()}
    ordered = {claim_id: entries[claim_id] for claim_id in claims() if claim_id in entries}
    return json.dumps({"versions": run.versions, "claims": ordered}, indent=1, ensure_ascii=False) + "\n"


def source_faults(sources: Sources) -> list[str]:
    """What is wrong with the sources as a whole: refused words, no claim's name, another page's file, no false neighbour,
    no instance."""
    found = list(sources.faults)
    for x, theorem in sources.theorems.items():
        claim = by_formal_name().get(x)
        if claim is None:
            found.append(f"{theorem.file}: {x} is the formal name of no claim")
            continue
        if theorem.kind == "proved" and not theorem.neighbours:
            found.append(f"{theorem.file}: {x} has no false neighbour")
        if theorem.kind == "proved" and not theorem.instance:
            found.append(f"{theorem.file}: {x} has no instance of its hypotheses")
        if theorem.file.removesuffix(".v") not in page_names(claim.id):
            found.append(f"{theorem.file}: {x} belongs into {page_names(claim.id)[0]}.v, which is named for it")
    return found


def _moved(claim: Claim, kept: Mapping[str, Any], statement: str | None, meaning: str | None) -> Iterable[str]:
    """Reasons why a receipt is not of this claim (statement: what Coq prints now, if it was asked; meaning: its hash)."""
    if kept.get("claim_hash") != claim_hash(claim):
        yield "the claim's words, what it holds over, or the code of its statement or hypotheses have changed since the formal statement was accepted"
    if statement is not None and kept.get("statement") != statement:
        yield "the formal statement has changed since it was accepted"
    elif meaning is not None and kept.get("meaning_hash") != meaning:
        yield "a definition or a neighbour of the formal statement has changed since it was accepted"


def _disagrees(claim: Claim, kind: str) -> Iterable[str]:
    if kind != kind_of(claim.verdict):
        yield f"formally {kind}, on record {claim.verdict}"


def from_receipt(claim: Claim, sources: Sources, receipts: Mapping[str, Any]) -> KernelStatus:
    """The status by the receipts alone: "receipt", "drifted" or "none"."""
    theorem, kept = sources.theorems.get(formal_name(claim.id)), receipts["claims"].get(claim.id)
    if theorem is None and kept is None:
        return NONE
    if theorem is None or not kept:
        missing = (
            "the theorem is no longer there"
            if theorem is None
            else "it has no receipt, or a broken one: run `make formal`"
        )
        return KernelStatus(
            "drifted", theorem.kind if theorem else "", theorem.file if theorem else "", reasons=(missing,)
        )
    reasons = [*_moved(claim, kept, None, None), *_disagrees(claim, theorem.kind)]
    now = _hashes(sources, formal_name(claim.id))
    reasons += [
        f"{name} has changed" for name in sorted({*now, *kept["sources"]}) if now.get(name) != kept["sources"].get(name)
    ]
    agree = (kept["file"], kept["kind"], set(kept["neighbours"])) == (
        theorem.file,
        theorem.kind,
        set(theorem.neighbours),
    )
    if not agree or kept["statement_hash"] != digest(kept["statement"]):
        reasons.append("the receipt does not agree with the source")
    reasons += [f"rests on {name}, which is not allowed" for name in kept["assumptions"] if not allowed(name)]
    return KernelStatus(
        "drifted" if reasons else "receipt",
        theorem.kind,
        theorem.file,
        kept["statement"],
        sources.definitions(theorem.file, formal_name(claim.id)),
        kept["neighbours"],
        tuple(kept["assumptions"]),
        receipts["versions"],
        tuple(reasons),
    )


def from_run(
    claim: Claim, sources: Sources, run: KernelRun, receipts: Mapping[str, Any], accept: bool = False
) -> KernelStatus:
    """The status after a fresh run: "checked", "drifted" or "none".

    Args:
        accept: take wording and formal statement as they stand, though one of them has changed.
    """
    x = formal_name(claim.id)
    checked = run.checked.get(x)
    kept = receipts["claims"].get(claim.id)
    if checked is None:
        lost = "the theorem is no longer there"
        return KernelStatus("drifted", reasons=(lost,)) if kept and not accept else NONE
    reasons = [*checked.reasons, *_disagrees(claim, checked.theorem.kind)]
    if kept and not accept:
        seen = (checked.statement, digest(checked.meaning)) if not checked.reasons else (None, None)
        reasons += _moved(claim, kept, *seen)
    if not kept and not accept:
        reasons.append(f"it is new: read it beside the claim, then accept it (--accept {claim.id})")
    return KernelStatus(
        "drifted" if reasons else "checked",
        checked.theorem.kind,
        checked.theorem.file,
        checked.statement,
        sources.definitions(checked.theorem.file, x),
        checked.neighbours,
        checked.assumptions,
        run.versions,
        tuple(reasons),
    )


@dataclass(frozen=True)
class Audit:
    """All claims together.

    Args:
        statuses: claim id -> status, for every claim.
        faults: what is wrong beyond single claims, in words.
        run: the fresh run, if there was one.
    """

    statuses: dict[str, KernelStatus]
    faults: tuple[str, ...]
    run: KernelRun | None = None

    @classmethod
    def of(
        cls, sources: Sources, folder: Path | None, run: KernelRun | None = None, accepted: Sequence[str] = ()
    ) -> Audit:
        """By a fresh run, or (run: None) by the receipts in the folder.

        Args:
            accepted: ids whose wording and formal statement are taken as they stand, though one of them has changed.
        """
        receipts = read_receipts(folder)
        found = {
            claim.id: from_receipt(claim, sources, receipts)
            if run is None
            else from_run(claim, sources, run, receipts, claim.id in accepted)
            for claim in claims().values()
        }
        faults = source_faults(sources)
        if run is not None:
            faults += [f"{name} does not compile: {error}" for name, error in run.broken.items()]
            faults += run.apart
        faults += [
            f"{name}: a receipt for no claim" for name in receipts["claims"] if name not in claims() and run is None
        ]
        return cls(found, tuple(faults), run)

    def only(self, names: Sequence[str]) -> Audit:
        """Of these claims alone, of the parts of each, and of those whose ids go on from one of them."""

        def meant(claim_id: str) -> bool:
            erratum = claims()[claim_id].erratum
            part_of = erratum.part_of if erratum else ""
            return any(claim_id == name or part_of == name or claim_id.startswith(f"{name}.") for name in names)

        return replace(self, statuses={name: status for name, status in self.statuses.items() if meant(name)})

    @property
    def without(self) -> list[str]:
        """The claims without a formal proof."""
        return [claim_id for claim_id, status in self.statuses.items() if status.status == "none"]

    @property
    def drifted(self) -> list[str]:
        return [claim_id for claim_id, status in self.statuses.items() if status.status == "drifted"]

    @property
    def sound(self) -> bool:
        return not self.faults and not self.drifted


@functools.cache
def _committed_files() -> tuple[Sources, dict[str, Any]]:
    return source_files.read(), read_receipts(source_files.folder())


def committed_sources() -> Sources:
    """The committed sources, read once."""
    return _committed_files()[0]


def committed_status(claim: Claim) -> KernelStatus:
    """What the committed receipt says of one claim; see `committed`."""
    return from_receipt(claim, *_committed_files())


def backing(claim: Claim) -> Backing | None:
    """What Coq's kernel says of the claim by its committed receipt; None without a valid one."""
    status = committed_status(claim)
    if status.status != "receipt" or status.versions is None:
        return None
    kernel = f"Coq {status.versions['coq']} (its kernel, and that the formal statement says what the claim says)"
    return Backing(status.kind, f"Coq, proofs/formal/{status.file}", (kernel, RECEIPT, *status.assumptions))


@functools.cache
def committed() -> Audit:
    """What the committed receipts say of all claims, read once."""
    return Audit.of(committed_sources(), source_files.folder())


def forget() -> None:
    """Read sources and receipts anew when they are next asked for."""
    _committed_files.cache_clear()
    committed.cache_clear()


def ask_coq(sources: Sources, folder: Path | None, fresh: bool = False) -> KernelRun:
    """A run over the sources that lie in the folder; of what nothing has changed under, files compiled earlier are used.

    Args:
        fresh: compile everything, as every run does with CI or ROPE_THEORY_FRESH in its environment.

    Raises:
        CoqProblem: Coq or one of its libraries is missing, or too old.
    """
    store = None if fresh or fresh_run() else cache_folder() / "formal"
    return run_now(sources, lambda jobs: progress(jobs, "compiling"), axioms_said(sources, folder), store)


def check_now(fresh: bool = False) -> Audit:
    """A run over the committed sources; see `ask_coq`."""
    sources, folder = source_files.read(), source_files.folder()
    return Audit.of(sources, folder, ask_coq(sources, folder, fresh))


def kernel_status(claim_id: str) -> KernelStatus:
    """What the committed receipts say of the claim: "receipt", "drifted" or "none"; never "checked".

    Raises:
        InvalidInput: there is no such claim.

    Example:
        >>> kernel_status("u25.thm1").kind
        'proved'
    """
    return from_receipt(claim(claim_id), *_committed_files())
