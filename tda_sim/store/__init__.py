"""Folders that a command goes on with, and files that are there as a whole or not at all.

`files` writes, `seals` tells whether a file is still as it was written, `lock` keeps other processes out, `folders`
accepts a folder or refuses it, and `versions` says what its numbers were made with. Nothing here knows what the
folders are about.
"""
