"""Trees inside trees: declarative shadow roots, and the fallback of framesets."""

from __future__ import annotations

from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

_SHADOW_ROOTS: Final = "template[shadowrootmode], template[shadowroot]"


def flatten_shadow_roots(parser: LexborHTMLParser) -> None:
    """Put the content of each declarative shadow root in its place, with its slots filled.

    ``<x-card><template shadowrootmode="open">..<slot>..</template>light</x-card>`` becomes what a
    browser shows (the flat tree of the DOM standard): the template's content instead of the
    host's children, each ``slot`` replaced by the children that are assigned to it. The parse
    tree is private to the reader; nobody else sees the change.
    """
    pending = parser.css(_SHADOW_ROOTS)
    while pending:
        template = pending.pop()
        host, fragments = template.parent, template.template_fragments()
        if host is None or not fragments:
            continue
        fragment = fragments[0]
        light = [child for child in host.iter(include_text=True) if child.mem_id != template.mem_id]
        _fill_slots(fragment, light)
        nested = fragment.css(_SHADOW_ROOTS)
        for child in list(fragment.iter(include_text=True)):
            template.insert_before(child, move=True)
        template.decompose()
        pending.extend(nested)


def _fill_slots(fragment: LexborNode, light: list[LexborNode]) -> None:
    """Move the host's children into the slots; drop those that no slot takes."""
    assigned: dict[str, list[LexborNode]] = {}
    for child in light:
        name = (child.attributes.get("slot") or "") if child.is_element_node else ""
        assigned.setdefault(name, []).append(child)
    for slot in fragment.css("slot"):
        children = assigned.pop(slot.attributes.get("name") or "", [])
        for child in children:
            slot.insert_before(child, move=True)
        if children:
            slot.decompose()
    for children in assigned.values():
        for child in children:
            child.remove()


def frameset_fallback(parser: LexborHTMLParser) -> LexborNode | None:
    """Root of what a frameset offers to browsers without frames, if it offers anything.

    Parsers keep the content of ``noframes`` as text; it is parsed here.
    """
    if parser.body is not None:
        return None
    noframes = parser.css_first("noframes")
    text = noframes.text() if noframes is not None else None
    return LexborHTMLParser(text).root if text else None
