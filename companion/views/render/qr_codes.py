"""QR codes as SVG: inline in a page, and as a file of their own."""

from functools import lru_cache
from html import escape

from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.main import QRCode

_QUIET = 4  # light modules that a scanner needs around a QR code

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache(maxsize=64)
def _matrix(text: str, correction: int, mask: int | None = None) -> Matrix:
    """The modules of a QR code without its quiet zone, True where dark; the best `mask` is sought where none is set."""
    code = QRCode(error_correction=correction, border=0, mask_pattern=mask)
    code.add_data(text)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def qr_svg(text: str, label: str, *, dense: bool = False) -> str:
    """A QR code as an SVG: black on white on any page, as wide as its box, read out as `label`.

    A `dense` one, for long text that is as good as random, corrects less, so that its modules are larger, and takes
    any mask, since to seek the best would hold up everybody else.
    """
    matrix = _matrix(text, ERROR_CORRECT_L, 0) if dense else _matrix(text, ERROR_CORRECT_M)
    size = len(matrix) + 2 * _QUIET
    path = "".join(f"M{x} {y}h{width}v1h-{width}z" for y, row in enumerate(matrix) for x, width in _runs(row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="-{_QUIET} -{_QUIET} {size} {size}"'
        f' shape-rendering="crispEdges" role="img" aria-label="{escape(label)}"><rect x="-{_QUIET}" y="-{_QUIET}"'
        f' width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    starts = [x for x, dark in enumerate(row) if dark and not (x and row[x - 1])]
    return [(x, (*row, False).index(False, x) - x) for x in starts]
