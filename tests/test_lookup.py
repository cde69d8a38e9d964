"""Words that find questions and claims: stems, rare words first, and nothing found that has none of the words."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rope_theory.core.lookup import STOP, Found, Lookup, best, missing, misspelt, stem, words
from rope_theory.evidence.answers import answers, meant_by, questions, questions_by_words
from rope_theory.evidence.asked import asked as asked_for
from rope_theory.evidence.claims import PRINTED
from rope_theory.evidence.glossary import glossary
from rope_theory.evidence.placed_claims import numbered
from rope_theory.evidence.placed_rows import rows_on
from rope_theory.evidence.places import Place, dotted, located
from rope_theory.evidence.register import register
from rope_theory.evidence.theory import claim
from rope_theory.evidence.titles import claims_by_words, titles

#: What a person types, and the question that has to come first.
TYPED = {
    "capped logits": "softcap",
    "logit softcapping": "softcap",
    "qk-norm": "softcap",
    "GQA": "softcap",
    "sinks": "why-sinks",
    "window": "sliding-window",
    "chunked attention": "sliding-window",
    "NoPE layers": "which-layers",
    "rope_theta": "base",
    "context length": "base",
    "needle in a haystack": "lost-in-the-middle",
    "fp8": "key-quantisation",
    "KV cache": "key-quantisation",
    "bf16": "bf16-step",
    "does padding on the left matter": "left-padding",
    "lost in the middle": "lost-in-the-middle",
    "can I quantize the KV cache before the rotation": "key-quantisation",
    "attention sink": "why-sinks",
    "rotary for images and video": "axial",
    "YaRN temperature": "yarn-factor",
    "is bfloat16 relative": "bf16-relative",
    "speculative draft models": "draft-model",
    "which layers are rotated": "which-layers",
    "interleaved vs half split": "layouts",
    "vLLM and llama.cpp pairing": "layouts",
    "rotate_half vs complex": "layouts",
    "llama.cpp permute q k weights": "layouts",
    "rope scaling bug": "which-theta",
    "compare two configs": "which-theta",
    "attention_factor ignored by vllm": "which-theta",
    "position_ids start at 1": "left-padding",
    "speculative decoding": "draft-model",
    "prompt cache reuse at another position": "shift-drift",
    "kv cache quantisation": "key-quantisation",
    "fp8 kv cache": "key-quantisation",
    "cos sin cache dtype": "bf16-step",
    "how many positions can bf16 represent": "bf16-step",
    "rope in fp32": "bf16-step",
    "chunked attention llama4": "sliding-window",
    "gpt-oss sinks": "softcap",
    "iRoPE": "which-layers",
    "NTK": "factor",
    "position interpolation": "factor",
    "qwen yarn hurts short texts": "static-yarn",
    "which yarn factor for 128k": "factor",
    "rotary_dim smaller than head_dim": "partial-rotary",
    "yarn mscale deepseek": "yarn-factor",
    "dynamic ntk kv cache": "dynamic-ntk",
    "longrope short factor long factor": "longrope-switch",
    "video rope time axis": "mrope-sections",
    "streaming llm": "sink-cache",
    "mrope": "mrope",
    "ring attention": "parallel",
    "context parallel": "parallel",
    "flash attention 3": "bf16-step",
    "mscale deepseek": "yarn-factor",
    "head dim 64 vs 128": "head-dim",
}

#: Questions as an engineer, a lecturer and an author put them.
ASKED = {
    "how do I go from 8k to 1M": "factor",
    "which base for 128k context": "base",
    "does bfloat16 break RoPE at long context": "bf16-step",
    "why does my model fail beyond 32k tokens": "factor",
    "my model degrades after 4096 tokens": "factor",
    "will my model work at 1M tokens in bfloat16": "bf16-step",
    "left paddin": "left-padding",
    "slidng window size": "sliding-window",
    "quantisaton of keys": "key-quantisation",
    "should I use YaRN or NTK to extend to 64k": "factor",
    "is it safe to left pad my batch": "left-padding",
    "can I quantize the KV cache": "key-quantisation",
    "how large must the logits be for a sharp softmax at 1M": "softcap",
    "does softcapping hurt long context": "softcap",
    "will attention decay with distance under RoPE": "decay",
    "is a larger rope theta always better": "base",
    "what is the difference between half split and interleaved layout": "layouts",
    "what is partial rotary good for": "partial-rotary",
    "can I shift cached keys after eviction": "shift-drift",
    "is NoPE better than RoPE": "which-layers",
    "rope interleaved wrong garbage": "layouts",
    "converted checkpoint outputs garbage rope": "layouts",
    "interleved rope gibberish after gguf conversion": "layouts",
    "neox vs gptj style rotary": "layouts",
    "q k permutation huggingface meta llama": "layouts",
    "why does my model break after 8k": "factor",
    "best rope_theta for 1M context": "base",
    "how to choose rope theta": "base",
    "yarn facter 4 or 8": "factor",
    "dynamic ntk kv cache wrong": "dynamic-ntk",
    "fp8 kv cache keys rope": "key-quantisation",
    "int4 key cache before rope": "key-quantisation",
    "bfloat16 position ids overflow": "bf16-step",
    "rope in bf16 precision loss": "bf16-step",
    "flash attention float32 logits": "bf16-step",
    "fused atention kernel precision": "bf16-step",
    "sliding window and rope base": "sliding-window",
    "gemma 3 local global rope theta": "gemma",
    "partial rotary factor 0.25": "partial-rotary",
    "head_dim vs rotary_dim": "partial-rotary",
    "mla decoupled rope dimension": "mla",
    "attention sinks positions streaming": "sink-cache",
    "left padding position ids wrong": "left-padding",
    "context shift llama.cpp drift": "shift-drift",
    "longrope factor switch kv cache": "longrope-switch",
    "mscale yarn attention factor": "yarn-factor",
    "qk norm long context": "softcap",
    "logit soft cap 50": "softcap",
    "qwen2-vl mrope sections": "mrope-sections",
    "which rope theta does vllm use after upgrade": "which-theta",
    "rope_scaling ignored": "which-theta",
    "positional interpolation vs yarn": "factor",
    "speculative decoding different rope": "draft-model",
    "lost in the middel": "lost-in-the-middle",
    "nope layers llama 4": "which-layers",
    "drop low frequencies p-rope": "p-rope",
    "positions collapse float16": "float16-262k",
    "fast sin cos approximation": "fast-cosine",
    "2d rope image resolution": "axial",
    "rotate keys before or after caching": "key-quantisation",
    "llama.cpp rope freq base freq scale": "factor",
    "how big must q k norm be": "softcap",
    "ring attention position ids": "parallel",
    "larger head size": "head-dim",
    "what are attention sinks": "why-sinks",
    "why is the bos token attended": "why-sinks",
    "context shift llama.cpp": "shift-drift",
    "qwen2-vl mrope": "mrope",
    "my model outputs garbage after 8k": "factor",
    "perplexity explodes beyond 4096": "factor",
    "model repeats itself after context limit": "factor",
    "low_freq_factor": "factor",
    "how do position ids work with padding": "left-padding",
    "packed sequences reset positions": "left-padding",
    "temperature scaling long context": "attention-scaling",
    "logit scaling log n": "attention-scaling",
    "kv quantization pre rope or post rope": "key-quantisation",
    "inv_freq buffer bf16": "bf16-step",
    "2d rope for vit": "axial",
    "SWA": "sliding-window",
    "ABF": "base",
    "how to pick rope base for 256k": "base",
    "phi3 longrope cache bug": "longrope-switch",
    "bf16 positions above 256": "bf16-step",
    "rotary_pct neox": "partial-rotary",
    "ntk alpha": "factor",
    "beta_fast beta_slow": "factor",
    "softmax temperature for long ctx": "attention-scaling",
    "can i reuse my kv cahce after changing rope theta": "cache-reuse",
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_question_as_people_put_it_finds_its_answer_first(asked, call):
    assert json.loads(call("ask", *asked.split(), "--json")[1])["questions"][0]["id"] == ASKED[asked]


@pytest.mark.parametrize("asked", TYPED)
def test_words_of_a_person_find_the_question(asked):
    assert questions_by_words().find(asked)[0].name == TYPED[asked]


@pytest.mark.parametrize(
    "same",
    [
        "fail fails failed failing failure failures",
        "pad pads padded padding",
        "quantise quantised quantize quantization quantisation",
        "frequency frequencies",
        "symbol symbols symbolic",
        "rotate rotates rotated rotation rotating",
        "long longer longest",
        "class classes",
        "degree degrees",
        "measure measured measures",
    ],
)
def test_words_with_other_endings_are_one(same):
    assert len({stem(word) for word in [*same.split(), *same.upper().split()]}) == 1


@pytest.mark.parametrize(
    "pair", ["speed spend", "position postion", "real ready", "index induction", "text test", "base basis"]
)
def test_words_that_are_others_stay_apart(pair):
    one, other = pair.split()
    assert stem(one) != stem(other)


def test_what_is_no_word_to_look_for():
    assert words("why does it have the a, of I?") == [] and words("H_POS p-RoPE 2-D θ") == [
        "HPOS",
        "pRoPE",
        "2D",
        "theta",
    ]
    assert words("context Context") == ["context", "Context"] and all(word == word.lower() for word in STOP)


def test_a_rare_word_counts_more_and_a_beginning_half():
    many = {str(number): ["common thing"] for number in range(8)}
    lookup = Lookup({**many, "rare": ["singular"]}, [4])
    assert [one.name for one in lookup.find("common singular")][0] == "rare"
    whole, part = lookup.find("singular")[0], lookup.find("singu")[0]
    assert whole.score == 2 * part.score and lookup.find("si") == []


def test_the_better_field_counts_and_equal_ones_keep_their_order():
    lookup = Lookup({"body": ["x", "padding"], "head": ["padding", "x"], "last": ["padding", "padding"]}, [6, 2])
    assert [one.name for one in lookup.find("padding")] == ["head", "last", "body"]


def test_three_to_five_are_shown():
    found = [Found(str(score), (), score) for score in (10, 9, 8, 7, 6, 5, 4)]
    assert len(best(found)) == 5 and len(best(found[:2])) == 2 and len(best([found[0], *[Found("x", (), 1)] * 9])) == 3
    assert best([]) == []


def test_a_misspelt_word_has_its_nearest_and_a_found_one_is_not_missing():
    lookups = questions_by_words(), claims_by_words()
    assert missing("exclusoin of xylophones and pads", *lookups) == {
        "exclusoin": " (did you mean exclusion?)",
        "xylophones": "",
    }


def test_every_claim_and_question_is_found_by_its_own_words_before_all_others():
    for lookup, texts in ((questions_by_words(), questions()), (claims_by_words(), titles())):
        for name, text in texts.items():
            found = lookup.find(text)
            assert name in [one.name for one in found if one.score == found[0].score], (name, found[:3])


# --- ask


def test_ask_lists_questions_and_claims_with_the_words_they_have(call):
    status, out, err = call("ask", "why", "does", "long", "context", "fail")
    assert status == 0 and err == ""
    asking, about, rest = out.split("\n\n")
    rows = asking.splitlines()[1:]
    assert 3 <= len(rows) <= 5 and all(row.split()[0] in answers() and row.endswith("]") for row in rows)
    assert any(row.endswith("lost-in-the-middle? [long, context]") for row in rows)
    assert about.splitlines()[1] == (
        "  new.long-context.limits       The first length that fails, from the last position [long, context, fail]"
    )
    assert rest == "rope-theory ask lists all questions.\n"


def test_ask_in_one_argument_or_several_is_the_same(call):
    assert call("ask", "attention sink") == call("ask", "attention", "sink") != call("ask", "sink")


def test_ask_for_json_gives_what_is_listed_and_says_nothing_of_standing(call):
    status, out, _ = call("ask", "quantized", "yarrn", "--json")
    data = json.loads(out)
    assert status == 0 and list(data) == [
        "words",
        "meanings",
        "all_words",
        "questions",
        "claims",
        "missing",
        "read_as",
        "did_you_mean",
        "statement_named",
    ]
    assert {"id": "key-quantisation", "question": questions()["key-quantisation"], "found": ["quantized"]} in data[
        "questions"
    ]
    assert data["missing"] == {"yarrn": "(did you mean yarn?)"} and data["read_as"] == {"yarrn": "yarn"}
    assert data["did_you_mean"] is None and all(
        set(each["found"]) <= {"quantized", "yarn"} for each in data["questions"]
    )


def test_ask_decides_nothing_for_words(call, monkeypatch):
    monkeypatch.setattr("rope_theory.evidence.ledger.Ledger.decide", lambda *_: pytest.fail("decided"))
    assert call("ask", "padding")[0] == 0


@pytest.mark.parametrize(
    "asked",
    [
        ("left-padding",),
        ("LEFT", "padding"),
        (
            "left",
            "padding:",
            "do the logits CHANGE",
        ),
    ],
)
def test_ask_answers_an_id_and_a_question_as_it_stands(call, asked):
    assert call("ask", *asked) == call("ask", "left-padding") and "It rests on" in call("ask", *asked)[1]


def test_more_words_than_the_question_has_are_not_answered_as_it_is():
    """An answer to another question than the one that was asked would be words in its mouth."""
    assert meant_by("left padding: do the logits not change?") is None
    assert all(meant_by(name) == meant_by(question) == name for name, question in questions().items())


@pytest.mark.parametrize(
    "asked, near",
    [
        (("exclusoin",), "did you mean exclusion? "),
        (("xylophone", "qqq"), ""),
        (("why", "does", "it"), ""),
        (("",), ""),
    ],
)
@pytest.mark.parametrize("option", [(), ("--json",)])
def test_ask_without_a_match_is_one_line_with_near_words_and_the_list(call, asked, near, option):
    said = f"error: no question and no title of a claim has '{' '.join(asked)}' ({near}rope-theory ask lists the questions)\n"
    assert call("ask", *asked, *option) == (2, "", said)


def test_a_question_with_a_slip_is_suggested_before_all_others(call):
    """And nothing is read otherwise where the words are found as they stand, or where no word is."""
    status, out, _ = call("ask", "left", "paddin")
    assert status == 0 and out.startswith("Did you mean left-padding? rope-theory ask left-padding shows its answer.\n")
    assert out.split("\n\n")[1].splitlines()[1].startswith("  left-padding ")
    assert call("ask", "slidng window size")[1].startswith("Read as sliding for slidng.\n")
    page = call("ask", "rope_thetta")[1]
    assert page.startswith("Read as theta for thetta.\n") and "In none of them" not in page
    assert "[theta]" in page.partition("  which-theta ")[2].splitlines()[0]
    for asked in ("long context", "left pad my batch"):
        assert not call("ask", asked)[1].startswith(("Did you mean", "Read as"))
    assert call("ask", "paddin")[0] == 2
    assert misspelt("audio cahce", questions_by_words(), claims_by_words()) == {"cahce": "cache"}


def test_two_words_written_as_one_and_swapped_letters_of_a_short_word_are_read(call):
    assert "(did you mean kv cache? " in call("ask", "kvcache")[2]
    assert "(did you mean gap?" in call("ask", "gpa")[2] and "mean" not in call("ask", "gxp")[2]
    page = call("ask", "why is my kvcache wrong")[1]
    assert page.startswith("Read as kv cache for kvcache.\n") and "  cache-reuse  " in page


# --- explain and verify


@pytest.mark.parametrize("words", ["U-shape", "β", "H_POS"])
def test_words_are_quoted_as_they_were_written(call, words):
    assert f"Claims that have '{words}' in title or id" in call("explain", words)[1]


@pytest.mark.parametrize(
    "asked, near", [("gaap", "gap"), ("discrepency", "discrepancy"), ("softmx weigth", "softmax, weight")]
)
def test_a_misspelt_word_of_a_title_or_of_the_glossary_is_suggested(call, asked, near):
    said = f"error: '{asked}' is not the id of a claim, and no title nor the glossary has it (did you mean {near}?)\n"
    assert call("explain", *asked.split()) == (2, "", said) == call("verify", *asked.split())


@pytest.mark.parametrize(
    "command, head",
    [
        ("explain", "Claims that have 'Exclusion principle' in title or id (rope-theory explain ID shows one):"),
        (
            "verify",
            "error: 'Exclusion principle' is not the id of a claim (those below have 'Exclusion principle' in title or id)",
        ),
    ],
)
def test_words_list_the_claims_that_have_them_and_decide_none(call, command, head):
    status, out, err = call(command, "Exclusion", "principle")
    assert (status, out if status else err) == ({"explain": 0, "verify": 2}[command], "")
    assert (out or err).splitlines() == [
        head,
        "  u25.thm1                PROVED  The exclusion principle: no head whose logits vary is both",
        "  u25.thm1.any-centre     PROVED  The exclusion principle about any reference values",
        "  new.exclusion-identity  PROVED  The exclusion principle as an equality",
        *(["  one of them: rope-theory verify u25.thm1"] if status else []),
    ]


@pytest.mark.parametrize(
    "command, asked, begins",
    [
        ("explain", ("Theorem 3.2",), ("u26.thm32",)),
        ("explain", ("theorem", "3.2"), ("u26.thm32",)),
        ("explain", ("3.2",), ("u26.thm32", "u26.rem32", "barbero2024.prop32")),
        ("verify", ("Remark 3.1",), ("u26.rem31",)),
        ("explain", ("Lemma F.1",), ("u26.lemF1",)),
        ("verify", ("u25 Theorem 7",), ("u25.thm7",)),
        ("explain", ("thm 3.1",), ("u26.thm31",)),
    ],
)
def test_a_numbered_statement_as_a_paper_names_it_lists_the_claims_on_it(call, command, asked, begins):
    status, out, err = call(command, *asked)
    first, *notes = (out if command == "explain" else err).splitlines()
    said = {
        "explain": f"Claims on {' '.join(asked)} (rope-theory explain ID shows one):",
        "verify": f"error: {' '.join(asked)!r} is not the id of a claim (those below are on what is so numbered)",
    }
    assert (status, err if command == "explain" else out) == (
        0 if command == "explain" else 2,
        "",
    )  # a place found is an answer
    assert first == said[command]
    fitting = [name for name in titles() if name.startswith(begins)]
    listed = [note.split()[0] for note in notes if "so numbered, too" not in note]
    assert listed[: len(fitting)] == fitting and not any("more" in note.split()[:3] for note in notes)
    if asked == ("3.2",):  # no kind is named
        assert listed == fitting and notes[-1].endswith("rope-theory explain Section 3.2")


def test_a_numbered_statement_finds_what_is_placed_on_it_and_what_decides_its_sentences_too(call):
    for asked in ("Theorem 3.2", "U26 Theorem 3.2", "Theorem 3.2 of U26"):
        err = call("explain", *asked.split())[1]
        assert {"u26.thm32", "u26.retrieval-bound", "u26.index-bound-length"} <= {
            line.split()[0] for line in err.splitlines()[1:]
        }
    assert "u26.thm32" not in "".join(call("explain", "Theorem", "3.2", "of", "U25")[1:])
    assert claim("u26.retrieval-bound").source.locator == "p. 8, Theorem 3.2"


def test_a_definition_that_no_id_is_named_for_is_found_by_its_place(call):
    listed = [line.split()[0] for line in call("explain", "Definition 3.1")[1].splitlines()[1:]]
    assert "u26.discrepancy.zero" in listed and all("Definition 3.1" in claim(each).source.locator for each in listed)
    for asked in ("9.9", "Theorem 3"):
        err = "".join(call("explain", asked)[1:])
        assert "Theorem 3.2" not in err and ("u26.thm32" not in err), asked


@pytest.mark.parametrize(
    "asked, printed_first, beside",
    [
        ("p. 24", "u26.enumeration", "u26.retrieval-bound"),
        ("Appendix F.2.2", "u26.enumeration", "u26.retrieval-bound.never"),
        ("Figure 5", "u26.fig5a", "u26.fig5a.layer"),
        ("Figure 5A", "u26.fig5a", "u26.thm32.order"),
        ("F.2.1", "u26.index-bound-angle", "u26.index-bound-length.corrected"),
        ("Appendix F.2.3", "u26.rem31c", "u26.rem31d.corrected"),
        ("fig. 3", "u26.fig3", "u26.fig3.flows"),
        ("eq. (16)", "su2021.eq16", "su2021.eq16.corrected"),
        ("U26 Table 1", "u26.table1", "u26.fig5a.layer"),
    ],
)
def test_a_place_of_a_text_lists_the_claims_on_it_and_what_it_prints_first(call, asked, printed_first, beside):
    status, out, err = call("explain", asked)
    first, *lines = out.splitlines()
    assert status == 0 and not err and first == f"Claims on {asked} (rope-theory explain ID shows one):"
    listed = [line.split()[0] for line in lines if "rope-theory" not in line]
    assert listed[0] == printed_first and beside in listed
    where = located(asked)
    on_it = [where.named_by(claim(each).source.locator) for each in listed]
    ours = [claim(each).source.wording not in PRINTED for each in listed]
    order = [(mine, not found) for mine, found in zip(ours, on_it, strict=True)]
    assert order == sorted(order)  # of each, those that decide sentences there come last
    rows = {name for section in register("u26").sections for row in section.rows for name in row.claims
            if where.has_section(section.title) or where.named_by(row.item) or str(row.page) == where.number}  # fmt: skip
    assert all(found or each in rows for found, each in zip(on_it, listed, strict=True))
    assert ("  rope-theory paper NAME 24: the sentences of that page" in lines) == (asked == "p. 24")


def test_a_page_beside_what_is_numbered_lists_the_claims_on_both(call):
    """As the lists cite places: U26, p. 8, Theorem 3.2."""
    lists = [call("explain", *asked)[1].splitlines()[1:] for asked in
             (["U26, p. 8, Theorem 3.2"], ["U26,", "p.", "8,", "Theorem", "3.2"], ["Theorem 3.2 of U26, page 8"], ["U26 Theorem 3.2 (p. 8)"])]  # fmt: skip
    assert lists[0] == lists[1] == lists[2] == lists[3] and lists[0][0].split()[0] == "u26.thm32"
    listed = {line.split()[0] for line in lists[0]}
    both = {line.split()[0] for line in call("explain", "U26 Theorem 3.2")[1].splitlines()[1:]}
    assert {"u26.thm32", "u26.index-bound-length", "u26.retrieval-bound"} <= listed < both  # u26.thm32.order is on p. 9
    caption = call("explain", "p. 8, caption of Figure 5")[1]
    assert caption.splitlines()[1].split()[0] == "u26.fig5a" and "u26.fig5a.layer" not in caption
    status, out, err = call("explain", "U26, p. 9, Remark 3.1")
    assert status == 2 and not out and "no claim is on 'U26, p. 9, Remark 3.1' (those on U26 Remark 3.1: " in err


@pytest.mark.parametrize(
    "asked, words",
    [
        ("p. 8, Theorm 3.2", "did you mean 'p. 8, Theorem 3.2'?"),
        ("U26, p. 8, Theorm 3.2", "did you mean 'U26, p. 8, Theorem 3.2'?"),
        (
            "U26, p. 8, Theorem 3.9",
            "no claim is on 'U26, p. 8, Theorem 3.9', and nothing here has that number (rope-theory explain p. 8 lists what is on that page)",
        ),
        (
            "p. 9, Theorm 3.3",
            "no claim is on 'p. 9, Theorem 3.3', and nothing here has that number (rope-theory explain p. 9 lists what is on that page)",
        ),
        (
            "p. 7, Theorm 3.2",
            "no claim is on 'p. 7, Theorem 3.2' (those on Theorem 3.2: rope-theory explain Theorem 3.2)",
        ),
        (" ", "must be the id of a claim, a place, a pattern or words, got ' '"),
    ],
)
def test_what_is_misspelt_or_missing_beside_a_page_keeps_the_page(call, asked, words):
    """The suggestion was 'Theorem 3.2' alone, and Theorem 3.9 listed U25's theorems; nothing but spaces listed every claim."""
    status, out, err = call("explain", asked)
    assert status == 2 and not out and words in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "asked, read",
    [
        ("p. 23, Lemma F1", "p. 23, Lemma F.1"),
        ("Lemma F1 on page 23", "Lemma F.1 on page 23"),
        ("lemma f1", "lemma F.1"),
        ("Lemma F 1", "Lemma F.1"),
        ("F1", "F.1"),
        ("F 1", "F.1"),
        ("Theorem3,2", "Theorem3.2"),
        ("U26 F2,1", "U26 F.2.1"),
        ("3,2", "3.2"),
        ("Theorem 3,2 of U26", "U26 Theorem 3.2"),
        ("theorem 3.1 u26", "u26 theorem 3.1"),
        ("Theorem 3.1, (U26)", "U26 Theorem 3.1"),
        ("Appendix F.2 u26", "u26 Appendix F.2"),
        ("(7) men2024", "men2024 (7)"),
        ("arXiv 2605.31558 Theorem 3.2", "U26 Theorem 3.2"),
        ("Theorem 3.2 of arXiv:2605.31558v1", "U26 Theorem 3.2"),
    ],
)
def test_a_place_written_without_full_stops_or_with_its_paper_last_is_answered(call, asked, read):
    """F1 was a suggestion though `paper u26` reads it, Lemma F 1 was Lemma 1, and a paper's name behind a place an error."""
    status, out, err = call("explain", *asked.split())
    assert status == 0 and not err and out == call("explain", read)[1]
    assert out.startswith(f"Claims on {read} (rope-theory explain ID shows one):\n")


