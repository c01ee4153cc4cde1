"""The result goes out as a picture and on paper: saved from the shared page, printed on one sheet each time."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.storage import credentials
from tests.browser.conftest import Server
from tests.browser.sample_instance import UNWIELDY as NAMES
from tests.support.long import long

EXAMPLES = Path(__file__).parents[1] / "examples"
PRINTED = ("luz/tie-start-card-deal-1", "ingenious/no-place-left", "salamanca/every-hazard")
OVER = """() => {
    const edge = document.querySelector("main").getBoundingClientRect().right + 1;
    return [...document.querySelectorAll(".pad")].some(table => table.getBoundingClientRect().right > edge);
}"""
QUIET = ("1232", "1232", "1232", "3344")


def long_game(rounds: int) -> dict[str, object]:
    """A long game of 5211 for five whose rounds all tie, so that it goes on for ever."""
    hands = [[[colour + value for value in QUIET[number % 4]] for colour in "GYOBT"] for number in range(rounds)]
    options = {"long": True, "long_tiebreak": "last-deck"}
    return {"game": "5211", "players": NAMES, "options": options, "entries": [{"cards": cards} for cards in hands]}


def brought(server: Server, folder: Path, sheets: dict[str, dict[str, object]]) -> None:
    """Put tables into a running server by the command line; phone 1 of the file has the token "printer"."""
    at = "2026-11-21T20:00:00+00:00"
    token = credentials.token_hash("printer").hex()
    lines: list[dict[str, object]] = [
        {"companion": "instance", "format": 1, "key": "00" * 32, "phones": 1, "sessions": len(sheets)}
    ]
    lines.append({"phone": 1, "token": token, "made": at})
    for number, (name, sheet) in enumerate(sheets.items(), 1):
        log = [
            {"act": f"a{place}", "sent": "", "kind": "entry", "body": entry, "phone": 1, "at": at}
            for place, entry in enumerate(sheet["entries"])  # type: ignore[arg-type]
        ]
        setup = {"players": sheet["players"], "options": sheet["options"]}
        codes = {"scorer": credentials.new_code(), "viewer": credentials.new_code()}
        member = {"phone": 1, "role": "host", "joined": at}
        lines.append(
            {
                "session": name,
                "game": sheet["game"],
                "made": at,
                "ended": None,
                "used": number,
                "generation": 0,
                "setup": setup,
            }
            | {"setup": setup, "result": None, "codes": codes, "members": [member], "log": log}
        )
    file = folder / "tables.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [
        sys.executable,
        "-m",
        "companion.commands.cli",
        "import",
        file,
        "--database",
        server.folder / "companion.sqlite",
    ]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and f"{len(sheets)} tables brought in" in done.stdout and not done.stderr, done


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@long
def test_a_scoresheet_is_printed_on_one_sheet(server, phone, tmp_path):
    """Tables that come into a server while it runs, printed in both languages on both papers."""
    sheets = {
        name.replace("/", "-"): json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))["sheet"] for name in PRINTED
    }
    sheets["forty"], sheets["many"], sheets["endless"] = long_game(40), long_game(120), long_game(300)
    brought(server, tmp_path, sheets)
    for locale in ("en-GB", "zh-TW"):
        one = phone(locale=locale, scheme="dark")
        one.context.add_cookies([{"name": "phone", "value": "printer", "url": one.base}])
        for session in sheets:
            one.go(f"/t/{session}/print")
            for paper in ("A4", "Letter") if session in ("many", "endless") else ("Letter",):
                assert pages(one.page.pdf(format=paper)) == 1, (session, locale, paper)
            one.page.set_viewport_size({"width": 800, "height": 1000})
            assert not one.page.evaluate(OVER), session
            rows = one.page.locator(".pad tbody tr").count()
            assert rows == len(sheets[session]["entries"]) or (session == "endless" and rows < 300)


@pytest.mark.parametrize("script", [True, False])
def test_the_picture_is_saved(phone, script):
    one, other = phone(), phone(script=script)
    invitation = one.opens("luz", NAMES)
    one.post_deal(invitation, (10, 0, 3, 2, 1), (0, 2, 3, 4, 1))
    one.post(invitation, "end")
    one.go(f"/t/{invitation.id}")
    link = one.page.get_attribute("a[href^='/r/']", "href")
    other.go(link)
    if not script:
        other.tap("#picture")
        other.page.wait_for_url("**/picture.svg")
        return
    with other.page.expect_download() as saved:
        other.tap("#picture")
    file = saved.value
    assert re.fullmatch(r"luz-\d{4}-\d\d-\d\d\.png", file.suggested_filename)
    content = Path(file.path()).read_bytes()
    assert content.startswith(b"\x89PNG") and content[16:24] == (1080).to_bytes(4, "big") + (1350).to_bytes(4, "big")
    assert len(content) > 40_000, "and it is not blank"
    assert not other.context.cookies()
