"""How the colours of texts stand out from what they lie on, in both themes and where more contrast is asked for."""

from __future__ import annotations

import re
from itertools import product

import pytest

from companion.paths import STATIC
from tests.support.each_row import each_row

STYLE = (STATIC / "style.css").read_text("utf-8")
DARK, MORE = "(prefers-color-scheme: dark)", "(prefers-contrast: more)"
THEMES = {
    "light": [],
    "dark": [DARK],
    "light, more": [MORE],
    "dark, more": [DARK, MORE],
}
# What a browser draws for them in its own light and dark; the dark canvas of Chromium is the lightest of all.
SYSTEM_COLOURS = {
    "light": {"Canvas": "#ffffff", "CanvasText": "#000000"},
    "dark": {"Canvas": "#121212", "CanvasText": "#ffffff"},
}
TEXTS = ("ink", "muted", "cobalt", "clay")
GROUNDS = ("ground", "tile", "dim", "ochre-ground", "clay-ground")
LEAST = {"light": 4.5, "dark": 4.5, "light, more": 7, "dark, more": 7}


def colours(theme: str) -> dict[str, str]:
    """The custom properties of the root in a theme, later ones over earlier ones."""
    found: dict[str, str] = {}
    for media in (None, *THEMES[theme]):
        start = re.escape(f"@media {media} {{\n  ") if media else "^"
        for block in re.findall(start + r":root \{(.*?)\}", STYLE, re.DOTALL | re.MULTILINE):
            found |= dict(re.findall(r"--([\w-]+): ([^;]+);", block))
    systems = SYSTEM_COLOURS["dark" if DARK in THEMES[theme] else "light"]
    return {name: systems.get(value, value) for name, value in found.items()}


def luminance(colour: str) -> float:
    """The relative luminance of `#rgb` or `#rrggbb` (WCAG 2.2)."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@each_row("theme", THEMES)
def test_texts_stand_out_from_every_ground(theme: str) -> None:
    values = colours(theme)
    weak = {
        f"{text} on {ground}": round(contrast(values[text], values[ground]), 2)
        for text, ground in product(TEXTS, GROUNDS)
        if contrast(values[text], values[ground]) < LEAST[theme]
    }
    assert not weak


@each_row("theme", THEMES)
def test_white_stands_out_from_keys_and_head_and_ink_on_ochre(theme: str) -> None:
    values = colours(theme)
    for ground in ("act", "head"):
        assert contrast("#fff", values[ground]) >= LEAST[theme]
    assert contrast("#2a1d00", values["ochre"]) >= 7


@pytest.mark.parametrize("theme", ["light, more", "dark, more"])
def test_edges_and_the_ring_of_the_focus_are_seen(theme: str) -> None:
    """Edges and lines 7 to 1; of the two rings of the focus the dark or the light one on any ground 7 to 1."""
    values = colours(theme)
    for edge, ground in product(("edge", "line", "ink"), GROUNDS):
        assert contrast(values[edge], values[ground]) >= 7
