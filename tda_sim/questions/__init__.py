"""Questions asked from Python: each function plays what is missing, and returns the answer that its command prints.

The functions take what the commands take, keep their games in the same folders, and go on where a run was stopped.
"""
