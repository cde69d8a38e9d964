"""Two tokens that share their left letter may tie in T_Retrieval at n = 2 in bfloat16; without rotation and with a direct path every proper
input is answered.

Idea: T_Retrieval's rotation is there for letter-integer tokens alone. Such a token must beat a different token with its
own left letter one position back, and leads it by 1 - cos θ, which falls like 1/n² as for Index. At θ = ω/(4n) that is
soon less than what bfloat16 rounds away. Without rotation every phase is 0, whatever the position, and the computed
logits are a table of letters: one finite check serves every length. The direct path answers letter-integer tokens.

Traps: at n = 2 and 3 the exact lead, 1 - cos(π/32) = 0.0048 and 1 - cos(π/48) = 0.0021, exceeds the threshold 2^-9 of
one rounding: it is the earlier steps that bring the tie. They round each letter's vector differently, so A does not tie
at n = 2, and not at n = 4, though it does at n = 3: no length follows from a shorter one. In float32 the enclosures
overlap long before a tie is certain.
"""

import itertools
from fractions import Fraction

from rope_theory.core.tasks import Pair, improper
from rope_theory.evidence.by_hand import compared, number, sequence, spelled
from rope_theory.evidence.claims import Hypothesis, Tier, Truth, ours, st, theorem
from rope_theory.evidence.claims.trusted import DOUBLE_ROUNDING, IEEE, LIBRARY
from rope_theory.evidence.instances.formats import KNOWN
from rope_theory.models.precision import FORMATS, retrieval
from rope_theory.models.precision.retrieval import LETTERS, answers, emulation, least_letter_lead, rotating, steady


def shared_letter(n: int) -> tuple[Pair, ...]:
    """(B, 1) … (B, 1), (A, 2), (A, 1): proper; the last two keys share their left letter."""
    return (Pair("B", 1),) * (n - 2) + (Pair("A", 2), Pair("A", 1))


#: The shortest input on which T_Retrieval fails in bfloat16.
PAIR_OF_B = (Pair("B", 1), Pair("B", 2))


def proper_inputs(length: int, letters: int = 8):
    """All proper inputs of a length over some letters and the integers 1 and 2."""
    names = LETTERS[:letters]
    tokens = [Pair(left, right) for left in names for right in (1, 2, *names)]
    return (each for each in itertools.product(tokens, repeat=length) if improper(each) is None)


PROPER = Hypothesis("the input is proper", lambda tokens, **_: improper(tokens) is None)
EIGHT = Hypothesis("letters among A..H", lambda tokens, **_: {each.left for each in tokens} <= set(LETTERS))


@theorem(
    "new.precision-cliff.retrieval-shared-letter",
    ours("U26", "our question on the head of p. 24, Appendix F.2.2"),
    "T_Retrieval with 8 letters at θ = ω/(4n), with every step in bfloat16, answers every proper input of length n.",
    PROPER,
    EIGHT,
    example={"tokens": PAIR_OF_B},
    verdict=Tier.REFUTED,
    readings=(
        "Every input of length n, by its last position. Answers: some copy of the answer has a computed logit "
        "strictly above that of every other token. At the witness one token of each kind ties, so average hard "
        "attention gives each half of the weight.",
        "Failure is monotone neither in n nor in the letter: (B, 1) … (B, 1), (A, 2), (A, 1) ties at n = 3, 8, 16 and "
        "64, and not at 2 and 4. In float16 it ties at n = 8, 16 and 64; in float32 the enclosures part at n = 64 and "
        "overlap at 1000, where nothing is decided.",
    ),
)
def shared(tokens, form="bfloat16"):
    return answers(rotating(len(tokens)), emulation(form, len(tokens)), tokens)


@shared.by_hand
def a_tie_by_rounding(tokens):
    run, n = emulation("bfloat16", len(tokens)), len(tokens)
    keys = list(zip(tokens, range(1, n + 1), strict=True))[-2:]
    turned = {side: run.rotated(side, 0, pairs) for side, pairs in (("query", keys[-1:]), ("key", keys))}
    vectors = {
        side: [[Fraction(float(part.lo[k])) for part in both] for k in range(len(both[0].lo))]
        for side, both in turned.items()
    }
    [query], (before, own) = vectors["query"], vectors["key"]
    row, theta = retrieval.last_row(run, tokens), retrieval.RetrievalHead().angle(n)
    fit = [Fraction(float(value)) for value in row.lo[-2:]]

    def written(vector):
        return f"({', '.join(f'{x * 256}/256' for x in vector)})"

    def product(key):
        return sum(x * y for x, y in zip(query, key, strict=True))

    return [
        f"Input {sequence(tokens)}: the last token holds an integer, so its own key must lead; exactly it does, 1 against cos θ = {number(theta.cos())}, "
        f"θ = ω/(4n) = {spelled(theta)}",
        f"Turned to their positions in bfloat16, 8 bits: the query {written(query)}, the key of {tokens[-2]} {written(before)}, its own {written(own)}",
        f"Products: {number(product(before))} with {tokens[-2]}, {number(product(own))} with its own; times 256: {number(256 * product(before))} and "
        f"{number(256 * product(own))}, and between 1/2 and 1 bfloat16 holds whole 256ths",
        f"Rounded: {compared(f'the logit of {tokens[-2]}', fit[0], f'the logit of {tokens[-1]}', fit[1])}, so hard attention gives each one half",
    ]


