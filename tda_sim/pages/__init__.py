"""Reports: studies turned into one HTML file that opens from disk and asks the network for nothing."""
