"""Checks by hand: their numbers are computed, their comparisons decided, and they contradict the printed words."""

import ast
import re
from fractions import Fraction

import pytest
from flint import arb

from rope_theory.core.angles import Angle, ball
from rope_theory.core.errors import InvalidInput
from rope_theory.core.rope import frequencies
from rope_theory.core.tasks import parse_letter
from rope_theory.core.truth import Truth, at_most, less
from rope_theory.evidence.by_hand import APART, both_sides, compared, number, sign, spelled
from rope_theory.evidence.claims import Tier, Wording
from rope_theory.evidence.claims.sides import compared_at
from rope_theory.evidence.claims.trusted import IEEE
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.theory import LIBRARY, claim
from rope_theory.evidence.written import written
from rope_theory.faces.figures.figure_5a_mended import curves
from rope_theory.faces.report.by_hand import EVALUATED, by_hand, heading_of
from rope_theory.faces.report.explain import rows_of

PRINTED = [
    id
    for id, claim in LIBRARY.claims.items()
    if claim.verdict is Tier.REFUTED and claim.source.wording in (Wording.VERBATIM, Wording.PARAPHRASE)
]


@pytest.mark.parametrize(
    "value, shown",
    [
        (Fraction(1, 6), "1/6"),
        (Fraction(1, 20), "0.05"),
        (Fraction(-1, 30), "-0.0333…"),
        (Angle.parse("2pi/3").cos(), "-1/2"),
        (-Angle.parse("pi/8").cos(), "-0.9238…"),
        (arb(2), "2.0000…"),
        (12345, "12345"),
    ],
)
def test_numbers_are_cut_off_not_rounded(value, shown):
    assert number(value) == shown


def test_a_wide_ball_has_no_digits_and_no_sign():
    wide = arb(1, 0.5)
    for ask in (lambda: number(wide), lambda: sign(wide, 1), lambda: sign(1, wide)):
        with pytest.raises(InvalidInput, match="must be"):
            ask()
    assert sign(ball(Fraction(1, 3)), 1) == "<" and sign(1, ball(Fraction(1, 3))) == ">" and sign(1, Fraction(1)) == "="


@pytest.mark.parametrize("text", ["2pi/7", "-pi/8", "pi", "0.8", "-4pi", "0", "-7/3"])
def test_a_spelled_angle_reads_back_as_itself(text):
    assert Angle.parse(spelled(Angle.parse(text))) == Angle.parse(text)


def test_the_bound_of_appendix_f21_fails_by_the_numbers():
    assert by_hand(LIBRARY.claims["u26.index-bound-length"]) == [
        "Input A A A 1: n = 4, the query 1 asks for the token 1 back; θ = 2π/3",
        "Logits cos((n - j - 1)θ) for j = 1, …, 4: -1/2, -1/2, 1, -1/2",
        "Gap 1 - (-1/2): Δ ≥ gap = 3/2 > 1.2337… = 2π²/16",
        "θ = 2π/3 serves Theorem 3.1 up to length 3 only; 2π/3 - 1/10, which serves at this length, fails, too: "
        "Δ ≥ gap = 1.4110… > 1.2337… = 2π²/16",
        "Figure 5A's θ = 0.8 (rational, so none that p. 21 asks for), input A A A A A A A A 4: Δ ≥ gap 1 - cos 0.8 = 0.3032… > "
        "0.2436… = 2π²/81",
    ]


@pytest.mark.parametrize("id", PRINTED)
def test_every_printed_refutation_has_lines_of_its_own_in_mathematics(id):
    theorem, lines = LIBRARY.theorem(id), by_hand(LIBRARY.claims[id])
    assert theorem.hand is not None and len(lines) >= 3
    text = "\n".join(lines)
    assert not [word for word in ("Others.", "Fraction(", "Pair(", "True", "False", "None", " turn") if word in text]


