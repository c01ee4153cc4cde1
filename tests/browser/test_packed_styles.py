"""A style says the same to a browser when it goes over the wire without its comments and blanks."""

import pytest

# The value of a custom property is told as it was written, with its blanks and line breaks.
RULES = """style => {
    const read = new CSSStyleSheet();
    read.replaceSync(style);
    return [...read.cssRules].map((rule) => rule.cssText.replace(/\\s*([,()])\\s*/g, "$1"));
}"""


@pytest.mark.parametrize("name", ["style.css", "print.css"])
def test_a_packed_style_has_the_same_rules(phone, name):
    one = phone()
    one.go("/")
    packed, plain = (
        one.context.request.get(f"/static/{name}", headers={"Accept-Encoding": coding}).text()
        for coding in ("gzip", "identity")
    )
    assert len(packed) < len(plain)
    assert one.page.evaluate(RULES, packed) == one.page.evaluate(RULES, plain)
