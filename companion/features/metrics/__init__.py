"""Numbers for who runs a companion: resource counters on its own machine, and metrics for Prometheus."""

import re
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine import Message
from companion.feature import Feature

_TOKEN = re.compile(r"[!-~]{16,200}")


def add_options(parser: Any) -> None:
    """Add the option for what Prometheus has to send."""
    token = Message(
        "what Prometheus has to send to read /metrics from another machine (default: COMPANION_METRICS_TOKEN, which no"
        " list of processes shows)"
    )
    parser.add_argument("--metrics-token", metavar=Message("TOKEN"), help=token)


def config(args: Namespace) -> dict[str, Any]:
    """Return the token of the option or of the environment; the `ServeError` of a wrong one does not show it."""
    from companion.commands.serving.options import ServeError, variable

    token = variable("COMPANION_METRICS_TOKEN") if args.metrics_token is None else args.metrics_token
    if token is not None and not _TOKEN.fullmatch(token):
        raise ServeError(
            "The token for /metrics is not valid; give 16 to 200 letters, digits or other ASCII characters without"
            " spaces."
        )
    return {"METRICS_TOKEN": token}


def tell_what_is_missing(_args: Namespace, _app: Any, config: Mapping[str, Any], _stop: Any) -> None:
    """Print how to install what /metrics needs, where there is a token without it."""
    from companion.commands.output import catalogue
    from companion.commands.serving.listening import print_text
    from companion.extras import missing

    if config["METRICS_TOKEN"] is not None and (reason := missing("metrics", FEATURE.extra)):
        told = Message("Prometheus reads nothing at /metrics yet. {reason}", reason=reason)
        print_text(sys.stdout, told.text(catalogue()))


FEATURE = Feature(
    "metrics",
    Path(__file__).parent,
    order=220,
    needs_server=True,
    extra=("prometheus_client",),
    options=f"{__name__}:add_options",
    config=f"{__name__}:config",
    serve=f"{__name__}:tell_what_is_missing",
    blueprint=f"{__name__}.views:bp",
)