def test_a_paper_s_number_on_arxiv_alone_lists_its_claims(call):
    """It was "nothing here is so numbered"."""
    assert call("explain", "2511.11579") == call("explain", "U25") and call("explain", "2605.31557")[0] == 2


def test_what_is_listed_is_listed_as_json_and_a_claim_is_told_from_a_list_by_its_keys(call):
    for asked in ("exclusion", "Theorem 3.2", "u26", "u26.rem31"):
        status, out, err = call("explain", asked, "--json")
        listed = [line.split()[0] for line in call("explain", asked, "--all")[1].splitlines()[1:]]
        found = json.loads(out)
        assert (status, err, "id" in found) == (0, "", False) and [one["id"] for one in found["claims"]] == listed
    found = json.loads(call("explain", "u26.rem31a", "--json")[1])
    assert found["id"] == "u26.rem31a" and "claims" not in found


def test_words_of_the_course_lead_to_its_command(call):
    for asked in ("lecture", "Teaching", "course lessons"):
        status, out, err = call("ask", *asked.split())
        assert (status, out) == (2, "") and err.count("\n") == 1
        assert "(rope-theory lessons writes the lecture and the course's notebooks; " in err
    assert "rope-theory lessons" not in call("ask", "weather")[2]


def test_an_error_has_a_place_as_it_was_written(call):
    for asked in ("Lemma F1", "Theorem 3,2 of U26", "Lemma F 9"):
        assert f"'{asked}'" in call("verify", "--claim", asked)[2].splitlines()[0]


