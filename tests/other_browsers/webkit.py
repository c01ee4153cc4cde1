"""WebKitGTK by Debian's WebKitWebDriver and MiniBrowser under Xvfb: a browser of its own for each phone."""

import json
import os
import shutil
import subprocess
import time
from glob import glob
from http.client import HTTPConnection

from tests.support.ports import free_port

MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
PATIENCE = 60


class Screen:
    def __init__(self):
        program = shutil.which("Xvfb")
        read, write = os.pipe()
        command = [program, "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        self.process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as log:
            self.name = f":{log.readline().strip()}"

    def close(self):
        self.process.terminate()
        self.process.wait(60)


class Driver:
    def __init__(self, environment):
        program = shutil.which("WebKitWebDriver")
        self.port = free_port()
        self.process = subprocess.Popen([program, f"--port={self.port}"], env=environment)
        self.path = ""
        options = {"binary": glob(MINI_BROWSER)[0], "args": ["--automation"]}
        wanted = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
        self._wait_until_it_listens()
        self.path = f"/session/{self.send('POST', '/session', capabilities=wanted)['sessionId']}"

    def _wait_until_it_listens(self):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.send("GET", "/status")
                return
            except OSError:
                assert time.monotonic() < end and self.process.poll() is None
                time.sleep(0.05)

    def send(self, method, path, **parameters):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, self.path + path, json.dumps(parameters) if method == "POST" else None)
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{path}: {value['error']}: {value.get('message')}")
        return value

    def close(self):
        self.send("DELETE", "")
        self.process.terminate()
        self.process.wait(60)


class WebKitPage:
    name = "WebKit"

    def __init__(self, screen, width, height, theme="Adwaita"):
        self.driver = Driver({**os.environ, "DISPLAY": screen.name, "GTK_THEME": theme})
        self._fit(width, height)

    def _fit(self, width, height):
        """The window so large that the page has this size, or the least that its toolbar allows, 447 px."""
        outer = {"width": width, "height": height}
        for _ in range(3):
            self.driver.send("POST", "/window/rect", **outer)
            inner = self.run("return [innerWidth, innerHeight];")
            if inner == [width, height]:
                return
            outer = {"width": outer["width"] + width - inner[0], "height": outer["height"] + height - inner[1]}

    def navigate(self, address):
        self.driver.send("POST", "/url", url=address)

    def run(self, body):
        return self.driver.send("POST", "/execute/sync", script=body, args=[])

    def pointer(self, *actions):
        source = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": list(actions)}
        self.driver.send("POST", "/actions", actions=[source])

    def keys(self, text):
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.driver.send("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def close(self):
        self.driver.close()
