"""The web server: connections, requests, limits. It knows nothing of games."""
