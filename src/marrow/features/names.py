"""What class, id, role and itemprop say: evidence in the names that authors give elements.

Names are cut into tokens (``post-content`` is ``post`` and ``content``), tokens stand for a few
topics, and the topics of an element hold for everything inside it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marrow.reading.tags import TAG_CODE
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
    "title": "title heading headings h subtitle name",
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

_DIGITS: Final = "0123456789"
_CAMEL_TOKEN = re.compile(r"[A-Za-z][a-z]+|[A-Z]{2,}(?![a-z])")
_OTHER_NAMES: Final = frozenset({"id", "role", "itemprop"})
_N_REMEMBERED: Final = 16_384
# Longer names are generated, not written.
_MAX_NAME_CHARS: Final = 200
_TOPIC_BITS: Final = {
    token: sum(1 << i for i, tokens in enumerate(TOPICS.values()) if token in tokens.split())
    for token in " ".join(TOPICS.values()).split()
}


@lru_cache(maxsize=_N_REMEMBERED)
def topic_bits(name: str) -> int:
    """Topics in one name: bit ``i`` is set for the topic ``TOPIC_NAMES[i]``.

    Pages share most of their names (``container``, ``nav``, ``col-md-6``), so the last ones are
    remembered; the answer depends on nothing but the name.
    """
    name = name[:_MAX_NAME_CHARS]
    if name.islower():  # a third of the time of the search for tokens
        tokens = [part.rstrip(_DIGITS) for part in name.replace("_", "-").split("-")]
    else:
        tokens = [token.lower() for token in _CAMEL_TOKEN.findall(name)]
    bits = 0
    for token in tokens:
        bits |= _TOPIC_BITS.get(token, 0)
    return bits


class Names(NamedTuple):
    """What the names of elements say.

    Attributes
    ----------
    topics
        int32, one per element: topic bits of class, id, role and itemprop.
    signature
        int64, one per element: the same number for the same tag and class.
    """

    topics: Int32
    signature: NDArray[np.int64]


def read_names(tree: Tree) -> Names:
    """Read the names of all elements."""
    rows = tree.attributes
    classes = [attributes.get("class") for attributes in rows]
    distinct = list(dict.fromkeys(classes))
    number_of = {names: number for number, names in enumerate(distinct)}
    bits_of = np.array([_class_bits(names) for names in distinct], np.int32)
    number = np.array([number_of[names] for names in classes], np.int64)
    topics = bits_of[number] if distinct else np.zeros(0, np.int32)
    for row, attributes in enumerate(rows):
        if not _OTHER_NAMES.isdisjoint(attributes):
            for key in _OTHER_NAMES:
                name = attributes.get(key)
                if name:
                    topics[row] |= topic_bits(name)
    return Names(topics, number * (len(TAG_CODE) + 1) + tree.tag)


def _class_bits(names: str | None) -> int:
    bits = 0
    for name in (names or "").split():
        bits |= topic_bits(name)
    return bits
