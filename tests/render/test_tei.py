from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from tests.render.keeping import keep

TEI = "{http://www.tei-c.org/ns/1.0}"


def body_of(xml: str) -> str:
    """What stands in the body, on one line."""
    return xml.partition("<body>")[2].partition("</body>")[0].replace("\n", "")


BODY = {
    "paragraph": ("<p>a <b>b</b> <i>c</i></p>", '<p>a <hi rend="bold">b</hi> <hi rend="italic">c</hi></p>'),
    "line break": ("<p>a<br>b</p>", "<p>a<lb/>b</p>"),
    "sections": (
        "<p>0</p><h1>A</h1><p>a</p><h2>B</h2><p>b</p><h1>C</h1><p>c</p>",
        (
            "<p>0</p><div><head>A</head><p>a</p><div><head>B</head><p>b</p></div></div>"
            "<div><head>C</head><p>c</p></div>"
        ),
    ),
    "empty section": ("<h1>A</h1>", "<div><head>A</head><p/></div>"),
    "list": (
        "<ol><li>a<ul><li>b</ul></ol>",
        '<list rend="numbered"><item><p>a</p><list rend="bulleted"><item>b</item></list></item></list>',
    ),
    "glossary": (
        "<dl><dt>A<dd>a</dl>",
        '<list type="gloss"><label>A</label><item>a</item></list>',
    ),
    "table": (
        "<table><tr><th>A<th>B<tr><td colspan=2>c</table>",
        (
            '<table><row role="label"><cell role="label">A</cell><cell role="label">B</cell></row>'
            '<row><cell cols="2">c</cell></row></table>'
        ),
    ),
    "quote": ("<blockquote>a</blockquote>", "<quote><p>a</p></quote>"),
    "heading in a quote": (
        "<blockquote><h3>a</h3></blockquote>",
        '<quote><ab type="heading" n="3">a</ab></quote>',
    ),
    "inline code": ("<p><code>a</code></p>", "<p><code>a</code></p>"),
    "code": (
        "<pre class=language-py>a &lt; b</pre>",
        '<ab type="code"><code lang="py" xml:space="preserve">a &lt; b</code></ab>',
    ),
    "link": ("<p><a href='/a?b&amp;c'>x</a></p>", '<p><ref target="/a?b&amp;c">x</ref></p>'),
    "rule": ("<p>a</p><hr><p>b</p>", '<p>a</p><milestone unit="section" rend="rule"/><p>b</p>'),
    "language": ("<p lang=de>a</p>", '<p xml:lang="de">a</p>'),
}


@pytest.mark.parametrize(("html", "expected"), BODY.values(), ids=BODY)
def test_body(html: str, expected: str) -> None:
    assert body_of(keep(html).xml) == expected


def test_image() -> None:
    xml = keep("<p>a <img src=/b.png alt=B></p>", images=True).xml
    assert body_of(xml) == '<p>a <figure><graphic url="/b.png"/><figDesc>B</figDesc></figure></p>'


def test_header() -> None:
    html = """<html lang=en><head><title>Bones &amp; marrow</title><meta name=author content="Ann Lee">
    <meta property=og:site_name content="The Body"><meta property=article:published_time content=2026-01-02>
    </head><p>a</p>"""
    root = ET.fromstring(keep(html, url="https://example.org/").xml)  # noqa: S314
    header = root.find(f"{TEI}teiHeader")
    assert header is not None
    parts = [part.tag.removeprefix(TEI) for part in header]
    assert parts[:2] == ["fileDesc", "profileDesc"]
    file = header[0]
    assert [part.tag.removeprefix(TEI) for part in file] == ["titleStmt", "publicationStmt", "sourceDesc"]
    assert file.findtext(f"{TEI}titleStmt/{TEI}title") == "Bones & marrow"
    assert file.findtext(f"{TEI}titleStmt/{TEI}author") == "Ann Lee"
    assert file.findtext(f"{TEI}publicationStmt/{TEI}publisher") == "The Body"
    date = file.find(f"{TEI}publicationStmt/{TEI}date")
    assert date is not None
    assert date.get("when", "").startswith("2026-01-02")


@pytest.mark.parametrize("code", (*range(1, 32), 0x7F, 0x85, 0xFFFE, 0xFFFF, 0xFDD0, 0x1F600))
def test_any_character_gives_well_formed_xml(code: int) -> None:
    char = chr(code)
    html = f"<title>x{char}</title><p>a{char}b <a href='/{char}' title='{char}'>c</a></p><pre>d{char}e</pre>"
    root = ET.fromstring(keep(html).xml)  # noqa: S314
    assert "".join(root.find(f".//{TEI}body").itertext()).split()  # type: ignore[union-attr]


def test_empty() -> None:
    assert body_of(keep("<p>a</p>", kept=lambda _: False).xml) == "<p/>"
