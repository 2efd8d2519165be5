"""The `tda` command: parses, calls and prints. Commands import what they need when they run: help is instant."""