def test_an_equation_by_its_number_alone_is_that_of_every_text(call):
    """(7) found what has 7 in its title: Chen's alone."""
    found = [line.split()[0] for line in call("explain", "(7)")[1].splitlines()[1:]]
    assert {"chen2023.thm21.eq7", "men2024.eq7"} <= {*found} and found == [
        line.split()[0] for line in call("explain", "eq. (7)")[1].splitlines()[1:]
    ]
    assert rows_on("(7)", register("men2024")).rows == rows_on("eq. 7", register("men2024")).rows
    assert (
        "'Appendix' is not the id of a claim, and no title nor the glossary has it" in call("explain", "Appendix")[2]
    )  # not 'Appendix x'


def test_a_number_alone_is_the_section_and_what_is_so_numbered_and_an_error_has_what_was_written(call):
    both = rows_on("3,2", register("u26")).rows
    assert both == rows_on("3.2", register("u26")).rows
    for part in ("Section 3.2", "Theorem 3.2", "Remark 3.2"):
        rows = rows_on(part, register("u26")).rows
        assert rows and all(row in both for row in rows), part
    for asked in ("3,9", "Lemma F 9", "p. 8, Theorem 3,9", "3,2,1,9"):
        assert f"'{asked}'" in call("paper", "u26", asked)[2]


