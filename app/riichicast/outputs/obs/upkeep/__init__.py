"""The overlay's picture in OBS, kept alive: pages that did not load, and the process that paints."""
