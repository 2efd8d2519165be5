"""The compiled game: the rulebook as plain functions on one record, without files, data frames or plots."""
