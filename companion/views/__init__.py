"""The pages: thin blueprints over the sessions; the only place that knows Flask beside the app and the server."""
