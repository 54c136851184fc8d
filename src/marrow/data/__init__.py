"""Datasets: pages with gold values, one file per dataset.

Needs pyarrow, which the extra ``train`` brings.
"""

from __future__ import annotations

from marrow.data.dataset import Dataset
from marrow.data.example import Example
from marrow.data.folds import site_fold
from marrow.data.registry import dataset, dataset_names

__all__ = ["Dataset", "Example", "dataset", "dataset_names", "site_fold"]
