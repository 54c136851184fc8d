"""Strategies that make pages: from arbitrary text to tag soup."""

from __future__ import annotations

from hypothesis import strategies as st

TAGS = """
    html head body title script style template noscript p div span section article main nav ul ol li
    dl dt dd table caption tr td th pre textarea blockquote q a b i em u font nobr br hr img iframe
    svg math annotation form fieldset legend label input button select option details summary dialog
    ruby rt rp slot frameset noframes map meter x-card
""".split()
ATTRIBUTES = (
    "", "", "", "", " hidden", " hidden=until-found", " style='display:none'", " style='color:red'",
    " popover", " open", " shadowrootmode=open", " slot=a", " name=a", " class='katex-html'",
    " class=a id=b", " href=x",
    " type='math/tex'", " encoding='application/x-tex'", " alt='x'",
)  # fmt: skip
TEXTS = (
    " ", "\n", "word", " two words ", "a  b\n\tc", "&nbsp;", "&shy;", "&amp;lt;", "&#8203;",
    "中文字", "שלום", "ไทย",
    "<", ">", "&", "\u200d", "\x00", "<!-- c -->", "<![CDATA[ x ]]>", "x" * 130, "\ud800", "\ue000",
    "\r\n",
)  # fmt: skip

_start_tags = st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES))
_end_tags = st.builds("</{}>".format, st.sampled_from(TAGS))
_texts = st.sampled_from(TEXTS) | st.text(max_size=8)

tag_soup = st.lists(_start_tags | _end_tags | _texts, max_size=40).map("".join)
"""Start tags, end tags and text in any order."""

pages = tag_soup | st.text(max_size=200)
"""Tag soup, or any text at all."""