@pytest.mark.parametrize(
    "id, at, sign_there",
    [
        ("u26.index-bound-length", {"tokens": ("A", "A", "A", "A"), "theta": Angle.parse("2pi/3")}, "= 0 < 1.2337…"),
        ("u26.retrieval-bound", {"count": 2, "n": 2, "theta": Angle.parse("pi/8")}, "> 1.7071…"),
        ("u26.index-unique", {"tokens": ("A", "B"), "theta": Angle.parse("1")}, "1 > 0.5403…"),
        ("u26.rem31b", {"letters": "AB", "theta": Angle(), "tokens": parse_letter("A1 B1 BA"), "n0": 3}, "1 = 1"),
        ("u26.fig5a", {"row": 2, "value": Fraction("0.9"), "decimals": 1}, "0.0340… < 0.05"),
    ],
)
def test_the_sign_follows_the_instance(id, at, sign_there):
    assert sign_there in LIBRARY.theorem(id).hand(**at)[-1]


def test_a_claim_without_lines_of_its_own_shows_where_it_is_false_or_holds(monkeypatch):
    monkeypatch.setattr(LIBRARY.theorem("u26.discrepancy.max-is-min"), "hand", None)
    false = by_hand(LIBRARY.claims["u26.discrepancy.max-is-min"])
    assert false[0].endswith("others = any other position")
    assert false[-2:] == ["The statement is false there. What it compares:", "1.9709… > 0.0290…"]
    true = by_hand(LIBRARY.claims["u26.index-bound-length.corrected"])
    assert true[0] == "Take input = A A A 1, θ = 2π/3" and true[1].startswith("Met there: n >= 2; ")
    assert true[2:4] == ["The statement holds there. What it compares:", "input gap = 3/2 ≤ 3/2 = versine"]


@pytest.mark.parametrize(
    "id, told",
    [
        ("new.precision-cliff", "2^9·(1 - cos(2π/101)) = 0.9904… < 1 = the limit"),
        ("new.precision-cliff.brackets", "position 47, = 1 > 0.9960… = that of position 48"),
        ("new.precision-cliff.brackets.index", "n = 50, the query asks 9 back: the computed logit of its target, position 41, = 1 = 1"),
        ("new.precision-cliff.wide", "n = 1848: the gap over twice the error bound = 0.9993… < 1"),
        ("new.precision-cliff.cosine-error", "between 0.006223… and 0.006223…"),
        ("new.long-context", "βλ = 33.9070… > 12.4766… = ln 2n"),
        ("new.long-context.limits", "n = 75, the query asks 21 back: the computed logit of its target, position 54, = 0.9964… < 0.9965…"),
        ("new.long-context.bounds", "βλ = 8.8431… < 8.9442… = ln 2n"),
        ("su2024.table", "So 11587.2442 <= base_L <= 11587.2444: to two digits 1.2e4 and 1.2e4"),
        ("men2024.table2.corrected", "So 4293.3818 <= base_L <= 4293.4474: to two digits 4.3e3 and 4.3e3"),
    ],
)  # fmt: skip
def test_a_row_of_a_table_shows_the_numbers_on_both_sides_of_its_end(id, told):
    lines = by_hand(LIBRARY.claims[id])
    assert told in "\n".join(lines) and not any(line.startswith("Evaluated there") for line in lines)
    assert not any(line.partition(" = ")[0] == line.partition(" = ")[2] for line in lines)


#: So many claims that hold compare nothing at their instance that can be written as numbers; fewer is better.
SILENT = 33


def test_no_instance_shows_one_text_twice_and_few_show_nothing_beyond_the_statement():
    shown = {claim.id: by_hand(claim) for claim in LIBRARY.claims.values() if claim.verdict is not Tier.REFUTED}
    twice = [(id, line) for id, lines in shown.items() for line in lines if re.fullmatch(r"(.+) [=≤≥] \1", line)]
    assert not twice and sum(lines[-1].startswith(EVALUATED) for lines in shown.values()) <= SILENT
    assert "built = (0.5403…, 1, 0.5403…) = (0.5403…, 1, 0.5403…) = printed" in shown["u26.index-logits"]
    assert f"{APART}5 = 5" in shown["su2021.eq16.norm"]


