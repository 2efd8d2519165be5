"""Documents: an answer as a headline, sections, tables, bars and figures, and renderers for any of them.

`model` defines documents; `numbers` and `words` format numbers and sentences. `terminal`, `markdown` and `html` render
any document, whatever its subject; documents know nothing about how they look. `colours` defines the colour code.
"""
