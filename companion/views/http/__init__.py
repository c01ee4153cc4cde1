"""Requests and responses: phones, access, errors, assets."""