@pytest.mark.parametrize(
    "id, told",
    [
        ("u26.table1", "10⁴ times the difference = 0.3841… < 1/2"),
        ("u26.fig5a.corrected", "n = 145: 2nθ = 0.783 < 0.7853… = ω = 2π/8\nn = 146: 2nθ = 0.7884 > 0.7853…"),
        ("u26.index-bound-angle", "Gap to any other position = 0.4596… = 0.4596… = 1 - cos θ"),
        ("u26.number-solution.corrected", "n1 + k_HL - j = 1 ∈ {1..3}, and s_1 = C"),
        ("u26.lemF1.sum.corrected", "k e^{βμ} = 0.13533528… <= 0.13781403…"),
        ("u26.index-unique.exact", "a multiple of 2π: none; largest logit at 3"),
        ("u26.rem31a", "input B A 1: logits 0.5403…, 1, 0.5403…, the same"),
        ("u26.rem32", "1 - cos ω = 2 > 0 does not depend on n"),
        ("u26.fig1", "After pass 4: C B A A C C A C C\nThe last position holds C; printed: C"),
        ("u26.num-decomposition", "Index^4: C B A A C C A C C"),
        ("u26.let-decomposition", "Retrieval^4: C2 B1 A3 A3 C2 C2 A3 C2 C2"),
        ("u26.discrepancy.zero", "Input C B A 1: logits 1, -1, 1, -1; Index answers A"),
        ("u26.discrepancy.zero.retrieval", "A2 at 2: logit 1, score 1/2\nDecoded: neither"),
        ("u26.lemF1.steps.all-tie", "the weights 1/3, 1/3, 1/3, all 1/3"),
        ("u26.retrieval-max.cases.same-left.corrected", "They rise: 0.9238… < 1"),
        ("u26.retrieval-max.residual", "Its lead = 1/2 = 1/2 = α - 1"),
        ("u26.thm32.minimum", "The same gap = 0.5838… < 4.9348… = 2π²/4"),
        ("u26.retrieval-bound.never", "Gap = 1.9238… > 1.7071…"),
        ("u25.nope", "Content B at the positions 1 to 3: 2, 2, 2\nContent A at the positions 1 to 3: 0, 0, 0\nColumns that differ from the first: 0 of 3"),
        ("u25.cor1", "(-2.3157…, 0.4736…) = (-2.3157…, 0.4736…)\n2 ≠ 1"),
        ("new.u-shape-sign.shape", "w_max(1) = 0.2609… > 0.2405… = w_max(2)"),
        ("u25.thm7a", "w_max(1) = 0.5709… > 0.5230… = w_max(2)"),
        ("u25.thm7a.earlier", "w_max(4) = 0.5170… < 0.5230… = w_max(5)"),
        ("u25.thm3.angles", "Position 2 asked for, logits: 0.3090…, 1, 0.3090…, -0.8090…, -0.8090…; as large as the target's: 1"),
        ("u26.rem31a.not-symbolic", "at position 1 = -0.4161… < 0.5403… = at position 2"),
        ("u26.rem31b.exactly", "not as the first: 0"),
        ("u26.num-decomposition.doubling", "hops = 4 < 8 = 2^3\nAfter pass 1: C B A A C 5 4 3 3"),
        ("u26.let-decomposition.path-unique", "3 passes of the nearest match: E1 B2 E1 G6 A2 B2 E1 G6 E1 E1 A2 E1 E1 A2 E1 A2 A2, at the end A2 = A2"),
        ("new.letter-path.corrected", "After 2 passes the last position holds C1 = C1"),
        ("u26.listing1.corrected", "Positions at which they differ: 0"),
        ("u26.reflexive", "Position 2: logits 0.7071…, 1, weights 0.1877…, 0.8122…: decoded A"),
        ("u26.index-decode.ties", "Positions with the largest logit: 1, 3\nInput B B A 1: decoded a tie, no token, Index: A"),
        ("men2024.eq10", "B(170) = 2.0199… > 0\nB(171) = -0.2493… < 0"),
        ("su2024.thousand.corrected", "B(512) = 29.4069… > 0"),
        ("new.base-bound-monotone.corrected", "B(20) = 38.9340… > 0"),
        ("barbero2024.thm53", "β·Δ = 4.1422… > 4.0943… = ln(6/ε)"),
        ("u25.thm6.one-angle.corrected", "What it compares:\n1/2 < 0.9996…"),
        ("new.previous-token.beta", "1/2 < 0.7606…"),
        ("men2024.small-base", "first negative = 171 = 171 = m"),
        ("chen2023.thm21.eq7", "0.0008… ≤ 0.005 = 1/200"),
        ("u26.table2", "Index at the last position: y; printed: y"),
        (
            "new.key-error",
            "Off before its rotation, the logit moves by m: m² = 36 = |q|²|e|²\n"
            "Off after its rotation, the logit moves by m: m² = 34.2333… < 36 = |q|²|e|²",
        ),
        ("new.precision-cliff.positions", "256 to 256 and 257 to 256"),
        ("new.precision-cliff.relative", "logit cos 2.1054… = -0.5095…"),
    ],
)  # fmt: skip
def test_what_a_claim_says_is_worked_out_at_an_instance(id, told):
    assert told in "\n".join(by_hand(LIBRARY.claims[id]))


