"""Photographs of the end of a game: made small on the phone that sends them, seen on all, removed by keyboard."""

from playwright.sync_api import expect

from companion.features.photos.edits import MOST_BYTES, check_jpeg
from tests.support.jpegs import EXIF, jpeg, segment

NAMES = ("Ann", "Ben", "Cleo")
PICTURE = "#photos img"
CAMERA = {
    "name": "IMG_0042.JPG",
    "mimeType": "image/jpeg",
    "buffer": jpeg(2400, 1800, lambda x, y: (7 * x + 3 * y) % 256, extra=segment(0xE1, EXIF)),
}
OTHER = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": jpeg(64, 48)}
LOADED = "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"


def over(host, *scorers):
    """A table whose game is over; the phones that keep score there look at it."""
    invitation = host.opens("luz", NAMES)
    for scorer in scorers:
        scorer.joins(invitation)
    host.post(invitation, "end")
    host.go(f"/t/{invitation.id}")
    return invitation


def choose(one, invitation, file, caption=""):
    one.go(f"/t/{invitation.id}/photos")
    one.page.set_input_files("#photo", file)
    expect(one.page.locator("#photo-status")).to_contain_text("nothing in it but the picture")
    one.see("#photo-form canvas")
    one.page.fill("#caption", caption)


def test_all_phones_see_a_photograph(phone):
    host, scorer = phone(), phone()
    invitation = over(host, scorer)
    viewer = phone(locale="zh-TW", scheme="dark")
    viewer.joins(invitation, "viewer")
    for player in (scorer, viewer):
        player.go(f"/t/{invitation.id}")
        expect(player.page.locator("#now a[href$='/photos']")).to_have_count(0)  # nobody has asked for any
    host.go(f"/t/{invitation.id}/host")
    host.tap("main a[href$='/photos']")
    host.tap("button[name=allow]")
    host.see("#photo-form")
    host.go(f"/t/{invitation.id}")
    scorer.see("#now a[href$='/photos']")

    choose(scorer, invitation, CAMERA, "Cleo holds the winning bead")
    scorer.tap("#photo-form .button")
    for player in (scorer, host, viewer):
        picture = player.see(PICTURE)
        expect(picture).to_have_attribute("alt", "Cleo holds the winning bead")
        picture.scroll_into_view_if_needed()
        assert picture.evaluate(LOADED) == [1200, 1600], "it stands upright, and is made smaller"

    sent = host.context.request.get(host.page.locator(PICTURE).get_attribute("src"))
    size = check_jpeg(sent.body())  # which refuses whatever a camera writes beside the picture
    assert size == (1200, 1600) and len(sent.body()) < MOST_BYTES

    host.tap("#now a[href$='/photos']")
    host.page.locator("details.deletion summary").focus()
    for key in ("Enter", "Tab", "Enter"):  # it is removed by keyboard
        host.page.keyboard.press(key)
    for player in (scorer, viewer):
        expect(player.page.locator(PICTURE)).to_have_count(0)


def test_without_connection_a_photograph_stays_on_the_phone(phone):
    host = phone()
    invitation = over(host)
    host.post(invitation, "photos/allow", allow="yes")
    choose(host, invitation, OTHER)
    host.tolerate("net::ERR_")
    host.context.set_offline(True)
    host.tap("#photo-form .button")
    expect(host.page.locator("#photo-status")).to_contain_text("Not sent: no connection")
    host.context.set_offline(False)
    host.tap("#photo-form .button")
    expect(host.page.locator(PICTURE)).to_have_count(1)
