"""One game at a time: scenarios, replays, and a person at the terminal."""
