"""The compiled game: the rulebook as plain functions on one record. Nothing here knows files, frames or plots."""
