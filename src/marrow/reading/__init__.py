"""From a page to its tables. The only room that knows the HTML parser."""

from marrow.reading.html import read

__all__ = ["read"]
