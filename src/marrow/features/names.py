"""What class, id, role and itemprop say: evidence in the names that authors give elements.

Names are cut into tokens (``post-content`` is ``post`` and ``content``), tokens stand for a few
topics, and the topics of an element hold for everything inside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from marrow.tree import Int32, Tree

TOPICS: Final[dict[str, str]] = {
    "content": "content contents article articles body main text entry post story maincontent "
    "articlebody entrycontent postcontent bodytext copy prose richtext rte markdown wysiwyg detail "
    "details wrapper single page blog news hentry artikel inhalt contenu contenido",
    "navigation": "nav navigation navbar menu menus submenu breadcrumb breadcrumbs crumb crumbs "
    "tabs tab pagination pager paging toc sitemap dropdown megamenu topnav subnav toolbar links "
    "skip",
    "header": "header masthead banner top topbar logo branding hero headline",
    "footer": "footer foot copyright legal bottom colophon disclaimer terms imprint credits",
    "sidebar": "sidebar side aside widget widgets rail right left column secondary complementary "
    "panel module modules sidebarright",
    "related": "related recommend recommended recommendations more similar popular trending latest "
    "recent featured suggestion suggestions also teaser teasers promo promos read next previous "
    "mostread outbrain taboola carousel slider swiper slick upsell crosssell",
    "share": "share sharing social addthis facebook twitter pinterest follow like likes sns "
    "bookmark bookmarks whatsapp linkedin print email tools actions action",
    "advert": "ad ads advert adverts advertisement advertising sponsor sponsored sponsors "
    "affiliate dfp gpt adsense adslot commercial",
    "prompt": "newsletter subscribe subscription signup login signin register cookie cookies "
    "consent gdpr modal popup overlay paywall optin cta notice alert toast dialog search form "
    "contact",
    "comment": "comment comments commentlist disqus respond reply replies discussion feedback",
    "byline": "author authors byline bio about avatar profile user username meta metadata info "
    "postmeta date time timestamp published posted dateline",
    "tag": "tag tags category categories keyword keywords topic topics label labels cat taxonomy "
    "hashtag filed",
    "caption": "caption figure image img photo gallery thumbnail thumb media video player credit "
    "wpcaption picture",
    "title": "title heading headings h1 subtitle name",
    "product": "product products price prices pricing cart shop store buy sku add quantity stock "
    "shipping specs specifications spec description review reviews rating ratings variant option "
    "options",
    "forum": "thread topic message messages postbody forum board quote signature question answer "
    "answers quoted msg qna poster bbs",
    "card": "card cards grid item items tile tiles list listing listings row box feature features "
    "collection result results block section",
    "hidden": "hidden hide invisible collapse collapsed sr visually visuallyhidden screen offscreen "
    "noprint mobile desktop print",
}
"""Tokens by topic. Written by hand; what each topic is worth is learned."""

TOPIC_NAMES: Final = tuple(TOPICS)
N_TOPICS: Final = len(TOPICS)

_TOKEN = re.compile(r"[A-Za-z][a-z]+|[A-Z]{2,}(?![a-z])|h[1-6]")
# Longer names are generated, not written.
_MAX_NAME_CHARS: Final = 200
_TOPIC_BITS: Final = {
    token: sum(1 << i for i, tokens in enumerate(TOPICS.values()) if token in tokens.split())
    for token in " ".join(TOPICS.values()).split()
}


def topic_bits(names: str) -> int:
    """Topics in a string of names: bit ``i`` is set for the topic ``TOPIC_NAMES[i]``."""
    bits = 0
    for token in _TOKEN.findall(names[:_MAX_NAME_CHARS]):
        bits |= _TOPIC_BITS.get(token.lower(), 0)
    return bits


class Names(NamedTuple):
    """What the names of elements say.

    Attributes
    ----------
    topics
        int32, one per element: topic bits of class, id, role and itemprop.
    signature
        int32, one per element: the same number for the same tag and class.
    """

    topics: Int32
    signature: Int32


def read_names(tree: Tree) -> Names:
    """Read the names of all elements; each distinct string is cut into tokens once."""
    bits_of: dict[str, int] = {"": 0}
    number_of: dict[tuple[str, str | None], int] = {}
    rows: list[int] = []
    for tag, attributes in zip(tree.tags, tree.attributes, strict=True):
        if not attributes:
            rows += (0, number_of.setdefault((tag, None), len(number_of)))
            continue
        classes = attributes.get("class")
        names = _names_of(classes, attributes)
        bits = bits_of.get(names)
        if bits is None:
            bits = bits_of[names] = topic_bits(names)
        rows += (bits, number_of.setdefault((tag, classes), len(number_of)))
    topics, signature = np.array(rows, np.int32).reshape(-1, 2).T.copy()
    return Names(topics, signature)


def _names_of(classes: str | None, attributes: Mapping[str, str | None]) -> str:
    names = classes or ""
    if "id" in attributes:
        names += f" {attributes['id'] or ''}"
    if "role" in attributes:
        names += f" {attributes['role'] or ''}"
    if "itemprop" in attributes:
        names += f" {attributes['itemprop'] or ''}"
    return names
