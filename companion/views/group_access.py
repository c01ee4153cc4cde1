"""Access to groups of players by role: the phone that made a group owns it, others may have joined it."""

from __future__ import annotations

from flask import abort

from companion.history.groups import Group, find_group
from companion.views.guard import phone, sessions


def group_for(group: str) -> Group:
    """Return a group that the requesting phone is in; abort with 404 for other phones."""
    found = find_group(sessions().store, phone(), group)
    if found is None or not found.role:
        abort(404)
    return found


def require_owner(group: str) -> Group:
    """Return a group for the phone that made it; abort with 403 for those that joined it, 404 for others."""
    found = group_for(group)
    return found if found.is_owned else abort(403)
