"""Requests and responses: who asks, what they may, how they are answered."""