def test_a_number_without_its_full_stop_is_a_place_of_a_paper():
    for asked, meant in (("Lemma F1", "Lemma F.1"), ("Theorem 3,2", "Theorem 3.2"), ("F2", "F.2")):
        assert rows_on(asked, register("u26")).rows == rows_on(meant, register("u26")).rows, asked


def test_what_has_no_number_to_mend_is_what_it_was(call):
    for asked in ("e4m3", "10,000", "u26", "p9", "u26.lemF1"):
        assert dotted(asked) == asked
    assert "did you mean" not in call("explain", "u26.lemF1")[2]


def test_a_place_has_no_entry_to_cite(call):
    status, out, err = call("explain", "Theorem 3.2", "--cite")
    assert status == 2 and not out and "u26.thm32" in err


def test_a_place_with_other_digits_is_another_and_a_list_of_pages_names_each():
    assert not Place("p.", "2").named_by("p. 24, Appendix F.2.2") and not Place("Table", "1").named_by("p. 7, Table 12")
    assert Place("Figure", "5").named_by("p. 9, on Figure 5A") and not Place("Figure", "5B").named_by(
        "p. 9, on Figure 5A"
    )
    assert Place("Figure", "5A").named_by("p. 8, caption of Figure 5") and not Place("Figure", "5A").named_by(
        "Figure 55"
    )
    assert Place("p.", "23").named_by("one name for three gaps (pp. 21, 23, 24)")
    assert not Place("p.", "3").named_by("p. 8, Theorem 3.2") and located("Theorem 3.2") is None


