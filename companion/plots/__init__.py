"""The geometry of the plots, drawn on the server: where lines, tiles and labels go; no words, no colours."""

from companion.plots.axis import WIDTH, Point, Tick
from companion.plots.parts import Bar, Dot, Grid, bars, grid
from companion.plots.results import SIZE, Square, Strip, Timeline, strip, timeline
from companion.plots.totals import Line, Lines, totals_plot

__all__ = [
    "SIZE",
    "WIDTH",
    "Bar",
    "Dot",
    "Grid",
    "Line",
    "Lines",
    "Point",
    "Square",
    "Strip",
    "Tick",
    "Timeline",
    "bars",
    "grid",
    "strip",
    "timeline",
    "totals_plot",
]
