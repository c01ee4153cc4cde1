"""Behind nginx below a path, which it keeps or removes: phones join, are told live, and open the table offline."""

import os
import shutil
import subprocess
from contextlib import contextmanager
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.players import Invitation
from tests.faults.served import Served
from tests.support.haproxy import wait_until
from tests.support.long import long
from tests.support.ports import free_port
from tools.bench.serving import answers

_NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [pytest.mark.skipif(_NGINX is None, reason="nginx is not installed"), long]
ROOT = "/companion"
ARE_KEPT = """async (paths) => {
    for (const path of paths)
        while (!(await caches.match(path, { ignoreVary: true }))) await new Promise(requestAnimationFrame);
}"""
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
_CONFIGURATION = """
events {{}}
pid {folder}/pid;
{user}
http {{
    access_log off;
    {folders}
    server {{
        listen 127.0.0.1:{port};
        location /companion/ {{
            proxy_pass http://127.0.0.1:{companion}{path};
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_buffering off;
        }}
    }}
}}
"""


@contextmanager
def site_below(folder, path):
    """A companion behind nginx, which replaces /companion/ in the path of a request if there is a `path`."""
    port = free_port()
    site = f"http://127.0.0.1:{port}"
    companion = Served(folder, options=["--public-url", site + ROOT, "--behind-proxy", "127.0.0.1"])
    companion.start()
    folders = "".join(f"{name}_temp_path {folder}/{name}; " for name in _TEMPORARY)
    user = "user root;" if os.getuid() == 0 else ""
    file = folder / "nginx.conf"
    file.write_text(
        _CONFIGURATION.format(folder=folder, user=user, folders=folders, port=port, companion=companion.port, path=path)
    )
    options = ["-p", str(folder), "-e", str(folder / "nginx.txt"), "-c", str(file), "-g", "daemon off;"]
    nginx = subprocess.Popen([str(_NGINX), *options])
    try:
        wait_until(lambda: answers(port, f"{ROOT}/healthz"))
        yield site
    finally:
        nginx.terminate()
        nginx.wait(60)
        companion.close()


@pytest.mark.parametrize("path", ["", "/"], ids=["kept", "removed"])
def test_two_phones_join_enter_and_one_opens_the_table_offline(chromium, tmp_path, path):
    with site_below(tmp_path, path) as site:
        phones = Phones(chromium, SimpleNamespace(base=site, kills=0))
        host, guest = phones(), phones(keeps_pages=True)
        fields = [("player", name) for name in ("Ann", "Ben", "Cleo")]
        headers = {"Origin": site, "Content-Type": "application/x-www-form-urlencoded"}
        opened = host.context.request.post(f"{ROOT}/new/luz", data=urlencode(fields), headers=headers)
        invitation = Invitation.read(opened.url, opened.text())
        host.go(f"{ROOT}/t/{invitation.id}")
        guest.join_by_link(invitation.links["scorer"])
        guest.page.wait_for_url(f"{site}{ROOT}/t/{invitation.id}")
        guest.enter()
        guest.tap_bets(((3, False), (2, False), (1, False)))
        expect(host.page.locator("#head")).to_have_attribute("data-version", "1")
        host.enter()
        guest.go(f"{ROOT}/t/{invitation.id}")
        guest.page.evaluate(ARE_KEPT, [f"{ROOT}/t/{invitation.id}", f"{ROOT}/offline"])
        guest.goes_offline()
        guest.page.goto(f"{ROOT}/groups")
        expect(guest.page.locator("main a")).to_have_attribute("href", f"{ROOT}/t/{invitation.id}")
        guest.page.goto(f"{ROOT}/")  # the app is opened
        guest.page.wait_for_url(f"{site}{ROOT}/t/{invitation.id}")
        guest.see("#kept")
        guest.context.set_offline(False)
        expect(guest.page.locator("#kept")).to_have_count(0)
        phones.check()
        phones.close()
