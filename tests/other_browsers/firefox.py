"""Firefox over WebDriver BiDi, without a driver program: one browser, a user context for each phone."""

import json
import re
import shutil
import subprocess
import time

from websocket import create_connection

PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_beforeunload": True,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "remote.active-protocols": 1,
    "toolkit.telemetry.server": "",
}
PATIENCE = 30


class Firefox:
    def __init__(self, folder, preferences):
        lines = [f'user_pref("{name}", {_value(value)});' for name, value in {**PREFERENCES, **preferences}.items()]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "user.js").write_text("\n".join(lines))
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        log = folder / "log.txt"
        with open(log, "wb") as output:
            self.process = subprocess.Popen([*command, "about:blank"], stdout=output, stderr=output)
        self.socket = create_connection(f"{_address(log)}/session", timeout=PATIENCE, suppress_origin=True)
        self.sent = 0
        self.send("session.new", capabilities={})

    def send(self, method, **parameters):
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.sent:
            pass  # an event, or the answer to something that was given up
        if "result" not in answer:
            raise RuntimeError(f"{method}: {answer.get('error')}: {answer.get('message')}")
        return answer["result"]

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(60)


def _value(value):
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


def _address(log):
    end = time.monotonic() + PATIENCE
    while not (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", log.read_text(errors="replace"))):
        assert time.monotonic() < end, log.read_text(errors="replace")
        time.sleep(0.05)
    return found[1]


class FirefoxPage:
    name = "Firefox"

    def __init__(self, browser, width, height):
        self.browser = browser
        self.user = browser.send("browser.createUserContext")["userContext"]
        self.context = browser.send("browsingContext.create", type="tab", userContext=self.user)["context"]
        size = {"width": width, "height": height}
        browser.send("browsingContext.setViewport", context=self.context, viewport=size)

    def navigate(self, address):
        self.browser.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, body):
        expression = f"JSON.stringify((() => {{ {body} }})() ?? null)"
        answer = self.browser.send(
            "script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=False
        )
        if answer["type"] != "success":
            raise RuntimeError(str(answer.get("exceptionDetails", {}).get("text")))
        return json.loads(answer["result"]["value"])

    def pointer(self, *actions):
        source = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": list(actions)}
        self.browser.send("input.performActions", context=self.context, actions=[source])

    def keys(self, text):
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.browser.send(
            "input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": actions}]
        )

    def close(self):
        self.browser.send("browser.removeUserContext", userContext=self.user)
