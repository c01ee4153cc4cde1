"""What an entry goes through on its way is no more than the architecture's page says."""

import re
from pathlib import Path

from tools.entry_path import NAMES, measure

PAGE = Path(__file__).parents[2] / "docs/architecture.md"
TOLD = re.compile(r"page: (\d+) files and (\d+) functions of the companion, (\d+) calls .*?, (\d+) of them")


def test_an_entry_goes_through_no_more_than_is_told(tmp_path: Path) -> None:
    told = TOLD.search(" ".join(PAGE.read_text("utf-8").split()))
    assert told
    counted = measure(tmp_path / "companion.sqlite")
    more = {
        name: (now, said) for name, now, said in zip(NAMES, counted, map(int, told.groups()), strict=True) if now > said
    }
    assert not more
