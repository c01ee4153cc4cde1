"""The score pad on every page that has one: each number stands under its name, and neither numbers nor words break."""

import pytest

from tests.support.finished_sheets import all_numbers_of_players, finished_sheet
from tests.support.long import mostly_long

WIDTHS = (320, 390, 1366)

# A row's columns are those of its head; between its title and its arrow it has one number a seat in each of its lines.
# A row that tells what an entry did has numbers only for whom it changed something.
PAD = """() => {
    const middle = element => { const box = element.getBoundingClientRect(); return box.x + box.width / 2; };
    const faults = [], pad = document.querySelector(".score-pad");
    const [head, ...rows] = [...pad.querySelectorAll(".row")].filter(row => row.getClientRects().length);
    const seats = [...head.querySelectorAll(".mark")].map(middle);
    for (const row of rows) {
        const numbers = [...row.querySelectorAll(":scope > .number")];
        const count = numbers.length, isTold = row.querySelector(":scope > .told");
        if (!isTold && (!count || count % seats.length)) faults.push(`${count} numbers: ${row.innerText}`);
        numbers.forEach((number, place) => {
            const offs = seats.map(seat => Math.abs(middle(number) - seat));
            const off = isTold ? Math.min(...offs) : offs[place % seats.length];
            if (off > 2) faults.push(`${number.innerText} is ${off} px off: ${row.innerText}`);
        });
        const boxes = numbers.map(number => [number.innerText, number.getBoundingClientRect()]);
        boxes.forEach(([text, box], place) => {
            const next = boxes[place + 1];
            if (next && next[1].top < box.bottom && next[1].left < box.right) faults.push(`${text} touches ${next[0]}`);
        });
    }
    if (pad.scrollWidth > pad.clientWidth) faults.push(`${pad.scrollWidth - pad.clientWidth} px are out of sight`);
    return faults;
}"""

PAPER = """() => {
    const faults = [], right = element => element.getBoundingClientRect().right;
    for (const table of document.querySelectorAll("table.pad")) {
        const [, ...names] = table.querySelectorAll("thead th");
        for (const row of table.querySelectorAll("tbody tr")) {
            const totals = [...row.querySelectorAll("td:nth-child(odd)")];
            if (totals.length !== names.length) faults.push(`${totals.length} totals: ${row.innerText}`);
            totals.forEach((total, seat) => {
                const off = right(total) - right(names[seat]);
                if (Math.abs(off) > 2) faults.push(`${total.innerText} is ${off} px off: ${row.innerText}`);
            });
        }
    }
    return faults;
}"""

# Words and numbers that are on two lines, in all cells of the rows.
BROKEN = """rows => {
    const faults = [];
    for (const row of document.querySelectorAll(rows)) {
        const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (node.parentElement.closest(".visually-hidden")) continue;
            for (const word of node.data.matchAll(/[^\\s-]+-?/g)) {
                const range = document.createRange();
                range.setStart(node, word.index);
                range.setEnd(node, word.index + word[0].length);
                if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) faults.push(word[0]);
            }
        }
    }
    return faults;
}"""


def pages(one, invitation):
    """The pages with a score pad, by their addresses, with what its rows are."""
    result = one.context.request.get(f"/t/{invitation.id}").text().split('href="/r/')[1].split('"')[0]
    return {
        f"/t/{invitation.id}/sheet": ".score-pad .row",
        f"/t/{invitation.id}?sheet=1": ".score-pad .row",
        f"/r/{result}": ".score-pad .row",
        f"/t/{invitation.id}/print": "table.pad tr",
    }


WIDEST = ("open", 12)
TABLES = [WIDEST] + [table for table in all_numbers_of_players() if table != WIDEST]


@pytest.mark.parametrize(("game", "seats"), mostly_long(TABLES, names=2))
def test_each_number_stands_under_its_name(phone, game, seats):
    one = phone()
    invitation = one.brings(finished_sheet(game, seats))
    faults = []
    for address, rows in pages(one, invitation).items():
        one.go(address)
        for width in WIDTHS:
            one.page.set_viewport_size({"width": width, "height": 844})
            found = one.page.evaluate(PAD if "score-pad" in rows else PAPER) + one.page.evaluate(BROKEN, rows)
            faults += [f"{address} at {width}: {fault!r}" for fault in found]
    assert not faults, "\n".join(faults)


def test_the_heading_above_one_column_stays_whole(phone):
    one = phone(viewport=(320, 640))
    one.go(f"/t/{one.opens('open', ['Ann'], title='Golf').id}")
    assert one.page.evaluate(BROKEN, ".score-pad .row") == []
