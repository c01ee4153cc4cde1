"""The commands of the command line that are no server: each module adds its parser and does its work."""