def test_the_rows_of_a_table_are_shown_with_what_they_say():
    rows = {
        id: rows_of(LIBRARY.claims[id])
        for id in ("new.long-context", "new.precision-cliff.brackets", "new.long-context.limits")
    }
    assert list(map(len, rows.values())) == [9, 7, 5]
    assert rows["new.long-context"][-1] == "made for 1048576: float32, rotation in float64"
    assert rows["new.precision-cliff.brackets"][0] == "T_Index at 2π/n, all bfloat16: decodes up to 49, fails at 50"
    assert rows["new.long-context.limits"][0] == "T_Index at 2π/n, bfloat16: decodes up to 74, fails at 75"


@pytest.mark.parametrize(
    "id", ["new.long-context", "new.long-context.bounds", "new.precision-cliff.mix", "new.precision-cliff.retrieval"]
)
def test_what_a_page_computes_beside_the_kernel_is_in_the_list_of_what_is_trusted(id):
    trust = Ledger().decide(id).trust
    assert (
        trust[0].startswith("Coq ")
        and sum("by the page in Python, and not by the kernel" in fact for fact in trust) == 1
    )
    assert IEEE not in trust and not any("by the page" in fact for fact in Ledger().decide("u26.thm31").trust)


def test_a_claim_that_compares_no_numbers_says_which_statement_is_evaluated_and_promises_no_check():
    claim = LIBRARY.claims["u25.thm4.gated"]
    lines = by_hand(claim)
    assert lines[-1].startswith(f"Evaluated there, and true: {claim.statement[:60]}")
    assert heading_of("PROVED", lines) == "An instance" and heading_of("REFUTED", lines) == "Where it fails"


#: Two numbers, or two tokens, with the sign between them.
COMPARED = re.compile(r"[\d…] (<|>|=) [-(]?\d|\S+ ≠ \S+|\b(\w+) = \2\b")
#: What is compared is said in words: how many inputs a model answers, and how many tokens a letter pair asks for.
IN_WORDS = {"u26.rem31d", "u26.let-decomposition.proper-preserved", "u26.let-decomposition.valid-is-proper"}
REFUTED = [id for id, claim in sorted(LIBRARY.claims.items()) if claim.verdict is Tier.REFUTED]


@pytest.mark.parametrize("id", REFUTED)
def test_every_refuted_claim_has_something_to_compare(id):
    lines = by_hand(LIBRARY.claims[id])
    assert heading_of("REFUTED", lines) == "Check by hand"
    assert bool(COMPARED.search("\n".join(lines[1:]))) != (id in IN_WORDS), lines


