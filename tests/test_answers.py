"""The answer desk: every answer rests on claims that have the verdicts its words need, and a wrong one is caught."""

from __future__ import annotations

import cmath
import json
import math
import re
import shlex
import tomllib
from dataclasses import replace
from fractions import Fraction
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from rope_theory.core.errors import InvalidInput
from rope_theory.evidence import answers as desk
from rope_theory.evidence.answers import answers, read_answers
from rope_theory.evidence.claims import Tier
from rope_theory.evidence.theory import claims
from rope_theory.faces.cli import main, parser
from rope_theory.faces.commands.ask import _found
from rope_theory.faces.report.answers import page
from rope_theory.laws.discrepancy import best_mix
from rope_theory.models.config import read_config
from rope_theory.models.precision.formats import FORMATS
from rope_theory.models.precision.formats import STORED as KEPT
from rope_theory.models.precision.shifts import KEYS, SHIFT, drift, stored_turn_error, turn_error, typical_drift
from rope_theory.models.scaling import rules

ROOT = Path(__file__).resolve().parents[1]
TEXT = resources.files("rope_theory.evidence").joinpath("answers.toml").read_text(encoding="utf-8")
ENTRY = tomllib.loads(TEXT)["left-padding"]
#: What says that something is so, without exception.
STRONG = (Tier.PROVED, Tier.CERTIFIED, Tier.EXHAUSTIVE, Tier.DERIVED, Tier.REFUTED)


@pytest.mark.parametrize("name", answers())
def test_claims_have_on_record_the_verdicts_that_the_words_need(name):
    one = answers()[name]
    assert one.claims or one.read
    for claim_id, tier in one.claims.items():
        assert claims()[claim_id].verdict is tier, claim_id
        assert tier in STRONG or "measured" in one.answer


@pytest.mark.parametrize("name", answers())
def test_commands_parse_and_addresses_are_addresses(name):
    one = answers()[name]
    for line in one.compute:
        words = shlex.split(line)
        assert words[0] == "rope-theory" and callable(parser().parse_args(words[1:]).run)
        assert all((ROOT / word).is_file() for word in words if word.startswith("examples/"))
        if words[1] == "explain":
            assert words[2] in one.claims
    assert one.question.endswith("?") and one.answer.endswith(".") and not one.unsaid or one.unsaid.endswith(".")
    assert all(
        re.fullmatch(r"https://(github\.com/\S+/(issues|pull)/\d+|arxiv\.org/abs/\d{4}\.\d{5})", at) for at in one.asked
    )


