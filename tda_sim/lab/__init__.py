"""The laboratory in a page: the compiled rules as WebAssembly, and one HTML file that plays them offline.

`code` and `build` make the module (`make lab`), and `module` reads the one that ships. `records`, `rules`, `decks`,
`measures` and `story` describe the engine as data; `page` puts all of it into one file, whose scripts lie in
`tda_sim/lab/scripts`. `cards_to_print` makes sheets of cards.
"""