#: What decides each, computed once more with nothing but a calculator's functions, or by hand where it is sequences.
DECIDES = {
    "u25.thm6.one-angle": "A1 A1 A2 A: logits 1/2, 0.7660…, 0.9396…, -1/2, the last on the free step\nAt β = 24, the weight of A2 = 0.9847… > 1/2 = one half",
    "u25.thm7b": "c_1 = 0 > -1 = c_2; the last: c_2 = -1 < 0 = c_3",
    "u26.discrepancy.max-is-min": "1.9709… > 0.0290…",
    "u26.discrepancy.zero.wrong": "Decoded A = A,",
    "u26.index-bound-angle.other-token": "1.4161… > 0.4596… = 1 - cos θ",
    "u26.index-bound-length.not-maximisers": "The smallest gap = 2 > 1.2337… = 2π²/16",
    "u26.let-decomposition.path-unique.hop-by-hop": "pass 3: A1 A1 A1 BD A1 BD; pass 4: A1 A1 A1 BD A1 BD\nAfter h = 4 passes the last position holds BD ≠ A1",
    "u26.let-decomposition.path-unique.one-path": "pass 2: A1 BB A1 BB\nAfter h = 2 passes the last position holds BB ≠ A1",
    "u26.let-decomposition.proper-preserved": "A1 BA A2 AB → A1 A1 A2 BA\nThere BA at 4 asks for A: A1 A2",
    "u26.let-decomposition.valid-is-proper": "position 10 holds DB, but positions 1..10 hold two tokens with left letter B: B2 and BE",
    "u26.number-solution.assumed": "s_1 = A ≠ B",
    "u26.number-solution.n1-for-n2": "s_1 = A ≠ B",
    "u26.number-solution.start": "9 → 8 → 6 → 5 → 1, the letter C\nFrom position 4: 4 → 3, the letter A ≠ C",
    "u26.rem32.computes": "scores A2: 1/2, A1: 1/2\nDecoded: a tie, no token ≠ A1",
    "u26.rem32.minimum-any-other": "The largest = 1 = 1 = the next one",
    "u26.retrieval-bound.minimum": "The smallest gap = 1.9238… > 1.7071…",
    "u26.thm31.every-position-as-constructed": "0.3090…, -0.8090…\n",
    "u26.thm32.index": "1.4110… > 1.2337… = 2π²/16",
    "barbero2024.thm53.every-length": "e^6/1000 = 0.4034… < 1/2 = 1 - ε",
    "men2024.headline": "0.1971…, and Σ_i w_i cos(mθ_i) = 0.9806… > 0",
    "su2024.thousand": "B(258373) = -0.1170… < 0",
    "men2024.table2.works": "B(12223) = -0.3187… < 0",
    "liu2026.aliasing": "cos 6 = 0.9601… < 1 = cos 0",
    "new.base-bound-monotone": "B(33) = 0.0057… > 0 at base 118; B(33) = -0.0020… < 0 at base 119",
    "new.cached-keys.other-base": "the logit = -1/2 < 1/2",
    "new.cached-keys.relative": "The first logit = 1 > 1/2",
    "new.duplicate-token.every-length": "0, 0.7071…, 1, 0.7071…\nThe first A stands at position 1: its logit = 0 < 1",
    "new.key-error.channels": "Turned by π/2: (-1, 0)\nChannel 1, in size, = 1 > 0",
    "new.letter-path": "pass 3: A1 BC A1 BC\nAfter 3 passes the last position holds BC ≠ A1",
    "new.letter-path.earlier": "pass 1: A1 A1 AA BA; pass 2: A1 A1 AA AA\nAfter 2 passes the last position holds AA ≠ A1",
    "new.precision-cliff.cache": "cos(2g) = -0.058404…, with the rounded frequency -0.061976…\nThe difference = 0.0035… > 0.0019…",
    "new.precision-cliff.relative-rounded": "cos 2.101562… = -0.5061… ≠ -0.4161… = cos 2",
    "new.precision-cliff.retrieval-shared-letter": "times 256: 253.8281… and 254.3281…",
    "new.table-error.collapse": "(-0.9965…, -0.0841…) ≠ (-0.4675…, -0.8837…)",
}


@pytest.mark.parametrize("id, words", DECIDES.items())
def test_what_refutes_a_claim_of_ours_is_what_a_calculator_says(id, words):
    assert words in "\n".join(by_hand(LIBRARY.claims[id]))


def test_compared_is_one_line():
    assert compared("x", 1, "y", Fraction(3, 2)) == "x = 1 < 3/2 = y"


