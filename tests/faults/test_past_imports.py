"""A companion that is killed while it imports: no play is lost, none is doubled, and it says where it stands."""

from __future__ import annotations

PLAYS = 400
