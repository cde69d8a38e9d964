"""Special to new.retrieval-separation: the repaired construction on long inputs."""

from rope_theory.core.run_tasks import alphabet
from rope_theory.core.tasks import generate_retrieval
from rope_theory.core.truth import Truth
from rope_theory.proofs.new_retrieval_separation import repaired


def test_repaired_construction_answers_random_proper_inputs_of_growing_length():
    """No angle has to be chosen for the length: the same weights serve 5 and 60 tokens."""
    for length in (5, 20, 60):
        for tokens, _ in generate_retrieval(7, 6, length=length):
            assert repaired.at({"letters": alphabet(tokens), "tokens": tokens}) is Truth.TRUE
