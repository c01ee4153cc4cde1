"""The companion without a server in any engine: its pages stand in a frame of the page that runs it."""

import json
import time

from tests.other_browsers.driver import SOON

# What a script of a page takes from its window, here from that of the frame.
_OF_FRAME = (
    "window, document, location, sessionStorage, localStorage, innerWidth, innerHeight, getComputedStyle, setTimeout, "
    "performance, MouseEvent, PointerEvent, fetch, DataTransfer, File, Event"
)
_WITHIN = f"""
const frame = document.getElementById("site")?.contentWindow;
if (!frame || !document.getElementById("wait").hidden) return null;
return (({{ {_OF_FRAME} }}) => {{ BODY }})(frame);
"""
_STARTED = "return Boolean(document.getElementById('wait')?.hidden);"
_START = 240.0  # seconds within which Python runs


class Framed:
    """A page of the companion in the frame, as the page of an engine: `run` runs in it, taps hit it."""

    def __init__(self, engine, address):
        self.engine, self.address, self.name = engine, address, engine.name

    def start(self):
        """Open the companion anew, as in a new tab."""
        self.engine.navigate("about:blank")
        self.engine.navigate(self.address)
        self._until(self._has_started, "the companion does not start", _START)

    def _has_started(self):
        try:
            return bool(self.engine.run(_STARTED))
        except Exception:  # at the first visit the page loads itself again
            return False

    def navigate(self, address):
        """Go to a page of the companion."""
        self.run(f"document.documentElement.dataset.old = ''; location.href = {json.dumps(address)};")
        there = "return document.readyState === 'complete' && !('old' in document.documentElement.dataset);"
        self._until(lambda: self.run(there), f"{address} is not loaded")

    def run(self, body):
        return self.engine.run(_WITHIN.replace("BODY", body))

    def fetch(self, path):
        """The text at an address; asked again where the last act loaded another page meanwhile."""
        ask = f"fetch({json.dumps(path)}).then((answer) => answer.text()).then((text) => {{ window.asked = text; }});"
        body = f"if (window.asked === undefined) {{ window.asked = null; {ask} }} return window.asked;"
        self.run("window.asked = undefined;")
        return str(self._until(lambda: self.run(body), f"{path} does not answer"))

    def pointer(self, *actions):
        self.engine.pointer(*actions)

    def keys(self, text):
        self.engine.keys(text)

    def _until(self, ready, what, most=SOON):
        end = time.monotonic() + most
        while time.monotonic() < end:
            if found := ready():
                return found
            time.sleep(0.05)
        told = self.engine.run("return document.getElementById('told')?.textContent ?? document.title;")
        raise AssertionError(f"{self.name}: {what} ({told})")
