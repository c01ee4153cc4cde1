"""Webhooks: results posted to a URL that the host of a table or the operator has set."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "webhooks",
    Path(__file__).parent,
    extra=("urllib3",),
    slots={"host": "webhooks/for-host.html"},
    tables=(f"{__name__}.rows:WEBHOOKS",),
    result=f"{__name__}.rows:queue_result",
    options=f"{__name__}.options:add_options",
    config=f"{__name__}.options:config",
    serve=f"{__name__}.delivery:serve",
    blueprint=f"{__name__}.views:bp",
)
