"""One game with dice: scenarios, replays, a person at the terminal."""
