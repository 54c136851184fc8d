"""One file per published method. Methods never import each other; ask :mod:`marrow.registry`."""
