"""The six worked examples in the prompts of Table 2 are answered as the rules of the prompts say.

Idea: the rule for numbers is Index at the last position, the rule for letters Retrieval there. Six inputs are read by both
definitions and by the words of the prompts.

Traps: "move n positions to the left from that final token" counts from the number itself, so that 1 is the token before it. "There
is only one token that fulfills this condition" must hold in the examples, too: q, r and u begin two tokens each in one of them, but are not asked for.
"""

from rope_theory.core.tasks import improper, index_function, parse_letter, parse_number, retrieval_function
from rope_theory.evidence.claims import Among, Tier, paraphrase, theorem

#: Task, input and output as printed.
EXAMPLES = [
    {"task": task, "text": text, "output": output}
    for task, text, output in (
        ("number", "a z b y c x d w 5", "y"),
        ("number", "v t k g n k o h m p 4", "o"),
        ("number", "w y b c v t r i p p 10", "w"),
        ("letter", "a4 b3 c2 d1 fc", "c2"),
        ("letter", "w9 t7 l5 g1 n4 l6 u9 k7 m5 p8 gk", "k7"),
        ("letter", "q5 r7 x4 t7 f4 k7 q4 u2 u3 r5 ex", "x4"),
    )
]
PRINTED = Among.of("a worked example as printed", EXAMPLES)
NUMBER, LETTER = EXAMPLES[0], EXAMPLES[3]


def by_the_words(task: str, words: list[str], back: int = 0, side: int = 0) -> list[str]:
    """The tokens that the prompt's rule leads to."""
    *before, last = words
    if task == "number":
        return [words[len(words) - 1 - int(last) + back]]
    return [word for word in before if word[side] == last[1]]


@theorem(
    "u26.table2",
    paraphrase("U26", "p. 28, Table 2"),
    "In each of the six worked examples the printed output is the one token that the prompt's rule leads to, and Index or Retrieval "
    "at the last position.",
    PRINTED,
    verdict=Tier.EXHAUSTIVE,
    example=NUMBER,
    readings="Letters are those of the prompt, so a token such as a4 binds the letter a to 4; the letter examples are proper inputs.",
)
def worked(task, text, output, back=0, side=0):
    if task == "number":
        defined = index_function(parse_number(text), "error")[-1]
    else:
        tokens = parse_letter(text)
        defined = None if improper(tokens) else str(retrieval_function(tokens)[-1])
    return by_the_words(task, text.split(), back, side) == [output] == [defined]


@worked.by_hand
def by_rule_and_by_function(task, text, output):
    number = task == "number"
    given = index_function(parse_number(text), "error")[-1] if number else retrieval_function(parse_letter(text))[-1]
    return [
        f"{text}: the prompt's rule leads to {', '.join(by_the_words(task, text.split()))}",
        f"{'Index' if number else 'Retrieval'} at the last position: {given}; printed: {output}",
    ]


worked.false("the number's own position counts as the first step", NUMBER, back=1)
worked.false("the second character of the target is matched", LETTER, side=1)
worked.false("the answer of the first example is x", {**NUMBER, "output": "x"}, PRINTED)
worked.false("two tokens may start with the letter", {**LETTER, "text": "a4 c3 c2 d1 fc"}, PRINTED)
worked.edge(
    "l stands twice in the second letter example",
    {**EXAMPLES[4], "text": "w9 t7 l5 g1 n4 l6 u9 k7 m5 p8 gl"},
    assumed=False,
    holds=False,
)


@worked.proof
def proof(proof):
    proof.rows("each example, by the prompt's words and by definition")
    proof.qed("the six examples of Table 2")
