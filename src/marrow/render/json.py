"""JSON: metadata, text and scores; described in ``docs/json.md`` and ``docs/json.schema.json``."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Final

from marrow.render.options import RenderOptions
from marrow.render.rendered import Rendered
from marrow.render.selection import selected
from marrow.render.text import to_text

SCHEMA_VERSION: Final = 1
"""Raised when a field goes away or changes its meaning; new fields do not raise it."""

_SCORE_DIGITS: Final = 4


def to_json(extraction: Rendered, options: RenderOptions) -> str:
    """Write one JSON object on one line."""
    return json.dumps(json_object(extraction, options), ensure_ascii=False)


def json_object(extraction: Rendered, options: RenderOptions) -> dict[str, Any]:
    """Return the object that :func:`to_json` writes; only JSON types."""
    metadata = dataclasses.asdict(extraction.metadata)
    result: dict[str, Any] = {
        "schema": SCHEMA_VERSION,
        "url": extraction.blocks.page.url,
        "method": extraction.method,
        "confidence": round(float(extraction.confidence), _SCORE_DIGITS),
        "metadata": {
            name: list(value) if isinstance(value, tuple) else value for name, value in metadata.items()
        },
        "text": to_text(extraction, options),
    }
    if options.blocks:
        result["blocks"] = _blocks(extraction, options)
    return result


def _blocks(extraction: Rendered, options: RenderOptions) -> list[dict[str, Any]]:
    blocks = extraction.blocks
    tags = blocks.tree.tags
    kept = selected(blocks, extraction.kept, options).tolist()
    return [
        {"text": text, "tag": tags[element], "score": round(score, _SCORE_DIGITS), "kept": is_kept}
        for text, element, score, is_kept in zip(
            blocks.text, blocks.element.tolist(), extraction.scores.tolist(), kept, strict=True
        )
    ]
