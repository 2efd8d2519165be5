"""The `tda` command: parses, calls, shows. Commands import what they need when they run, so that help is instant."""
