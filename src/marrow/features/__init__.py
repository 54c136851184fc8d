"""Numbers about blocks: pure functions from the tables to columns.

Columns stand feature by feature (shape: n_features, n_blocks), since models read one feature of
all blocks at a time.
"""
