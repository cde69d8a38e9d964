"""The command line as a user meets it: exit status, one-line errors, tables, JSON, nothing half-written."""

import gc
import json
import os
import re
import shlex
import stat
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.core.progress import progress
from rope_theory.evidence.claims import Tier
from rope_theory.evidence.claims.trusted import NO_OVERFLOW
from rope_theory.evidence.formal import kernel_status
from rope_theory.evidence.formal.status import RECEIPT
from rope_theory.evidence.theory import LIBRARY
from rope_theory.faces.cli import COLLECT, _commands, _subparser, parser
from rope_theory.faces.parser import calls
from rope_theory.faces.report.explain import BY_NAME
from rope_theory.faces.report.table import BY_RECEIPT

NUMBER, LETTER = "C B A 1 4 1 3 2 1", "C2 B1 A3 FA EC DE HF GD IG"
KEYS = [
    "id",
    "source",
    "wording",
    "quote",
    "statement",
    "hypotheses",
    "verdict",
    "method",
    "domain",
    "witness",
    "in_fairness",
    "trust",
    "uses",
    "controls",
    "seconds",
]


@pytest.fixture
def wrong_record(monkeypatch):
    """Table 1 with another verdict on record than the one that deciding gives."""
    theorem = LIBRARY.theorem("u26.table1")
    monkeypatch.setattr(theorem, "claim", replace(theorem.claim, verdict=Tier.REFUTED))
    return theorem.id


def test_a_control_says_what_it_changes(call):
    """Three controls at one instance are told apart by it."""
    text = " ".join(call("explain", "u25.thm7b.some-phase")[1].split())
    assert "(n-4)θ < 2π is enough (rejected: false with margin = 4 at n = 8" in text
    listed = json.loads(call("explain", "u25.thm7b.some-phase", "--json")[1])["control_list"]
    assert [one["edit"] for one in listed] == [{"closed": "yes"}, {"margin": "2"}, {"margin": "4"}, {}]


def test_what_sound_means_of_receipts_is_said_of_a_claim_that_only_leans_on_them(call):
    """Certified, without a formal proof of its own: it leans on a claim that a kernel proved."""
    said = " ".join(call("verify", "new.certified-weights")[1].split())
    assert RECEIPT in said and "formal proofs: 1 none" in said
    assert said.endswith(f"every record is sound{BY_RECEIPT}")


def test_verify_prints_the_table_and_counts(call):
    status, out, err = call("verify", "--claim", "u26.table1", "u26.rem31a", "--claim", "u26.table1")
    lines = out.splitlines()
    assert status == 0 and err == ""
    assert sum(line.startswith("u26.table1") for line in lines) == 1
    row = next(line for line in lines if line.startswith("u26.table1"))
    assert "PROVED" in row and "4/4" in row
    assert "    U26, p. 27, Table 1 (as printed)" in lines
    assert "    Coq, proofs/formal/u26_table1.v: the eleven printed ids, in twelve rows" in lines
    assert "2 claims: 2 PROVED; 6 of 6 controls rejected" in out and lines[-1] == f"every record is sound{BY_RECEIPT}"
    assert "Taken on trust" in out


def test_verify_takes_ids_and_patterns_in_any_case_of_letters(call):
    _, out, _ = call("verify", "U26.LEMf1", "u26.REM31B*", "--claim", "u26.lemF1", "--json", "-")
    assert [one["id"] for one in json.loads(out)["claims"]] == [
        "u26.lemF1", "u26.rem31b", "u26.rem31b.corrected", "u26.rem31b.exactly"
    ]  # fmt: skip


def test_verify_summary_is_the_counts_alone(call):
    status, out, _ = call("verify", "u26.rem31b", "u26.table1", "--summary")
    assert status == 0 and len(out.strip().splitlines()) == 3
    assert out.strip().startswith("2 claims: 1 PROVED, 1 REFUTED; ")


def test_verify_by_verdict_puts_refuted_claims_first(call):
    def order(*options):
        lines = call("verify", "u26.table1", "new.mrope.codes", "u26.rem31b", *options)[1].splitlines()
        return [line.split()[0] for line in lines if line.startswith(("u26.", "new."))]

    assert order() == ["u26.table1", "new.mrope.codes", "u26.rem31b"]
    assert order("--by", "verdict") == ["u26.rem31b", "new.mrope.codes", "u26.table1"]


def test_verify_with_two_processes_says_the_same(call):
    def verdicts(jobs):
        rows = json.loads(call("verify", "u26.rem31b", "u26.table1", "u26.lemF1", "--jobs", jobs, "--json", "-")[1])[
            "claims"
        ]
        return [{**one, "seconds": 0} for one in rows]

    assert verdicts("1") == verdicts("2")


