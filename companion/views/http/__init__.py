"""Requests and responses: identity, access, errors, assets."""
