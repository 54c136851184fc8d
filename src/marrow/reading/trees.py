"""Trees inside trees: declarative shadow roots, and the fallback of framesets."""

from __future__ import annotations

from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from marrow.reading.limits import refuse_costly

_SHADOW_ROOTS: Final = "template[shadowrootmode], template[shadowroot]"
_MODES: Final = frozenset({"open", "closed"})
# Elements that may have a shadow root, beside custom elements (DOM standard, "attach a shadow root").
_HOSTS: Final = frozenset(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split()
)


def flatten_shadow_roots(parser: LexborHTMLParser) -> None:
    """Put the content of each declarative shadow root in its place, with its slots filled.

    ``<x-card><template shadowrootmode="open">..<slot>..</template>light</x-card>`` becomes what a
    browser shows (the flat tree of the DOM standard): the template's content instead of the
    host's children, each ``slot`` replaced by the children that are assigned to it. Of several
    roots of one host, the first counts. The parse tree is private to the reader; nobody else sees
    the change.
    """
    pending = parser.css(_SHADOW_ROOTS)[::-1]
    hosts: set[int] = set()
    while pending:
        template = pending.pop()
        host, fragments = template.parent, template.template_fragments()
        if host is None or not fragments or host.mem_id in hosts or not _is_shadow_root(template, host):
            continue
        hosts.add(host.mem_id)
        fragment = fragments[0]
        light = [child for child in host.iter(include_text=True) if child.mem_id != template.mem_id]
        _fill_slots(fragment, light)
        nested = fragment.css(_SHADOW_ROOTS)
        for child in list(fragment.iter(include_text=True)):
            template.insert_before(child, move=True)
        template.decompose()
        pending.extend(reversed(nested))


def _is_shadow_root(template: LexborNode, host: LexborNode) -> bool:
    attributes, tag = template.attributes, host.tag or ""
    # "shadowroot" is what the attribute was called at first.
    mode = attributes.get("shadowrootmode") or attributes.get("shadowroot") or ""
    return mode.lower() in _MODES and (tag in _HOSTS or "-" in tag)


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
    if not text:
        return None
    source = text.encode("utf-8", "ignore")
    refuse_costly(source, "input")
    return LexborHTMLParser(source).root