def test_progress_without_a_terminal_is_a_line_for_each_tenth(capsys):
    assert list(progress(range(25), "deciding", lines=True)) == list(range(25))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10 and lines[0] == "deciding: 3 of 25 (12 %)" and lines[-1] == "deciding: 25 of 25 (100 %)"
    list(progress(iter(range(40)), "deciding", 40, lines=True))
    assert len(capsys.readouterr().err.splitlines()) == 10
    list(progress(range(19), "deciding", lines=True)), list(progress(range(50), "deciding"))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_verify_fits_the_terminal(call, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = call("verify", "--claim", "u26.table1", "u26.rem31a.not-symbolic")
    first_lines = [line for line in out.splitlines() if not line.startswith(("u26", "claim", "Taken"))]
    assert first_lines and max(map(len, first_lines)) <= max(columns, 80)
    assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_verify_json_has_the_promised_keys(call, tmp_path):
    path = tmp_path / "verdicts.json"
    assert call("verify", "--claim", "u26.table1", "--json", str(path))[0] == 0
    data = json.loads(path.read_text(encoding="utf-8"))
    (entry,) = data["claims"]
    assert [key for key in entry if key in KEYS] == KEYS
    assert entry["controls"] == {"total": 4, "rejected": 4} and entry["verdict"] == "PROVED"
    assert {"python", "platform", "packages", "profile"} <= set(data["environment"])
    assert os.listdir(tmp_path) == ["verdicts.json"]  # no temporary file is left


def test_verify_json_on_standard_output_is_json_alone(call):
    status, out, _ = call("verify", "--claim", "u26.table1", "--json", "-")
    assert status == 0 and json.loads(out)["claims"][0]["id"] == "u26.table1"


def test_verify_replaces_an_older_file_and_keeps_its_mode(call, tmp_path):
    path = tmp_path / "old.json"
    path.write_text("old")
    path.chmod(0o640)
    assert call("verify", "--claim", "u26.table1", "--json", str(path))[0] == 2 and path.read_text() == "old"
    assert call("verify", "--claim", "u26.table1", "--json", str(path), "--overwrite")[0] == 0
    assert json.loads(path.read_text(encoding="utf-8"))["claims"] and stat.S_IMODE(path.stat().st_mode) == 0o640


def test_verify_fails_if_a_verdict_is_not_the_recorded_one(call, wrong_record, tmp_path):
    status, out, _ = call("verify", "--claim", wrong_record, "--json", str(tmp_path / "v.json"))
    assert status == 1 and "FAULT: verdict EXHAUSTIVE, on record REFUTED" in out
    assert "1 record not sound: u26.table1" in out and "every record is sound" not in out
    assert json.loads((tmp_path / "v.json").read_text(encoding="utf-8"))["claims"][0]["faults"]


def test_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    from rope_theory.core import files

    path = tmp_path / "v.json"
    path.write_text("old")
    monkeypatch.setattr(files.os, "replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        files.write_text(path, "new")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["v.json"]


@pytest.mark.parametrize("path", ["missing/v.json", "."])
def test_unwritable_path_is_an_error_before_the_work_starts(call, tmp_path, path, monkeypatch):
    from rope_theory.evidence.ledger import Ledger

    monkeypatch.setattr(Ledger, "decide", lambda *_: pytest.fail("the work started"))
    status, out, err = call("verify", "--json", str(tmp_path / path))
    assert status == 2 and out == "" and err.startswith("error: --json must") and err.count("\n") == 1


def test_explain_shows_the_page(call):
    status, out, _ = call("explain", "u26.rem31a.not-symbolic")
    assert status == 0
    for part in (
        "u26.rem31a.not-symbolic  PROVED",
        "Hypotheses",
        "n >= 4",
        "Verdict\n  PROVED: Coq's kernel checked a theorem",
        "An instance\n  1. Input A B A 1: n = 4",
        "Idea",
        "Traps",
        "Explanation",
        "The kernel's theorem is the evidence",
        "identity: ",
        "What is trusted",
        "Controls",
        "see also u26.rem31a",
        "Formal proof (",
    ):
        assert part in out, part
        out = out.partition(part)[2]  # in this order
    assert "--formal shows the statement" in out and "forall" not in out


def test_explain_names_what_a_page_computes_beside_the_kernel_as_evidence(call):
    said = " ".join(call("explain", "new.long-context")[1].split())
    assert f"they explain and prove nothing. The exception, evidence too: {NO_OVERFLOW}." in said
    assert "The exception" not in call("explain", "u25.thm1")[1]


def test_explain_shows_the_formal_statement_last_and_only_when_asked(call):
    out = call("explain", "u26.rem31b.corrected", "--formal")[1]
    start = out.index("Formal proof (")
    assert out.index("Controls") < start and "forall (m n" not in out[:start] and "Definition rot" not in out[:start]
    names = out[start:].partition("What its names mean")[2].partition("False neighbours")[0]
    assert names.count("Definition rot ") == 1 and "Let " not in names and "_statement" not in names
    assert any(text.startswith("Let ") for text in kernel_status("u26.rem31a").definitions)
    assert "- Let " not in call("explain", "u26.rem31a", "--formal")[1]


def test_explain_never_says_that_something_equals_itself(call):
    out = call("explain", "u26.index-logits")[1]
    assert "both sides come out as cos(θ)" in out and "cos(θ) = cos(θ)" not in out and "theta" not in out


def test_explain_weighs_an_erratum_and_checks_it_by_hand(call):
    out = " ".join(call("explain", "U26.Index-Bound-Length")[1].split())
    assert (
        "u26.index-bound-length REFUTED" in out
        and "Weight: substantive: " in out
        and "Least change: for n in 2π²/n²" in out
    )
    parts = ("Hypotheses", "Weight: ", "In fairness", "Check by hand", "Least change: ", "Readings chosen")
    assert [*map(out.index, parts)] == sorted(map(out.index, parts))
    assert "3. Gap 1 - (-1/2): Δ ≥ gap = 3/2 > 1.2337… = 2π²/16" in out and "Witness: input = A A A 1, θ = 2π/3." in out


def test_explain_says_long_runs_once_and_has_the_names_of_formulas(call):
    out = " ".join(call("explain", "su2021.decay")[1].split())
    assert "Witness: q = (1 1 (64 times)), k = (1 1 (64 times)), m = 11, m' = 12." in out
    headline = " ".join(call("explain", "men2024.headline")[1].split())
    assert "equal weights (rejected: no witness at base = 10000, d = 128, m = 1707, weights = 1 (64 times))" in headline


def test_explain_shows_a_refutation_and_its_correction(call):
    status, out, _ = call("explain", "new.letter-path")
    assert status == 0 and "REFUTED" in out and "Refutation" in out
    assert "Witness: input = A1 BC CA DB" in out and "corrected by new.letter-path.corrected" in out
    assert "corrects new.letter-path" in call("explain", "new.letter-path.corrected")[1]


def test_json_is_a_flag_of_verify_and_an_id_behind_it_is_no_file(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = call("verify", "u26.table1", "--json", "-")[1]
    ids = [each["id"] for each in json.loads(one)["claims"]]
    assert ids == ["u26.table1"]
    for asked in (
        ("u26.table1", "--json"),
        ("--json", "u26.table1"),
        ("--json", "U26.tabl*1"),
        ("--json", "--claim", "u26.table1"),
    ):
        status, out, err = call("verify", *asked)
        assert status == 0 and [each["id"] for each in json.loads(out)["claims"]] == ids, asked
    assert call("verify", "--json", "u26.tabel1")[:2] == (2, "")  # misspelt, and still no file
    assert not [*tmp_path.iterdir()]
    for name in ("u26.json", "found"):
        assert call("verify", "--json", name, "u26.table1")[0] == 0 and json.loads((tmp_path / name).read_text())


def test_no_commands_json_needs_a_value():
    top = parser()
    found = [_subparser(top, name)._option_string_actions.get("--json") for name in _commands(top)]
    options = [each for each in found if each is not None]
    assert len(options) > 20 and all(each.nargs in (0, "?") for each in options)


def test_explain_json(call):
    status, out, _ = call("explain", "u26.table1", "--json")
    page = json.loads(out)
    assert page["by_hand"] and page["kernel"]["statement"] and page["erratum"] is None
    assert status == 0 and page["page"]["file"] == "proofs/u26_table1.py" and page["steps"][0]["kind"] == "rows"
    assert all(control["rejected"] for control in page["control_list"])


@pytest.mark.parametrize("task, tokens, answer", [("number", NUMBER, "C"), ("letter", LETTER, "C2")])
def test_run_answers_figure_1(call, task, tokens, answer):
    status, out, _ = call("run", task, tokens)
    assert status == 0 and f"head    {answer}\n" in out and f"oracle  {answer}   (path 9 → 8 → 6 → 5 → 1)" in out
    assert (
        out.splitlines()[-1] == "the head and the oracle agree"
        and "pass 4" in out
        and "gap = largest logit − largest logit of another token = " in out
    )


def test_run_says_plainly_when_head_and_oracle_differ(call):
    status, out, _ = call("run", "index", "A B C D 3", "--theta", "pi")
    assert status == 1 and "undecided (a tie)" in out and out.splitlines()[-1] == "the head and the oracle DIFFER"
    status, out, _ = call("run", "index", "A B 1", "--beta", "0.1")
    assert status == 1 and out.splitlines()[-1].endswith("softmax at this β DIFFERS")


@pytest.mark.parametrize(
    "task, tokens, taking",
    [
        ("letter", "A2 A2 A1", "retrieval"),  # one hop of it
        ("number", "A 1 B", "index"),
        ("letter", "C B A 1 4 1 3 2 1", "number"),  # of several hops, as letter is
        ("number", "C2 B1 A3 FA EC DE HF GD IG", "letter"),
        ("retrieval", "A B C", "index"),
        ("index", "A1 BA CB", "retrieval"),
        ("previous", "A1 B2 A3 A", "induction"),
    ],
)
def test_run_says_which_task_takes_the_tokens_and_what_its_own_are(task, tokens, taking, call):
    code, _, error = call("run", task, tokens)
    other, command = re.search(r" \(tokens of ([a-z]+)[^:]*: rope-theory (.+)\), got ", error).groups()
    assert (code, other, shlex.split(command)) == (2, taking, ["run", taking, tokens]) and call(*shlex.split(command))[
        0
    ] == 0
    if " must not point" not in error:
        own = shlex.split(re.search(r", as in rope-theory (.+?)(?: \(tokens of .*)?, got ", error)[1])
        assert own[:2] == ["run", task] and call(*own)[0] == 0


def test_run_says_no_task_where_none_takes_the_tokens(call):
    assert "tokens of" not in call("run", "letter", "A2 B?")[2]
    assert call("run", "index", "A 3")[2].startswith(
        "error: tokens must not point before the start: the integer at the last"
    )
    assert "as in" not in call("run", "index", "A 3")[2]


def test_run_takes_tokens_in_one_argument_or_several(call):
    assert call("run", "number", "C", "B", "7", "--theta", "1") == call("run", "number", "C B 7", "--theta", "1")
    assert call("run", "index", *"A B 1".split())[0] == 0


def test_run_json(call):
    status, out, _ = call("run", "number", NUMBER, "--json", "--theta", "0.5")
    data = json.loads(out)
    assert status == 0 and data["answer"] == data["oracle"] == "C" and data["theta"] == {"exact": "1/2", "radians": 0.5}
    last = data["hops"][-1]
    assert last["attended"] == [8] and sum(last["softmax"]["weights"]) == pytest.approx(1) and last["logit_gap"] > 0


def test_run_says_which_gap_it_prints_and_what_the_papers_discrepancy_is(call):
    """A2 A2 BA: the match twice, so that the three readings of Δ differ: two rivals at the top, the same token, another letter."""
    out = " ".join(call("run", "retrieval", "B1 A2 A2 BA", "--theta", "pi/9")[1].split())
    assert "largest logit of another token = 1.43969; output gap" in out
    told = "0.173648 to any other position (p. 21), 0.173648 to positions that are not maximisers (p. 23), 1.43969 to tokens with another left letter (our reading of p. 24)"
    assert f"U26's Δ of this input, by which others count: {told} softmax" in out
    hop = json.loads(call("run", "retrieval", "B1 A2 A2 BA", "--theta", "pi/9", "--json")[1])["hops"][0]
    assert hop["gaps"] == pytest.approx({"any": 0.173648, "not_maximal": 0.173648, "other_letter": 1.439693}, abs=1e-6)
    assert json.loads(call("run", "index", "A A 1", "--json")[1])["hops"][0]["gaps"]["other_letter"] is None
    out = " ".join(call("run", "letter", "C2 B1 A3 FA EC DE HF GD IG")[1].split())
    assert "U26's Δ of this input, the same, whichever others count (p. 21, p. 23, our reading of p. 24)" in out
    out = call("run", "index", "A B C D 3", "--theta", "pi")[1]
    assert "0 to any other position (p. 21), 2 to positions that are not maximisers" in " ".join(out.split())


def test_gap_of_a_sum_of_angles_is_of_the_whole_sum(call):
    out = call("gap", "--theta", "2pi/3 - 1/10", "--span", "2")[1]
    assert "of 1 - cos(tθ), θ = 2pi/3 - 1/10\n" in out and "within [1.41104380767" in out
    assert "cliff index --theta '2pi/3 - 1/10' --dtype" in out


def test_run_shortens_long_sequences_unless_asked(call):
    tokens = " ".join(["A"] * 40 + ["3"])
    short, whole = (call("run", "index", tokens, *extra)[1] for extra in ((), ("--all",)))
    assert "the 24 largest of 41 logits" in short and "largest of" not in whole and len(whole.splitlines()) > 45


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("run", "index", "A B 3"), "must be at most 2, got 3"),
        (("run", "number", "A 3 1"), "points before the start"),
        (
            ("run", "retrieval", "A1 BA", "--letters", "BC"),
            "tokens must be of the letters that --letters gives (BC), or --letters left out, got 'A'",
        ),
        (("run", "letter", "A1 CB BA"), "tokens must be a proper sequence"),
        (("run", "retrieval", "A1 BA", "--theta", "1"), "theta must satisfy 0 <= θ < ω/(2n)"),
        (("run", "index", "A 1", "--theta", "0"), "theta must not be a multiple of 2π"),
        (("run", "index", "A 1", "--theta", "nan"), "theta must be radians"),
        (("run", "index", "A 1", "--theta", "inf"), "theta must be radians"),
        (("run", "index", "A 1", "--theta", "1e999999999"), "theta must have an exponent of at most 999"),
        (("run", "index", "A nan"), "got 'nan'"),
        (("run", "index", "A 1", "--beta", "nan"), "beta must be a positive number, as 10, got 'nan'"),
        (("run", "index", "A 1", "--beta", "inf"), "beta must be a positive number, as 10, got 'inf'"),
        (("run", "index", "A 1", "--beta", "0"), "beta must be a positive number, as 10, got 0"),
        (("run", "index", "A 1", "--beta", "1e999999999"), "beta must have an exponent of at most 99"),
        (("run", "index", ""), "tokens must not be empty"),
        (("run", "index", "A\n?"), "at position 2, as in rope-theory run index 'C B A 2', got '?'"),
        (("verify", "--claim", "u26.tabel1"), "did you mean u26.table1"),
        (("verify", "u26.tabel1"), "did you mean u26.table1"),
        (("verify", "U26"), "'U26' is not the id of a claim (did you mean 'u26.*', all that begin so?)"),
        (("verify", "u27.*"), "no id of a claim matches 'u27.*' ('u26.*' matches all on U26)"),
        (("verify", "--jobs", "0"), "jobs must be at least 1, got 0"),
        (
            ("gap", "--theta", "1"),
            "--span (the largest distance of a rival) must be given with --theta, as in rope-theory gap --theta 1 --span 8",
        ),
        (
            ("gap", "--span", "5"),
            "--theta (radians per position) must be given with --span, as in rope-theory gap --span 5 --theta 2pi/9",
        ),
        (
            ("gap", "--base", "9", "--dim", "4"),
            "--length (how many positions) must be given with --base and --dim, as in rope-theory gap --base 9 --dim 4 --length 131072",
        ),
        (
            ("gap", "--n", "10", "--theta", "zwei"),  # what is wrong comes before what is missing
            '--theta must be radians like "0.8" or "2pi/7", or like "3/7 turn", or a sum like "2pi/3-1/10", got \'zwei\'',
        ),
        (
            ("gap", "--base", "9", "--theta", "1"),
            "--theta must not stand with --base (one frequency: rope-theory gap --theta 1 --span 8; all of a base: ",
        ),
        (("gap",), "gap must be given --theta and --span for one frequency, or"),
        (
            ("cliff", "mix", "--base", "1", "--dim", "8", "--length", "9", "--dtype", "float32"),
            "base must be above 1: ",
        ),
        (("cliff", "mix", "--base", "1/2", "--dim", "8", "--length", "9", "--dtype", "float32"), "got 1/2"),
        (("fly",), "rope-theory has no command 'fly' (rope-theory --help lists them)"),
        (("verfy",), "rope-theory has no command 'verfy' (did you mean verify?)"),
        (("explian", "gap"), "rope-theory has no command 'explian' (did you mean explain?)"),
        (("theorem", "3.2"), "rope-theory has no command 'theorem' (did you mean rope-theory explain theorem 3.2?)"),
        (
            ("arXiv:2605.31558",),
            "rope-theory has no command 'arXiv:2605.31558' (did you mean rope-theory errata arXiv:2605.31558?)",
        ),
        (("u26", "p8"), "rope-theory has no command 'u26' (did you mean rope-theory paper u26 p8?)"),
        (("help", "paper"), "rope-theory has no command 'help' (did you mean rope-theory paper --help?)"),
        (("version",), "rope-theory has no command 'version' (did you mean rope-theory --version?)"),
        (("errata", "p8"), "no paper here is called 'p8' (a place: rope-theory paper u26 p8)"),
        (("letter", "u26", "--out", ""), "--out must not be empty, got ''"),
        (("letter", "u26", "--out", "a.pdf"), "--out must be text: --format latex makes what a PDF is made from, got"),
        (("paper", "u26", "--JSON"), "rope-theory paper has no option --JSON (did you mean --json?)"),
        (
            ("run", "index", "1"),
            "tokens must not point before the start: position 1 has no earlier token, as in rope-theory run index 'C B A 2', got 1",
        ),
        (("run", "index", "A B 3"), "the integer at the last position 3 must be at most 2, got 3"),
        (
            ("run", "index", "A 9999999999999999999"),
            "at least 1 at position 2 (of at most 18 digits), as in rope-theory run index 'C B A 2', got '9999",
        ),
        (
            ("run", "index", "A 1", "--improper"),
            "--improper must be left out but for the letter task: other tasks run all their inputs, got 'index'",
        ),
        (("slides",), "rope-theory has no command 'slides' (did you mean lessons?)"),  # what its line in the help has
        (("lecture",), "rope-theory has no command 'lecture' (did you mean lessons?)"),  # what its description has
        (("verifications",), "rope-theory has no command 'verifications' (did you mean verify?)"),
        (
            ("explain", "gaap"),
            "'gaap' is not the id of a claim, and no title nor the glossary has it (did you mean gap?)",
        ),
        (
            ("verify", "discrepency"),
            "'discrepency' is not the id of a claim, and no title nor the glossary has it (did you mean discrepancy?)",
        ),
        (("explain", "u26.remm31b"), "did you mean u26.rem31b"),
        (("verify", "u26.idnex"), "(did you mean u26.index-bound-angle, "),  # how several ids begin
        (
            ("verify", "u26.nonsense"),
            "'u26.nonsense' is not the id of a claim (rope-theory explain u26 lists those on U26)",
        ),  # like no id of any paper
        (
            ("verify", "u26.one-angel"),
            "'u26.one-angel' is not the id of a claim (rope-theory explain u26 lists those on U26)",
        ),  # u25.thm6.one-angle is not like it
        (("verify", "u25.rem31a"), "'u25.rem31a' is not the id of a claim (did you mean u26.rem31a?)"),
        (("verify", "u25.thm31"), "'u25.thm31' is not the id of a claim (did you mean u26.thm31?)"),
        (
            ("explain", "xylophone"),
            "'xylophone' is not the id of a claim, and no title nor the glossary has it",
        ),
        (
            ("verify", "xylophone", "qwertz"),
            "'xylophone qwertz' is not the id of a claim, and no title nor the glossary has it",
        ),
        (
            ("explain", *"lost in the middle".split()),
            'and no title nor the glossary has it (rope-theory ask "lost in the middle" finds answers)',
        ),
        (
            ("verify", "u25.thm1", "vLLM", "$HOME"),
            "'vLLM $HOME' is not the id of a claim, and no title nor the glossary has it (rope-theory ask 'vLLM $HOME' finds answers)",
        ),
        (("report-files", "--folder", "/nonexistent"), "folder must be a checkout"),
    ],
)
def test_bad_input_is_one_line_and_status_2(call, arguments, message):
    status, out, err = call(*arguments)
    assert status == 2 and out == "" and err.startswith("error: ") and err.count("\n") == 1 and message in err


