from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.render.keeping import keep

from marrow.render import RenderOptions

PAGE = "<html lang=en><title>Bones</title><h1>Bones</h1><p>are filled with marrow</p><p>Menu</p>"
TYPES = {"string": str, "number": float, "integer": int, "null": type(None), "array": list, "object": dict}


def test_the_object() -> None:
    found = json.loads(keep(PAGE, url="https://example.org/", kept=lambda text: text != "Menu").json)
    assert found["schema"] == 1
    assert found["url"] == "https://example.org/"
    assert found["method"] == "test"
    assert found["confidence"] == 0.9
    assert found["text"] == "Bones\nare filled with marrow"
    assert found["metadata"]["title"] == "Bones"
    assert "blocks" not in found


def test_blocks_are_told_when_asked_for() -> None:
    page = keep(PAGE, kept=lambda text: text != "Menu")
    found = json.loads(page.render("json", RenderOptions(blocks=True)))
    assert found["blocks"] == [
        {"text": "Bones", "tag": "h1", "score": 1.0, "kept": True},
        {"text": "are filled with marrow", "tag": "p", "score": 1.0, "kept": True},
        {"text": "Menu", "tag": "p", "score": 0.0, "kept": False},
    ]


def test_one_line() -> None:
    assert "\n" not in keep("<p>a<br>b</p>").json


@pytest.mark.parametrize("with_blocks", (False, True))
def test_output_follows_the_schema(root: Path, with_blocks: bool) -> None:
    schema = json.loads((root / "docs" / "json.schema.json").read_text("utf-8"))
    found = json.loads(keep(PAGE).render("json", RenderOptions(blocks=with_blocks)))
    check(found, schema)


def check(value: object, schema: dict[str, object]) -> None:
    """Check what our schema uses: const, type, properties, required, items, no further properties."""
    if "const" in schema:
        assert value == schema["const"]
        return
    named = schema["type"]
    names = named if isinstance(named, list) else [named]
    is_bool = isinstance(value, bool)
    assert (
        "boolean" in names
        if is_bool
        else isinstance(value, tuple(TYPES[name] for name in names if name in TYPES))
    )
    if isinstance(value, dict) and "properties" in schema:
        properties = schema["properties"]
        assert isinstance(properties, dict)
        assert set(schema["required"]) <= set(value) <= set(properties)  # type: ignore[call-overload]
        for name, item in value.items():
            check(item, properties[name])
    if isinstance(value, list):
        for item in value:
            check(item, schema["items"])  # type: ignore[arg-type]
