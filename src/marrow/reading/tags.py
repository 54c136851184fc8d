"""Every set of tag names in the project.

Display types follow the rendering section of the HTML standard (the style sheet that browsers
start from), so that static and rendered pages are cut into the same blocks.
"""

from __future__ import annotations

from typing import Final

# --- boundaries of text -------------------------------------------------------------------------

BLOCK: Final = frozenset(
    """
    html body address article aside blockquote center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu
    nav ol optgroup option p plaintext pre search section summary table caption colgroup col
    thead tbody tfoot tr td th ul xmp frameset noframes noscript marquee textarea template
    """.split()
)
"""Elements that begin and end a block of text."""

PREFORMATTED: Final = frozenset({"pre", "listing", "xmp", "plaintext", "textarea"})
"""Elements whose white space is shown as written."""

INVISIBLE: Final = frozenset(
    """
    head script style template title meta link base iframe frame object embed applet param
    audio video source track canvas area select datalist noembed noframes svg
    noscript col colgroup meter progress
    """.split()
)
"""Elements without text of their own for the reader: not shown, or shown as something else.

``noscript`` is here because a page with scripts does not show it; the reader comes back for it
when the page has nothing else to say (see :mod:`marrow.reading.html`). ``select`` shows one of
its options at most, as the value of a control; ``meter`` and ``progress`` show a bar. Text in
``iframe``, ``object``, ``video`` and ``canvas`` is a replacement for browsers that cannot show
them.
"""

LINK_LIKE: Final = frozenset({"a", "button"})
"""Elements whose text is a link or acts as one."""

# --- structure ----------------------------------------------------------------------------------

HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS: Final = frozenset({"ul", "ol", "dl", "menu", "dir"})
LIST_ITEMS: Final = frozenset({"li", "dt", "dd"})
TABLE_PARTS: Final = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption"})
QUOTES: Final = frozenset({"blockquote", "q"})
EMPHASIS: Final = frozenset({"b", "strong", "i", "em", "u", "mark"})
CODE: Final = frozenset({"code", "kbd", "samp", "tt", "var"})
BOILERPLATE_SECTIONS: Final = frozenset({"nav", "footer", "aside", "header", "menu"})
MAIN_SECTIONS: Final = frozenset({"main", "article"})

# --- vocabulary ---------------------------------------------------------------------------------

_VOCABULARY = """
    a abbr acronym address article aside b bdi bdo big blink blockquote body br button caption
    center cite code data dd del details dfn dialog dir div dl dt em fieldset figcaption figure
    font footer form h1 h2 h3 h4 h5 h6 header hgroup hr html i img input ins kbd label legend li
    listing main mark marquee math menu meter nav nobr ol optgroup option output p picture
    plaintext pre progress q rb rp rt rtc ruby s samp search section slot small span strike
    strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr xmp
    frameset noframes noscript
"""

TAG_NAMES: Final = ("", *sorted(_VOCABULARY.split()))
"""Tag names by code; code 0 stands for every tag outside the vocabulary.

The codes are part of what trained weights mean: append, never reorder.
"""

TAG_CODE: Final = {name: code for code, name in enumerate(TAG_NAMES) if name}
"""Code by tag name."""
