"""Folders in which a command can continue, and files that are either whole or absent.

`files` writes, `seals` detects changes to files, `lock` keeps other processes out, `folders` accepts or refuses a
folder, and `versions` records what made its numbers. Nothing here knows what the folders are for.
"""
