"""How phones come to a session: join codes, secret tokens, links and their QR codes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import unicodedata
from functools import lru_cache
from html import escape
from pathlib import Path

from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.game import Message

CODE_LENGTH = 6
# Neither of two that are taken for each other is in it: 0 and O, 1 and I and L, 2 and Z, 5 and S, 8 and B, U (V stays).
CODE_ALPHABET = "34679ACDEFGHJKMNPQRTVWXY"

_TOKEN_BYTES = 16
KEY_BYTES = 32
_QUIET = 4  # light modules that a scanner needs around a QR code

Matrix = tuple[tuple[bool, ...], ...]


class KeyFileError(Exception):
    """The key file does not hold a key; `message` says what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def new_code() -> str:
    """A join code to read aloud and type in: six random characters without look-alikes."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def clean_code(text: str) -> str:
    """A join code as it was meant, however it was typed.

    >>> clean_code(" k7q-xm4 "), clean_code("Ｋ７Ｑ　ＸＭ４")
    ('K7QXM4', 'K7QXM4')
    """
    return "".join(character for character in unicodedata.normalize("NFKC", text).upper() if character.isalnum())


def new_token() -> str:
    """A random secret of 128 bits that fits into a cookie or an address."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    """What is stored of a token, so that whoever reads the database cannot use it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


def link_token(key: bytes, session: str, role: str, generation: int) -> str:
    """The secret in the link to a session for a role.

    It is always the same for the same arguments: only its hash is stored, and yet the share page can show the link
    again. A new generation makes the links of the old ones worthless.
    """
    words = json.dumps(["link", session, role, generation])
    digest = hmac.digest(key, words.encode(), "sha256")[:_TOKEN_BYTES]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def read_key(path: Path) -> bytes:
    """The secret key in a file, where earlier versions kept it.

    Raises KeyFileError when the file holds something else, OSError when it cannot be read.
    """
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise KeyFileError(
            Message(
                "{path} does not hold a key. Move it away and a new one is made; links shared before end.",
                path=str(path),
            )
        )
    return key


@lru_cache(maxsize=64)
def _matrix(text: str, correction: int, mask: int | None = None) -> Matrix:
    """The modules of a QR code without its quiet zone, True where dark; the best `mask` is sought where none is set."""
    code = QRCode(error_correction=correction, border=0, mask_pattern=mask)
    code.add_data(text)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def qr_svg(text: str, label: str, *, dense: bool = False) -> str:
    """A QR code as an inline SVG: black on white on any page, as wide as its box, read out as `label`.

    A `dense` one, for long text that is as good as random, corrects less, so that its modules are larger, and takes
    any mask, since to seek the best would hold up everybody else.
    """
    matrix = _matrix(text, ERROR_CORRECT_L, 0) if dense else _matrix(text, ERROR_CORRECT_M)
    size = len(matrix) + 2 * _QUIET
    path = "".join(f"M{x} {y}h{width}v1h-{width}z" for y, row in enumerate(matrix) for x, width in _runs(row))
    return (
        f'<svg class="qr" viewBox="-{_QUIET} -{_QUIET} {size} {size}" shape-rendering="crispEdges" role="img"'
        f' aria-label="{escape(label)}"><rect x="-{_QUIET}" y="-{_QUIET}" width="{size}" height="{size}" fill="#fff"/>'
        f'<path d="{path}" fill="#000"/></svg>'
    )


def qr_picture(text: str, label: str) -> str:
    """The same as an SVG file of its own, for an image on a page."""
    return qr_svg(text, label).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Where dark modules stand side by side: the first one's place and how many."""
    starts = [x for x, dark in enumerate(row) if dark and not (x and row[x - 1])]
    return [(x, (*row, False).index(False, x) - x) for x in starts]


def qr_terminal(text: str, *, colour: bool = True) -> str:
    """A QR code to print in a terminal, two rows of it in one line.

    The light modules are drawn, so that without colours it is right on a dark terminal; with colours (fixed white on
    fixed black, whatever the terminal's own) it is right on any.
    """
    width = len(_matrix(text, ERROR_CORRECT_L)) + 2 * _QUIET
    side, edge = (False,) * _QUIET, ((False,) * width,) * _QUIET
    rows = (*edge, *(side + row + side for row in _matrix(text, ERROR_CORRECT_L)), *edge, edge[0])
    pairs = zip(rows[0 : width + 1 : 2], rows[1 : width + 1 : 2], strict=True)
    lines = ["".join("█▀▄ "[2 * top + below] for top, below in zip(*pair, strict=True)) for pair in pairs]
    before, after = ("\x1b[38;5;231;48;5;16m", "\x1b[0m") if colour else ("", "")
    return "".join(f"{before}{line}{after}\n" for line in lines)
