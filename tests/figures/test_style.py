"""One look for all: distinct in grey and to the colour-blind, and nothing global."""

import subprocess
import sys
from itertools import combinations

import matplotlib as mpl
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from contention.figures.style import (
    house_style,
    in_house_style,
    label_right_ends,
    new_axes,
    pretty_label,
    series_style,
)

STYLES = [series_style(index) for index in range(7)]
OKABE_ITO = {"#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"}


def contrast(colour, other=(1.0, 1.0, 1.0)):
    """Contrast ratio of the Web Content Accessibility Guidelines 2.2."""

    def luminance(rgb):
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    light, dark = sorted((luminance(to_rgb(colour)), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("part", ["colour", "marker", "line"])
def test_seven_series_differ_in_colour_marker_and_line(part):
    assert len({getattr(style, part) for style in STYLES}) == 7


def test_the_colours_are_those_of_okabe_and_ito_without_the_yellow_that_vanishes_on_white():
    assert {style.colour for style in STYLES} == OKABE_ITO - {"#F0E442"}


def test_the_eighth_series_repeats_the_first():
    assert series_style(7) == series_style(0)
    assert series_style(6) != series_style(0)


def test_every_style_can_be_drawn():
    axes = new_axes()
    for style in STYLES:
        axes.plot([1, 2], color=style.colour, marker=style.marker, linestyle=style.line)
    axes.get_figure().draw_without_rendering()


@pytest.mark.parametrize("style", STYLES)
def test_names_of_lines_can_be_read_on_white(style):
    axes = new_axes()
    label_right_ends(axes, [(0.0, 0.5, "a", style.colour)])
    assert contrast(axes.texts[0].get_color()) >= 3


@pytest.mark.parametrize(
    "heights", [[1.0, 1.0, 1.0], [0.0, 0.01, 0.5], [0.9, 0.1], [0.3], [0.5, 0.51, 0.52, 0.52]]
)
def test_names_at_right_ends_are_moved_apart_in_the_order_of_the_lines(heights):
    axes = new_axes()
    axes.set_ylim(0, 1)
    label_right_ends(axes, [(1.0, y, f"{y} {n}", "#000000") for n, y in enumerate(heights)])
    at = [text.get_position()[1] for text in axes.texts]
    assert [text.get_text().split()[0] for text in axes.texts] == [str(y) for y in sorted(heights)]
    assert all(high - low >= 0.055 - 1e-9 for low, high in combinations(at, 2))
    assert all(shown >= y for shown, y in zip(at, sorted(heights), strict=True))


def test_a_name_that_has_room_stays_at_its_line():
    axes = new_axes()
    axes.set_ylim(0, 1)
    label_right_ends(axes, [(1.0, 0.2, "a", "#000000"), (1.0, 0.8, "b", "#000000")])
    assert [text.get_position()[1] for text in axes.texts] == [0.2, 0.8]


def test_new_axes_stand_in_a_figure_of_the_asked_size():
    figure = new_axes(width=5, height=3).get_figure()
    assert isinstance(figure, Figure)
    assert figure.get_size_inches().tolist() == [5, 3]


def test_text_is_readable_when_a_figure_shrinks_to_a_phone():
    axes = new_axes()
    inches_of_a_phone = 3.75
    scale = inches_of_a_phone / axes.get_figure().get_size_inches()[0]
    assert axes.xaxis.label.get_size() * scale >= 5.5


def test_the_style_holds_inside_only_and_whatever_the_user_configured():
    with mpl.rc_context({"lines.linewidth": 9, "font.size": 30, "axes.facecolor": "red"}):
        with house_style():
            assert mpl.rcParams["lines.linewidth"] == 1.8
            assert mpl.rcParams["font.size"] == 12
            assert mpl.rcParams["axes.facecolor"] == "white"
        assert mpl.rcParams["lines.linewidth"] == 9


def test_a_drawing_function_draws_in_the_house_style_and_keeps_its_name():
    @in_house_style
    def draw_line(axes, *, width=2):
        """Draw."""
        return axes.plot([1, width])[0]

    assert draw_line(new_axes(), width=3).get_linewidth() == 1.8
    assert (draw_line.__name__, draw_line.__doc__) == ("draw_line", "Draw.")


def test_the_package_does_not_touch_pyplot():
    program = (
        "import sys, contention.figures, contention.figures.heap, contention.figures.memory\n"
        "contention.figures.new_axes().plot([1])\n"
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("solaris_plsql", "Solaris PL/SQL"),
        ("aix_java", "AIX Java"),
        ("linux", "Linux"),
        ("data", "data"),
        ("my_aix", "my_aix"),
        ("", ""),
    ],
)
def test_known_labels_are_written_as_people_do_and_others_are_left_alone(label, shown):
    assert pretty_label(label) == shown