def test_no_command_shows_the_usage_and_status_2(call):
    status, out, err = call()
    assert status == 2 and out == "" and "usage: rope-theory" in err


@pytest.mark.parametrize(
    "arguments, line",
    [
        (("run",), "TASK, tokens must be given, as in rope-theory run index 'C B A 2', got nothing"),
        (("run", "nmber", "A 1"), "(did you mean number?), got 'nmber'"),
        (("verify", "--profile", "thorogh"), "(did you mean thorough?), got 'thorogh'"),
        (
            ("limits", "x", "--lenght", "5"),
            "rope-theory limits has no option --lenght (did you mean --length?)",
        ),
        (("limits", "--lenght=5"), "rope-theory limits has no option --lenght (did you mean --length?)"),
        (
            ("limits", "x", "--frobnicate"),
            "rope-theory limits has no option --frobnicate (rope-theory limits --help lists them)",
        ),
        (
            ("limits", "a", "b", "c", "--length", "9"),
            "arguments of rope-theory limits must be no more than CONFIG and options, as in rope-theory limits config.json --length 131072, got 'b c' besides",
        ),
        (
            ("shape", "--theta", "-pi/3", "--n", "4"),
            "--theta must have one value after it (one that starts with - is written --theta=-pi/3), got '-pi/3'",
        ),
        (("shape", "--theta"), "--theta must have one value after it"),
        (
            ("letter", "u26", "--out"),
            "--out must have one value after it (a file; without the option it is standard output)",
        ),
        (
            ("explain", "u26", "--json=/nope/x"),
            "--json must stand without a value (it prints; for a file: rope-theory explain u26 --json > /nope/x), got '/nope/x'",
        ),
        (("ask", "mla", "--json", "a b.json"), "rope-theory ask mla --json > 'a b.json'), got 'a b.json'"),
        (
            ("explain", "mla", "--cite=yes"),
            "--cite must stand without a value (rope-theory explain --help shows the usage), got 'yes'",
        ),
        (("letter", "u26", "u25"), "must be one paper at a time, in a call for each, got 'u25' besides"),
        (
            ("letter", "u26", "--paper"),
            "rope-theory letter has no option --paper (its value stands alone: rope-theory letter u26)",
        ),
        (
            ("run", "--task=index", "A 1"),
            "rope-theory run has no option --task (its value stands alone: rope-theory run index 'A 1')",
        ),
        (("explain", "u26.thm32", "--profile"), "--profile must have one value after it: quick, thorough, got nothing"),
        (
            ("paper", "u26", "--kind"),
            "--kind must have one value after it, as in rope-theory paper u26 --kind theorem, got",
        ),
        (("profile", "x", "--jsn"), "did you mean --json"),
        (("scale", "x", "--length", "9"), "rope-theory scale has no option --length (did you mean --to?)"),
        (
            ("scale", "x", "--to", "9", "--rule=yarn"),
            "rope-theory scale has no option --rule (every rule is shown, side by side)",
        ),
        (
            ("limits",),
            "CONFIG, --length must be given, as in rope-theory limits config.json --length 131072, got nothing",
        ),
        (
            ("limits", "--base", "9", "--dim", "4"),
            "error: --length must be given, as in rope-theory limits --base 9 --head-dim 4 --length 131072, got",
        ),
        (
            ("limits", "x", "--length", "9", "--short", "--all"),
            "--all must not be given beside --short: leave one of them out, got '--short --all'",
        ),
        (("letter", "u26", "--json"), "(a letter is text or LaTeX; rope-theory errata u26 --json has its entries)"),
        (
            ("errata", "u26", "--slip"),
            "rope-theory errata has no option --slip (rope-theory errata --help lists",
        ),
        (("errata", "u26", "--hepl"), "(did you mean --help?)"),
        (
            ("errata", "u26", "--short"),
            "rope-theory errata has no option --short (the short form: rope-theory letter u26 --short)",
        ),
        (
            ("errata", "u26", "u25"),
            "arguments of rope-theory errata must be one paper at a time, in a call for each, got 'u25' besides",
        ),
        (("verify", "--verdict", "proven"), "refuted, undecided (did you mean proved?), got 'proven'"),
        (("u26.thm32",), "rope-theory has no command 'u26.thm32' (did you mean rope-theory explain u26.thm32?)"),
        (
            ("left-padding",),
            "rope-theory has no command 'left-padding' (did you mean rope-theory ask left-padding?)",
        ),
        (
            ("explain", "key-quantisation"),
            "'key-quantisation' is not the id of a claim (a question: rope-theory ask key-quantisation)",
        ),
        (
            ("config.json",),
            "rope-theory has no command 'config.json' (did you mean rope-theory limits config.json --length N?)",
        ),
        (
            ("U26.rem31", "--json"),
            "rope-theory has no command 'U26.rem31' (did you mean rope-theory explain U26.rem31 --json?)",
        ),
        (("u26.*",), "rope-theory has no command 'u26.*' (did you mean rope-theory verify 'u26.*'?)"),
        (("U26",), "rope-theory has no command 'U26' (did you mean rope-theory errata U26?)"),
        (("u29.thm1",), "rope-theory has no command 'u29.thm1' (rope-theory --help lists them)"),
        (("shape", "--theta", "0,0398", "--n", "9"), "(write a point: 0.0398), got '0,0398'"),
        (("limits", "--base", "1,5e4", "--dim", "64", "--length", "9"), "(write a point: 1.5e4), got '1,5e4'"),
        (
            ("limits", "--base", "10,000", "--dim", "64", "--length", "9"),
            "(without the comma: 10000; with a point: 10.000), got '10,000'",
        ),
        (("shape", "--theta", "0,398", "--n", "9"), "(write a point: 0.398), got '0,398'"),
        (("drift", "--error", "0,01"), "(write a point: 0.01), got '0,01'"),
        (("profile", "x", "--tau", "0,1"), "must be a number (write a point: 0.1), got '0,1'"),
        (("limits", "--base", "9", "--dim", "64", "--length", "131,072"), "(without commas: 131072), got '131,072'"),
        (("--versoin",), "rope-theory has no option --versoin (did you mean --version?)"),
        (("shape", "--own", "--n", "4"), "--own"),
    ],
)
def test_a_bad_argument_is_one_line_with_what_it_may_mean(call, arguments, line):
    status, out, err = call(*arguments)
    assert status == 2 and out == "" and err.startswith("error: ") and err.count("\n") == 1 and line in err


