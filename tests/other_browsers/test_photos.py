"""A photograph made ready by the phone in each engine: upright, smaller, and nothing in it but the picture."""

import base64

from companion.features.photos.edits import check_jpeg
from tests.support.files import example
from tests.support.jpegs import EXIF, jpeg, segment
from tests.support.long import long

pytestmark = long
CAMERA = jpeg(2000, 1000, lambda x, y: (x + 5 * y) % 256, extra=segment(0xE1, EXIF))
CHOSEN = """(() => {
    const bytes = Uint8Array.from(atob("DATA"), (letter) => letter.charCodeAt(0));
    const input = document.getElementById("photo"), chosen = new DataTransfer();
    chosen.items.add(new File([bytes], "IMG_0042.JPG", { type: "image/jpeg" }));
    input.files = chosen.files;
    return input.dispatchEvent(new Event("change", { bubbles: true }));
})()"""
SHOWN = "(() => { const one = document.querySelector('#photos img'); return one?.complete && one.naturalHeight; })()"
SENT = """(() => {
    const request = new XMLHttpRequest();
    request.open("GET", document.querySelector("#photos img").src, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    return btoa([...request.responseText].map((one) => String.fromCharCode(one.charCodeAt(0) & 255)).join(""));
})()"""


def test_a_photograph_in_each_engine(pair):
    one = pair[0]
    invitation = one.brings(example("luz/whole-game"))
    one.go(f"/t/{invitation.id}/photos")
    one.tap("button[name=allow]")
    one.see("#photo-form")
    one.js(CHOSEN.replace("DATA", base64.b64encode(CAMERA).decode()))
    one.see("#photo-form canvas")
    one.tap("#photo-form .button")
    one.until(lambda: one.js(SHOWN) == 1600, "the photograph is not shown")
    size = check_jpeg(base64.b64decode(one.js(SENT)))
    assert size == (800, 1600)
