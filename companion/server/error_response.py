"""The answers to requests that the application never sees."""

from __future__ import annotations

from companion.metrics import REFUSED

_SENTENCES = {
    "400": "That is no request that a browser sends.",
    "408": "The request did not arrive in time. Send it again.",
    "411": "A body must come with its length.",
    "414": "The address is too long. Go back and ask for less at once.",
    "431": "The request has more headers than a browser sends. Delete the cookies of this site and try again.",
    "503": "Too many are connected. Try again in a moment.",
}


def error_response(status: str) -> tuple[str, bytes]:
    """The response to a request that the application never sees: status code and all bytes to send."""
    REFUSED.labels("full" if status[:3] == "503" else "malformed").inc()
    text = f"{_SENTENCES[status[:3]]}\n"
    head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n\r\n"
    return status[:3], (head + text).encode()
