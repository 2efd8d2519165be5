"""Strategies: one file each. The files are found by name; see CONTRIBUTING for how to write one."""
