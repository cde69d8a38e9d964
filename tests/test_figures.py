"""The figures: the same bytes every time, as committed; captions that name existing claims; true values."""

import contextlib
import dataclasses
import functools
import io
import itertools
import math
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from flint import arb
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.markers import CARETRIGHTBASE
from matplotlib.patches import Patch
from matplotlib.text import Text
from PIL import Image
from scipy.optimize import linprog

from rope_theory.core.angles import Angle
from rope_theory.core.constructions import h_pos
from rope_theory.core.errors import InvalidInput
from rope_theory.core.showing.style import (
    BLUE,
    COLUMN,
    DPI,
    GREEN,
    VERMILION,
    canvas,
    mathematical,
    set_labels,
    settings,
)
from rope_theory.core.tasks import improper
from rope_theory.core.truth import Truth
from rope_theory.evidence.claims import Tier
from rope_theory.evidence.instances.retrieval import delta
from rope_theory.evidence.ledger import Ledger
from rope_theory.evidence.papers import paper
from rope_theory.evidence.register import register
from rope_theory.evidence.theory import claims
from rope_theory.faces.cli import main
from rope_theory.faces.figures import (
    discrepancy_curves,
    exchanged_tokens,
    exclusion_plane,
    figure_5a_mended,
    figures,
    gap_by_length,
    least_base,
    precision_cliffs,
    real_models,
    real_projections,
    shape_map,
    slides,
    two_behaviours,
)
from rope_theory.faces.figures import figure as figure_module
from rope_theory.faces.figures.covered import covered
from rope_theory.faces.figures.figure import number
from rope_theory.faces.figures.write import FORMATS, captions, drawn, render, write
from rope_theory.faces.report.letter import letter
from rope_theory.faces.report.letter_claims import asked, on_record
from rope_theory.faces.report.letter_forms import as_text
from rope_theory.laws.discrepancy.least_base_table import tabulated
from rope_theory.laws.discrepancy.precision import as_ball
from rope_theory.laws.gaps import Others, discrepancy, least_gap
from rope_theory.laws.shape import shape
from rope_theory.machines.pretrained.measured import ROBUSTNESS, receipts
from rope_theory.models.precision.brackets import certainly
from rope_theory.models.precision.constructions import IndexHead
from rope_theory.models.precision.recipe import Recipe

ROOT = Path(__file__).resolve().parents[1]
DRAWN = ROOT / "figures"
EACH = pytest.mark.parametrize("name", figures())


#: One figure after the other, so that its panels for slides are drawn once for the tests that look at them.
EACH_ALONE = pytest.mark.parametrize("alone", figures(), indirect=True)


@pytest.fixture(scope="module")
def alone(request):
    """(name, the figure's panels for slides); no panels of one that has no such form."""
    with settings():
        return request.param, [] if request.param in slides.WHOLE else list(slides.panels(figures()[request.param]))


@pytest.fixture(scope="module")
def panels_of():
    """(name) -> the figure's panels for slides, drawn once for the tests that read what stands in them."""

    @functools.cache
    def draw(name):
        with settings():
            return list(slides.panels(figures()[name]))

    return draw


@pytest.fixture(scope="session")
def once(run_store):
    """(name) -> the figure's files, drawn once in a run by whichever of its processes needs them first."""
    return lambda name: drawn(figures()[name], folder=run_store / "made")


@pytest.fixture(scope="session")
def again():
    """(name) -> the figure's files drawn a second time under a reader's settings, and the faults of its texts."""

    @functools.cache
    def draw(name):
        kept = []
        figure = figures()[name]
        seen = dataclasses.replace(figure, draw=lambda: kept.append(figure.draw()) or kept[-1])
        with (
            matplotlib.rc_context({"lines.linewidth": 9, "font.size": 20, "svg.hashsalt": None}),
            texts_drawn() as boxes,
        ):
            files = render(seen)
        return files, text_faults(kept[0], boxes) + covered(kept[0])

    return draw


@EACH
def test_figure_is_drawn_twice_with_the_same_bytes_whatever_the_readers_settings(name, once, again):
    assert once(name) == again(name)[0]


