"""Webhooks: results posted to a URL that the host of a table or the operator has set."""

import os
from pathlib import Path
from typing import Any

from companion.engine import Message
from companion.feature import Feature


def add_options(parser: Any) -> None:
    """Add options for the operator's own URL, and for networks that hosts may use."""
    from companion.commands.serving.options import variable

    hook = Message(
        "the address to which each result is sent, signed with COMPANION_WEBHOOK_SECRET (default: COMPANION_WEBHOOK)"
    )
    inside = Message("a network in which hosts may have results sent to addresses; may be repeated")
    parser.add_argument("--webhook", metavar="URL", default=variable("COMPANION_WEBHOOK"), help=hook)
    parser.add_argument("--webhook-network", metavar=Message("NETWORK"), action="append", default=[], help=inside)


def config(args: Any) -> dict[str, Any]:
    """Return the configuration values of the options. Raises `ServeError`."""
    from companion.commands.serving.options import check_networks

    fault = Message("--webhook-network: {text} is neither an address nor a network, such as 192.168.1.0/24.")
    check_networks(args.webhook_network, fault)
    return {"WEBHOOK": _operator_hook(args.webhook), "WEBHOOK_NETWORKS": args.webhook_network}


def _operator_hook(url: str | None) -> Any:
    from companion.commands.serving.options import ServeError
    from companion.extras import missing
    from companion.features.webhooks.delivery import OperatorHook, Refused, operator_secret, read_url

    if not url:
        return None
    if fault := missing("webhooks", FEATURE.extra):
        raise ServeError(fault)
    try:
        read_url(url)
    except Refused:
        fault = Message("--webhook: {text} is not an address, such as https://example.org/hook.", text=repr(url))
        raise ServeError(fault) from None
    try:
        secret = operator_secret(os.environ.get("COMPANION_WEBHOOK_SECRET", ""))
    except ValueError:
        secret = b""
    if not 16 <= len(secret) <= 200:
        raise ServeError(
            "--webhook needs COMPANION_WEBHOOK_SECRET in the environment, with which results are signed: 16 to 200"
            " characters, or whsec_ and base64."
        )
    return OperatorHook(url, secret)


FEATURE = Feature(
    "webhooks",
    Path(__file__).parent,
    order=70,
    needs_server=True,
    extra=("urllib3",),
    slots={"host": "webhooks/for-host.html"},
    tables=(f"{__name__}.rows:WEBHOOKS",),
    derive=f"{__name__}.rows:queue_result",
    options=f"{__name__}:add_options",
    config=f"{__name__}:config",
    serve=f"{__name__}.delivery:serve",
    blueprint=f"{__name__}.views:bp",
)
