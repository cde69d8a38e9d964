"""The tasks and their oracles, in plain Python: what a head has to compute, written without any head.

Reading order: `tokens` and `vocabulary` (what sequences are made of); `index`, `retrieval`, `induction`,
`previous`, `duplicate` (the functions), `task` (what all of them share); `number`, `letter` (the multi-hop tasks); `exhaustive` (small domains, whole) and `generate`,
`generate_functions` (seeded streams, drawn with `decks`).

An oracle shares no code with the constructions that it judges.
"""

from rope_theory.core.tasks.duplicate import first_occurrence
from rope_theory.core.tasks.exhaustive import all_bindings, all_letter_inputs, all_number_inputs, all_proper
from rope_theory.core.tasks.generate import generate_letter, generate_number, split
from rope_theory.core.tasks.generate_functions import (
    generate_binding,
    generate_index,
    generate_induction,
    generate_retrieval,
)
from rope_theory.core.tasks.index import index_function, index_query, listing1_index
from rope_theory.core.tasks.induction import partial_induction
from rope_theory.core.tasks.letter import LetterSolution, invalid_letter, solve_letter
from rope_theory.core.tasks.number import NumberSolution, invalid_number, solve_number
from rope_theory.core.tasks.previous import generate_previous, parse_letters, previous_tokens
from rope_theory.core.tasks.retrieval import (
    attribute_retrieval,
    consistent,
    improper,
    listing1_retrieval,
    retrieval_function,
)
from rope_theory.core.tasks.task import Task
from rope_theory.core.tasks.tokens import (
    Pair,
    format_tokens,
    is_integer,
    is_letter,
    number_tokens,
    pair_tokens,
    parse_binding,
    parse_letter,
    parse_number,
)
from rope_theory.core.tasks.vocabulary import letters, pair_vocabulary, single_letters, vocabulary

__all__ = [
    "LetterSolution",
    "NumberSolution",
    "Pair",
    "Task",
    "all_bindings",
    "all_letter_inputs",
    "all_number_inputs",
    "all_proper",
    "attribute_retrieval",
    "consistent",
    "first_occurrence",
    "format_tokens",
    "generate_binding",
    "generate_index",
    "generate_induction",
    "generate_letter",
    "generate_number",
    "generate_previous",
    "generate_retrieval",
    "improper",
    "index_function",
    "index_query",
    "invalid_letter",
    "invalid_number",
    "is_integer",
    "is_letter",
    "letters",
    "listing1_index",
    "listing1_retrieval",
    "number_tokens",
    "pair_tokens",
    "pair_vocabulary",
    "parse_binding",
    "parse_letter",
    "parse_letters",
    "parse_number",
    "partial_induction",
    "previous_tokens",
    "retrieval_function",
    "single_letters",
    "solve_letter",
    "solve_number",
    "split",
    "vocabulary",
]