@EACH
def test_committed_drawing_is_what_the_code_draws(name, once):
    files = once(name)
    committed = (DRAWN / f"{name}.svg").read_bytes()
    pinned = re.search(r"^matplotlib==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)[1]
    if matplotlib.__version__ == pinned:
        assert files["svg"] == committed, "run `make figures`"
    else:  # another matplotlib places ticks and text its own way
        assert committed.startswith(files["svg"][:100])
    assert set(files) == set(FORMATS)


def test_committed_folder_holds_all_figures_their_captions_and_nothing_else():
    wanted = {f"{name}.{kind}" for name in figures() for kind in FORMATS} | {"captions.txt", "draw.py"}
    assert {path.name for path in DRAWN.iterdir() if path.name != "__pycache__"} == wanted
    assert (DRAWN / "captions.txt").read_text(encoding="utf-8") == captions(figures().values())


@EACH
def test_png_is_small_column_wide_and_not_empty(name):
    content = (DRAWN / f"{name}.png").read_bytes()
    assert len(content) < 200_000
    picture = np.asarray(Image.open(io.BytesIO(content)).convert("L"))
    assert picture.shape[1] == round(COLUMN * DPI)
    assert (picture < 128).mean() > 0.01


@contextlib.contextmanager
def texts_drawn():
    """Text -> its box in the picture, of every text that is drawn in pixels meanwhile: labels of ticks outside the axes
    exist, but are not drawn."""
    boxes = {}

    def recorded(text, renderer):
        if isinstance(renderer, RendererAgg) and text.get_visible() and text.get_text().strip():
            boxes[text] = text.get_window_extent(renderer)
        draw(text, renderer)

    draw = Text.draw
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", recorded)
        yield boxes


def text_faults(picture, boxes) -> list[str]:
    """Texts that leave the picture, and pairs of unrotated texts that overlap."""
    whole = picture.bbox.padded(1)
    faults = [
        f"clipped: {text.get_text()}"
        for text, box in boxes.items()
        if box.x0 < whole.x0 or box.x1 > whole.x1 or box.y0 < whole.y0 or box.y1 > whole.y1
    ]
    level = [(text.get_text(), box.padded(-1)) for text, box in boxes.items() if text.get_rotation() % 90 == 0]
    overlapping = ((one, other) for (one, a), (other, b) in itertools.combinations(level, 2) if a.overlaps(b))
    return faults + [f"overlap: {one} / {other}" for one, other in overlapping]


@EACH
def test_no_text_is_clipped_and_none_lies_over_another_or_over_data(name, again):
    assert again(name)[1] == []


def test_clipped_and_overlapping_texts_are_found():
    def draw():
        picture, axes = canvas(2)
        axes.set_title("a title that is much longer than a column is wide, so that its end is cut off")
        axes.text(0.5, 0.5, "here")
        axes.text(0.52, 0.5, "there")
        pictures.append(picture)
        return picture

    pictures = []
    with texts_drawn() as boxes:
        render(dataclasses.replace(figures()["geometry-h-pos"], draw=draw))
    faults = text_faults(pictures[0], boxes)
    assert len(faults) == 2 and faults[0].startswith("clipped: a title") and faults[1] == "overlap: here / there"


@pytest.mark.parametrize(
    "add, faults",
    [
        (lambda axes: axes.plot([0, 1], [0, 1], label="line") and axes.legend(loc="center"), ["legend: line"]),
        (lambda axes: axes.plot([0, 1], [0, 1], label="line") and axes.legend(loc="upper left"), []),
        (lambda axes: axes.plot([0, 1, 2], [0, 0, 1], drawstyle="steps-post") and axes.text(1.2, 0, "step"), ["remark: step"]),
        (lambda axes: axes.scatter([0, 0.5, 1], [0, 0.5, 1]) and axes.text(0.45, 0.5, "dot"), ["remark: dot"]),
        (lambda axes: axes.plot([0, 1], [0, 1]) and axes.text(0.4, 0.5, "along", rotation=40, va="bottom", ha="right"), []),
        (lambda axes: axes.plot([0, 1], [0, 1]) and axes.text(0.4, 0.5, "along", ha="left", va="center"), ["remark: along"]),
        (lambda axes: axes.bar([0, 1], [1, 1], label="bar") and axes.legend(loc="lower left"), ["legend: bar"]),
        (lambda axes: axes.fill([0, 1, 0], [0, 0, 1]) and axes.text(0.1, 0.1, "in a grey field"), []),
    ],
)  # fmt: skip
def test_a_legend_or_a_remark_over_a_curve_a_mark_or_a_bar_is_found(add, faults):
    with settings():
        picture, axes = canvas(2)
        add(axes)
        FigureCanvasAgg(picture)
        picture.draw_without_rendering()
        assert covered(picture) == faults


@EACH
def test_caption_names_existing_claims_with_their_verdicts(name):
    figure = figures()[name]
    caption = figure.caption()
    assert len({claim_id for claim_id, _ in figure.decided}) == len(figure.decided) >= 2
    for claim_id, says in figure.decided:
        verdict = claims()[claim_id].verdict
        assert f"{claim_id}, {verdict}: " in caption
        assert says.startswith("that ") == (verdict is Tier.REFUTED), "'that …' marks what was refuted"
    assert "Evaluated: " in caption and figure.shows()[:30] in caption


def test_caption_takes_the_verdict_from_the_claim(monkeypatch):
    figure = figures()["exclusion-plane"]
    known = figure_module.claim
    monkeypatch.setattr(
        figure_module, "claim", lambda claim_id: dataclasses.replace(known(claim_id), verdict=Tier.UNDECIDED)
    )
    assert "u25.thm1, UNDECIDED: " in figure.caption() and "PROVED" not in figure.caption()


# --- values


def test_number_refuses_what_is_not_known_well_enough_to_draw():
    assert number(arb("0.5", "1e-12")) == 0.5 and number((Fraction(1, 3), Fraction(1, 3))) == 0.3333333
    for wide in (arb("0.5", "1e-3"), (Fraction(1), Fraction(2)), arb("1e-12", "1e-13")):
        with pytest.raises(InvalidInput, match="known well enough"):
            number(wide)
    with pytest.raises(TypeError, match="not exact"):
        number(0.5)


@pytest.mark.parametrize("n", [2, 3, 4, 7, 9])
def test_index_curves_enclose_the_discrepancy_over_all_queries(n):
    inputs = [("A",) * (n - 1) + (query,) for query in ("A", *range(1, n))]
    head = h_pos(Angle.parse("0.8"))
    for (low, high), extreme in zip(discrepancy_curves.index_gaps("0.8", n), (min, max), strict=True):
        exact = discrepancy(head, inputs, Others.ANY, extreme)
        assert low <= exact <= high
    assert discrepancy_curves.index_gaps("0.8", n)[1][1] <= discrepancy_curves.corrected_bound(n)[1]


def test_index_curve_exceeds_the_printed_bound_from_nine_on_but_not_at_eight():
    assert discrepancy_curves.violated("0.8")[0] == 9
    law = discrepancy_curves.square_law(8)
    assert as_ball(discrepancy_curves.index_gaps("0.8", 8)[1][1]) < law


def test_with_both_curves_mended_index_is_below_retrieval_from_sixteen_on_and_the_entry_and_the_letter_say_so():
    """Computed here from the formulas of u26.thm32's least change, at both angles; the caption has the numbers of the figure's own code."""
    turn, omega, lengths = 0.0027, 2 * math.pi / 8, range(2, 101)

    def red(n, points, theta=0.8):
        return min(1 - math.cos(theta), 2 * (math.pi / points) ** 2)

    def green(n):
        return math.cos((n - 2) * turn) - math.cos(omega - (n - 1) * turn)

    theta_2 = 10000 ** (-2 / 128)
    [mended, other] = ([n for n in lengths if red(n, n // 2 + 1, theta) < green(n)] for theta in (0.8, theta_2))
    printed = [n for n in lengths if red(n, n) < 1 - math.cos(omega - n * turn)]
    assert mended == other == list(range(mended[0], 101)) and printed == list(range(printed[0], 101))
    ends = max(n for n in range(2, 200) if 2 * n * turn < omega)
    assert all(red(n, n // 2 + 1, theta_2) < green(n) for n in range(mended[0], ends + 1))
    assert all(red(n, n) < 1 - math.cos(omega - n * turn) for n in range(printed[0], ends + 1))
    assert [figure_5a_mended.below(state) for state in (False, True)] == [(printed[0], ends), (mended[0], ends)]
    factor = green(100) / red(100, 51)
    said = (
        f"Index is below Retrieval from n = {mended[0]} to {ends}, the last length in Retrieval's range (as printed, from {printed[0]}), "
        f"at n = 100 by a factor of {factor:.1f}."
    )
    for n in lengths:
        drawn = [figure_5a_mended.curves(n, state) for state in (False, True)]
        assert [float(value) for value in (*drawn[0], *drawn[1])] == pytest.approx(
            [red(n, n), 1 - math.cos(omega - n * turn), red(n, n // 2 + 1, theta_2), green(n)]
        )
    entry, caption = claims()["u26.thm32"], figure_5a_mended.FIGURE.shows()
    assert said in caption and "to 145, the last length in Retrieval's range (as printed, from 9)" in said
    told = (
        f"Index's bound is below Retrieval's least lead over other letters from n = {mended[0]} to {ends}, its range's end. "
        f"At n = 100 they are {red(100, 51):.4f} and {green(100):.4f}, a factor of {factor:.1f}"
    )
    assert told in entry.in_fairness
    few = {n: red(n, max(n // 2 + 1, n - 16), theta_2) for n in range(17, 101)}
    assert {n: float(figure_5a_mended.few_integers(n)) for n in few} == pytest.approx(few)
    more = f"With integers up to 16, as in the paper's data, that factor is {green(100) / few[100]:.1f}."
    assert (
        f"at least {1 + math.cos(99 * turn):.2f} at n = 100, where all other tokens hold the opposite letter."
        in caption
    )
    assert more in caption and f"{told} ({green(100) / few[100]:.1f} with integers up to 16)" in entry.in_fairness
    apart = min(n for n in few if few[n] != red(n, n // 2 + 1, theta_2))
    assert f"it is dotted, lower from n = {apart} on: it ends at" in caption
    with settings():
        lines = figures()["figure-5a-mended"].draw().axes[1].lines
    [dotted] = [line for line in lines if line.get_linestyle() == ":"]
    assert list(dotted.get_xdata()) == list(few) and list(dotted.get_ydata()) == pytest.approx([*few.values()])
    changed = max(n for n in lengths if red(n, n // 2 + 1) != red(n, n // 2 + 1, theta_2))
    assert f"with 0.8 it differs up to n = {changed} only" in caption
    assert f"it ends at {red(100, 84):.4f} and not at {red(100, 51):.4f}" in caption
    whole = as_text(letter(paper("u26"), [on_record(one, Ledger()) for one in asked(paper("u26"))]))
    assert told in " ".join(whole.split())


def test_orange_is_index_and_green_retrieval_dashed_as_printed_and_solid_as_mended():
    """In both figures that redraw U26's Figure 5A, whose red is orange here: the words say so."""
    with settings():
        pictures = [figures()[name].draw() for name in ("discrepancy-curves", "figure-5a-mended")]
    (index, retrieval), (printed, mended) = ([*picture.axes] for picture in pictures)
    of_index, of_retrieval = ({line.get_color() for line in axes.lines} for axes in (index, retrieval))
    assert VERMILION in of_index - of_retrieval and GREEN in of_retrieval - of_index
    shows = figure_5a_mended.FIGURE.shows()
    assert "orange (red there) for Index and green for Retrieval" in shows and "Red" not in shows
    assert all("red" not in text.get_text().split() for axes in (printed, mended) for text in axes.texts)
    for axes, style in ((printed, "--"), (mended, "-")):
        looks = {line.get_label().partition(" ")[0]: (line.get_color(), line.get_linestyle()) for line in axes.lines}
        assert looks["Index"] == (VERMILION, style) and looks["Retrieval"] == (GREEN, style)
    for line in (*index.lines, *retrieval.lines):
        if line.get_label().startswith("printed: "):
            assert line.get_linestyle() in ("--", ":") and line.get_color() in (VERMILION, GREEN)
            assert line.get_label().startswith("printed: Δ ≤ ") and line.get_label().endswith(("(refuted)", "(proved)"))
        elif "corrected" in line.get_label():
            assert line.get_linestyle() == "-" and line.get_color() in (VERMILION, GREEN)
    assert printed.get_xlim() == mended.get_xlim() == (0, 100) and printed.get_ylim() == mended.get_ylim()


def test_how_many_lengths_exceed_the_printed_bound_depends_on_the_largest_integer_and_caption_and_row_say_which():
    most, few = len(discrepancy_curves.violated("0.8")), discrepancy_curves.violated("0.8", discrepancy_curves.INTEGERS)
    head = h_pos(Angle.parse("0.8"))
    inputs = [("A",) * 79 + (query,) for query in ("A", *range(1, 17))]
    low, high = discrepancy_curves.index_gaps("0.8", 80, 16)[1]
    assert low <= discrepancy(head, inputs) <= high < discrepancy_curves.index_gaps("0.8", 80)[1][0]
    caption = discrepancy_curves.FIGURE.shows()
    [row] = [row for row in register("U26").rows if row.item == "Figure 5"]
    assert (
        f"at {most} of the 99 lengths" in caption
        and "With m = 16 integers, as in the paper's data, lengths are above 16 (Definition F.1), and "
        f"{len(few)} of the 84, n = {few[0]} to {few[-1]}, exceed the bound."
        in caption
    )
    assert few == tuple(range(54, 72)) and all(n > 16 for n in few) and len(few) < most  # without a hole: "to" is right
    assert f"with integers up to n-1 Δ is larger than 2π²/n² at {most} of the 99 lengths" in row.note
    assert (
        f"with integers up to 16, as on p. 15, and so lengths above 16, at {len(few)} of the 84, n = 54 to 71."
        in row.note
    )


def test_exchanged_tokens_move_the_arrow_of_the_symbolic_head_alone():
    """The question of the course: arrows end at the largest logit, as drawn, and the caption says what is read."""
    (_, positional, where), (_, symbolic, what) = two_behaviours.CASES
    rows = [
        (head, row)
        for head, tokens in ((positional, where), (symbolic, what))
        for row in (tokens, exchanged_tokens.exchanged(tokens))
    ]
    found = [(exchanged_tokens.read(head, row), str(row[exchanged_tokens.read(head, row) - 1])) for head, row in rows]
    assert found == [(2, "B"), (2, "C"), (2, "B2"), (3, "B2")]
    with settings():
        panels = exchanged_tokens.draw().axes
    arrows = [text.xy[0] for axes in panels for text in axes.texts if getattr(text, "arrow_patch", None)]
    assert arrows == [position for position, _ in found]
    caption = exchanged_tokens.FIGURE.shows()
    assert (
        "reads position 2 both times, B and then C" in caption
        and "reads B2 both times, at position 2 and then at 3" in caption
    )


@pytest.mark.parametrize("n", [2, 3])
def test_wide_input_of_retrieval_is_proper_and_attains_the_discrepancy(n):
    tokens = discrepancy_curves.wide_input(n)
    assert not improper(tokens)
    assert discrepancy_curves.retrieval_gap(tokens) == delta(discrepancy_curves.LETTERS, n, discrepancy_curves.THETA)


@pytest.mark.parametrize("n", [3, 20, 145])
def test_worst_input_of_retrieval_attains_the_corrected_minimum(n):
    found = discrepancy_curves.retrieval_gap(discrepancy_curves.worst_pair_input(n))
    assert found == least_gap(discrepancy_curves.LETTERS, n, discrepancy_curves.THETA)


@pytest.mark.parametrize("head, margin, below", [("H_POS", 0, "U"), ("H_SYM", 3, "inverted-U")])
def test_shape_map_changes_at_the_exact_boundary(head, margin, below):
    first = {n: (stop, kind) for n, start, stop, kind in reversed(shape_map.runs(head))}
    for n, (stop, kind) in first.items():
        boundary = min(2 * np.pi / (n - margin), np.pi)
        assert kind == below and stop == pytest.approx(boundary, rel=2e-4)


def test_exclusion_points_lie_outside_the_triangle_and_pure_heads_on_the_axes():
    heads = exclusion_plane.heads()
    assert heads["H_POS"][0] == 0 == heads["NoPE"][1] and heads["H_SYM"][1] > 0
    assert heads["halfway"] == (0.5, 0.5)
    points = [point for _, tokens, _, _ in exclusion_plane.INPUTS for point in exclusion_plane.path(tokens)]
    assert len(points) > 100 and min(map(sum, points)) >= 1


def test_mix_overtakes_every_single_angle_at_eight():
    ahead = {row.length: row.mix[0] > row.any_angle for row in gap_by_length.rows(500000, 17)}
    assert [length for length in sorted(ahead) if ahead[length]][0] == 8 and not ahead[4]


def _without_colour(handle) -> tuple:
    """What tells a legend's entry from another on grey paper: kind, line or border, marker, width, hatch, lightness in fifths."""
    if isinstance(handle, Patch):
        red, green, blue, _ = to_rgba(handle.get_facecolor() if handle.get_fill() else "white")
        border = (handle.get_linestyle(), handle.get_linewidth()) if handle.get_linewidth() >= 1 else None
        return "patch", border, handle.get_hatch(), round(5 * (0.30 * red + 0.59 * green + 0.11 * blue))
    if not isinstance(handle, Line2D):
        return type(handle).__name__, repr(handle)
    red, green, blue, _ = to_rgba(handle.get_color())
    light = round(5 * (0.30 * red + 0.59 * green + 0.11 * blue))
    return (
        "line",
        handle.get_linestyle(),
        str(handle.get_marker()),
        handle.get_linewidth(),
        handle.get_markersize(),
        light,
    )


@EACH
def test_entries_of_a_legend_differ_in_grey_too(name):
    with settings():
        picture = figures()[name].draw()
    for legend in picture.findobj(Legend):
        looks = [_without_colour(handle) for handle in legend.legend_handles]
        twice = [text.get_text() for text, look in zip(legend.get_texts(), looks, strict=True) if looks.count(look) > 1]
        assert not twice


def test_entries_that_differ_in_colour_alone_are_found():
    lines = [Line2D([], [], color=colour, linestyle="--") for colour in (VERMILION, BLUE)]
    assert _without_colour(lines[0]) == _without_colour(lines[1]) != _without_colour(Line2D([], [], color=BLUE))


def test_no_label_shows_a_raw_underscore_and_variables_are_mathematics():
    from matplotlib.text import Text

    for name, one in figures().items():
        with settings():
            picture = one.draw()
            set_labels(picture)
            texts = [text.get_text() for text in picture.findobj(Text)]
        outside = [re.sub(r"\$[^$]*\$", "", text) for text in texts]
        assert not [text for text in outside if "_" in text], name
    assert mathematical("w_max(p), s_POS + s_SYM, “n”") == (
        r"$w_{\mathrm{max}}$($p$), $s_{\mathrm{POS}}$ + $s_{\mathrm{SYM}}$, “n”"
    )
    assert mathematical("position token not 2π") == "position token not 2π" and mathematical("$x_1$") == "$x_1$"


# --- for slides


@EACH_ALONE
def test_panels_for_slides_have_large_letters_and_no_text_is_cut_or_covered(alone):
    name, made = alone
    if name in slides.WHOLE:
        with pytest.raises(InvalidInput, match="short enough"):
            list(slides.panels(figures()[name]))
        return
    with settings():
        count = len(slides._panels(figures()[name].draw()))
        assert len(made) == count == len(figures()[name].see())
        for picture in made:
            size = picture.get_size_inches()
            assert size[0] / size[1] == pytest.approx(16 / 9)
            texts = [text for text in picture.findobj(Text) if text.get_text().strip()]
            assert min(text.get_fontsize() for text in texts) / (72 * size[1]) >= 0.04
            picture.set_dpi(slides.HIGH / size[1])
            surface = FigureCanvasAgg(picture)
            picture.draw_without_rendering()  # lays out
            with texts_drawn() as boxes:
                surface.draw()
            assert boxes and text_faults(picture, boxes) == [] == covered(picture)
            pixels = np.asarray(surface.buffer_rgba())
            edges = (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])
            assert all(edge.min() == 255 for edge in edges), "ink on the edge"


@EACH
def test_a_caption_of_a_panel_says_whose_it_is_and_is_one_slide_long(name):
    for said in figures()[name].see():
        assert said.endswith(".") and 15 <= len(said.split()) <= 50, said
        if name.startswith(("geometry", "logits", "two", "u-", "shape")):
            assert re.search("H_POS|H_SYM|H_MIX|T_Retrieval's head", said), said
            assert re.search("θ|without rotation", said), said
        if name.startswith("real"):
            assert said.startswith(("SmolLM2 135M", "Gemma 3 270M")), said


def test_a_square_panel_and_its_colour_bar_stand_in_the_middle_of_a_slide_and_the_bar_keeps_its_ends(panels_of):
    with settings():
        for name, square in (("real-projections", True), ("real-logit-norms", False)):
            for picture in panels_of(name):
                picture.draw_without_rendering()
                [bar] = [axes for axes in picture.axes if axes.get_label() == "<colorbar>"]
                [panel] = [axes for axes in picture.axes if axes.get_visible() and axes is not bar]
                left, right = panel.get_tightbbox().x0, picture.bbox.width - bar.get_tightbbox().x1
                assert not square or abs(left - right) < 0.02 * picture.bbox.width
                assert bar._colorbar.extend == ("neither" if square else "both")


def test_the_plane_of_a_head_need_not_behave_as_the_head():
    """The receipt's points, by NumPy: what varies more, by exchanging tokens or by exchanging positions."""
    ratios = dict(zip(real_models.NAMES, (28, 1.6), strict=True))
    for name, model in real_models.found().items():
        for kind, one in model["examples"].items():
            keys, query = np.array(one["keys"])[:-1], np.array(one["queries"])[-1]
            turned = (np.arange(len(keys)) - len(keys)) * one["frequency"]
            crossed = keys[:, 0] * query[1] - keys[:, 1] * query[0]
            logits = np.outer(keys @ query, np.cos(turned)) + np.outer(crossed, np.sin(turned))  # [key, position]
            assert real_projections.spreads(one) == pytest.approx((logits.mean(1).std(), logits.mean(0).std()))
            assert real_projections.from_other_planes(one, kind) == (kind == "positional" and name == "smollm2")
        token, position = real_projections.spreads(model["examples"]["positional"])
        assert max(token / position, position / token) == pytest.approx(ratios[name], rel=0.04)
    shown, told = figures()["real-projections"].shows(), figures()["real-projections"].see()
    assert "varies with the token 28 times as much as with the position: its other planes" in shown
    assert "varies with the position 1.6 times as much" in shown
    assert ["other planes make the head positional" in text for text in told] == [True, False, False, False]


def test_the_ends_that_fused_attention_has_are_those_of_an_emulation():
    index, phased, stored, mix = precision_cliffs.fused()
    recipes = Recipe.uniform("bfloat16").but(logit="float32"), Recipe.fused("bfloat16")
    for end, recipe in zip((index, phased), recipes, strict=True):
        assert certainly(precision_cliffs.TURN, recipe, end) is Truth.TRUE
        assert certainly(precision_cliffs.TURN, recipe, end + 1) is Truth.FALSE
    assert certainly(precision_cliffs.mix(), recipes[0], mix) is Truth.TRUE
    assert stored == precision_cliffs.in_fp8(precision_cliffs.TURN)[0]
    said = figures()["precision-cliffs"].shows()
    assert (
        f"reach {index} in place of 49 above, {phased} in place of 56 in the middle, and the best mix {mix} in place of 89 above; with E4M3 keys it is {stored} both ways."
        in said
    )


def test_a_base_above_the_least_one_need_not_be_good():
    """The kernel in floats, at the base that a text prints for 128k and at the one of the margin."""
    for base, first in ((Fraction(7800000), 128915), (least_base.beyond(131072), 97842)):
        kernel = np.cos(np.outer(np.arange(1, 131072), float(base) ** (-np.arange(64) / 64))).sum(axis=1)
        assert base > tabulated(128, 131072).high and kernel[first - 1] < -1e-6
        assert least_base.negative_at(base, 131072) == 1 + int((kernel < 0).argmax()) == first
    assert "the printed 7800000 has B(128915) < 0; all are good from 324482980018 on" in figures()["least-base"].shows()


def test_what_captions_of_panels_say_in_numbers_is_so(panels_of):
    """Recomputed from the angles alone, in floats."""
    cosine = [round(math.cos(2 * math.pi * (t - 1) / 9), 12) for t in range(9)]  # H_POS asked "1 back"
    with settings():
        drawn = next(iter(panels_of("logits-and-weights"))).axes[0]
    assert [round(bar.get_height(), 6) for bar in drawn.patches[:9]] == pytest.approx([*reversed(cosine)], abs=1e-6)
    first, second, *_ = figures()["logits-and-weights"].see()
    weight = math.exp(10) / sum(math.exp(10 * value) for value in cosine)
    assert "cos sθ" in first and second.endswith(f"has {weight:.2f}.")
    assert figures()["discrepancy-curves"].see()[0].count("first at n = 9") == 1


def test_the_margin_beyond_the_least_base_is_that_of_a_linear_programme():
    """In floats: the rivals that the best weights so far lead least join until none is missed."""
    base, n, planes = float(tabulated(128, 131072).high) * 1.002, 131072, 64
    leads = 1 - np.cos(np.outer(np.arange(1, n), base ** (-np.arange(planes) / planes)))
    rivals, gap = [0, n - 2], 0.0
    for _ in range(60):
        objective, rows = [*[0.0] * planes, -1.0], np.hstack([-leads[rivals], np.ones((len(rivals), 1))])
        found = linprog(objective, rows, np.zeros(len(rivals)), [[*[1.0] * planes, 0.0]], [1.0])
        gap, led = found.x[-1], leads @ found.x[:-1]
        if led.min() > gap - 1e-7:
            break
        rivals += [rival for rival in np.argsort(led)[:20] if rival not in rivals]
    assert gap == pytest.approx(least_base.margin_beyond(n), abs=1e-6)
    assert f"B(m) < 0 again at an m, it is {gap:.4f}." in figures()["least-base"].shows()


def test_captions_that_number_planes_say_that_gemma_3_has_two_bases_and_these_are_those_of_its_receipts():
    planes = receipts(ROBUSTNESS)["gemma3-270m"]["figures"]
    for one in planes["examples"].values():  # measured: one of a layer that slides, one of a layer that sees all
        base = real_models.FULL_BASE if one["layer"] in real_models.FULL else real_models.SLIDING_BASE
        assert one["frequency"] == pytest.approx(base ** (-one["plane"] / planes["planes"]), rel=1e-3)
    assert {one["layer"] in real_models.FULL for one in planes["examples"].values()} == {True, False}
    assert [k for k in range(len(planes["norms"])) if k % 6 == 5] == [*real_models.FULL]  # each sixth layer
    for name in ("real-behaviour", "real-logit-norms", "real-plane-behaviour", "real-projections"):
        assert figures()[name].shows().endswith(f" {real_models.TWO_BASES}"), name
    assert (
        "docs/pretrained.md asks at three queries: SmolLM2 135M -0.61, Gemma 3 270M -0.72."
        in figures()["real-behaviour"].shows()
    )
    assert figures()["real-score-planes"].shows().endswith("asks at three queries: SmolLM2 135M 22, Gemma 3 270M 8.")
    assert max(max(receipt["texts"].values()) for receipt in receipts().values()) < 512  # Gemma's window


def test_a_caption_names_colours_that_are_drawn_and_a_band_as_wide_as_it_is():
    for name, figure in figures().items():
        said = " ".join([figure.shows(), *figure.see()])
        assert not re.search(r"\b[Rr]ed\b(?! there)", said), name  # no curve is red
    for n in (4, 5, 8, 12):  # from 2π/n to 2π/(n-2), half of the range at n = 4
        turns = [turn for turn in (Fraction(k, 720) for k in range(1, 361)) if turn != Fraction(1, n - 2)]  # its end
        band = [turn for turn in turns if shape(n, Angle(turn), "H_POS").name == "inverted-U"]
        assert band == [turn for turn in turns if Fraction(1, n) < turn < Fraction(1, n - 2)], n
    told = [figures()["shape-map"].shows(), figures()["shape-map"].see()[0]]
    assert all("in a band above it that narrows with n" in said for said in told)


def test_lines_of_one_interaction_say_so_in_full_in_both_forms(panels_of):
    with settings():
        for picture in (figures()["exclusion-plane"].draw(), *panels_of("exclusion-plane")):
            [axes] = [each for each in picture.axes if each.get_subplotspec() is not None]
            said = [text.get_text() for text in axes.texts if text.get_text().endswith("Var")]
            assert said == ["interaction 1 Var", "interaction 2 Var"]


def test_a_colour_bar_keeps_its_numbers_when_its_panel_stands_alone(panels_of):
    """The bar of weights is drawn for their roots: the tick at √0.1 says 0.1."""
    with settings():
        for picture in panels_of("real-permutations"):
            [bar] = [axes for axes in picture.axes if axes.get_label() == "<colorbar>"]
            said = {text.get_text(): at for at, text in zip(bar.get_yticks(), bar.get_yticklabels(), strict=True)}
            assert said["0.1"] == pytest.approx(0.1**0.5) and said["1"] == 1 and bar.get_ylabel() == "attention weight"
            break
        one, other = panels_of("real-logit-norms")
        for picture in (one, other):
            [bar] = [axes for axes in picture.axes if axes.get_label() == "<colorbar>"]
            said = dict(zip([text.get_text() for text in bar.get_yticklabels()], bar.get_yticks(), strict=True))
            assert said["1"] == 0 and said["10"] == 1  # of the logarithm


def test_a_panel_says_itself_what_its_row_and_its_column_say_at_the_edge(panels_of):
    with settings():
        last = panels_of("real-behaviour")[-1]
    [shown] = [axes for axes in last.axes if axes.get_visible()]
    assert (
        "mean plane used" in shown.get_xlabel()
        and "Gemma" not in shown.get_ylabel()
        and "Gemma 3 270M, random weights" in [shown.get_title(side) for side in slides.SIDES]
    )
    assert "mean plane used" in "".join(text.get_text() for text in last.findobj(Text))


def test_a_panel_has_the_names_of_its_ticks_and_no_word_about_another_panel(panels_of):
    with settings():
        top, bottom = panels_of("shape-map")
        weights = panels_of("real-permutations")[1]
    said = ["".join(text.get_text() for text in each.findobj(Text)) for each in (top, bottom)]
    assert not any(word in each for each in said for word in ("(top)", "(bottom)"))
    assert "3)" not in said[0].partition("extrema")[2] and "3)" in said[1]
    [shown] = [axes for axes in weights.axes if axes.get_visible() and axes.get_label() != "<colorbar>"]
    assert [text.get_text() for text in shown.get_yticklabels()] == ["as it is", "shuffle 9"]


@EACH_ALONE
def test_a_panel_for_slides_names_its_own_axes(alone):
    """An axis with numbers says what they are; names of rows speak for themselves, and the circles of keys have no axes."""
    with settings():
        for picture in alone[1]:
            [shown] = [axes for axes in picture.axes if axes.get_visible() and axes.get_label() != "<colorbar>"]
            if shown.axison:
                for axis in (shown.xaxis, shown.yaxis):
                    names = "".join(text.get_text() for text in axis.get_ticklabels())
                    assert axis.get_label_text().strip() or re.search("[A-Za-z]{4}", re.sub(r"\\[a-z]+", "", names))


def _legend_texts(picture) -> list[str]:
    return [text.get_text() for legend in picture.findobj(Legend) if legend.axes is None or legend.axes.get_visible()
            for text in legend.get_texts()]  # fmt: skip


def test_a_panel_of_the_training_curves_says_task_and_lines_and_keeps_its_range(panels_of):
    with settings():
        made = panels_of("training-curves")
    for at, picture in enumerate(made):
        [shown] = [axes for axes in picture.axes if axes.get_visible()]
        assert shown.get_title("left").startswith(f"{('number', 'letter')[at % 2]} task: ")
        lines = {mathematical(line.get_label()) for line in shown.lines if not line.get_label().startswith("_")}
        assert lines and set(_legend_texts(picture)) == lines
    assert [made[1].axes[1].get_ylim(), made[7].axes[7].get_ylim()] == [(-0.03, 1.05)] * 2


@pytest.mark.parametrize(
    "name, up", [("real-permutations", "permutation of the contents"), ("real-projections", "second coordinate")]
)
def test_a_panel_for_slides_has_the_label_of_its_own_axis_and_not_that_of_its_row(name, up, panels_of):
    with settings():
        shown = [slides._said(picture, figures()[name]) for picture in panels_of(name)]
    assert shown and all(f"({up}; across: " in each for each in shown)


def test_bars_of_the_cliffs_end_and_strokes_stand_at_their_lengths():
    with settings():
        panels = figures()["precision-cliffs"].draw().axes
    for panel, (_, bars) in zip(panels, precision_cliffs.groups(), strict=True):
        strokes = {tuple(line.get_ydata()): line.get_xdata()[0] for line in panel.lines if line.get_marker() == "|"}
        shown = {(row,): bar.fails for row, bar in enumerate(bars) if bar.fails and bar.fails < precision_cliffs.EDGE}
        assert strokes == shown
        tips = {
            tuple(line.get_ydata()): line.get_xdata()[0] for line in panel.lines if line.get_marker() == CARETRIGHTBASE
        }
        assert tips == {(row,): bar.safe for row, bar in enumerate(bars) if bar.longest}
        ends = {
            round(each.get_y() + each.get_height() / 2): each.get_x() + each.get_width()
            for each in panel.patches
            if each.get_fill()
        }
        assert ends == pytest.approx({row: bar.safe for row, bar in enumerate(bars)})
        assert [text.get_text() for text in panel.texts] == [str(bar.safe) for bar in bars]
    rows = {bar.label: (bar.safe, bar.fails) for bar in precision_cliffs.groups()[1][1]}
    fp8 = IndexHead().fitted(Recipe.float32_phases("bfloat16").but(stored="fp8_e4m3"))
    for n, kept in ((rows["T_Index, E4M3 keys"][0], Truth.TRUE), (rows["T_Index, E4M3 keys"][1], Truth.FALSE)):
        assert certainly(IndexHead(), fp8, n) is kept
    assert rows["mix for 131072, E4M3 keys"] == (131072, None)
    wide = {bar.label: (bar.safe, bar.fails) for bar in precision_cliffs.groups()[0][1]}
    assert wide["mix for 131072, bfloat16"] == (89, 257)  # as `rope-theory cliff` has it; the claim's bound ends at 79
    assert certainly(precision_cliffs.mix(), Recipe.uniform("bfloat16"), 89) is Truth.TRUE


@pytest.mark.parametrize(
    "name, text, panels",
    [
        ("precision-cliffs", "last length seen to work", [3]),
        ("precision-cliffs", "fails, for certain", [1, 2, 3]),
        ("precision-cliffs", "longest length looked at", [2, 3]),
        ("removal-ranks", "purity", [1]),
        ("removal-ranks", "a mark", [1, 2]),
        ("shape-map", "flat", [1]),
        ("gap-by-length", "best mix", [1, 2]),
        ("gap-by-length", "best single", [2]),
        ("geometry-h-pos", "key asked for", [2]),
        ("geometry-h-sym", "turn by RoPE", [2]),
    ],
)
def test_the_legend_of_a_panel_for_slides_has_what_the_panel_has(name, text, panels, panels_of):
    with settings():
        made = [_legend_texts(picture) for picture in panels_of(name)]
    assert [k for k, texts in enumerate(made, 1) if any(text in each for each in texts)] == panels


def test_a_panel_of_weights_for_slides_says_weight_and_whose_they_are(panels_of):
    with settings():
        shown = panels_of("logits-and-weights")[1].axes[1]
    assert shown.get_ylabel() == "weight" and "H_" in shown.get_title("left").replace("$H_", "H_")


@pytest.mark.parametrize("file", ["README.md", "lessons/README.md"])
def test_who_gives_a_lecture_is_told_of_the_option(file):
    assert "rope-theory figures --slides" in (ROOT / file).read_text(encoding="utf-8")


def test_command_writes_the_panels_of_a_figure(tmp_path, capsys):
    asked = ["figures", "geometry-h-pos", "--slides", "--out", str(tmp_path)]
    assert main(asked) == 0
    names = ["geometry-h-pos-1.png", "geometry-h-pos-2.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["captions.txt", *names]
    with Image.open(tmp_path / names[1]) as picture:
        assert picture.size == (1920, 1080) and len(capsys.readouterr().out.split()) == 3
    told = " ".join((tmp_path / "captions.txt").read_text(encoding="utf-8").split())
    for picture_name, said in zip(names, figures()["geometry-h-pos"].see(), strict=True):
        assert re.search(rf"{re.escape(picture_name)}: [^:]*? {re.escape(said)}", told), said
    assert main(asked) == 2 and "--overwrite" in capsys.readouterr().err
    assert main(["figures", "atlas", "--slides", "--out", str(tmp_path)]) == 2
    assert "figure must be short enough for a slide" in capsys.readouterr().err


# --- the command


def test_command_draws_the_named_figure_and_keeps_the_captions_of_the_others(tmp_path, capsys):
    (tmp_path / "exclusion-plane.svg").write_text("drawn earlier")
    assert main(["figures", "geometry-h-pos", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out.split()
    names = ["geometry-h-pos.svg", "geometry-h-pos.png", "captions.txt"]
    assert [Path(path).name for path in printed] == names
    text = (tmp_path / "captions.txt").read_text(encoding="utf-8")
    assert "\ngeometry-h-pos\n" in text and "\nexclusion-plane\n" in text and "shape-map" not in text


def test_command_lists_the_figures_without_matplotlib():
    code = "import sys; from rope_theory.faces.cli import main; main(['figures', '--list']);print('matplotlib' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(figures()) and lines[-1] == "False"
    assert [line.split()[0] for line in lines if line.endswith(" (no slides)")] == list(slides.WHOLE)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["magic"],
            "no figure is called 'magic' (rope-theory figures --list lists them)",
        ),
        (
            ["two-behaviors"],
            "no figure is called 'two-behaviors' (did you mean two-behaviours? rope-theory figures --list lists them)",
        ),
        (["exclusion"], "(did you mean exclusion-plane, real-exclusion? "),
        (["geometry-h-pos", "--out", __file__], "out must be a folder"),
    ],
)
def test_bad_figure_argument_is_one_line_and_status_2(arguments, message, capsys):
    assert main(["figures", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and message in err


def test_missing_matplotlib_is_one_line_that_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["figures", "--out", str(tmp_path / "new")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "pip install '.[figures]'" in err
    assert not (tmp_path / "new").exists()


def test_written_files_are_the_rendered_bytes(tmp_path):
    *pictures, text = write(["geometry-h-mix"], tmp_path / "deep" / "er")
    assert {path.suffix[1:]: path.read_bytes() for path in pictures} == render(figures()["geometry-h-mix"])
    assert text.name == "captions.txt"


def test_a_folder_in_place_of_a_figure_is_told_its_option(capsys):
    assert main(["figures", "--slides", "out/slides"]) == 2
    said = "error: figure must be the name of one (a folder goes after --out), got 'out/slides'\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    "name, word",
    [
        ("geometry-h-pos", "H_POS"),
        ("geometry-h-sym", "H_SYM"),
        ("geometry-h-mix", "H_MIX"),
        ("precision-cliffs", "Safe lengths"),
        ("previous-token", "Previous-token head"),
        ("gap-by-length", "Gap of the"),
        ("figure-5a-mended", "U26's Figure 5A"),
    ],
)
def test_a_panel_for_slides_says_whose_it_is_and_the_whole_figure_says_it_once(name, word, panels_of):
    with settings():
        assert [slides._said(picture, figures()[name])[: len(word)] for picture in panels_of(name)] == [word] * len(
            slides._panels(figures()[name].draw())
        )
        whole = figures()[name].draw()
    assert not any(word in axes.get_title(side) for axes in whole.axes for side in slides.SIDES)


def test_no_line_of_a_legend_for_slides_ends_within_a_formula(panels_of):
    with settings():
        found = [
            text
            for name in ("exclusion-plane", "real-score-planes")
            for picture in panels_of(name)
            for text in "\n".join(_legend_texts(picture)).splitlines()
        ]
        titles = [
            legend.get_title().get_text()
            for picture in panels_of("exclusion-plane")
            for legend in picture.findobj(Legend)
        ]
    lines = [*found, *(line for title in titles for line in title.splitlines())]
    assert any("1 – " in line for line in lines) and any("≤ 1" in line for line in lines)
    assert not any(re.search(r"(^|\s)[=+≤–]$|^[=+≤–]\s", line) for line in lines)


def test_captions_for_slides_name_each_panel_and_stay_when_another_figure_is_drawn(tmp_path, capsys):
    assert main(["figures", "geometry-h-pos", "--slides", "--out", str(tmp_path)]) == 0
    assert main(["figures", "two-behaviours", "--slides", "--out", str(tmp_path), "--overwrite"]) == 0
    said = (tmp_path / "captions.txt").read_text("utf-8")
    for name in ("geometry-h-pos", "two-behaviours"):
        assert said.count(figures()[name].caption()) == 1
        assert [line[: len(name) + 6] for line in said.splitlines() if line.startswith(f"{name}-")] == [
            f"{name}-1.png", f"{name}-2.png"
        ]  # fmt: skip
    for panel, side in ((1, "left"), (2, "right")):
        assert re.search(rf"^two-behaviours-{panel}\.png: .*[^\]] \[{side}\]$", said, re.MULTILINE), said
    assert said.index("geometry-h-pos-1.png: H_POS, before RoPE") < said.index("two-behaviours-1.png: H_POS, “3 back”")


def test_a_drawing_beside_slides_keeps_what_is_said_of_them(tmp_path, capsys):
    """A drawing without --slides threw the captions of the slides in its folder away."""
    assert main(["figures", "geometry-h-pos", "--slides", "--out", str(tmp_path)]) == 0
    before = (tmp_path / "captions.txt").read_text("utf-8")
    assert main(["figures", "two-behaviours", "--out", str(tmp_path)]) == 0
    after = (tmp_path / "captions.txt").read_text("utf-8")
    assert before.strip() in after and after.count(figures()["two-behaviours"].caption()) == 1


def test_a_curve_that_looks_like_an_inverted_u_and_is_none_says_how_its_ends_rise(panels_of):
    with settings():
        [_, bottom] = panels_of("u-shapes")
        [said] = [text for text in _legend_texts(bottom) if "1.1" in text]
    assert " ".join(said.replace("$", "").split()).endswith("several extrema (3), w(1) > w(2)")


@EACH_ALONE
def test_no_legend_squeezes_a_panel_for_slides_to_half_of_the_height(alone):
    with settings():
        for picture in alone[1]:
            picture.draw_without_rendering()
            [shown] = [axes for axes in picture.axes if axes.get_visible() and axes.get_label() != "<colorbar>"]
            assert shown.get_position().height > 0.5


def test_planes_of_real_projections_are_counted_from_one_and_turn_as_those_of_their_layer_do():
    """They were counted from 0, and one of Gemma's full layer, base 10^6, was said to turn as in a sliding one: plane k turns by base^(-2(k-1)/d)."""
    told = re.findall(
        r"layer (\d+), head \d+, plane (\d+)\) turns by ([\d.e-]+) radians", figures()["real-projections"].shows()
    )
    assert len(told) == 4
    for (layer, plane, turn), (dim, base, full) in zip(told, [(64, 1e5, 1e5)] * 2 + [(256, 1e4, 1e6)] * 2, strict=True):
        base = full if int(layer) % 6 == 5 else base
        assert f"{base ** (-2 * (int(plane) - 1) / dim):.2g}" == turn, (layer, plane, turn)