@pytest.mark.parametrize(
    "asked, said",
    [
        (
            "Appendix F.2.4",
            "no claim is on 'Appendix F.2.4' (claims are on U26 Appendix A, B, B.1, B.2, C.1, D, F.2, F.2.1, F.2.2, F.2.3, H; Men2024 Appendix A, as rope-theory explain u26 Appendix A)",
        ),
        (
            "u26 p. 99",
            "no claim is on 'u26 p. 99' (claims are on U26 p. 1–9, 13–17, 20–25, 27–28, as rope-theory explain u26 p. 1)",
        ),
        (
            "Table 3",
            "no claim is on 'Table 3' (the register of U26 has 1 sentence on it: rope-theory paper u26 Table 3; claims are on U26 Table 1–2; Men2024 Table 2, 4, as rope-theory explain u26 Table 1)",
        ),
        (
            "Eq. 12",
            "no claim is on 'Eq. 12' (claims are on Su2021 eq. 16; Chen2023 eq. 7–8; Men2024 eq. 6–7, 10, 13, as rope-theory explain su2021 eq. 16)",
        ),
        (
            "u25 Table 1",
            "no claim is on 'u25 Table 1' (rope-theory paper u25 shows what is there)",
        ),
        ("u25 p. 24", "no claim is on 'u25 p. 24' (claims are on U25 p. 1, as rope-theory explain u25 p. 1)"),
        (
            "u25 Remark 3.1",
            "no claim is on 'u25 Remark 3.1', and nothing here has that number (rope-theory paper u25 shows what is)",
        ),
        (
            "Definition D.1",
            "the register of U26 has 2 sentences on it: rope-theory paper u26 Definition D.1, beside: u25.nope;",
        ),
        (
            "U26 Definition F.3",
            "no claim is on 'U26 Definition F.3' (the register of U26 has 1 sentence on it: rope-theory paper u26 Definition F.3; rope-theory paper u26 shows what is)",
        ),
        ("Theorm 3.2", "did you mean 'Theorem 3.2'?"),
        ("apendix F.2", "did you mean 'Appendix F.2'?"),
        ("9.9", "nothing here has that number"),
    ],
)
def test_a_place_without_claims_and_a_misspelt_one_are_one_line_that_helps(call, asked, said):
    status, out, err = call("explain", asked)
    assert status == 2 and not out and err.count("\n") == 1 and said in err


