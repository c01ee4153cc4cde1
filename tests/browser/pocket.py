"""The companion without a server in a real browser: its folder on a web space below a path, and phones that open it."""

import hashlib
import os
import re
import shutil
from fcntl import LOCK_EX, flock
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import expect

from companion import paths
from companion.pocket.building import build

PATH = "/games/pocket/"
STARTED = 120_000  # milliseconds within which Python runs, also on a machine that does much else
MOST_KEPT = 2
NAMES = ("Ann", "Ben", "Cleo", "Mei-Ling")


def built():
    """The folder as today's sources make it; that takes a while, so all workers and runs share it until they change."""
    digest = hashlib.sha256()
    for path in sorted(path for source in (paths.PACKAGE, paths.TEMPLATES, paths.STATIC) for path in source.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tabletop-companion" / "pocket"
    kept.mkdir(parents=True, exist_ok=True)
    folder = kept / digest.hexdigest()[:16]
    with (kept / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not folder.is_dir():
            for old in sorted(kept.glob("*/"), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
                shutil.rmtree(old)
            with TemporaryDirectory(dir=kept) as made:
                build(Path(made) / "folder")
                (Path(made) / "folder").rename(folder)
    return folder


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class WebSpace:
    """A folder that is served without any header of its own."""

    def __init__(self, folder):
        self.folder = folder / PATH.strip("/")
        shutil.copytree(built(), self.folder)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}{PATH}"

    def publish(self, name, content):
        """Put a file of a newer version in the place of this one."""
        (self.folder / name).write_bytes(content)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Tab:
    """A tab of a browser with the companion in it; `foreign` has what it asked of any other address."""

    def __init__(self, context, space):
        self.context, self.space = context, space
        self.foreign = []
        self.faults = []
        self.page = context.new_page()
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def _asked(self, address):
        if not address.startswith(self.space.address) and not address.startswith(("data:", "blob:")):
            self.foreign.append(address)

    @property
    def site(self):
        return self.page.frame_locator("#site")

    def find(self, what):
        return self.site.locator(what)

    def opens(self, path=""):
        self.page.goto(f"{self.space.address}{f'#/{path}' if path else ''}")
        return self.starts()

    def starts(self):
        """Wait until the companion runs: also while the page is loaded once more, and has nothing in it."""
        expect(self.page.locator("#wait[hidden]")).to_be_attached(timeout=STARTED)
        return self

    def closes(self):
        assert not self.foreign and not self.faults, (self.foreign, self.faults)
        self.page.close()

    def opens_table(self, game, names=NAMES):
        """From the home page to the form of a new table; returns the path of the table."""
        self.find(f"a[href$='/new/{game}']").first.click()
        for name in names:
            self.find("#name").fill(name)
            self.find("#name").press("Enter")
            expect(self.find("[data-sort] li").filter(has_text=name)).to_be_visible()
        self.find(".bar button.button").click()
        expect(self.find("#stand")).to_be_visible()
        expect(self.page).to_have_url(re.compile("#/t/[^/]+$"))  # once the page is loaded
        return self.page.url.split("#/")[1]

    def enters(self):
        self.find(".bar a.button").first.click()
        expect(self.find("#entry")).to_be_visible()

    def bets(self, beads):
        for seat, number in enumerate(beads):
            self.find(f"label.key:has([name=b{seat}][value='{number}'])").click()
        self.find("[data-save]").first.click()
        expect(self.find("button.winner").first).to_be_visible()

    def takes_trick(self, number, seat):
        expect(self.find("#entry [name=trick]")).to_have_value(str(number))
        self.find(f"button.winner[value='{seat}']").click()
        expect(self.find(".tricks li a")).to_have_count(number)
