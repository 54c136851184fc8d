"""Bylines: who wrote it, as the page shows it to its readers.

First elements that are named for an author (class, ``rel``, ``itemprop``), those after the title
before those above it; then blocks that are worded like a byline, in the languages known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from marrow.reading.metadata.marks import Mark, text_of_row
from marrow.reading.metadata.statements import Statements

_NEAR_BEFORE: Final = 6
_NEAR_AFTER: Final = 25
"""Blocks before and after the title in which loose wordings count as bylines."""
_NEXT: Final = 5
_MAX_BLOCKS: Final = 4_000
_MAX_BYLINE_CHARS: Final = 160
_MAX_MARKS: Final = 40
_MAX_LINKS: Final = 6
_MAX_CARD_ROWS: Final = 40
"""Elements of a card that introduces an author; what is larger holds other things too."""
_USER_NAME = re.compile(r"user-?_?name", re.IGNORECASE)
_NAME_CLASS = re.compile(r"(?<![a-z])(?:name|fn)(?![a-z])|author_*name|username")

_LABEL: Final = (
    r"(?:(?:article|story|post|text|words|content|guest post|reviewed|written|posted|published|created"
    r"|authored|submitted|asked|started|contributed|entry was posted|compiled|edited)(?: \w+){0,2} )?by"
    r"|authors?:|contributors?:|writer:|thread starter:?|original poster:?"
    r"|(?:geschrieben |verfasst |ein artikel |ein beitrag )?von|autor(?:in)?:?"
    r"|(?:écrit |rédigé |publié )?par|auteur ?:|(?:escrito |publicado )?por|autora:?"
    r"|(?:scritto |pubblicato )?da|autore:|(?:geschreven )?door|skrevet av|av|af|автор:?|작성자:?|글쓴이:?"
)
_ON: Final = (
    r"(?:posted |written |published |posté |publié |publicado |geschrieben |veröffentlicht )?"
    r"(?:on |le |el |am |em )?[^|]{0,40}?\d{2,4}[^|]{0,12}?"
)
_WORDED = re.compile(rf"^(?:{_LABEL})\s+(?=\S)(.{{2,100}})$", re.IGNORECASE)
_DATED = re.compile(rf"^{_ON}[\s,·•|–—-]+(?:{_LABEL})\s+(?=\S)(.{{2,80}})$", re.IGNORECASE)
_STRICT = re.compile(r"\b(?:written|posted|authored|published|submitted) by:?\s+(.{2,60})", re.IGNORECASE)
_ALONE = re.compile(rf"^(?:{_LABEL})[\s:]*$", re.IGNORECASE)
_HAN = re.compile("[\u4e00-\u9fff]")
_CJK_NAME: Final = r"[^\s：:，,。；;|｜/（）()\[\]【】《》]{2,16}"
_CJK_FURTHER: Final = r"(?:[、 　][\u4e00-\u9fff·]{2,4}(?![\u4e00-\u9fff：:（(\d]))*"
_CJK = tuple(
    re.compile(rf"(?:{label})\s?[：:／/】]\s?({_CJK_NAME}{_CJK_FURTHER})")
    for label in (
        "作\\s?者",
        "撰文|撰稿(?:人)?|文",
        "(?:本报|通讯|特约|实习)?记\\s?者|記者|通讯员",
        "楼主|发布者|发布人|发表者|发帖人|投稿者|著者",
        "编\\s?辑|編輯|责编|责任编辑",
    )
)
# Chinese names have one of few surnames: enough to know a name that stands alone.
_SURNAMES: Final = (
    "王李张张劉刘陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林郑鄭谢謝罗羅梁宋唐许許韩韓邓鄧冯馮曹彭曾肖萧蕭田董潘袁蔡蒋蔣余于杜叶葉"
    "程魏苏蘇吕呂丁任沈姚卢盧姜崔钟鐘谭譚陆陸汪范金石廖贾賈夏韦傅方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴"
    "戴莫孔向常汤湯"
)
_CJK_ALONE = re.compile(rf"^[\s（(]*([{_SURNAMES}][\u4e00-\u9fff]{{1,2}})[\s）)]*$")
_CJK_SIGNED = re.compile(rf"(?:^|[。！？”\s])[（(]([{_SURNAMES}][\u4e00-\u9fff]{{1,2}})[）)]\s*$")
_CJK_REPORTER = re.compile(
    r"(?:记者|記者|通讯员)[ 　]((?:[\u4e00-\u9fff·]{2,4}[ 　、]?){1,4})(?=$|[ 　)）报道发自摄]|\d)"
)


def read_bylines(page: Statements, title_block: int) -> Iterator[list[str]]:
    """Yield lines that hold the author's name, the likeliest first."""
    marks = [mark for mark in page.marks if mark.of_author and not mark.is_aside]
    title_row = int(page.blocks.element[title_block]) if title_block else 0
    after = [mark for mark in marks if mark.row >= title_row]
    before = [mark for mark in marks if mark.row < title_row]
    yield from _of_marks(page, after)
    yield from _worded(page, title_block)
    yield from _of_marks(page, before)
    yield from _loose(page, title_block)
    # The first post of a thread often stands in an element named for comments.
    users = [m for m in page.marks if m.of_author and m.is_aside and _USER_NAME.search(m.names)]
    yield from _of_marks(page, users)