def test_an_instance_shows_both_sides_as_numbers():
    lines = by_hand(LIBRARY.claims["u25.thm1.any-centre"])
    assert "1 ≤ 2" in lines and lines[0].startswith("Take M = ")
    third = by_hand(LIBRARY.claims["u25.thm3"])
    assert "1, 0, -1, 0" in third[1] and third[-1] == "the weight of position 1 = 0.7758… > 1/2 = one half: decoded A"
    assert by_hand(LIBRARY.claims["u25.thm1"])[-1] == "Var(λ) = 38/9 < 80/9 = their sum"


def test_measured_claims_are_not_measured_again_for_their_lines(monkeypatch):
    claim = next(one for one in LIBRARY.claims.values() if one.verdict is Tier.TESTED)
    monkeypatch.setattr(type(claim), "at", lambda *_: pytest.fail("evaluated"))
    assert "measured" in by_hand(claim)[-1]


def stated(x, strict=False):
    """A statement as pages have them: what chooses is no comparison of its own."""
    near = [t for t in range(3) if t != 1]
    if x > 2:
        return x == Fraction(5, 2)
    return less(x, Fraction(1, 2)) if strict else len(near) == 2 and at_most(x, Fraction(1, 2)) is Truth.TRUE


@pytest.mark.parametrize(
    "at, lines",
    [
        ({"x": Fraction(1, 3)}, ["x = 1/3 ≤ 1/2"]),
        ({"x": Fraction(1, 3), "strict": True}, ["x = 1/3 < 1/2"]),
        ({"x": Fraction(2, 3)}, ["x = 2/3 > 1/2"]),
        ({"x": Fraction(1, 3 * 10**6)}, ["x = 0.00000033… ≤ 1/2"]),
        ({"x": Fraction(1, 10**50)}, ["x = 0.0000… ≤ 1/2"]),
        ({"x": Fraction(5, 2)}, ["x = 5/2 = 5/2"]),
    ],
)
def test_the_sign_shown_is_the_one_that_is_true(at, lines):
    assert both_sides(stated, at) == lines


def leads(value, least):
    return less(least, value)


def chained(low, x, tokens):
    return low <= x < Fraction(9, 2) and tuple(sorted(tokens)) == ("A", "B")


@pytest.mark.parametrize(
    "statement, at, lines",
    [
        (lambda n: n, {"n": 1}, []),
        (chained, {"low": 1, "x": Fraction(1, 2), "tokens": "BA"}, ["low = 1 > 1/2 = x"]),
        (chained, {"low": 1, "x": 4, "tokens": "BA"}, ["low = 1 ≤ 4 = x", "x = 4 < 9/2", "both sides, computed apart: A B = A B"]),
    ],
)  # fmt: skip
def test_where_nothing_else_is_compared_chains_counts_and_tokens_are(statement, at, lines):
    assert both_sides(statement, at) == lines


def test_what_functions_of_a_page_compare_is_found_two_deep_and_what_others_compare_is_not():
    holds, example = LIBRARY.claims["new.previous-token.beta"].holds, LIBRARY.claims["new.previous-token.beta"].example
    assert compared_at(holds, example) == compared_at(holds, example, 0) == []
    [side] = compared_at(holds, example, 1)
    assert side.inside and side.left == ball(Fraction(1, 2)) and side.sign == "<" and 0.76 < side.right < 0.77
    assert compared_at(lambda x: leads(x, 0), {"x": 1}, 2) == []


def test_a_statement_without_source_has_no_sides():
    assert compared_at(eval("lambda x: x < 1"), {"x": 0}) == []


def named(n, theta, spare=1, *, lost=0):
    reached, twice = (n - 1 - lost) * theta, 0
    twice += 2
    again = twice * theta
    return (reached + Angle()).cos() * spare < Fraction(1, 2) or again < theta


def test_names_given_once_are_written_out_and_names_that_change_are_not():
    assert both_sides(named, {"n": 3, "theta": Angle.parse("pi/2")}) == ["-1 < 1/2"]


def inlined(n, theta, spare=1, *, lost=0):
    reached = (n - 1 - lost) * theta
    return reached.cos() * spare < Fraction(1, n + 1)


