"""A real server that can be killed and started again, and phones: browser contexts with a storage of their own."""

import shutil
import socket
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.players import LIMIT, Phone
from tests.browser.sample_instance import UNWIELDY, fill_database
from tests.browser.walk import Walk
from tests.faults.served import FORKED, Served

AT_HOME = socket.gethostname().lower()
"""The name of this machine, which without https is not as good as that to a browser."""
ARGUMENTS = [
    f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The last one counts: these are Playwright's, and RenderDocument, for which each load takes a fifth longer.
    "--disable-features=AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning,RenderDocument",
]
PHONE = (390, 844)

expect.set_options(timeout=LIMIT)


class Server(Served):
    """A companion with photographs; killed and started again it has the same database and port."""

    def __init__(self, folder, program=FORKED):
        super().__init__(folder, program=program, options=["--photos"])
        self.base = f"http://127.0.0.1:{self.port}"
        self.kills = 0

    def kill(self):
        self.kills += 1
        super().kill()


@contextmanager
def served(folder, program=FORKED):
    """A server with its database in a folder; at the end it must not have failed anywhere."""
    server = Server(folder, program)
    server.start()
    yield server
    server.close()


class Phones:
    """Makes phones, and knows at the end of a test what went wrong on any of them."""

    def __init__(self, browser, server):
        self.browser, self.server = browser, server
        self.made = []

    def __call__(self, locale="en-GB", scheme="light", viewport=PHONE, script=True, keeps_pages=False):
        """A phone; one that `keeps_pages` runs the service worker."""
        width, height = viewport
        context = self.browser.new_context(
            locale=locale,
            color_scheme=scheme,
            viewport={"width": width, "height": height},
            has_touch=True,
            java_script_enabled=script,
            base_url=self.server.base,
            reduced_motion="reduce",
            service_workers="allow" if keeps_pages else "block",
        )
        phone = Phone(context, self.server.base)
        phone.is_outage = lambda: self.server.kills > 0
        self.made.append(phone)
        return phone

    def check(self):
        faults = [f"phone {number}: {fault}" for number, phone in enumerate(self.made, 1) for fault in phone.faults]
        assert not faults, "\n".join(faults)

    def shoot(self, folder):
        for number, phone in enumerate(self.made, 1):
            if not phone.page.is_closed():
                phone.page.screenshot(path=folder / f"phone-{number}.png", full_page=True, timeout=5000)

    def close(self):
        while self.made:
            self.made.pop().context.close()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """A test fails on whatever a phone complained of; a test that fails leaves pictures of its phones."""
    phones = pyfuncitem.funcargs.get("phone")
    try:
        result = yield
        if isinstance(phones, Phones):
            phones.check()
        return result
    except Exception as fault:
        if isinstance(phones, Phones):
            folder = pyfuncitem.funcargs["tmp_path"]
            try:
                phones.shoot(folder)
                fault.add_note(f"Pictures of the phones are in {folder}.")
            except Exception as second:
                fault.add_note(f"No pictures: {second}")
            fault.add_note("\n".join(fault for phone in phones.made for fault in phone.faults))
        raise


def browser_path():
    """Chromium, if it can be had the one that never draws a window: it asks far less of a machine."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@pytest.fixture(scope="session")
def chromium():
    path = browser_path()
    if path is None:
        pytest.fail("The browser tests need Chromium: apt-get install chromium fonts-noto-cjk", pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def walk(chromium, tmp_path_factory):
    """A companion with something of everything in it, and names that are hard to fit in."""
    folder = tmp_path_factory.mktemp("instance")
    instance = fill_database(folder / "companion.sqlite", UNWIELDY)
    with served(folder) as server:
        made = Walk(chromium, server.base, instance)
        yield made
        made.close()


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(running):
    """A server that runs when the test begins, whatever the test before did to it."""
    running.kills = 0
    if running.process is None:
        running.start()
    return running


@pytest.fixture
def phone(chromium, server, tmp_path):
    phones = Phones(chromium, server)
    yield phones
    phones.close()
