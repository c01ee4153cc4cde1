"""Numbers for who runs a companion: resource counters on its own machine, and metrics for Prometheus."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "metrics",
    Path(__file__).parent,
    order=220,
    needs_server=True,
    extra=("prometheus_client",),
    options=f"{__name__}.options:add_options",
    config=f"{__name__}.options:config",
    serve=f"{__name__}.options:tell_what_is_missing",
    blueprint=f"{__name__}.views:bp",
)
