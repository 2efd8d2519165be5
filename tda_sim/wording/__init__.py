"""The phrasebook: sentences as data, which commands and the page in the browser read."""
