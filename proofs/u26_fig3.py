"""Figure 3: the rows of the idealised panels are powers of Index and Retrieval, and the inputs above end as printed.

Idea: row "Depth k" is what k + 1 passes make of the input. For the trained models the figure shows the tokens that have come to a
position so far; where they have all come, in the last row, each must be an end of the path that begins at its position.

Traps: "Depth 0" is no input but one application. The input of panel B is not proper: be and b2 hold the letter that db and eb ask
for, ge and g6 the one that dg asks for, so that these three have two ends each; the path of the answer meets none of them.
"""

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import OneLayer, t_index, t_retrieval
from rope_theory.core.tasks import (
    index_function,
    parse_letter,
    parse_number,
    retrieval_function,
    solve_letter,
    solve_number,
)
from rope_theory.evidence.claims import Among, Tier, paraphrase, theorem
from rope_theory.proofs.u26_fig1 import figure_model

#: Panel -> its input and the rows "Depth 0" to "Depth 4"; "Depth L-1" prints the last one again.
DEPTHS = {
    "C": (
        "C B A 1 4 1 3 2 1",
        ("C B A A C 1 3 2 1", "C B A A C C A 2 1", "C B A A C C A C 1", "C B A A C C A C C", "C B A A C C A C C"),
    ),
    "D": (
        "C2 B1 A3 FA EC DE HF GD IG",
        (
            "C2 B1 A3 A3 C2 EC FA DE GD",
            "C2 B1 A3 A3 C2 C2 A3 EC DE",
            "C2 B1 A3 A3 C2 C2 A3 C2 EC",
            "C2 B1 A3 A3 C2 C2 A3 C2 C2",
            "C2 B1 A3 A3 C2 C2 A3 C2 C2",
        ),
    ),
}
#: Panel -> its input, its last row, and the hops from its last position.
FLOWS = {
    "A": ("n h n v h y r s 6 3 2 7 7 8 4 7 2", "n h n v h y r s n r n h y y n n n", 4),
    "B": (
        "e1 b2 e1 g6 a2 b2 e1 g6 be db ca ge eb hc dg fh eh",
        "e1 b2 e1 g6 a2 b2 e1 g6 e1 e1 a2 e1 b2 a2 e1 a2 a2",
        3,
    ),
}
TASKS = {"C": "number", "D": "letter", "A": "number", "B": "letter"}
#: θ = 2π/17 for T_Index; nine letters and θ = ω/19 for T_Retrieval.
THETAS = {"C": Angle.parse("2pi/17"), "D": Angle.parse("2pi/171")}


def row(panel: str, depth: int) -> dict:
    return {"panel": panel, "depth": depth, "row": DEPTHS[panel][1][depth]}


def flow(panel: str, position: int) -> dict:
    return {"panel": panel, "position": position, "token": FLOWS[panel][1].split()[position - 1]}


PRINTED_ROW = Among.of("a printed row of panel C or D", [row(panel, depth) for panel in DEPTHS for depth in range(5)])
PRINTED_END = Among.of(
    "a position of panel A or B, with its token in the last row",
    [flow(panel, j) for panel in FLOWS for j in range(1, 18)],
)


@theorem(
    "u26.fig3",
    paraphrase("U26", "p. 5, Figure 3, panels C and D"),
    "Row 'Depth k' of panel C is Index^{k+1} of its input and row 'Depth k' of panel D Retrieval^{k+1}, k = 0..4; so they are by "
    "definition, and so k + 1 passes of T_Index (θ = 2π/17) and T_Retrieval (nine letters, ω/19) with hard attention make them, at every position.",
    PRINTED_ROW,
    verdict=Tier.EXHAUSTIVE,
    example=row("C", 0),
    readings=(
        "Passes are those of hard attention; θ = 2π/17 for T_Index, nine letters and θ = ω/19 for T_Retrieval.",
        "'Depth L-1' prints the row of depth 4 again; from depth 3 on nothing changes, so that it is right for every L >= 4.",
    ),
)
def idealised(panel, depth, row, first=1, model=figure_model):
    number = TASKS[panel] == "number"
    parse, step = (parse_number, index_function) if number else (parse_letter, retrieval_function)
    built: OneLayer = model(TASKS[panel], THETAS[panel])
    defined = run = parse(DEPTHS[panel][0])
    for _ in range(depth + first):
        defined, run = step(defined), built.apply(run)
    return defined == run == parse(row)


idealised.false("depth k is k applications", row("C", 0), first=0)
idealised.false("depth k is k + 2 applications", row("D", 2), first=2)
idealised.false(
    "the same letter has come everywhere at depth 2", {**row("C", 2), "row": DEPTHS["C"][1][3]}, PRINTED_ROW
)
idealised.false(
    "T_Index may look at an angle that ties",
    row("C", 0),
    model=lambda task, theta: t_index(Angle.parse("pi")) if task == "number" else t_retrieval("ABCDEFGHI", theta),
)
for _panel in DEPTHS:
    _last = row(_panel, 4)
    idealised.edge(f"panel {_panel}: nothing changes any more", {**_last, "depth": 9}, assumed=False, holds=True)


@idealised.proof
def each_row(proof):
    proof.rows("each printed row is that power of the function, and what so many passes make")
    proof.qed("the ten printed rows")


def ends(tokens: tuple, position: int) -> set:
    """The tokens in which a path from the position can end: a hop goes to any earlier token that is asked for."""
    token = tokens[position - 1]
    if isinstance(token, int):
        following = [position - token] if position > token else []
    else:
        asked = getattr(token, "right", None)
        following = [q for q in range(1, position) if isinstance(asked, str) and tokens[q - 1].left == asked]
    return set().union(*(ends(tokens, q) for q in following)) if following else {token}


#: Positions of panel B whose token asks for a letter that two different earlier tokens hold: db, eb, dg.
TWO_ENDS = (10, 13, 15)


@theorem(
    "u26.fig3.flows",
    paraphrase("U26", "p. 5, Figure 3, panels A and B"),
    "In the last row of panels A and B each position holds an end of the path that begins there, and the only one except at db, eb "
    "and dg of panel B, which have two; the last position holds the answer, n after 4 hops and a2 after 3.",
    PRINTED_END,
    verdict=Tier.EXHAUSTIVE,
    example=flow("A", 17),
    readings="A path hops to any earlier token that is asked for, until it can hop no more. What the trained models attend to on the "
    "way is the figure's own report.",
)
def arrived(panel, position, token, several=TWO_ENDS, more_hops=0):
    text, _, hops = FLOWS[panel]
    parse, solve = (parse_number, solve_number) if TASKS[panel] == "number" else (parse_letter, solve_letter)
    tokens, [printed] = parse(text), parse(token)
    found = ends(tokens, position)
    solution = solve(tokens)
    answered = position < len(tokens) or (solution.answer, solution.hops) == (printed, hops + more_hops)
    return printed in found and len(found) == (2 if panel == "B" and position in several else 1) and answered


arrived.false("every position has one end", flow("B", 10), several=())
arrived.false("be has two ends as well", flow("B", 9), several=(9, *TWO_ENDS))
arrived.false("panel A takes one hop more", flow("A", 17), more_hops=1)
arrived.false("the 4 of panel A ends in y", {**flow("A", 15), "token": "y"}, PRINTED_END)
arrived.edge("eb has both ends", {**flow("B", 13), "token": "e1"}, assumed=False, holds=True)


@arrived.proof
def each_end(proof):
    proof.rows("each token of the two last rows")
    proof.qed("the 34 printed tokens")
