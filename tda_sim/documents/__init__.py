"""Documents: an answer as headline, sections, tables and figures, and what prints any of them.

`model` says what a document is made of, `numbers` and `words` how numbers and sentences read. `terminal`, `markdown`
and `html` print a document; what it is about is none of their business, and how it is written none of the document's.
"""
