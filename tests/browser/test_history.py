"""The times of the history in a browser."""

from playwright.sync_api import expect

TIME = """([lang, shape]) => {
  document.documentElement.lang = lang;
  const at = `datetime="2024-03-31T11:30:00+00:00" data-clock="${shape}"`;
  document.querySelector("main").innerHTML = `<time ${at}>31 March 2024 11:30<noscript> UTC</noscript></time>`;
  document.dispatchEvent(new CustomEvent("htmx:after:swap"));
}"""


def test_times_are_those_of_the_phone_and_their_days_too(phone):
    """The server writes them in its own zone, which it names beside them."""
    host = phone()
    host.context.new_cdp_session(host.page).send("Emulation.setTimezoneOverride", {"timezoneId": "Pacific/Kiritimati"})
    host.go("/history")
    for lang, shape, shown in (
        ("en", "", "01:30"),
        ("en", "day", "1 April 2024 01:30"),
        ("zh-Hant", "day", "2024 年 4 月 1 日 01:30"),
        ("zh-Hans", "day", "2024 年 4 月 1 日 01:30"),
    ):
        host.page.evaluate(TIME, [lang, shape])
        expect(host.page.locator("main time")).to_have_text(shown)
