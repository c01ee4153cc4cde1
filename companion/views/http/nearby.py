"""Whether what a request carries stays between the phone and the companion: by https, or within the home network."""

from __future__ import annotations

from flask import request

from companion.server.addresses import home_address
from companion.views.develop.access import PROXIED


def is_between_us() -> bool:
    """Whether a request came by https, or over plain http from this machine or its home network.

    A trusted proxy tells where a request came from (`TrustedProxyFix`); through any other it may come from anywhere.
    """
    if request.is_secure:
        return True
    is_told = "werkzeug.proxy_fix.orig" in request.environ
    is_direct = not any(name in request.headers for name in PROXIED)
    return (is_told or is_direct) and home_address(request.remote_addr or "")
