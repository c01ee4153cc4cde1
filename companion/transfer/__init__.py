"""Transfer of a whole instance: online backup, and export and import of all its data as JSON lines."""