def test_values_may_stand_behind_options(call):
    """They were "arguments must be those of rope-theory paper"."""
    assert call("paper", "u26", "--fails", "p8") == call("paper", "u26", "p8", "--fails")
    assert call("explain", "Theorem", "--all", "3.2") == call("explain", "Theorem", "3.2", "--all")
    assert call("letter", "--short", "u26", "u25")[0] == 2


def test_an_option_may_be_cut_and_a_value_may_be_negative(call):
    assert call("gap", "--thet", "1", "--spa", "5")[0] == 0
    assert call("shape", "--theta=-pi/3", "--n", "4")[0] == 0


def test_module_is_the_command_and_writes_no_traceback():
    def python(*arguments):
        return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)

    assert python("rope_theory", "--version").stdout.startswith("rope-theory ")
    bad = python("rope_theory", "explain", "xylophone")
    assert bad.returncode == 2 and "Traceback" not in bad.stderr


def test_a_command_looks_for_cycles_less_often_than_python_does(call):
    gc.set_threshold(700, 10, 10)
    call("--version")
    assert gc.get_threshold() == COLLECT and COLLECT[0] > 700


@pytest.mark.parametrize("command", ["verify u26.table1 --summary", "gap --base 10000 --dim 8 --length 64"])
def test_command_computes_in_one_thread_before_numpy_is_loaded(command):
    code = (
        f"import os, sys; from rope_theory.faces.cli import main; main({command.split()});"
        "print(os.environ.get('OPENBLAS_NUM_THREADS'))"
    )
    env = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.splitlines()[-1] == "1"


