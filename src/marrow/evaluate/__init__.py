"""Measuring: one file per metric."""
