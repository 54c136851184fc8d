"""``marrow methods``: what there is to choose from, and who published it."""

from __future__ import annotations

import dataclasses
import inspect
import json
from typing import Any

import click

from marrow.errors import MethodError
from marrow.registry import DEFAULT_METHOD, method_class, method_targets


@click.command(
    epilog="""\b
Examples:
  marrow methods
  marrow methods --json"""
)
@click.option("--json", "as_json", is_flag=True, help="As a JSON list, with every parameter.")
def methods(*, as_json: bool) -> None:
    """List the methods, with their papers and parameters."""
    described = [_described(name) for name in sorted(method_targets(), key=_default_first)]
    if as_json:
        click.echo(json.dumps(described, ensure_ascii=False, indent=2))
        return
    click.echo("\n\n".join(_paragraph(description) for description in described))


def _default_first(name: str) -> tuple[bool, str]:
    return name != DEFAULT_METHOD, name


def _described(name: str) -> dict[str, Any]:
    """Say all about a method; one of another package that cannot be imported says why."""
    try:
        found = method_class(name)
    except MethodError as error:
        return {"name": name, "error": str(error)}
    citation = found.citation
    return {
        "name": name,
        "default": name == DEFAULT_METHOD,
        "summary": (inspect.getdoc(found) or "").partition("\n\n")[0].replace("\n", " "),
        "paper": None if citation is None else dataclasses.asdict(citation),
        "citation": None if citation is None else str(citation),
        "needs_layout": found.needs_layout,
        "parameters": _parameters(found),
    }


def _parameters(found: type) -> dict[str, Any]:
    if not dataclasses.is_dataclass(found):
        return {}
    return {
        field.name: field.default if isinstance(field.default, (bool, int, float, str)) else None
        for field in dataclasses.fields(found)
        if field.init
    }


def _paragraph(description: dict[str, Any]) -> str:
    name = description["name"]
    if "error" in description:
        return f"{name}\n    {description['error']}"
    lines = [f"{name} (default)" if description["default"] else name, description["summary"]]
    if description["citation"]:
        lines.append(description["citation"])
    if description["needs_layout"]:
        lines.append("Needs a rendered page.")
    if description["parameters"]:
        pairs = (f"{key}={value}" for key, value in description["parameters"].items())
        lines.append(f"Parameters: {', '.join(pairs)}")
    return "\n    ".join(line for line in lines if line)