def test_terminal_without_unicode_gets_question_marks_not_a_traceback():
    done = subprocess.run(
        [sys.executable, "-m", "rope_theory", "explain", "u26.rem31a"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr and b"?" in done.stdout


@pytest.mark.parametrize(
    "arguments, line",
    [
        (
            "cliff cosines --base 10000 --dim 8 --length 70000 --dtype float16",
            "--length must be so small that no position and no phase exceeds 65504, the largest float16 (or --phases float32), got 70000",
        ),
        (
            "cliff index --dtype float32 --step trig=floats16",
            "--step must be one of bfloat16, float16, float32, float64 (did you mean float16?), or exact, after =, got 'trig=floats16'",
        ),
        (
            "cliff index --dtype float32 --step foo=float32",
            "--step must be one of frequency, position, phase, trig, cache, vector, rotation, rotated, stored, product, logit, before =, got 'foo=float32'",
        ),
        (
            "cliff index --dtype float32 --step store=float32",
            "--step must be one of frequency, position, phase, trig, cache, vector, rotation, rotated, stored, product, logit (did you mean stored?), before =, got 'store=float32'",
        ),
        (
            "cliff index --dtype bf16 --step foo=bf16",
            "--step must be one of frequency, position, phase, trig, cache, vector, rotation, rotated, stored, product, logit, before =, got 'foo=bf16'",
        ),
        (
            "cliff mix --base 9 --dim 8 --dtype bf16 --length 1e99",
            "--length must be at most 4294967296, got 1e99",
        ),
        (
            "run-long index",
            "arguments of rope-theory run-long must be options alone (did you mean rope-theory run-long --construction index --length 8192 --dtype bfloat16?), got 'index' besides",
        ),
        ("cliff index bf16", "--dtype must be given: rope-theory cliff index --dtype bf16, got 'bf16'"),
        (
            "letter u26 --latex",
            "rope-theory letter has no option --latex (did you mean --format latex?)",
        ),
        (
            "errata u26 --out x",
            "rope-theory errata has no option --out (it prints: > FILE behind the command writes a file)",
        ),
        (
            "verify --paper u26",
            "rope-theory verify has no option --paper (the claims of a paper: rope-theory verify 'u26.*')",
        ),
        ("run retrieval 'A1 B2 A' --letters AAB", "--letters must be distinct, got 'AAB'"),
        (
            "retrieval 'A1 B2 A'",
            "rope-theory has no command 'retrieval' (did you mean rope-theory run retrieval 'A1 B2 A'?)",
        ),
        (
            "check u26.thm32",
            "rope-theory has no command 'check' (did you mean rope-theory verify u26.thm32?)",
        ),
        (
            "prove u26.thm32",
            "rope-theory has no command 'prove' (did you mean rope-theory formal u26.thm32?)",
        ),
        (
            "cite u26.thm32",
            "rope-theory has no command 'cite' (did you mean rope-theory explain u26.thm32 --cite?)",
        ),
        (
            "paper 'Theorem 3.2'",
            "no paper here is called 'Theorem 3.2' (a place: rope-theory paper u26 'Theorem 3.2')",
        ),
        (
            "paper u26.thm32",
            "no paper here is called 'u26.thm32' (a claim: rope-theory explain u26.thm32)",
        ),
        (
            "run H_POS",
            "TASK must be one of index, number, retrieval, binding, letter, induction, previous, duplicate (it is the head of index: rope-theory run index 'C B A 2'), got 'H_POS'",
        ),
        (
            "run number",
            "tokens must be given, as in rope-theory run number 'C B A 1 4 1 3 2 1', got nothing behind 'number'",
        ),
        ("shape 10", "--n, --theta must be given, as in rope-theory shape --n 10 --theta 0.1, got '10'"),
        ("letter", "NAME must be given, as in rope-theory letter u26 --short, got nothing"),
        (
            "letter u26 --tex",
            "rope-theory letter has no option --tex (did you mean --format latex?)",
        ),
        (
            "errata u26 'Theorem 3.2'",
            "arguments of rope-theory errata must be one paper, and options (a place of it: rope-theory paper u26 'Theorem 3.2'), got 'Theorem 3.2' besides",
        ),
        ("errata E3", "no paper here is called 'E3' (a place: rope-theory paper u26 E3)"),
        (
            "letter Urrutia",
            "no paper here is called 'Urrutia' (did you mean u25, u26? rope-theory paper lists all)",
        ),
        (
            "gap --length 100",
            "--base (of the frequencies), --dim (the rotary dimension) must be given with --length, as in rope-theory gap --length 100 --base 500000 --dim 128, got '--length 100'",
        ),
        (
            "gap 100",
            "arguments of rope-theory gap must be options alone (did you mean rope-theory gap --base 500000 --dim 128 --length 100?), got '100' besides",
        ),
        (
            "gap --base 10k --dim 128 --length 99",
            '--base must be a finite decimal such as "0.8" or "1e-3", or a ratio "p/q" (without a unit, as 10e3), got \'10k\'',
        ),
        (
            "limits --base 10000",
            "--length must be given, as in rope-theory limits --base 10000 --length 131072 --head-dim 128, got '--base 10000'",
        ),
        ("verify ALL", "'ALL' is not the id of a claim (all of them: rope-theory verify)"),
        ("quotes 2605.31558", "paper must be one file: rope-theory quotes paper.pdf --as U26, got '2605.31558'"),
        (
            "quotes https://arxiv.org/pdf/2605.31558.pdf",
            "paper must be a file here, text (.txt) or PDF: nothing is fetched, got 'https://arxiv.org/pdf/2605.31558.pdf'",
        ),
        (
            "quotes u26 no.pdf",
            "there is no file 'no.pdf' (the text or the PDF of a paper, saved here: rope-theory quotes paper.pdf --as u26)",
        ),
        (
            "figures 'Figure 3'",
            "no figure is called 'Figure 3' (of a paper: rope-theory paper u26 'Figure 3'; rope-theory figures --list lists them)",
        ),
        (
            "figures fig5a",
            "no figure is called 'fig5a' (did you mean figure-5a-mended? of a paper: rope-theory paper u26 'Figure 5A'; rope-theory figures --list lists them)",
        ),
        ("shape —n 33 --theta 0.1", "--n must begin with two hyphens: rope-theory shape --n 33 --theta 0.1, got '—n'"),
        (
            "explain u26.thm32 –formal",
            "--formal must begin with two hyphens: rope-theory explain u26.thm32 --formal, got '–formal'",
        ),
        (
            "--json paper u26",
            "rope-theory has no option --json (it stands behind the command: rope-theory paper u26 --json)",
        ),
        (
            "errata u26 --fails",
            "rope-theory errata has no option --fails (an option of paper: rope-theory paper u26 --fails)",
        ),
        (
            "paper u26 --refuted",
            "rope-theory paper has no option --refuted (did you mean --fails?)",
        ),
        (
            "gap --rope-theta 9 --dim 4 --length 9",
            "rope-theory gap has no option --rope-theta (did you mean --base?)",
        ),
        (
            "gap 2pi/9 8",
            "arguments of rope-theory gap must be options alone (did you mean rope-theory gap --theta 2pi/9 --span 8?), got '2pi/9 8' besides",
        ),
        (
            "base examples/phi-2.json --length 64",
            "--dim must be given, as in rope-theory base --length 4096 --dim 128, got 'examples/phi-2.json --length 64'",
        ),
        ("report u26", "--out must be given, as in rope-theory report --out site, got 'u26'"),
        (
            "profile tiny",
            "--out must be given, as in rope-theory profile tiny --out profile --text 'The fox has a key. The owl has a coin. The fox has a', got 'tiny'",
        ),
        (
            "profile tiny --out x",
            "--task, --text, --ids must be given, one of them, as in rope-theory profile tiny --out x --text 'The fox has a key. The owl has a coin. The fox has a', got 'tiny --out x'",
        ),
        (
            "run 'C B A 2' index",
            "TASK must be one of index, number, retrieval, binding, letter, induction, previous, duplicate (did you mean rope-theory run index 'C B A 2'?), got 'C B A 2'",
        ),
        (
            "'A A A 1'",
            "rope-theory has no command 'A A A 1' (did you mean rope-theory run index 'A A A 1'?)",
        ),
        ("run previous ABC", "tokens must stand apart, as in 'A B C', got 'ABC'"),
        (
            "run retrieval 'A_1 B_A'",
            "tokens must hold a pair (a letter followed by a letter or by an integer of at least 1) at position 1 (did you mean rope-theory run retrieval 'A1 BA'?), got 'A_1'",
        ),
        (
            "run binding 'A1 A2 A'",
            "tokens must bind A at position 2 to 1, as before (tokens of induction: rope-theory run induction 'A1 A2 A'), got 'A2'",
        ),
        (
            "limits a.json b.json",
            "arguments of rope-theory limits must be one CONFIG, and options (two: rope-theory compare a.json b.json), got 'b.json' besides",
        ),
        (
            "lessons 4",
            "arguments of rope-theory lessons must be options alone (did you mean rope-theory lessons --slides --lessons 4 --minutes 60 --out slides?), got '4' besides",
        ),
        (
            "explain lesson 9",
            "the course has no 'lesson 9' (lessons 1 to 8)",
        ),
        (
            "explain 'Theorems 3.1 and 3.2'",
            "claim must be one place at a time, as in 'Theorem 3.1', got 'Theorems 3.1 and 3.2'",
        ),
        ("explain pp. 8-9", "claim must be one place at a time, as in 'p. 8', got 'pp. 8-9'"),
        ("explain 8", "claim must say what is numbered so, as in 'p. 8' or 'Theorem 8', got '8'"),
        (
            "verify u26,u25",
            "claim must be ids, one place or patterns ('u26.*' 'u25.*': all claims of these), got 'u26,u25'",
        ),
        (
            "verify u26.thm32 --verdict proved",
            "claim must fit all that is asked for; none of these claims does (u26.thm32 is on record as REFUTED), got '--verdict proved'",
        ),
        (
            "verify u26.thm32 --json --summary",
            "--json must stand without --summary, which is a line of text, got '--json --summary'",
        ),
        (
            "formal proofs/formal/u25_thm1.v",
            "'proofs/formal/u25_thm1.v' is not the id of a claim (the proof of u25.thm1: rope-theory formal u25.thm1)",
        ),
        ("figures --list shape-map", "--list must stand without names: it lists all figures, got 'shape-map'"),
        ("paper u26 ''", "place must not be empty (the whole paper: no place), got ''"),
        (
            "paper u26 'Corollary 1'",
            "the register of U26 has no 'Corollary 1' (U25 has: rope-theory paper u25 'Corollary 1')",
        ),
        (
            "paper u25 'Theorem 9'",
            "the register of U25 has no 'Theorem 9' (it has Theorem 1, Theorem 2, Theorem 3, Theorem 4, Theorem 5, Theorem 6, Theorem 7)",
        ),
        ("shape --n 33 --theta 0.1 --own-position", "--own-position belongs to H_SYM, got '--own-position'"),
        (
            "gap --theta 30° --span 5",
            '--theta must be radians like "0.8" or "2pi/7", or like "3/7 turn", or a sum like "2pi/3-1/10" (write "30/360 turn"), got \'30°\'',
        ),
        (
            "certify examples/phi-2.json",
            "DIR must be a certificate, not the configuration of a model (which is read by: rope-theory limits examples/phi-2.json --length N), got 'examples/phi-2.json'",
        ),
        (
            "errata u26.thm33",
            "no paper here is called 'u26.thm33' (nor is that the id of a claim; did you mean u26.thm32?)",
        ),
        (
            "verify proofs/u26_thm31.py",
            "'proofs/u26_thm31.py' is not the id of a claim (the proof of u26.thm31: rope-theory formal u26.thm31)",
        ),
        (
            "errata u26 --shrot",
            "rope-theory errata has no option --shrot (the short form: rope-theory letter u26 --short)",
        ),
        (
            "explain u26.fig4",
            "'u26.fig4' is not the id of a claim (those on Figure 4: rope-theory explain u26 Figure 4)",
        ),
        (
            "run 'C B A 2'",
            "TASK must be one of index, number, retrieval, binding, letter, induction, previous, duplicate (a task comes first: rope-theory run index 'C B A 2'), got 'C B A 2'",
        ),
        (
            "run ir 'A1 BA CB'",
            "TASK must be one of index, number, retrieval, binding, letter, induction, previous, duplicate (did you mean retrieval?), got 'ir'",
        ),
        (
            "cliff index --dtype bf16 --step rotated",
            "--step must name a step and a format, as in rotated=float32, got 'rotated'",
        ),
        (
            "figures 1",
            "no figure is called '1' (of a paper: rope-theory paper u26 'Figure 1'; rope-theory figures --list lists them)",
        ),
        (
            "quotes 2605.31558.pdf --as U26",
            "there is no file '2605.31558.pdf' (the text or the PDF of a paper, saved here: rope-theory quotes paper.pdf --as u26)",
        ),
        (
            "verify u26.nothing",
            "'u26.nothing' is not the id of a claim (rope-theory explain u26 lists those on U26)",
        ),
        (
            "formal u26_thm31",
            "'u26_thm31' is not the id of a claim (the proof of u26.thm31: rope-theory formal u26.thm31)",
        ),
        (
            "formal --claim u26.thm32",
            "rope-theory formal has no option --claim (its value stands alone: rope-theory formal u26.thm32)",
        ),
        (
            "paper u26 'Theorem 3.1' 'Theorem 3.2'",
            "place must be one place at a time: rope-theory paper u26 'Theorem 3.1', got 'Theorem 3.1 Theorem 3.2'",
        ),
        ("letter u26 --sign Me", "rope-theory letter has no option --sign (did you mean --from?)"),
        (
            "run retrieval 'A 1 B A'",
            "tokens must hold a pair (a letter followed by a letter or by an integer of at least 1) at position 1 (did you mean rope-theory run retrieval 'A1 BA'?), got 'A'",
        ),
        ("run previous 'A B C' --by foo", "--by must be one of previous, previous-alibi, got 'foo'"),
        (
            "verify --verdict disproved",
            "--verdict must be one of proved, certified, exhaustive, derived, tested, refuted, undecided (did you mean refuted?), got 'disproved'",
        ),
        ("shape 33 0.1", "--n, --theta must be given: rope-theory shape --n 33 --theta 0.1, got '33 0.1'"),
        ("quotes --json u26.txt", "paper must be one file: rope-theory quotes u26.txt --json, got '--json u26.txt'"),
        ("paper --fails", "--fails must be given with a paper: rope-theory paper u26 --fails, got '--fails'"),
        (
            "paper --kind step",
            "--kind must be given with a paper: rope-theory paper u26 --kind step, got '--kind step'",
        ),
        (
            "run retrieval 'A1 B2 A' --letters A",
            "tokens must be of the letters that --letters gives (A), or --letters left out, got 'B'",
        ),
        (
            "run retrieval 'A1 B'",
            "the last of the tokens, the query, must be one of the bound symbols A, as in rope-theory run retrieval 'A1 BA CB', got 'B'",
        ),
        (
            "run number 'A 5'",
            "tokens must be a number-task input (the integer 5 at position 2, on the way to the answer, points before the start), as in rope-theory run number 'C B A 1 4 1 3 2 1', got 'A 5'",
        ),
        (
            "run letter 'AB BC CD'",
            "tokens must be a letter-task input (there is no letter-integer pair at position 1), as in rope-theory run letter 'C2 B1 A3 FA EC DE HF GD IG', got 'AB BC CD'",
        ),
        ("run index 'A 1' --beta 1,5", "--beta must be a positive number (write a point: 1.5), got '1,5'"),
        ("report site", "--out must be given: rope-theory report --out site, got 'site'"),
        ("quotes --as u26", "paper must be one file: rope-theory quotes paper.pdf --as U26, got 'u26'"),
        ("quotes u26", "paper must be one file: rope-theory quotes paper.pdf --as U26, got 'u26'"),
        ("quotes a.txt b.txt", "paper must be one file: rope-theory quotes paper.pdf, got 'a.txt b.txt'"),
        ("quotes a.txt u25 --as u26", "--as must be one paper, got 'u25 u26'"),
        (
            "quotes u99",
            "there is no file 'u99' (the text or the PDF of a paper, saved here: rope-theory quotes paper.pdf --as u26)",
        ),
        (
            "quotes README.md",
            "paper must end in .txt or .pdf, as in rope-theory quotes paper.pdf --as u26 (a text of another name: copy it to README.txt), got 'README.md'",
        ),
        ("shape --theta 1", "--n must be given, as in rope-theory shape --theta 1 --n 33, got '--theta 1'"),
        (
            "cliff index --letters 8 --dtype float32",
            "--letters must not be given for index (it is for retrieval, induction), got 8",
        ),
        (
            "cliff mix config.json --dtype bfloat16",
            "arguments of rope-theory cliff must be no more than WHAT and options (a configuration goes after --config), got 'config.json' besides",
        ),
        (
            "lessons nowhere",
            "arguments of rope-theory lessons must be options alone, as in rope-theory lessons --slides --out slides, got 'nowhere' besides",
        ),
        (
            "cliff index --config examples/phi-2.json --dtype float32",
            "--config must stand beside cosines or mix, not index, got 'examples/phi-2.json'",
        ),
        (
            "limits --base 500000 --length 64",
            "--head-dim must be given beside --base (or a CONFIG in place of both), got '--base 500000 --length 64'",
        ),
        (
            "limits --head-dim 64 --length 64",
            "--base must be given beside --head-dim (or a CONFIG in place of both), got '--head-dim 64 --length 64'",
        ),
        (
            "limits examples/phi-2.json 4096",
            "arguments of rope-theory limits must be no more than CONFIG and options (did you mean --length 4096?), got '4096' besides",
        ),
        (
            "train compare --runs examples docs",
            "--runs must hold run.json (to make such a folder: rope-theory train number --out DIR), got 'examples'",
        ),
        ("train number --preset smal", "--preset must be one of small, full (did you mean small?), got 'smal'"),
        ("limits '' --length 64", "model must be a file, a folder, or a fetched model, got ''"),
        ("compare '' examples/phi-2.json --length 64", "model must be a file, a folder, or a fetched model, got ''"),
        (
            "limits --base 1e4000 --head-dim 64 --length 64",
            "frequency of plane 4 must be at least 1e-300 radians per position (a smaller base or factor), got less",
        ),
        ("-q verify", "rope-theory has no option -q (nor has verify: rope-theory verify --help lists its own)"),
        (
            "verify --kind theorem",
            "rope-theory verify has no option --kind (of a paper's sentences: rope-theory paper u26 --kind theorem)",
        ),
        (
            "paper U26 --at 'Theorem 3.2'",
            "rope-theory paper has no option --at (a place stands behind the paper: rope-theory paper U26 'Theorem 3.2')",
        ),
        (
            "verify --verdict",
            "--verdict must have one value after it, as in --verdict refuted (only claims whose recorded verdict is this one: proved, refuted, …), got nothing",
        ),
        (
            "paper u26 'Prop. 3.1'",
            "the register of U26 has no 'Prop. 3.1' (so numbered it has Theorem 3.1, Remark 3.1, Definition 3.1)",
        ),
        (
            "paper su2024 'line 5'",
            "the register of Su2024 has no 'line 5' (rope-theory paper su2024 shows what it has)",
        ),
        (
            "paper u26 zebra",
            "place must be one page (1–9, 13–30), one section (§3.5), or one number of a statement, figure or table (Theorem 3.2), got 'zebra'",
        ),
        (
            "explain 'Theorem F.1'",
            "no claim is on 'Theorem F.1', and nothing here has that number (did you mean Lemma F.1?)",
        ),
        (
            "explain u26.theorem32",
            "'u26.theorem32' is not the id of a claim (did you mean u26.thm32? those on Theorem 3.2: rope-theory explain u26 Theorem 3.2)",
        ),
        (
            "explain zebra",
            "'zebra' is not the id of a claim, and no title nor the glossary has it (rope-theory paper lists the papers, rope-theory ask the questions)",
        ),
        ("verify 'u26.thm9*'", "no id of a claim matches 'u26.thm9*' ('u26.*' matches all on U26)"),
        (
            "verify --verdict refuted,proved",
            "--verdict must be one of proved, certified, exhaustive, derived, tested, refuted, undecided (one at a time, as refuted), got 'refuted,proved'",
        ),
        ("verify help", "rope-theory verify takes no 'help' (did you mean rope-theory verify --help?)"),
        ("lesson 3", "rope-theory has no command 'lesson' (did you mean rope-theory explain lesson 3?)"),
        ("paper u26.txt", "no paper here is called 'u26.txt' (a file: rope-theory quotes u26.txt)"),
        (
            "letter u26 short",
            "arguments of rope-theory letter must be one paper, and options (did you mean rope-theory letter u26 --short?), got 'short' besides",
        ),
        (
            "shape --n 9 --theta ω",
            '--theta must be radians like "0.8" or "2pi/7", or like "3/7 turn", or a sum like "2pi/3-1/10" (a number: no name but pi is known), got \'ω\'',
        ),
        (
            "shape --n 9 --theta",
            "--theta must have one value after it, as in rope-theory shape --n 9 --theta 0.1, got nothing",
        ),
        ("run index 'C B A 2' --by retrieval", "--by must be index, the only one, got 'retrieval'"),
        ("gap --n -3", "--n must be at least 2, got -3"),
        ("learn index --attributes 3", "--attributes must be left out for index, whose answers are symbols, got 3"),
        (
            "run number",
            "tokens must be given, as in rope-theory run number 'C B A 1 4 1 3 2 1', got nothing behind 'number'",
        ),
        ("verify u26.thm32 -j 4", "rope-theory verify has no option -j (did you mean --jobs?)"),
        ("letter u26 --from", "--from must have one value after it, as in --from 'A. Reader' (who signs), got nothing"),
        ("quotes u27 paper.txt", "no paper here is called 'u27' (did you mean u26? rope-theory paper lists all)"),
        (
            "constructions t-index",
            "arguments of rope-theory constructions must be options alone: it lists all constructions (one on tokens: rope-theory run index 'C B A 2'), got 't-index' besides",
        ),
        (
            "learn --task copy",
            "rope-theory learn has no option --task (its value stands alone: index, retrieval, induction, as in rope-theory learn index)",
        ),
        ("shape 0 pi/9", "--n, --theta must be given, as in rope-theory shape --n 33 --theta 0.1, got '0 pi/9'"),
        ("error u26", "rope-theory has no command 'error' (did you mean rope-theory errata u26?)"),
        ("pap u26", "rope-theory has no command 'pap' (did you mean paper, gap?)"),
        ("cliff --precision bf16", "rope-theory cliff has no option --precision (did you mean --dtype?)"),
        (
            "cliff --construction index",
            "rope-theory cliff has no option --construction (WHAT says it, as in rope-theory cliff index --dtype bfloat16)",
        ),
        (
            "run index 'A 1' --temperature 3",
            "rope-theory run has no option --temperature (did you mean --beta?)",
        ),
        (
            "run index 'A 1' --length 3",
            "rope-theory run has no option --length (the tokens say it; far longer inputs: rope-theory run-long)",
        ),
        ("compile number --to x", "rope-theory compile has no option --to (rope-theory compile --help lists them)"),
        (
            "cliff numbr --dtype float16",
            "WHAT must be one of cosines, index, mix, retrieval, induction, induction-one-angle, previous, previous-alibi, duplicate (each of its hops is index's: rope-theory cliff index --dtype float16), got 'numbr'",
        ),
        (
            "cliff index --dtype fp17",
            "--dtype must be one of bfloat16, float16, float32, float64 (did you mean float16?), got 'fp17'",
        ),
        (
            "explain u26.def31",
            "'u26.def31' is not the id of a claim (the register of U26 has 1 sentence on it: rope-theory paper u26 'Definition 3.1', beside: u26.discrepancy, u26.discrepancy.corrected, u26.discrepancy.max-is-min)",
        ),
        (
            "verify u26.thm32 --theta 2pi/3",
            "rope-theory verify has no option --theta (a claim says its own; rope-theory run and gap take numbers)",
        ),
        ("compile letter --class gpt2", "--class must be one of llama, gptj (it has no rotary positions), got 'gpt2'"),
        (
            "certify README.md",
            "DIR must be a folder of rope-theory compile --out --certify, or a certificate, which begins with {, got 'README.md'",
        ),
        ("theorem u26", "rope-theory has no command 'theorem' (did you mean rope-theory paper u26 --kind theorem?)"),
        ("--paper u26", "rope-theory has no option --paper (did you mean rope-theory paper u26?)"),
        (
            "letter su2022",
            "no paper here is called 'su2022' (did you mean su2024, su2021? rope-theory paper lists all)",
        ),
        (
            "formal u26.thm32 --decide",
            "rope-theory formal has no option --decide (rope-theory verify ID decides; rope-theory formal --run has Coq check)",
        ),
        (
            "show nofolder 'A B 1'",
            "there is no folder 'nofolder' (to make one: rope-theory compile number --layers 2 --out model --certify)",
        ),
        (
            "show nofolder --input 'A 1'",
            "there is no folder 'nofolder' (to make one: rope-theory compile number --layers 2 --out nofolder --certify)",
        ),
        ("shape ten pi/9", "--n, --theta must be given, as in rope-theory shape --n 33 --theta 0.1, got 'ten pi/9'"),
        ("compile --arch llama", "rope-theory compile has no option --arch (did you mean --class?)"),
        ("scale --context 3", "rope-theory scale has no option --context (did you mean --to?)"),
        ("verify --format json", "rope-theory verify has no option --format (did you mean --json?)"),
        ("gap --length 1e5 --theta 2pi/0", "--theta must not divide by 0, as in \"2pi/7\", got '2pi/0'"),
        (
            "gap --length 1e5 --theta 1",
            "--span must be given with --theta, in place of --length, n - 1 for n positions: rope-theory gap --theta 1 --span 99999, got '--length 1e5'",
        ),
        (
            "paper u26 Abstract Figur 5",
            "place must be one place at a time: rope-theory paper u26 'Figure 5', got 'Abstract Figur 5'",
        ),
        (
            "scale examples/lama-2-7b.json --to 8192",
            "there is no file 'examples/lama-2-7b.json' (did you mean rope-theory scale examples/llama-2-7b.json --to 8192? the config.json of a model, on this machine: nothing is downloaded)",
        ),
    ],
)
def test_an_error_says_which_argument_and_what_to_write_instead(arguments, line, call):
    assert call(*shlex.split(arguments)) == (2, "", f"error: {line}\n")


#: Calls that pinned errors offer, up to where the sentence goes on.
OFFERED = {
    offered
    for test in (
        test_bad_input_is_one_line_and_status_2,
        test_a_bad_argument_is_one_line_with_what_it_may_mean,
        test_an_error_says_which_argument_and_what_to_write_instead,
    )
    for _, line in test.pytestmark[0].args[1]
    for offered in re.findall(r"(?:mean|as in|:|\() ?rope-theory ((?:'[^']*'|(?!, got)[^'?;)])+)", line)
}


@pytest.mark.parametrize("offered", sorted(OFFERED))
def test_a_call_that_an_error_offers_is_one_that_the_program_takes(offered):
    """Its command and options are there; `-q verify` was sent to `verify -q`."""
    given = shlex.split(offered)
    try:
        args, rest = parser().parse_known_args(given)
    except SystemExit as helped:
        assert helped.code == 0 and "--help" in given
    else:
        assert not rest or _subparser(parser(), given[0]).with_rest(args, rest)


def test_a_command_without_its_arguments_says_a_whole_call(call):
    """One of the examples of its help; of every command that must be given something, those that look it up themselves too."""
    subparsers = {name: _subparser(parser(), name) for name in _commands(parser())}
    asking = {
        name
        for name, one in subparsers.items()
        if any(action.required and action.nargs != "*" for action in one._actions)
    }
    asking |= {"gap", "limits", "compile", "run-long"}
    assert len(asking) > 20
    for name in asking:
        status, out, err = call(name)
        shown = re.search(r", as in (rope-theory .+), got nothing\n$", err)
        assert (status, out, err.count("\n")) == (2, "", 1) and shown, name
        assert shlex.split(shown[1]) in calls(subparsers[name].epilog), name


def test_a_place_is_read_with_the_signs_that_stood_around_it(call):
    assert call("explain", "Theorem 3.2,") == call("explain", "Theorem 3.2")
    assert (
        call("explain", "`u26.thm32`.", "--cite")
        == call("explain", "[u26.thm32]", "--cite")
        == call("explain", "u26.thm32", "--cite")
    )
    assert call("paper", "u26", "Proof of Theorem 3.2") == call("paper", "u26", "Theorem 3.2")
    assert call("paper", "https://arxiv.org/pdf/2605.31558v1.pdf", "p8") == call("paper", "u26", "p8")


def test_a_file_in_the_place_of_a_construction_goes_after_config(call):
    assert (
        "duplicate (a configuration goes after --config), got 'config.json'"
        in call("cliff", "config.json", "--dtype", "float32")[2]
    )


@pytest.mark.parametrize(
    "arguments, says",
    [
        ("limits --base 10000 --head-dim 127 --length 100", "--head-dim must be even"),
        (
            "limits examples/llama-3.1-8b.json --base 10000 --length 100",
            "--base must be left out, or agree with rope_theta",
        ),
        (
            "limits examples/llama-3.1-8b.json --length 100 --layer x",
            "--layer must be all, the only type of this file, got 'x'",
        ),
        ("limits examples/llama-3.1-8b.json --len 1", "--length must be at least 2"),
        ("cliff mix --dtype bfloat16", "--base, --dim, --length must be given for mix"),
        ("gap --theta x --span 5", "--theta must"),
        ("scale examples/llama-3.1-8b.json --to 1000 --short=1", "--short must be at least 2"),
        ("scale examples/llama-2-7b.json --to 8192 --factor 99999999999", "--factor must have fewer digits"),
        ("cliff cosines --dtype bfloat16 --base 1/0 --dim 16 --length 64", "--base must be a positive number"),
        ("cliff cosines --dtype bfloat16 --base 9 --head-dim 3 --length 64", "--head-dim must be even"),
        ("gap --config= --length 64", "--config must be a file, a folder, or a fetched model"),
        ("limits missing.json --length 100", "there is no file 'missing.json' ("),
        ("compile numbr", "task must be one of number, letter, previous (did you mean number?)"),
        ("paper u27", "no paper here is called 'u27' (did you mean u26? rope-theory paper lists all)"),
        ("fetch-model smollm", "model must be one of smollm2, gemma3-270m (did you mean smollm2?)"),
        ("train number --steps x", "--steps must be a whole number, as in 4096, 1e9, 128Ki, 1Mi or 1Gi, got 'x'"),
        (
            "base --dim 128 --length 1e9999",
            "--length must be a whole number, as in 4096, 1e9, 128Ki, 1Mi or 1Gi, of at most 4300 digits",
        ),
        (
            "base --dim 128 --length 130000 --recompute",
            "--recompute must stand beside a --length of at most 6250 with 64 ",
        ),
    ],
)
def test_an_error_names_an_option_with_its_dashes(arguments, says, call):
    status, out, err = call(*arguments.split())
    assert status == 2 and out == "" and err.startswith(f"error: {says}") and err.count("\n") == 1


#: A command that is well formed -> its options, whose values are replaced by bad ones.
WELL_FORMED = {
    "gap --base 10000 --dim 8 --length 64": "base dim length planes",
    "gap --span 3 --theta 0.5": "span theta",
    "shape --n 5 --theta 0.1": "n theta extrema",
    "cliff mix --base 10000 --dim 8 --length 64 --dtype float16": "base dim length dtype",
    "base --length 64 --dim 8": "length dim",
    "limits --base 10000 --head-dim 8 --length 64 --quick": "base head-dim length letters dtype",
    "run index A": "theta",
    "run-long --show-receipts nowhere": "show-receipts",
}


@pytest.mark.parametrize(
    "command, option", [(each, name) for each, names in WELL_FORMED.items() for name in names.split()]
)
@pytest.mark.parametrize("value", ["nan", "1e400", "-1", ""])
def test_an_error_on_a_bad_value_names_the_option_that_was_typed(command, option, value, call):
    """Dimensions and numbers of extrema beyond every bound ended in a traceback; others were called as the library calls them."""
    before, _, after = f"{command} ".partition(f" --{option} ")
    status, _, err = call(*shlex.split(before), f"--{option}={value}", *shlex.split(after.partition(" ")[2]))
    assert status == 0 or (status == 2 and err.startswith(f"error: --{option} ") and err.count("\n") == 1), err


def test_two_definitions_of_one_name_are_shown_with_their_files(call):
    """new.projection-needed stands on `any_head` of bindings and on `any_head` of pairs, in two files."""
    out = call("explain", "new.projection-needed", "--formal")[1]
    parts = out.partition("\nWhat its names mean: ")[2].split("\nWhat its names mean: ")
    of = {part.split()[0]: part for part in parts}
    with_both = [file for file, part in of.items() if "Definition any_head " in part]
    assert len(with_both) == 2 and len(of) == len(parts)
    folder = Path(__file__).resolve().parents[1]
    for file, part in of.items():
        text = " ".join((folder / file).read_text(encoding="utf-8").split())
        for name in re.findall(r"- (?:Definition|Fixpoint) (\w+)", part.partition("False neighbours")[0]):
            assert re.search(rf"(Definition|Fixpoint) {name}\b", text), (file, name)


def test_a_refuted_claim_has_a_formal_refutation_and_its_formula_is_called_false(call):
    out = call("explain", "u26.rem31b", "--formal")[1]
    assert "Formal refutation (" in out and "Formal proof (" not in out
    start = out.index("Formal refutation (")
    assert start < out.index("This is false, and its negation is what the kernel checked") < out.index("forall", start)
    assert "This is false" not in call("explain", "u26.thm31", "--formal")[1]


@pytest.mark.parametrize(
    "arguments, says",
    [
        ("gap --theta 1 --span 100", "leads a rival at any distance from 1 to 100 by 1.566e-4 at least"),
        ("gap --theta 2pi/7 --span 100", "at distance 7 the turn is whole, so a rival there ties"),
        (
            "gap --base 500000 --dim 128 --length 100",
            "with weights of at least 0 leads every rival within 100 positions, on both sides",
        ),
        (
            "cliff cosines --base 10000 --dim 8 --length 64 --dtype bfloat16",
            "a cosine computed so is off by at most 0.0187364",
        ),
        ("cliff index --dtype bfloat16", "T_Index decodes for certain up to 49 positions, and fails for certain at 50"),
    ],
)
def test_a_command_says_in_short_first(arguments, says, call):
    status, out, _ = call(*arguments.split())
    assert status == 0 and out.startswith("In short: ") and says in " ".join(" ".join(out.splitlines()[:3]).split())


def test_what_differs_in_short_is_what_differs_for_certain(call):
    """Two bases that are nearly one: their best mixes have enclosures that overlap, or differ at no length looked at."""
    models = "examples/llama-2-7b.json", "examples/llama-3.1-8b.json"
    out = call("compare", *models, "--length", "64")[1]
    assert (
        "trained up to some length is not decided" in out
        and "rows differ at n = 64: " in out
        and "As n grows, the first of these differences is found at n = 2." in " ".join(out.split())
    )
    assert "keys that a query sees at most" not in next(line for line in out.splitlines() if "in short" in line)
    assert "no row differs up to n = 64." in call("compare", models[0], models[0], "--length", "64")[1]


def test_enclosures_differ_only_where_they_are_apart():
    """One base with another spelling is the same; with a digit far behind the point its gaps overlap, and that is not decided."""
    from rope_theory.core.truth import Truth
    from rope_theory.models.comparison import compare
    from rope_theory.models.config import read_config

    def gap(base):
        readers = (lambda _, b=b: read_config({"head_dim": 4, "rope_theta": b}) for b in (10000, base))
        [(_, rows)] = compare(*readers, 64)
        return next(each.differs for each in rows if each.name == "Index gap of the best mix")

    assert gap(10000.0) is Truth.FALSE and gap(100) is Truth.TRUE
    assert gap(Decimal(f"10000.{'0' * 40}1")) is Truth.UNKNOWN


def test_the_help_says_where_to_start(call):
    out = call("--help")[1]
    start = out.partition("where to start:")[2]
    named = set(re.findall(r"\b[a-z]+(?:-[a-z]+)*\b", start)) & set(re.findall(r"(?m)^  ([a-z][a-z-]+)", out))
    assert {"ask", "limits", "cliff", "explain", "compile", "lessons"} <= named


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NOT RUN: no /dev/full here")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rope_theory", "gap", "--theta", "1", "--span", "100"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2 and done.stderr == "error: output must be writable, got 'No space left on device'\n"


@pytest.mark.parametrize("theta", ["1", "3/8 turn", "0.3"])
def test_what_gap_says_to_do_next_can_be_run(theta, call):
    import shlex

    said = " ".join(call("gap", "--theta", theta, "--span", "7")[1].partition("  next ")[2].split())
    command = shlex.split(said.partition("`rope-theory ")[2].partition("`")[0])
    status, out, err = call(*command)
    assert status == 0 and out.startswith("In short: T_Index"), err


@pytest.mark.parametrize("theta", ["2pi/7", "golden"])
def test_gap_names_nothing_to_do_next_where_there_is_no_lead_or_no_spelling(theta, call):
    assert "next" not in call("gap", "--theta", theta, "--span", "100")[1]


@pytest.mark.parametrize(
    "theta, says", [("0.1", "θ = 0.1 radians per position"), ("3/7 turn", "θ = 3/7 turn per position")]
)
def test_shape_says_the_unit_of_its_angle(theta, says, call):
    assert call("shape", "--n", "33.0", "--theta", theta)[1].splitlines()[0] == f"H_POS, n = 33, {says}"


def test_shape_says_the_unit_of_a_phase(call):
    out = call("shape", "--n", "9", "--theta", "0.1", "--head", "H_SYM", "--phase", "0.2")[1]
    assert out.splitlines()[0].endswith("phase 0.2 radians")


def test_one_base_is_decided_beyond_the_longest_length_of_the_search(call):
    status, out, _ = call("base", "--length", "200000", "--dim", "128")
    assert status == 0 and "intervals of bases were not sought at this length (--long: up to 131072)" in " ".join(
        out.split()
    )
    status, out, _ = call("base", "--length", "200000", "--dim", "128", "--check", "1e6")
    assert status == 0 and "B(27115) < 0" in out
    err = call("base", "--length", "4e9", "--dim", "128", "--check", "1e6")[2]
    assert "or --long be given, got 4000000000" in err


def test_the_list_of_questions_loads_no_claims_page():
    code = "import sys; from rope_theory.faces.cli import main; main(['ask']); main(['ask', '--json']);"
    code += "print(sum(name.startswith('rope_theory.proofs.') for name in sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "0" and "left-padding" in done.stdout


def test_one_answer_loads_only_the_pages_that_its_claims_lean_on():
    code = "import sys; from rope_theory.evidence.answers import answer; answer('mla');"
    code += "print(sum(name.startswith('rope_theory.proofs.') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 1 <= int(done.stdout) < 20


def test_the_questions_listed_are_those_that_are_answered():
    from rope_theory.evidence.answers import answers, questions

    assert questions() == {name: each.question for name, each in answers().items()}


def test_one_length_between_two_ends_is_one():
    from rope_theory.faces.commands.cliff import _between

    assert _between(1) == "the length between is" and _between(2) == "the 2 between are"


def test_a_missing_package_is_said_without_quotation_marks():
    from rope_theory.core.packages import EXTRA_OF, require_packages

    name = "no_such_package"
    EXTRA_OF[name] = "course"
    try:
        with pytest.raises(InvalidInput, match=f"{name} must be installed to teach .*, got no {name}$"):
            require_packages(name, to="teach")
    finally:
        del EXTRA_OF[name]


def test_a_length_has_the_same_two_names_in_gap_and_shape(call):
    gap = [call("gap", "--base", "100", "--dim", "8", name, "20") for name in ("--n", "--length")]
    shape = [call("shape", "--theta", "0.1", name, "9") for name in ("--n", "--length")]
    assert gap[0] == gap[1] and shape[0] == shape[1] and gap[0][0] == shape[0][0] == 0


@pytest.mark.parametrize(
    "given, says",
    [
        (
            "fp8",
            "fp8 is for stored keys, beside a scale: rope-theory cliff index --dtype bfloat16 --phases float32 --step stored=fp8_e4m3",
        ),
        ("float8_e4m3fn", "or fp8_e5m2"),
        ("E5M2", "fp8 is for stored keys, beside a scale"),
        ("int8", "levels beside a scale"),
        ("q4_k_m", "rope-theory ask key-quantisation"),
        ("tf32", "no format of a step here"),
        ("bfloat61", "(did you mean bfloat16?)"),
        ("floats16", "(did you mean float16?)"),
        ("xyz", "float64, got 'xyz'"),
    ],
)
def test_a_format_that_is_not_there_is_told_which_are_and_why_it_is_none(given, says, call):
    for command in (("limits", "examples/llama-3.1-8b.json", "--length", "64"), ("cliff", "index"), ("drift",)):
        status, out, err = call(*command, "--dtype", given)
        assert status == 2 and out == "" and err.count("\n") == 1 and says in err
        assert err.startswith("error: --dtype must be one of bfloat16, float16, float32, float64")


@pytest.mark.parametrize(
    "short, full",
    [
        ("drift --dtype bf16 --turns 1", "drift --dtype bfloat16 --turns 1"),
        ("drift --dtype FP16 --turns 1", "drift --dtype float16 --turns 1"),
        (
            "limits examples/llama-3.1-8b.json --length 64 --short --dtype fp32",
            "limits examples/llama-3.1-8b.json --length 64 --short --dtype float32",
        ),
        (
            "cliff index --theta 1/9 --length 9 --dtype bf16 --phases fp32 --step logit=fp32",
            "cliff index --theta 1/9 --length 9 --dtype bfloat16 --phases float32 --step logit=float32",
        ),
    ],
)
def test_a_short_name_of_a_format_is_read_as_the_full_one_which_the_page_has(short, full, call):
    read = call(*short.split())
    assert read == call(*full.split()) and read[0] == 0
    assert not re.search("bf16|fp16|fp32", " ".join(read[1:]))


def test_numbers_of_fp8_are_those_of_torch():
    torch = pytest.importorskip("torch")
    small, large = torch.finfo(torch.float8_e4m3fn), torch.finfo(torch.float8_e5m2)
    assert (small.max, small.eps, large.eps) == (448, 2.0**-3, 2.0**-2)  # eps = 2^(1-p): 4 and 3 significant bits
    beyond = torch.tensor([1e6]).to(torch.float8_e4m3fn).float()
    assert not beyond.isinf().any()


def test_cliff_says_which_mix_it_looked_at_and_that_the_table_of_steps_has_no_ends(call):
    """A step alone was "safe up to 13" beside 49 for all steps: the one by a bound, the other by emulation."""

    def page(*arguments):
        return " ".join(call("cliff", *arguments)[1].split())

    mix = page("mix", "--base", "10000", "--dim", "64", "--length", "64", "--dtype", "bfloat16")
    assert "This is the best mix at n = 64, all weights in the query and keys of equally long planes" in mix
    assert "Other lengths have better mixes. Whether this one decodes again beyond a failure is not said." in mix
    index = page("index", "--dtype", "bfloat16")
    assert "best mix" not in index and "alone, by this bound certain up to" in index
    assert "the 49 of all steps rest on another argument (every query and key emulated)" in index
    by_bound = page("mix", "--base", "10000", "--dim", "64", "--length", "64", "--dtype", "float32")
    assert "No ends: beyond them this bound alone decides nothing." in by_bound


def test_definitions_under_a_formal_statement_are_said_to_be_found_by_name(call):
    """Of two definitions of `proper` one is Theorem 3.1's: the other stood below it, too, with thirteen more that Coq does not reach."""
    shown = call("explain", "u26.thm31", "--formal")[1]
    said = " ".join(shown.split())
    assert BY_NAME in said and said.index(BY_NAME) < said.index("What its names mean: ")
    assert said.count("- Definition proper (s : ") == 1 and "proper (s : nat -> pair) (n : nat)" in said
    assert "is_letter" not in said and "index_at" not in said
    assert BY_NAME not in " ".join(call("explain", "u26.thm31")[1].split())


def test_an_improper_input_of_the_letter_task_is_refused_with_what_runs_it(call):
    """U26's Figure 3B in capitals, as the errata writes it: it was refused without a word on --improper."""
    asked = "run", "letter", "E1 B2 E1 G6 A2 B2 E1 G6 BE DB CA GE EB HC DG FH EH"
    status, _, err = call(*asked)
    assert status == 2 and "two tokens with left letter B: B2 and BE); --improper runs it, got" in err
    assert call(*asked, "--improper")[0] == 0
