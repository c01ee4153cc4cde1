"""nginx with the delivered configuration, before the companions of a site."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from http.client import HTTPConnection

import pytest

from tests.faults.served import ROOT
from tests.support import postgres
from tests.support.haproxy import Haproxy, wait_until

_NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
NEEDED = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.skipif(_NGINX is None, reason="nginx is not installed"),
]
"""Marks of tests that need both."""
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Nginx(Haproxy):
    """nginx with the delivered file: only its ports, its user, its folders and the number of connections are others."""

    def text(self) -> str:
        text = (ROOT / "deploy/nginx.conf").read_text("utf-8")
        folders = "".join(f"\n    {name}_temp_path {self.folder}/{name};" for name in _TEMPORARY)
        changes = {
            r"listen 80;": f"listen 127.0.0.1:{self.port};",
            r"^ +listen \[::\]:80;\n": "",
            r"worker_connections \d+;": "worker_connections 500;",
            r"worker_rlimit_nofile \d+;": "",
            r"^user www-data;": "user root;" if os.getuid() == 0 else "",
            r"^pid .*;": f"pid {self.folder}/pid;",
            r"error_log .*;": f"error_log {self.folder}/output.txt;",
            r"^http \{": "http {" + folders,
            r"root /etc/nginx;": f"root {ROOT}/deploy;",
            **{f"127.0.0.1:{5001 + n} ": f"127.0.0.1:{port} " for n, port in enumerate(self.companions)},
        }
        for old, new in changes.items():
            text, count = re.subn(old, new, text, flags=re.MULTILINE)
            assert count, old
        return text

    def start(self) -> None:
        assert _NGINX is not None
        path = self.folder / "nginx.conf"
        path.write_text(self.text(), "utf-8")
        command = [
            _NGINX,
            "-p",
            str(self.folder),
            "-e",
            str(self.folder / "output.txt"),
            "-c",
            str(path),
            "-g",
            "daemon off;",
        ]
        self.process = subprocess.Popen(command)
        wait_until(self.answers)

    def stop(self) -> None:
        """End it with its workers."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)

    def answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        finally:
            connection.close()
