"""Metadata at the head of a text or Markdown file, as static site generators read it (YAML)."""

from __future__ import annotations

import dataclasses
import json

from marrow.metadata import Metadata


def front_matter(metadata: Metadata) -> str:
    """Write what is known between two lines of ``---``.

    Values are written as JSON writes them, which is YAML, too, and safe for any text.
    """
    lines = []
    for field in dataclasses.fields(metadata):
        value = getattr(metadata, field.name)
        if value and field.name != "sources":
            lines.append(f"{field.name}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(("---", *lines, "---", "", ""))