def _of_marks(page: Statements, marks: list[Mark]) -> Iterator[list[str]]:
    """Names inside marked elements, then what these show as a whole."""
    tree = page.blocks.tree
    for mark in marks[:_MAX_MARKS]:
        end = int(tree.end[mark.row])
        if mark.stated:
            yield [mark.stated]
        named = _name_in(page, mark.row, end)
        if named:
            yield [named]
        links = _links_in(page, mark.row, end)
        if links:
            yield links
        if mark.text:
            yield [mark.text]


def _name_in(page: Statements, row: int, end: int) -> str:
    """Text of the first element inside that is named as a name."""
    for inner in range(row + 1, min(end, row + _MAX_CARD_ROWS)):
        attributes = page.blocks.tree.attributes[inner]
        classes = (attributes.get("class") or "").lower()
        if "name" in (attributes.get("itemprop") or "").split() or _NAME_CLASS.search(classes):
            text = text_of_row(page.blocks, inner)
            if text:
                return text
    return ""


def _links_in(page: Statements, row: int, end: int) -> list[str]:
    """Texts of the links inside the element, when there are few and it is small."""
    if end - row > _MAX_CARD_ROWS:
        return []
    tree = page.blocks.tree
    rows = [inner for inner in range(row, end) if tree.tags[inner] == "a"]
    return [text_of_row(page.blocks, inner) for inner in rows] if len(rows) <= _MAX_LINKS else []


def _worded(page: Statements, title_block: int) -> Iterator[list[str]]:
    """Blocks near the title that begin like a byline; Chinese ones anywhere."""
    texts = page.blocks.text
    start = max(0, title_block - _NEAR_BEFORE)
    near = range(start, min(len(texts), title_block + _NEAR_AFTER))
    for index in near:
        text = texts[index]
        if len(text) > _MAX_BYLINE_CHARS:
            continue
        match = _WORDED.match(text) or _DATED.match(text)
        if match:
            yield [match[1]]
        elif _ALONE.match(text) and index + 1 < len(texts):
            yield [texts[index + 1][:_MAX_BYLINE_CHARS]]


def _loose(page: Statements, title_block: int) -> Iterator[list[str]]:
    """Wordings that name an author wherever they stand, and names that stand alone."""
    texts = page.blocks.text
    first = max(0, title_block - _NEAR_BEFORE)
    later = [text[:400] for text in texts[first : first + _MAX_BLOCKS]]
    han = [text for text in later if _HAN.search(text)]
    for group in (han[: _NEAR_BEFORE + _NEAR_AFTER], han):
        for pattern in (*_CJK, _CJK_REPORTER):
            for text in group:
                match = pattern.search(text)
                if match:
                    yield re.split(r"[ 　、]", match[1])
    for text in later:
        match = _STRICT.search(text) if len(text) <= _MAX_BYLINE_CHARS else None
        if match:
            yield [match[1]]
    for pattern, group in (
        (_CJK_ALONE, list(texts[title_block : title_block + _NEXT])),
        (_CJK_SIGNED, han),
    ):
        for text in group:
            match = pattern.search(text)
            if match:
                yield [match[1]]
