"""Starts the companion with the options that were set in Home Assistant."""

from __future__ import annotations

import json
import os
from pathlib import Path

COMPANION = "/opt/companion/bin/companion"

options = json.loads(Path("/data/options.json").read_text("utf-8"))
SUPERVISOR = "172.30.32.2"  # from which ingress comes
arguments = ["serve", "--public-url", options["public_url"], "--behind-proxy", SUPERVISOR]
if "delete_after" in options:
    arguments += ["--delete-after", str(options["delete_after"])]
os.execv(COMPANION, [COMPANION, *arguments])
