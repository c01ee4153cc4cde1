"""The photographs of an export: its lines, and how an import stores them."""
