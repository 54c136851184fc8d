"""Columns from a block's own text and element."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from marrow.blocks import Blocks
from marrow.reading.tags import HEADINGS, TAG_CODE

NAMES: Final = (
    "log_chars",
    "log_words",
    "link_share",
    "word_length",
    "n_runs",
    "sentence_marks",
    "ends_sentence",
    "heading_level",
    "kind",
    "n_equal_texts",
    "title_share",
    "is_h1",
    "n_lines",
)
LOG_WORDS, LINK_SHARE, HEADING_LEVEL, KIND, IS_H1 = (
    NAMES.index(name) for name in ("log_words", "link_share", "heading_level", "kind", "is_h1")
)

_SAMPLE_CHARS: Final = 240
_SENTENCE_ENDS: Final = frozenset(".!?…。！？؟।\"”'’)")
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,500})", re.IGNORECASE)
_HEAD_CHARS: Final = 100_000
_WORD = re.compile(r"\w+")

# Kinds of elements, ordered so that neighbours in number are alike in use.
_KINDS: Final = (
    ("p", "pre", "blockquote", "q"),
    ("h1", "h2", "h3", "h4", "h5", "h6"),
    ("li", "dd", "dt"),
    ("td", "th", "caption"),
    ("figcaption", "figure", "summary", "legend", "address"),
    ("div", "section", "article", "main", "body"),
    ("header", "footer", "nav", "aside", "form", "label", "button", "textarea", "fieldset"),
)


def _kind_table() -> NDArray[np.float32]:
    table = np.zeros(len(TAG_CODE) + 1, np.float32)
    for kind, tags in enumerate(_KINDS, start=1):
        for i, tag in enumerate(tags):
            table[TAG_CODE[tag]] = kind + i / 10
    return table


_KIND_OF_TAG: Final = _kind_table()
_LEVEL_OF_TAG: Final = np.array([0, *(int(tag[1]) if tag in HEADINGS else 0 for tag in TAG_CODE)], np.float32)


def text_columns(blocks: Blocks) -> NDArray[np.float32]:
    """Columns :data:`NAMES`: float32, shape (len(NAMES), n_blocks)."""
    n = len(blocks)
    out = np.zeros((len(NAMES), n), np.float32)
    if n == 0:
        return out
    tag = blocks.tree.tag[blocks.element]
    chars = blocks.n_chars.astype(np.float32)
    samples = [text[:_SAMPLE_CHARS] for text in blocks.text]
    seen: dict[str, int] = {}
    for sample in samples:
        seen[sample] = seen.get(sample, 0) + 1
    np.log1p(chars, out=out[0])
    np.log1p(blocks.n_words, out=out[1], casting="unsafe")
    out[2] = blocks.n_link_chars / chars
    out[3] = chars / blocks.n_words
    out[4] = np.diff(blocks.first_run, append=len(blocks.runs))
    out[5] = [sample.count(". ") + sample.count(", ") + sample.count("。") for sample in samples]
    out[6] = [sample[-1] in _SENTENCE_ENDS for sample in samples]
    out[7] = _LEVEL_OF_TAG[tag]
    out[8] = _KIND_OF_TAG[tag]
    out[9] = [seen[sample] for sample in samples]
    headings = np.flatnonzero(out[HEADING_LEVEL])
    out[10, headings] = _title_share(blocks.page.html, [samples[i] for i in headings])
    out[11] = tag == TAG_CODE["h1"]
    out[12] = [sample.count("\n") for sample in samples]
    return out


def _title_share(html: str, samples: list[str]) -> list[float]:
    """Share of a heading's words that the page's title holds, times the other way round."""
    match = _TITLE.search(html, 0, _HEAD_CHARS)
    title = set(_WORD.findall(match[1].lower())) if match else set()
    if not title:
        return [0.0] * len(samples)
    shares = []
    for sample in samples:
        own = set(_WORD.findall(sample.lower()))
        common = len(title.intersection(own))
        shares.append(common * common / (len(own) * len(title)) if common else 0.0)
    return shares
