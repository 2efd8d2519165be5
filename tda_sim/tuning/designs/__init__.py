"""Which deck or rule meets a designer's goals? A search over what may change, by games that nobody keeps."""
