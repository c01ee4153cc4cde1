"""A page as a tree of elements, with what a person or a screen reader gets of each: role, name, text, rows, fields.

page = parse(host.page(f"/t/{session}/sheet"))
page.by_id("pad-sum").cells       # the texts of what stands in it, side by side
page.find("button", "Save")       # by its role and what it is called
page.region("Roosters").text      # the part of the page below this heading
page.find("table").rows           # a list of texts for each row
page.by_id("entry").fields        # what a form sends
"""

from html.parser import HTMLParser

from tests.support.page_elements import Element

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class _Tree(HTMLParser):
    def __init__(self):
        super().__init__()
        self.at = self.root = Element("", {})

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.at = self.at.children[-1]

    def handle_startendtag(self, tag, attrs):
        self.at.children.append(Element(tag, {name: value or "" for name, value in attrs}, self.at))

    def handle_endtag(self, tag):
        """The end of an element ends those in it whose end may be left out."""
        around = self.at
        while around is not None and around.tag != tag:
            around = around.parent
        if around is not None and around.parent is not None:
            self.at = around.parent

    def handle_data(self, data):
        self.at.children.append(data)


def parse(page):
    """Read a page, or a part of one."""
    tree = _Tree()
    tree.feed(page)
    tree.close()
    return tree.root