def test_an_appendix_by_its_number_alone_has_the_same_claims_all_of_them_and_what_else_has_the_number(call):
    bare, named = (call("explain", *asked.split())[1].splitlines()[1:] for asked in ("F.2", "Appendix F.2"))
    assert bare[:-1] == named and len(named) > 60 and not any(" more" in line for line in named)
    assert {"u26.index-unique", "u26.lemF1.sum", "u26.retrieval-display", "u26.rem31d.corrected"} <= {
        one.split()[0] for one in named
    }
    assert bare[-1] == "  Definition F.2 is so numbered, too: rope-theory explain Definition F.2"
    of_the_definition = [line.split()[0] for line in call("explain", "Definition", "F.2")[1].splitlines()[1:]]
    assert of_the_definition and all("Definition F.2" in claim(each).source.locator for each in of_the_definition)


def test_words_list_all_claims_that_have_them_where_all_are_asked(call):
    said = [call("explain", "head", *extra)[1].splitlines() for extra in ((), ("--all",))]
    assert all(told.startswith("head: ") and head.startswith("Claims that have 'head'") for told, head, *_ in said)
    few, whole = (lines[2:] for lines in said)
    assert len(few) == 13 and few[-1] == f"  and {len(whole) - 12} more: rope-theory explain head --all"
    assert [one.split()[0] for one in whole] == [each.name for each in claims_by_words().find("head")]


def test_a_number_of_nothing_is_an_error_that_lists_what_is_of_its_kind(call):
    status, out, err = call("explain", "Theorem 9.9")
    first, *notes = err.splitlines()
    assert (
        status == 2
        and not out
        and "no claim is on 'Theorem 9.9', and nothing here has that number (below are those in U25 and U26)" in first
    )
    assert {"u25.thm1", "u26.thm31", "u26.thm32"} <= {note.split()[0] for note in notes}
    assert all(".lem" not in note and note.startswith("  ") for note in notes)
    one = call("explain", "U25 Theorem 9")[2].splitlines()[1:]
    assert one and all(note.split()[0].startswith("u25.thm") for note in one[:-1])
    assert one[-1] == "  one of them: rope-theory explain u25.thm1"


def test_a_page_of_a_paper_is_shown_alone_and_another_is_told_which_there_are(call):
    for asked in ("p9", "9", "p. 9", "page 9", "Page 9", "pp. 9", "U26, p. 9"):
        status, out, _ = call("paper", "u26", asked)
        assert status == 0 and "p. 9:" in out and "p. 8:" not in out
    status, out, err = call("paper", "u26", "p99")
    assert (
        status == 2
        and not out
        and "the register of U26 has no 'p99' (its rows are on p. 1–9, 13–30)" in err
        and err.count("\n") == 1
    )


def test_a_place_of_a_paper_is_shown_alone_and_its_subsections_with_it(call):
    rows = {one.title: one.rows for one in register("u26").sections}
    items = {row.item for row in rows_on("Theorem 3.2", register("u26")).rows}
    assert items == {"Theorem 3.2"} == {row.item for row in rows_on("thm 3.2", register("u26")).rows}
    robust = rows_on("§3.5", register("u26"))
    assert [one.title for one in robust.sections] == ["3.5 Robustness Analysis"]
    assert robust.rows == [*rows["3.5 Robustness Analysis"]] == rows_on("Section 3.5", register("u26")).rows
    subsections = [one.title.partition(" ")[0] for one in rows_on("F.2", register("u26")).sections]
    assert {"F.2.1", "F.2.2"} <= {*subsections} and "F.1" not in subsections
    for asked in (["Theorem 3.2"], ["Theorem", "3.2"]):
        status, out, err = call("paper", "u26", *asked)
        assert status == 0 and not err and "u26.thm32" in out and "u26.thm31" not in out
    for asked in ("U26, p. 8, Theorem 3.2", "p. 8, Theorem 3.2", "Theorem 3.2 of U26", "Theorem 3.2 on page 8"):
        assert rows_on(asked, register("u26")).rows == rows_on("Theorem 3.2", register("u26")).rows, asked


def test_a_number_on_arxiv_is_the_paper_wherever_one_is_asked_for(call):
    for command in ("errata", "letter", "paper"):
        assert call(command, "2605.31558") == call(command, "u26") and call(command, "u26")[0] == 0
    assert (
        "no paper here is called 'u99' (U25: 2511.11579, U26: 2605.31558, …; rope-theory paper lists all)"
        in call("paper", "u99", "p8")[2]
    )


def test_a_place_without_its_full_stop_and_ids_with_commas_are_read(call):
    assert (
        call("paper", "u26", "thm32") == call("paper", "u26", "Theorem", "3.2")
        and call("paper", "u26", "thm32")[0] == 0
    )
    assert call("explain", "u26.thm32,") == call("explain", "u26.thm32") and call("explain", "u26.thm32")[0] == 0
    for written in (("u26.thm32,u26.fig5a",), ("u26.thm32,", "u26.fig5a"), ("u26.thm32 u26.fig5a",)):
        assert [one.id for one in asked_for(written)] == ["u26.thm32", "u26.fig5a"]