@pytest.mark.parametrize(
    "knobs, line",
    [
        ({}, "cos((n - 1)θ) = -1 < 1/4 = 1/(n + 1)"),
        ({"lost": 1}, "cos((n - 1 - lost)θ) = 0 < 1/4 = 1/(n + 1)"),
        ({"spare": 2}, "cos((n - 1)θ)·spare = -2 < 1/4 = 1/(n + 1)"),
    ],
)
def test_a_side_is_written_with_the_defaults_that_the_instance_leaves(knobs, line):
    assert both_sides(inlined, {"n": 3, "theta": Angle.parse("pi/2"), **knobs}) == [line]


@pytest.mark.parametrize(
    "code, text",
    [
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("a * (b + c) ** 2", "a·(b + c)²"),
        ("(a / b) / c", "a/b/c"),
        ("a / (b * c)", "a/(bc)"),
        ("a / (b / c)", "a/(b/c)"),
        ("-(a + b)", "-(a + b)"),
        ("-a * b", "(-a)b"),
        ("(a * b) ** c", "(ab)^(c)"),
        ("2 * theta * (n - 1)", "2θ·(n - 1)"),
        ("2 * 3", "2·3"),
        ("a * a - b ** 2", "a² - b²"),
        ("2 ** n", "2^(n)"),
        ("ball(theta).cos() ** 2", "(cos θ)²"),
        ("abs(a - b).log()", "ln(|a - b|)"),
        ("1 - Angle(Fraction(1, 2 * n)).cos()", "1 - cos(2π/(2n))"),
        ("Angle(Fraction(n)).cos()", ""),
        ("least_gap(n, theta) + 1", "least gap + 1"),
        ("lead(a) - lead(b)", ""),
        ("max(a, b)", ""),
        ("len(a)", ""),
        ("run.gap", ""),
        ("a[0]", ""),
        ("a if b else c", ""),
        ("True", ""),
        ("floor(a)", ""),
    ],
)
def test_a_side_is_written_as_a_formula_or_not_at_all(code, text):
    assert written(ast.parse(code, mode="eval").body, {}, set("abcn") | {"theta"}) == text


CODE = re.compile(
    r"==|\b[a-z]{3,}\(\w+, |Fraction|\.[a-z]+\(|[a-z]{2}_[a-z]{2}|\[\(|\[\d|None|True|False|\b0 = 0\b|: [a-z_]+\("
)


def test_code_is_told_from_mathematics():
    for line in ("1 ≤ 2: at_most(left, right * factor)", "x == 1", "(s * theta).cos()", "own_value = 1", "[1, 2]"):
        assert CODE.search(line), line
    assert not CODE.search("cos((n - 1)θ) = -1 < 1/4 = 1/(n + 1), s_key = 1, k_{i+1} < k_i")


@pytest.mark.parametrize("id", LIBRARY.claims)
def test_lines_of_an_instance_speak_mathematics(id):
    lines = by_hand(LIBRARY.claims[id])
    pages = tuple(f"{words} " for words in ("Met there:", "Evaluated there,"))  # the page's own words follow
    assert lines and not [line for line in lines if CODE.search(line) and not line.startswith(pages)], lines
    assert all(len(line) <= 400 or line.startswith(pages[0]) for line in lines), lines


def counted_up(upto):
    return all(t * Fraction(1, 2) < upto for t in range(upto))


def test_many_comparisons_are_cut_off_with_their_number():
    lines = both_sides(counted_up, {"upto": 7})
    assert len(lines) == 5 and lines[-1] == "and 3 comparisons of this kind"


def test_figure_5a_with_another_angle_is_another_curve_up_to_n_8_and_only_there():
    """The least change of u26.fig5a names the lengths to be drawn anew: the printed bound min{1 - cos θ, 2π²/n²} at 0.8 and at θ_2."""
    theta = frequencies(10000, 128, "ball")[1]
    differs = [n for n in range(2, 101) if curves(n, False).of_index < curves(n, False, theta).of_index]
    assert differs == list(range(2, 9))
    assert "its curve anew for n ≤ 8 (n ≤ 15 with Theorem 3.2 mended)" in claim("u26.fig5a").erratum.mend
    assert "only up to n = 8" in claim("u26.fig5a").in_fairness
