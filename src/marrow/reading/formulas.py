"""The TeX of formulas, where pages carry it."""

from __future__ import annotations

from collections.abc import Mapping

from selectolax.lexbor import LexborNode


def tex_of_math(node: LexborNode) -> str:
    """TeX of a ``math`` element: its annotation, its ``alttext``, or else its text."""
    for annotation in node.css("annotation"):
        if "tex" in (annotation.attributes.get("encoding") or "").lower():
            return annotation.text()
    return node.attributes.get("alttext") or node.text()


def tex_of_image(attributes: Mapping[str, str | None]) -> str:
    """TeX in the ``alt`` of a formula drawn as an image (as wikis do it); "" for other images."""
    names = attributes.get("class") or ""
    return attributes.get("alt") or "" if "math" in names or names in ("tex", "latex") else ""


def tex_of_script(node: LexborNode) -> str:
    """TeX in the script element that MathJax 2 reads; "" for other scripts."""
    if (node.attributes.get("type") or "").startswith("math/tex"):
        return node.text()
    return ""