@pytest.mark.parametrize(
    "asked, said",
    [
        ("Theorem 9.9", "the register of U26 has no 'Theorem 9.9' (it has Theorem 3.1, Theorem 3.2)"),
        ("thm99", "the register of U26 has no 'thm99' (it has Theorem 3.1, Theorem 3.2)"),
        ("p. 9, Theorem 9.9", "the register of U26 has no 'p. 9, Theorem 9.9' (it has Theorem 3.1, Theorem 3.2)"),
        (
            "p. 9, Theorem 3.2",
            "the register of U26 has no 'p. 9, Theorem 3.2' (Theorem 3.2 is there on p. 8, not on p. 9)",
        ),
        ("§F3", "the register of U26 has no '§F3' (it has §F, §F.1, §F.2, §F.2.1, §F.2.2, §F.2.3)"),
        ("§F.2.9", "the register of U26 has no '§F.2.9' (it has §F.2, §F.2.1, §F.2.2, §F.2.3)"),
        ("§9", "the register of U26 has no '§9' (it has §1, §2, §3, §4, §A, §B, §C, §D, §E, §F, §G, §H, §I)"),
        (
            "eq. (99)",
            "the register of U26 has no 'eq. (99)' (its formulas: rope-theory paper u26 --kind formula)",
        ),
        (
            "footnote 3",
            "its rows are found by page, section, Figure, Listing, Theorem, Remark, Definition, Lemma or Table, as in rope-theory paper u26 p1)",
        ),
        ("U25 p. 1", "must be a place of U26 (of the other paper: rope-theory paper u25 'p. 1'), got 'U25 p. 1'"),
        ("u25", "must be a place of U26 (of the other paper: rope-theory paper u25), got 'u25'"),
        ("u26", "must be a place of U26, as p8, got 'u26'"),
        ("u26.thm32", "must be a place of U26 (a claim: rope-theory explain u26.thm32), got 'u26.thm32'"),
        ("p8 p9", "must be one place: rope-theory paper u26 'p. 8', got 'p8 p9'"),
        ("pp. 8-9", "must be one place: "),
        ("p. 8 and 9", "must be one page (1–9, 13–30), one section"),
        ("Theorm 3.2", "the register of U26 has no 'Theorm 3.2' (did you mean Theorem 3.2?)"),
        ("Abstrct", "the register of U26 has no 'Abstrct' (did you mean Abstract?)"),
        ("Theorem", "the register of U26 has no 'Theorem' (with its number: Theorem 3.1, Theorem 3.2)"),
        (
            "banana",
            "must be one page (1–9, 13–30), one section (§3.5), or one number of a statement, figure or table (Theorem 3.2), got",
        ),
    ],
)
def test_a_place_that_is_not_there_is_told_what_is(call, asked, said):
    status, out, err = call("paper", "u26", asked)
    assert (status, out, err.count("\n")) == (2, "", 1) and said in err


def test_paper_and_place_may_stand_together_or_the_paper_last(call):
    shown = call("paper", "u26", "p8")
    for asked in (["u26 p8"], ["u26,p8"], ["p8", "u26"], ["p8 of U26"], ["2605.31558", "p8"]):
        assert call("paper", *asked) == shown and shown[0] == 0
    assert call("paper", "u26", "Fig. 5(a)") == call("paper", "u26", "Figure 5A")
    assert call("paper", "u27", "p8")[0] == 2


def test_a_section_is_found_by_its_heading(call):
    assert call("paper", "u26", "robustness analysis") == call("paper", "u26", "§3.5")
    assert [one.title for one in rows_on("abstract", register("u26")).sections] == ["Abstract"]


@pytest.mark.parametrize(
    "option, place",
    [
        (("--section", "3.5"), "'Section 3.5'"),
        (("--page", "9"), "'Page 9'"),
        (("--theorem=3.2",), "'Theorem 3.2'"),
        (("--place", "p. 8, Theorem 3.2"), "'p. 8, Theorem 3.2'"),
        (("--section",), "'Page 8'"),
    ],
)
def test_an_option_in_place_of_a_place_is_told_where_that_stands_and_doing_so_shows_it(call, option, place):
    err = call("paper", "u26", *option)[2]
    assert f"(a place stands behind the paper: rope-theory paper u26 {place})" in err
    assert call("paper", "u26", place.strip("'"))[0] == 0


@pytest.mark.parametrize(
    "asked, said",
    [
        (["p8", "p9"], "claim must be one place at a time, got 'p8 p9'"),
        (["U99 p. 3"], "claim must be on a text that is here (U25, U26, "),
        (["U99 Theorem 3"], "claim must be on a text that is here (U25, U26, "),
        (["Theorem 3 of U99"], "claim must be on a text that is here (U25, U26, "),
        (
            ["Theorem 3.2 and 3.1"],
            "is not the id of a claim (nor one place: Theorem 3.2, p. 8, §3.5; words are looked for without full stops)",
        ),
        (["left-padding"], "'left-padding' is not the id of a claim (a question: rope-theory ask left-padding)"),
    ],
)
def test_what_is_no_place_of_a_text_here_is_told_the_rule(call, asked, said):
    """The first two listed p. 8 and sent to `paper u99`; the fourth was a word search."""
    for command in ("explain", "verify"):
        status, out, err = call(command, *asked)
        assert (status, out, err.count("\n")) == (2, "", 1) and said in err
    assert call("explain", "u26.*")[2].endswith("(several: rope-theory verify 'u26.*'), got 'u26.*'\n")


def test_words_that_no_title_has_are_named_beside_those_that_some_have(call):
    """Of "foo bar" the first was left out without a word."""
    head = "Claims that have 'bar' in title or id; none has foo (rope-theory explain ID shows one):\n"
    assert call("explain", "foo", "bar")[1].startswith(head)
    assert "none has" not in call("explain", "exclusion", "principle")[1]


def test_quotation_marks_around_a_place_do_not_count(call):
    for asked in (["“Theorem 3.2”"], ["“Theorem", "3.2”"], ['"Theorem 3.2"']):
        assert call("explain", *asked) == call("explain", "Theorem 3.2")
        assert call("paper", "u26", *asked) == call("paper", "u26", "Theorem 3.2")


@pytest.mark.parametrize("asked", ["footnote 3", "u26 footnote 2", "sentence 4", "u26 banana"])
def test_a_number_alone_finds_no_claim(call, asked):
    """They were word searches for 3, 2 and 4, and for u26."""
    word = next(each for each in asked.split() if each.isalpha())
    for command in ("explain", "verify"):
        status, out, err = call(command, *asked.split())
        assert (status, out, err.count("\n")) == (2, "", 1) and f"no title has {word}; places: p. 8, §3.5, " in err
    assert call("explain", "length", "3")[0] == 0 and "did you mean discrepancy?" in call("explain", "discrepency 3")[2]


