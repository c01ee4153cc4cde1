"""The settings of a phone: what is chosen holds on all pages, and the way back leads to where one was."""

from tests.support.page_tree import parse

HERE = "http://localhost"


def back_from(phone, page):
    return str(parse(phone.get("/settings", headers={"Referer": page}).text).find("link", "Back")["href"])


def test_what_is_chosen_holds_on_every_page(host, luz):
    assert "theme.css" not in host.page(f"/t/{luz}")
    for chosen in ({"language": "zh_Hant"}, {"theme": "dark"}, {"text": "large"}):
        assert host.post("/settings", chosen | {"back": f"/t/{luz}"}).location == f"/settings?back=/t/{luz}"
    for path in ("/", f"/t/{luz}", "/settings"):
        page = host.page(path)
        assert '<html lang="zh-Hant" class="large">' in page and "/theme.css?name=dark" in page, path
    host.post("/settings", {"theme": "", "text": "huge"})
    assert "theme.css" not in host.page("/") and 'class="large"' in host.page("/"), "what is not known changes nothing"


def test_a_chosen_theme_has_the_colours_of_that_theme_only(host):
    dark, light = host.get("/theme.css?name=dark").text, host.get("/theme.css?name=light").text
    assert "--ground: #0a1224" in dark and "--ground: #e4e9ef" in light
    assert "--ground: #e4e9ef" not in dark and "--ground: #0a1224" not in light
    assert dark.count("{") == dark.count("}") and light.count("{") == light.count("}")


def test_the_way_back_leads_to_where_one_was(host, luz):
    assert back_from(host, f"{HERE}/new/luz?player=Ann") == "/new/luz?player=Ann"
    assert back_from(host, f"{HERE}/t/{luz}/undo") == f"/t/{luz}", "the answer to a form cannot be loaded again"
    for page in ("https://evil.example/t", f"{HERE}/devices/token", f"{HERE}/settings", f"{HERE}//evil.example", ""):
        assert back_from(host, page) == "/", page
    assert 'href="//evil' not in host.page("/settings?back=//evil.example")


def test_the_host_of_a_table_finds_its_settings_from_those_of_the_phone(host, luz, phone):
    watcher = phone().join(host, luz, "viewer")
    for one, is_host in ((host, True), (watcher, False)):
        page = one.get("/settings", headers={"Referer": f"{HERE}/t/{luz}/enter"}).text
        assert (f'href="/t/{luz}/host"' in page) == is_host
