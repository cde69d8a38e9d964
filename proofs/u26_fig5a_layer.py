"""The angles of Figure 5A stand in the row of layer 2 of Table 1, which is the third row.

Idea: the figure takes id 2 for Index and id 42 for Retrieval. Twelve printed rows tell which layers have both.

Traps: Table 1 counts layers from 0. "The second layer" is the row called 2 if it is read as a name, and the row called 1 if it is
read as a number in a list; id 2 alone stands in three rows.
"""

from rope_theory.evidence.claims import Among, Tier, ours, theorem

#: Table 1 as printed: the ids of the number task and of the letter task, layers 0 to 11.
IDS = [
    (1, 18),
    (2, 32),
    (2, 42),
    (2, 37),
    (10, 40),
    (39, 38),
    (38, 41),
    (38, 38),
    (38, 41),
    (37, 39),
    (37, 38),
    (38, 40),
]
ROWS = [{"layer": layer, "number": number, "letter": letter} for layer, (number, letter) in enumerate(IDS)]
TABLE = Among.of("a row of Table 1: layer, id of the number task, id of the letter task", ROWS)


@theorem(
    "u26.fig5a.layer",
    ours("U26", "p. 9, on Figure 5A, and p. 27, Table 1"),
    "The ids 2 and 42 of Figure 5A stand together in the row of layer 2 of Table 1 and in no other row.",
    TABLE,
    verdict=Tier.EXHAUSTIVE,
    example=ROWS[2],
    readings="'The angles corresponding to the second layer' is right for the layer that is called 2; layers are called 0 to 11, so it is "
    "the third, and the second row has the ids 2 and 32.",
)
def plotted(layer, number, letter, called=2, both=True):
    return ((number == 2 and letter == 42) if both else number == 2) is (layer == called)


plotted.false("the second row, layer 1", ROWS[1], called=1)
plotted.false("id 2 alone tells the layer", ROWS[3], both=False)
plotted.false("layer 1 has id 42", {**ROWS[1], "letter": 42}, TABLE)
plotted.edge("layers counted from 1", {"layer": 3, "number": 2, "letter": 42}, assumed=False, holds=False)


@plotted.proof
def proof(proof):
    proof.rows("each row of Table 1")
    proof.qed("the twelve rows of Table 1")
