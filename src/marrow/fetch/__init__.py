"""A URL to a page, safely: limits on time and size, and no way into private networks."""

from marrow.fetch.fetcher import Fetcher, fetch
from marrow.fetch.policy import FetchPolicy

__all__ = ["FetchPolicy", "Fetcher", "fetch"]