def test_words_that_are_no_statement_of_a_text_are_no_number():
    assert numbered("Theorem 3.2 of U26") == [] and "u26.thm32" not in numbered("Theorem 3")


def test_explain_of_a_word_begins_with_what_it_means(call):
    status, out, err = call("explain", "gap")
    lines = out.splitlines()
    assert (status, err) == (0, "") and lines[0] == f"gap Δ: {glossary()['gap Δ']}"
    assert lines[1].startswith("Claims that have 'gap'") and lines[2].startswith("  ")


def test_a_word_lists_every_claim_whose_title_or_id_has_it(call):
    listed = [line.split()[0] for line in call("explain", "exclusion")[1].splitlines()[1:]]
    assert sorted(listed) == sorted(name for name, title in titles().items() if "exclusion" in (title + name).lower())
    many = call("verify", "--claim", "head")[2].splitlines()
    having = claims_by_words().find("head")
    assert many[0].startswith("error: 'head' is not the id of a claim (") and len(many) == 16
    assert many[1].strip() == f"head: {glossary()['head']}"
    assert many[-2] == f"  and {len(having) - 12} more: rope-theory explain head --all"
    assert many[-1] == f"  one of them: rope-theory verify {having[0].name}"
    last = call("verify", "u26.index")[2].splitlines()[-1]
    assert "more: " not in last  # sixteen: a cut of four saves nothing
    assert len(call("explain", "u26.index", "--all")[1].splitlines()) == 1 + 12 + 4


def test_words_are_an_error_without_output_where_a_claim_is_decided_or_cited(call):
    assert call("explain", "exclusion", "--cite")[:2] == (2, "")
    assert call("verify", "u26.table1", "exclusion", "--json", "-")[:2] == (2, "")


def test_what_is_like_an_id_is_not_words(call):
    assert (
        call("explain", "u25.thm1x")[2].count("\n") == 1 and "did you mean u25.thm1," in call("explain", "u25.thm1x")[2]
    )
    assert "'u26' is not the id of a claim (did you mean 'u26.*', all that begin so?)" in call("verify", "u26")[2]
    assert "claim must be one claim" in call("explain", "u25.thm1", "u25.thm2")[2]


def test_explain_lists_the_claims_that_begin_so_and_suggests_no_pattern_which_it_would_refuse(call):
    status, out, err = call("explain", "new.inverted")
    listed = [line.split()[0] for line in out.splitlines()[1:]]
    assert (status, err) == (0, "") and listed == sorted(id for id in titles() if id.startswith("new.inverted"))
    assert "*" not in out and "*" not in call("explain", "u26")[1]
    assert call("explain", "zz*")[2] == "error: no id of a claim matches 'zz*'\n"
    status, out, err = call("verify", "new.inverted")
    assert (status, out) == (2, "") and err.startswith(
        "error: 'new.inverted' is not the id of a claim (those below begin so; 'new.inverted*' is all of them)"
    )
    assert [line.split()[0] for line in err.splitlines()[1:-1]] == listed


def test_a_number_is_no_misspelling_of_another():
    """`ask` read 10000 as 1000."""
    known = Lookup({"a": ["a claim on 1000 and padding"]}, [2])
    assert misspelt("10000 paddin", known) == {"paddin": "padding"}
    assert missing("10000 paddin", known) == {"10000": "", "paddin": " (did you mean padding?)"}


def test_a_section_is_found_by_its_heading_of_all_papers_or_of_one(call):
    status, said, _ = call("explain", "Abstract")
    assert status == 0 and "Claims on Abstract" in said and "u25.thm1 " in said and "u26.thm31 " in said
    for asked in (("u25", "abstract"), ("Abstract", "of", "U25")):
        said = call("explain", *asked)[1]
        assert "u25.thm1 " in said and "u26." not in said
    assert "u26.thm31 " in call("explain", "results")[1]  # its subsections count
    assert "Claims on" not in "".join(call("explain", "Abstracts")[1:])


def test_a_claim_names_the_sentences_that_are_too_strong_because_of_it(call):
    assert "Too strong because of it (errata)" in (page := call("explain", "new.stack-beta")[1])
    assert "“the number task requires both positional and symbolic heads," in page
    assert "Too strong" not in call("explain", "u25.thm1")[1]


def test_a_word_counts_by_the_square_of_the_digits_of_how_rare_it_is():
    """Of eight texts one has the first word and four have the second: 2·4² and 2·2²; a word that none has counts as one of two."""
    texts = Lookup(
        {name: ["rare half" if name == "a" else "half" if name in "bcd" else name] for name in "abcdefgh"}, [2]
    )
    [one, *others] = texts.find("rare half")
    assert one.score == 2 * 4**2 + 2 * 2**2 and [each.score for each in others] == [2 * 2**2] * 3
    assert texts.fit("half pizza", others[0]) == Fraction(2**2, 2**2 + 3**2)


def test_a_word_that_no_title_has_as_written_is_said_to_be_found_by_its_stem(call):
    """“Claims that have 'gapp'” stood above claims of which none has it."""
    assert "Claims that have a form of 'gapp' in title or id" in call("explain", "gapp")[1]
    assert "Claims that have 'discrepancy' in title or id" in call("explain", "discrepancy")[1]


def test_what_another_command_has_is_told_where(call):
    """A claim given to errata got the names of ten texts; slides got the answers on sliding windows."""
    assert (
        "no paper here is called 'u26.thm32' (a claim: rope-theory explain u26.thm32)" in call("errata", "u26.thm32")[2]
    )
    for asked in ("slides", "lecture slides"):
        status, out, err = call("ask", *asked.split())
        assert status == 2 and not out and "(rope-theory lessons writes the lecture" in err
    assert "Sliding window" in call("ask", "sliding", "window")[1]
    assert "rope-theory explain theorem 3.2\n" in call("ask", *"is theorem 3.2 true".split())[1]
    for asked in ("§F.2.2", "p. 8", "F.2.2"):  # their digits had been looked up
        out = call("ask", asked)[1]
        assert out == f"A place of a text: rope-theory explain {asked}\n\nrope-theory ask lists all questions.\n"
    for asked in ("llama 3.1 at 128k", "does thm 9.9 hold"):  # no statement
        assert "A place of a text" not in call("ask", *asked.split())[1]


def test_the_list_of_formal_proofs_begins_with_its_columns(call):
    assert call("formal")[1].startswith("Claim, how Coq's word is known, ")