#: Numbers of answers that are in no claim's words, recomputed here: what is printed, and the exact value.
#: By hand, rounded up to the digits that are printed: of a hundred turns in float32 with one store each.
STORED = {
    "47.7": Fraction(math.ceil(1000 * drift(stored_turn_error("bfloat16"), 100)), 10),
    "5.01": Fraction(math.ceil(10**4 * drift(stored_turn_error("float16"), 100)), 100),
}
#: The same, measured: per cent in two digits, in the order in which the answer has them.
MEASURED = [("14", "bfloat16", False), ("1.7", "float16", False), ("0.0002", "float32", False), ("1.6", "bfloat16", True), ("0.21", "float16", True)]  # fmt: skip
DRIFTED = {
    printed: Fraction(f"{100 * typical_drift(form, [100], stored)[0]:.2g}") for printed, form, stored in MEASURED
}
CHECKED = {
    "shift-drift": STORED | DRIFTED | {"64": KEYS, "256": SHIFT},
    "shorter-context": {"18437": 18438 - 1},
    "bf16-step": {"256": 257 - 1},
    "head-dim": {"64": 128 // 2},
    "key-quantisation": {"131072": 1 << 17},  # by its first command: the test below
}


def test_the_length_of_keys_in_fp8_is_that_of_the_first_command(call):
    one = answers()["key-quantisation"]
    found = json.loads(call(*one.compute[0].removeprefix("rope-theory ").split(), "--json")[1])
    assert found["safe_up_to"] == found["searched"] == 131072 and found["recipe"]["stored"] == "fp8_e4m3"
    assert "In fp8_e4m3 a constructed head decodes up to 131072 positions for certain" in one.answer
    wide = {"frequency", "position", "phase", "trig", "product"}
    steps = {step: "float32" if step in wide else "bfloat16" for step in found["recipe"]}
    assert found["recipe"] == steps | {"stored": "fp8_e4m3"}
    assert "phases, cosines and sums in float32, all other steps in bfloat16" in one.answer


def numbers(text):
    """Numbers of two digits or more, decimals and powers."""
    return set(re.findall(r"(?<![\w.^])(?:\d+\.\d+(?:e-\d+)?|\d+\^-?\d+|\d{2,})", text))


@pytest.mark.parametrize("name", answers())
def test_a_number_of_an_answer_is_in_the_words_of_its_claims_or_recomputed(name):
    one = answers()[name]
    said = " ".join(" ".join((claims()[each].statement, *claims()[each].readings)) for each in one.claims)
    known = numbers(said) | set(CHECKED.get(name, {}))
    if one.claims:
        assert numbers(one.answer) <= known, numbers(one.answer) - known
    else:
        assert not numbers(one.answer)
    for printed, value in CHECKED.get(name, {}).items():
        assert Fraction(printed) == value


def test_numbers_of_the_drift_are_those_of_the_bound():
    said = " ".join((claims()["new.cached-keys.drift"].readings[1], answers()["shift-drift"].answer))
    for form, printed in (("bfloat16", "429"), ("float16", "23.4"), ("float32", "0.0026")):
        bound, shown = 100 * drift(turn_error(form), 100), Fraction(printed)
        assert said.count(f"{printed} %") == 2 and 0 <= shown - bound < Fraction(
            1, 10 ** len(printed.partition(".")[2])
        )
    for form, printed in (("bfloat16", "1.7"), ("float16", "0.21")):
        bound = 100 * drift(turn_error(form), 1)
        assert f"{printed} %" in said and 0 <= Fraction(printed) - bound < Fraction(1, 10)


def test_what_is_measured_of_the_drift_stands_in_its_order_and_is_called_no_bound():
    measured = answers()["shift-drift"].answer.partition("Measured, no bound: ")[2]
    assert re.findall(r"([\d.]+) %", measured) == list(DRIFTED)
    bounds = "429", "23.4", "0.0026", "47.7", "5.01"
    assert all(float(each) < float(bound) for each, bound in zip(DRIFTED, bounds, strict=True))
    assert "a hundred times" in measured and "(medians)" in measured


def test_number_of_the_tables_is_that_of_the_bound():
    for eps, printed in ((1e-2, "0.0285"), (1.9e-4, "0.00054")):
        bound = 2 * math.sqrt(2) * eps + 2 * eps**2
        assert printed in claims()["new.table-error"].readings[0] and 0 <= float(printed) - bound < 1e-5 + 1e-4 * (
            eps > 1e-3
        )
    assert 2 * 0.0285 < 0.2806 and "0.0285" in answers()["fast-cosine"].answer


def test_the_list_is_whole(call):
    status, out, _ = call("ask")
    assert status == 0 and [line.split()[0] for line in out.splitlines()[: len(answers())]] == list(answers())
    assert json.loads(call("ask", "--json")[1]) == {name: each.question for name, each in answers().items()}


def test_the_page_of_answers_is_up_to_date():
    """`python tools/answers.py` writes it."""
    assert (ROOT / "docs" / "answers.md").read_text(encoding="utf-8") == page() + "\n"
    assert all(f"## {each.question}" in page() and f"| `{each.name}` |" in page() for each in answers().values())


def test_an_answer_prints_claims_with_their_verdicts_commands_and_sources(call):
    status, out, err = call("ask", "left-padding")
    one = answers()["left-padding"]
    assert status == 0 and err == ""
    for claim_id, tier in one.claims.items():
        assert f"{claim_id}  {tier.name}: " in out
    assert all(f"  {line}" in out for line in (*one.compute, *one.asked)) and "does not say: padding" in out
    data = json.loads(call("ask", "left-padding", "--json")[1])
    assert data["stands"] and {row["id"]: row["verdict"] for row in data["claims"]} == {
        claim_id: tier.name for claim_id, tier in one.claims.items()
    }


def test_an_answer_whose_claim_has_another_verdict_does_not_stand(call, monkeypatch):
    one = answers()["left-padding"]
    wrong = replace(one, claims={**one.claims, "new.precision-cliff.relative-rounded": Tier.PROVED})
    monkeypatch.setattr(desk, "answer", {"left-padding": wrong}.__getitem__)
    status, out, err = call("ask", "left-padding")
    assert status == 1 and "new.precision-cliff.relative-rounded  REFUTED" in out
    assert (
        err
        == "this answer does not stand: new.precision-cliff.relative-rounded is REFUTED, and the answer needs PROVED\n"
    )


def test_an_answer_whose_claim_is_not_sound_does_not_stand():
    from rope_theory.evidence.ledger import Ledger

    ledger, one = Ledger(), answers()["layouts"]

    def decide(claim_id):
        return replace(ledger.decide(claim_id), faults=("sabotaged",))

    assert desk.standing(one, ledger.decide)[1] == [] and len(desk.standing(one, decide)[1]) == 1


@pytest.mark.parametrize(
    "change, says",
    [
        ({"claims": {"new.no-such-claim": "PROVED"}}, "new.no-such-claim"),
        ({"claims": {"new.precision-cliff.relative": "SURE"}}, "must be a verdict"),
        ({"claims": {"new.precision-cliff.relative": "UNDECIDED"}}, "must be a verdict"),
        ({"claims": {}}, "what the answer rests on"),
        ({"answer": ""}, "answer must be given"),
        ({"asked": []}, "asked must be given"),
        ({"compute": []}, "compute must be given"),
        ({"verdict": "PROVED"}, "keys that are known"),
        ({"name": "other"}, "keys that are known"),
    ],
)
def test_a_sabotaged_entry_is_refused(change, says):
    assert read_answers({"left-padding": ENTRY})["left-padding"] == answers()["left-padding"]
    with pytest.raises(InvalidInput, match=re.escape(says)):
        read_answers({"left-padding": {**ENTRY, **change}})


def test_an_unknown_question_is_one_line_with_near_ones(call):
    status, out, err = call("ask", "left-pading")
    assert status == 2 and out == "" and err.count("\n") == 1 and "left-padding?)" in err
    assert "left-padding?" in call("ask", "leftpading")[2]
    assert main(["ask", "x"]) == 2


def test_answers_on_number_formats_say_what_the_commands_take(call):
    """Positions of layers with a window, from where float32 phases are too coarse, and that narrower caches have no bound here."""
    assert "For number formats the whole length counts" in " ".join(call("ask", "sliding-window")[1].split())
    assert "sliding-window" in call("ask", "positions", "of", "windowed", "layers", "number", "format")[1]
    assert "Float32 phases become too coarse as well" in " ".join(call("ask", "bf16-step")[1].split())
    assert "bf16-step" in call("ask", "float32", "phases", "too", "coarse")[1]
    unsaid = answers()["key-quantisation"].unsaid
    assert all(name in unsaid for name in KEPT) and not {"int8", "int4"} & (FORMATS | KEPT).keys()
    assert "int8 and int4 have no bound" in unsaid and len(FORMATS) == 4 and len(KEPT) == 2


@pytest.mark.parametrize("start", [64, 4096, 40000, 47000, 48000, 65536, 500000])
def test_at_the_quotient_the_slowest_plane_turns_no_further_where_the_answer_on_factors_says_so(start):
    """Base 10000, 64 dimensions: plane 32 turns once within about 47116 positions. A rule's turn by its frequency, in floating point."""
    said = answers()["factor"].answer
    assert "as NTK where the slowest plane lies beyond the ramp" in said and "turns less than once within" in said
    assert "Otherwise both turn it further at the quotient" in said
    assert "at the quotient no plane turns further" in said and said.count("fast planes do.") == 2
    layer = read_config({"head_dim": 64, "rope_theta": 10000}).layer()
    plain = 10000 ** (-31 / 32)
    assert "Dynamic NTK's base grows" in said and "the slowest plane turns no further at the target than before" in said
    for rule in ("linear", "ntk", "yarn", "llama3", "dynamic"):
        turned = np.multiply(2, rules(layer, start, 2 * start)[rule][0].floats())
        further = turned > 10000 ** (-np.arange(32) / 32) * (1 + 1e-12)
        assert further[-1] == (rule in ("yarn", "llama3") and start * plain > 2 * math.pi), rule
        assert further.any() == further[0] == (rule != "linear"), rule


@pytest.mark.parametrize("base", ["10000", "500000"])
def test_the_frequencies_of_a_head_of_half_the_dimension_are_every_second_one(base):
    """What the answer on head dimensions rests on, with the best mixes of both at a length."""
    assert "at d = 64 are every second one of those at d = 128" in answers()["head-dim"].answer
    small, large = (read_config({"head_dim": d, "rope_theta": int(base)}).layer().rope.floats() for d in (64, 128))
    assert list(small) == pytest.approx(list(large[::2]), rel=1e-12)
    assert best_mix(base, 64, 256).gap_upper <= best_mix(base, 128, 256).gap_upper


def test_a_question_that_no_answer_has_whole_is_said_to_be_open(call):
    """Five questions that share a word with what was asked looked like its answer."""
    open_, plain = (
        "No question has most of your words, so none is listed: yours may not be answered here.",
        "rope-theory ask lists all",
    )
    for asked in ("what is the best learning rate", "rope vs alibi"):
        page, data = call("ask", *asked.split())[1], json.loads(call("ask", *asked.split(), "--json")[1])
        assert open_ in page and plain in page and data["all_words"] is False
    page = call("ask", *"what does left padding change".split())[1]
    assert open_ not in page and page.splitlines()[1].startswith("  left-padding ")


def test_who_asks_what_a_word_means_is_told(call):
    page = call("ask", *"what is a positional head".split())[1]
    assert "positional: of a head on an input" in page.partition("Questions, with")[0]
    assert "RoPE: rotary position embedding" in call("ask", "What", "is", "RoPE")[1]
    assert "RoPE: rotary position embedding" in call("ask", "what", "is", "rope?")[1]
    assert call("ask", "gap")[1].startswith("gap Δ: ")
    assert "rotary position embedding:" not in call("ask", "rope", "alibi")[1]
    for asked, other in (
        ("what are attention sinks", "hard attention:"),
        ("what is position interpolation", "positional:"),
    ):
        page = call("ask", *asked.split())[1]
        assert other not in page and page.startswith("Questions, with")


@pytest.mark.parametrize(
    "asked, first",
    [
        ("how far can llama 3 attend", "positions-apart"),
        ("is ntk better than yarn", "factor"),
        ("what base for 1M context", "base"),
        ("does left padding matter", "left-padding"),
        ("fp8 kv cache", "key-quantisation"),
        ("how to extend llama 2 to 32k", "factor"),
        ("speculative decoding", "draft-model"),
        ("interleaved vs half split", "layouts"),
        ("flash attention rope precision", "bf16-step"),
        ("can I reuse my KV cache after changing rope_scaling", "cache-reuse"),
        ("prefix caching after rope change", "cache-reuse"),
        ("does YaRN hurt short texts", "static-yarn"),
        ("static yarn short context", "static-yarn"),
        ("why attention sinks", "why-sinks"),
        ("why do models attend to the first token", "why-sinks"),
        ("8k to 128k which factor", "factor"),
    ],
)
def test_a_question_as_people_type_it_finds_its_answer_first(asked, first, call):
    found = json.loads(call("ask", *asked.split(), "--json")[1])
    assert found["questions"][0]["id"] == first


#: What engineers type: question of docs/answers.md, or "none" -> what is typed for it.
TYPED = tomllib.loads((ROOT / "tests" / "data" / "typed_questions.toml").read_text(encoding="utf-8"))


def comes_first(asked):
    """The id of the question that `ask` lists first; "none" where it says that none fits."""
    try:
        found = _found(asked)
    except InvalidInput:  # nothing has one of the words
        return "none"
    return next((one["id"] for one in found["questions"]), "none")


@pytest.mark.parametrize("right", TYPED["first"])
def test_what_engineers_type_finds_its_answer_first_and_a_caution_comes_only_where_none_fits(right):
    """General words (config, model, RoPE) counted, so that another came first, and a caution stood above answers that fit."""
    assert {asked: comes_first(asked) for asked in TYPED["first"][right]} == dict.fromkeys(TYPED["first"][right], right)


def test_what_is_said_to_be_missed_is_missed_and_little():
    missed = [(asked, right) for right, each in TYPED["missed"].items() for asked in each]
    assert all(comes_first(asked) != right for asked, right in missed)
    assert 6 * len(missed) < sum(map(len, TYPED["first"].values()))


def test_a_caution_is_printed_only_where_nothing_is_listed(call):
    caution, asked = "yours may not be answered here", "is it ok to compute rope in bf16"
    page = call("ask", *asked.split())[1]
    assert caution not in page and page.splitlines()[1].startswith("  bf16-step ")
    assert caution in call("ask", *"which gpu for 128k context".split())[1]


def test_general_words_find_what_has_them_where_nothing_else_is_asked_for(call):
    assert "  which-theta " in call("ask", "model")[1] and "In none of them" not in call("ask", "reasonable", "base")[1]


def test_a_question_on_another_subject_gets_no_claims(call):
    """ "order" alone found four claims on who wants a pizza; a word of the field still finds what has it."""
    page, data = (call("ask", *"how do I order a pizza".split(), *more)[1] for more in ((), ("--json",)))
    assert page.startswith("No question has most of your words") and "Claims" not in page and "Questions" not in page
    assert "In none of them: pizza" in page and json.loads(data)["questions"] == json.loads(data)["claims"] == []
    assert json.loads(call("ask", "softcap", "pizza", "--json")[1])["questions"]


@pytest.mark.parametrize(
    "asked",
    [
        "which gpu for 128k context",
        "rope for audio",
        "learning rate for long context finetuning",
        "multi-token prediction",
        "paged attention",
        "gpu vs cpu rope difference",
    ],
)
def test_where_no_question_has_most_of_the_words_none_is_listed_and_that_is_said(asked, call):
    page = call("ask", *asked.split())[1]
    assert page.startswith("No question has most of your words, so none is listed")
    assert "Questions, with" not in page and "Read as" not in page


def test_new_answers_say_what_to_do_first_and_what_is_not_decided(call):
    reuse = answers()["cache-reuse"]
    assert (
        reuse.answer.startswith("If keys were cached after rotation, not as it is.")
        and "Turn it by j(g' - g), plane by plane" in reuse.answer
    )
    assert "multiply the dimensions that turn by a'/a" in reuse.answer and "the old rule gave" in reuse.unsaid
    assert answers()["static-yarn"].answer.startswith("Yes.") and "gets worse" in answers()["static-yarn"].unsaid
    assert answers()["why-sinks"].answer.startswith("That is not decided here.")
    assert answers()["key-quantisation"].answer.startswith("Quantise before the rotation if each channel")
    assert "stored=fp8" in answers()["key-quantisation"].compute[0]
    assert (
        answers()["factor"].answer.startswith("The quotient target/original")
        and "ranks no rule" in answers()["factor"].answer.partition(". ")[0]
    )


def test_a_cached_key_turned_and_scaled_gives_the_logit_of_the_new_rule():
    """What cache-reuse says to do, in floating point: frequencies and attention factor change, one plane."""
    q, k, i, j, g, new, a, factor = 1 + 2j, -3 + 1j, 9, 4, 0.7, 0.3, 1.0, 1.2
    cached = a * k * cmath.exp(1j * j * g)
    query = factor * q * cmath.exp(1j * i * new)
    wanted = factor * k * cmath.exp(1j * j * new)
    mended = cached * cmath.exp(1j * j * (new - g)) * factor / a
    assert (query.conjugate() * mended).real == pytest.approx((query.conjugate() * wanted).real)
    assert (query.conjugate() * cached).real != pytest.approx((query.conjugate() * wanted).real, rel=0.1)


def test_an_answer_of_several_paragraphs_keeps_them(call):
    """The answer on factors was one block of eleven lines."""
    said = answers()["factor"].answer.split("\n\n")
    page = call("ask", "factor")[1].split("\n\n")
    assert len(said) == 6 and [" ".join(each.split()) for each in page[1:6]] == said[:5]
