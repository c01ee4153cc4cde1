"""The geometry of the plots: coordinates of lines, tiles and labels, without texts and colours."""

from companion.views.plots.axis import WIDTH, Point, Tick
from companion.views.plots.charts import Bar, Dot, Grid, bars, grid
from companion.views.plots.intervals import Interval, intervals
from companion.views.plots.player_plots import SIZE, Square, Strip, Timeline, strip, timeline
from companion.views.plots.totals_plot import Line, Lines, totals_plot

__all__ = [
    "SIZE",
    "WIDTH",
    "Bar",
    "Dot",
    "Grid",
    "Interval",
    "Line",
    "Lines",
    "Point",
    "Square",
    "Strip",
    "Tick",
    "Timeline",
    "bars",
    "grid",
    "intervals",
    "strip",
    "timeline",
    "totals_plot",
]
