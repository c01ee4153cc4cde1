"""The geometry of the plots: coordinates of lines, tiles and labels, without texts and colours."""

from companion.views.history.plots.axis import WIDTH, Point, Tick
from companion.views.history.plots.charts import Bar, Dot, Grid, bars, grid
from companion.views.history.plots.intervals import Interval, intervals
from companion.views.history.plots.player_plots import SIZE, Square, Strip, Timeline, strip, timeline
from companion.views.history.plots.totals_plot import TotalsCurve, TotalsPlot, totals_plot

__all__ = [
    "SIZE",
    "WIDTH",
    "Bar",
    "Dot",
    "Grid",
    "Interval",
    "Point",
    "Square",
    "Strip",
    "Tick",
    "Timeline",
    "TotalsCurve",
    "TotalsPlot",
    "bars",
    "grid",
    "intervals",
    "strip",
    "timeline",
    "totals_plot",
]