shared.true_at("one token", {"tokens": (Pair("A", 1),)})
shared.true_at("two tokens with the letter A", {"tokens": shared_letter(2)})
shared.true_at("(B, 1), (B, 1), (A, 2), (A, 1)", {"tokens": shared_letter(4)})
shared.true_at(
    "a letter pair among the keys of other letters", {"tokens": (Pair("A", 2), Pair("B", 1), Pair("C", "A"))}
)
shared.outside("an improper input: two answers", {"tokens": (Pair("B", 1), Pair("B", 2), Pair("A", "B"))}, PROPER)
shared.outside("a ninth letter", {"tokens": (Pair("I", 1), Pair("I", 2))}, EIGHT, says_nothing=True)
TIES = [(form, n) for form in ("bfloat16", "float16") for n in (8, 16, 64)]
APART = (("bfloat16", 2), ("bfloat16", 4), ("float16", 3), ("float16", 4), ("float32", 64))
for form, n in (("bfloat16", 3), *TIES):
    shared.edge(f"a tie in {form} at {n}", {"tokens": shared_letter(n), "form": form}, holds=False)
for form, n in APART:
    shared.edge(f"no tie in {form} at {n}", {"tokens": shared_letter(n), "form": form}, holds=True)


@shared.proof
def tie(proof):
    for text, tokens, value in (
        ("n = 2: both logits are computed as 127/128, whatever cos and sin the model allows", PAIR_OF_B, 127),
        ("n = 3, letter A: both as 1", shared_letter(3), 128),
    ):
        row = retrieval.last_row(emulation("bfloat16", len(tokens)), tokens)[-2:]
        proof.exact(text, retrieval.all_are(row, Fraction(value, 128)))
    proof.cases(
        "this pattern is not answered at n = 8, 16 and 64 either, nor in float16",
        TIES,
        lambda at: shared(shared_letter(at[1]), at[0]) is Truth.FALSE,
    )
    proof.trust(IEEE, DOUBLE_ROUNDING, LIBRARY)
    proof.refute({"tokens": PAIR_OF_B}, "exact witness, emulated with rounded ends that coincide")


def short_inputs(thorough: bool):
    longer = (shared_letter(3), shared_letter(8), shared_letter(64))
    mixed = ((Pair("B", 1), Pair("A", 2)) * n + (Pair("C", "A"),) for n in (1, 4, 150))
    inputs = (*proper_inputs(1), *proper_inputs(2, 3), *longer, *mixed)
    return ({"form": form, "tokens": tokens} for form in FORMATS for tokens in inputs)


FITS = Hypothesis("no position overflows", lambda form, tokens: len(tokens) <= FORMATS[form].largest)


@theorem(
    "new.precision-cliff.retrieval-shared-letter.corrected",
    ours("U26", "answers our question on the head of p. 24, Appendix F.2.2"),
    "T_Retrieval with 8 letters, without rotation and with a direct path that gives a letter-integer token 2 on "
    "itself, answers, under average hard attention on the computed logits, every proper input of every length with every step of its logits in bfloat16, float16, float32 "
    "or float64, as long as no position overflows.",
    KNOWN,
    PROPER,
    EIGHT,
    FITS,
    example={"form": "bfloat16", "tokens": shared_letter(3)},
    small=short_inputs,
    readings="Attention is average hard attention on the computed logits; weights and the scores they add up to are "
    "taken exactly. The formal statement rounds without subnormal numbers.",
)
def corrected(form, tokens, direct=2):
    return answers(steady() if direct else rotating(1), emulation(form, None), tokens)


corrected.false(
    "with the rotation ω/(4n) in place of the direct path",
    {"form": "bfloat16", "tokens": shared_letter(3)},
    holds=lambda form, tokens: shared(tokens, form),
)
corrected.false("without the direct path", {"form": "bfloat16", "tokens": shared_letter(4)}, direct=0)
corrected.false(
    "on improper inputs, too", {"form": "float32", "tokens": (Pair("B", 1), Pair("B", 2), Pair("A", "B"))}, PROPER
)


@st.composite
def proper_tokens(draw):
    """Proper inputs: each letter is bound to one integer if it may be asked for, others are free."""
    asked = draw(st.sets(st.sampled_from(LETTERS[:7]), min_size=1, max_size=4))
    bound = {letter: draw(st.integers(1, 3)) for letter in sorted(asked)}
    free = st.builds(Pair, st.sampled_from([x for x in LETTERS if x not in asked]), st.integers(1, 4))
    first = [Pair(letter, value) for letter, value in bound.items()]
    rest = draw(st.lists(st.one_of(free, st.sampled_from(first)), max_size=30))
    last = st.one_of(free, st.builds(Pair, st.just("H"), st.sampled_from(sorted(asked))))
    return (*first, *rest, draw(last))


corrected.attack(form=st.sampled_from(sorted(FORMATS)), tokens=proper_tokens())
corrected.edge(
    "65504 is the last position that float16 holds", {"form": "float16", "tokens": shared_letter(65504)}, assumed=True
)
corrected.edge("… and the next overflows", {"form": "float16", "tokens": shared_letter(65505)}, assumed=False)


@corrected.proof
def table_of_letters(proof):
    proof.use("new.retrieval-separation.repaired")  # so all that counts is that letters stay apart
    proof.certify(
        "each letter's own key leads every other letter's by more than 1/4 at position 1",
        FORMATS,
        lambda form: least_letter_lead(emulation(form, None)) > Fraction(1, 4),
    )
    proof.certify(
        "the frequency 0 is a number of each format: phases are equal at the first and the last position",
        FORMATS,
        lambda form: FORMATS[form].round(0) == 0 and emulation(form, None).same_turn(1, int(FORMATS[form].largest)),
    )
    given_two = steady().direct(Pair("A", 1)) == {Pair("A", 1): 2}
    proof.exact("a letter-integer token has a direct path of 2 to itself, and all attention is 1", given_two)
    proof.trust(IEEE, DOUBLE_ROUNDING, LIBRARY)
    proof.qed("8 letters, every proper input of every length whose positions the format holds")
