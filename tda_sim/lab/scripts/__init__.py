"""The scripts, the style and the frame of the laboratory's page: see `tda_sim.lab.page`."""
