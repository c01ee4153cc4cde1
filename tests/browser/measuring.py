"""What sticks out of a page sideways or is too low to tap, and tables that are full of it."""

from __future__ import annotations

# The text of a notice that runs down a column much narrower than the notice; two versions stand side by side.
THIN = """() => [...document.querySelectorAll(".note")].flatMap(note => {
    const walk = document.createTreeWalker(note, NodeFilter.SHOW_TEXT), text = document.createRange(), thin = [];
    while (walk.nextNode()) {
        if (walk.currentNode.parentElement.closest(".version, button, .button, .visually-hidden")) continue;
        text.selectNodeContents(walk.currentNode);
        const lines = [...text.getClientRects()].filter(line => line.width);
        if (lines.length > 2 && Math.max(...lines.map(line => line.width)) < 0.35 * note.clientWidth)
            thin.push(`${lines.length} lines: ${walk.currentNode.data.trim().slice(0, 40)}`);
    }
    return thin;
})"""
