"""What the reader takes from a page: each expectation is what a browser shows."""

from __future__ import annotations

import numpy as np
import pytest

from marrow.page import Page
from marrow.reading import read

LONG = "These words are here so that the page has enough text to be read just once and as it stands. " * 2


def texts(html: str) -> list[str]:
    """Text of the blocks of a page that is long enough to be read once."""
    blocks = read(Page.of(f"{html}<section>{LONG}</section>"))
    assert blocks.text[-1] == LONG.strip()
    return list(blocks.text[:-1])


WHITE_SPACE = {
    "collapses": ("<p> a \n\t b </p>", ["a b"]),
    "between inline elements": ("<p>a <b>b</b><i> c</i>d</p>", ["a b cd"]),
    "doubled at a border": ("<p>a <b> b </b> c</p>", ["a b c"]),
    "not at a comment": ("<p>a<!-- x -->b</p>", ["ab"]),
    "around a comment": ("<p>a <!-- x --> b</p>", ["a b"]),
    "no-break space": ("<p>a&nbsp;b&nbsp;</p>", ["a b"]),
    "no-break space alone": ("<p>a<b>&nbsp;</b>b</p>", ["a b"]),
    "blank element": ("<p>&nbsp;</p><p> </p><p></p>", []),
    "soft hyphen": ("<p>ex&shy;am&shy;ple</p>", ["example"]),
    "zero-width space": ("<p>a&#8203;b</p><p>&#8203;</p>", ["ab"]),
    "joiners alone": ("<p>&zwnj; &nbsp;&zwj;</p>", []),
    "joiner in a word": ("<p>نمی&zwnj;خواهم</p>", ["نمی\u200cخواهم"]),
    "emoji sequence": ("<p>👩&zwj;💻 codes</p>", ["👩\u200d💻 codes"]),
    "carriage returns": ("<p>a\r\nb\rc</p>", ["a b c"]),
    "hidden part between": ("<p>a <span hidden>no</span> b</p>", ["a b"]),
    "hidden block is no border": ("<p>a<div style='display:none'>no</div></p>b", ["a", "b"]),
    "hidden block in a line": ("<div>a<div hidden>no</div>b</div>", ["ab"]),
    "wbr": ("<p>super<wbr>long</p>", ["superlong"]),
    "buttons are boxes": ("<div>a<button>b</button><button>c</button>d</div>", ["a b c d"]),
    "select is a box": ("<div>from<select><option>x</select>to</div>", ["from to"]),
}

BREAKS = {
    "one": ("<p>a<br>b</p>", ["a\nb"]),
    "blanks around": ("<p>a <br> b</p>", ["a\nb"]),
    "two are a border": ("<p>a<br><br>b</p>", ["a", "b"]),
    "two with blanks": ("<p>a<br>\n<br>\n<br>b</p>", ["a", "b"]),
    "two with an empty line": ("<p>a<br>&nbsp;<br>b</p>", ["a", "b"]),
    "at the ends": ("<p><br>a<br></p>", ["a"]),
    "XHTML": ("<p>a<br/>b<br />c</p>", ["a\nb\nc"]),
    "closing tag": ("<p>a</br>b</p>", ["a\nb"]),
    "within emphasis": ("<p><b>a<br></b>b</p>", ["a\nb"]),
    "rule": ("<div>a<hr>b</div>", ["a", "b"]),
}

ENTITIES = {
    "named": ("<p>&lt;a&gt; &amp; &eacute;&hellip;</p>", ["<a> & é…"]),
    "without semicolon": ("<p>AT&ampT &copy 2026</p>", ["AT&T © 2026"]),
    "numbers": ("<p>&#8364;&#x20AC;</p>", ["€€"]),
    "of windows-1252": ("<p>&#146;&#x96;</p>", ["’–"]),
    "escaped twice": ("<p>&amp;amp;</p>", ["&amp;"]),
    "unknown": ("<p>&unknown; &;</p>", ["&unknown; &;"]),
    "astral": ("<p>&#x1F600;</p>", ["😀"]),
    "surrogate": ("<p>a&#xD800;b</p>", ["a\ufffdb"]),
    "out of range": ("<p>a&#x110000;b</p>", ["a\ufffdb"]),
    "in an attribute": ("<p title='&lt;'>x</p>", ["x"]),
}

PREFORMATTED = {
    "keeps": ("<pre>a\n  b\n\n\tc</pre>", ["a\n  b\n\n\tc"]),
    "first new line is markup": ("<pre>\n  a</pre>", ["  a"]),
    "indentation of the first line": ("<pre>\n  <b>a</b>\n  b</pre>", ["  a\n  b"]),
    "empty lines before and after": ("<pre>\n\n \n  a\n\n</pre>", ["  a"]),
    "blanks belong to their pre": ("<pre>   </pre><pre>x</pre>", ["x"]),
    "br is a line": ("<pre>a<br>b<br><br>c</pre>", ["a\nb\n\nc"]),
    "one div per line": ("<pre><code><div>a</div><div>  b</div></code></pre>", ["a\n  b"]),
    "div with its own new line": ("<pre><div>a\n</div><div>b\n</div></pre>", ["a\nb"]),
    "empty line as div with br": ("<pre><div>a</div><div><br></div><div>b</div></pre>", ["a\n\nb"]),
    "empty line as div with new line": ("<pre><div>a</div><div>\n</div><div>b</div></pre>", ["a\n\nb"]),
    "empty div is no line": ("<pre><div>a</div><div></div><div>b</div></pre>", ["a\nb"]),
    "one span per line": ("<pre><span>a\n</span><span>  b\n</span></pre>", ["a\n  b"]),
    "numbered lines": ("<pre><ol><li>a<li> b</ol></pre>", ["a\n b"]),
    "blank lines of a div": ("<pre>  \n<div>x</div></pre>", ["x"]),
    "no-break spaces are blanks": ("<pre>a\n&nbsp;&nbsp;b</pre>", ["a\n  b"]),
    "paragraph within": ("<pre>a\n<p>b\n  c</p></pre>", ["a", "b\n  c"]),
    "div within a paragraph's section": (
        "<pre><section><div>a</div><div>b</div></section></pre>",
        ["a", "b"],
    ),
    "textarea": ("<textarea>\na\n b</textarea>", ["a\n b"]),
    "listing and xmp": ("<listing>a\n b</listing><xmp><b>c\n</b></xmp>", ["a\n b", "<b>c\n</b>"]),
    "ends": ("<pre> a </pre>b  c", [" a", "b c"]),
    "carriage returns": ("<pre>a\r\nb</pre>", ["a\nb"]),
}

HIDDEN = {
    "hidden": ("<p hidden>no</p><p hidden=hidden>no</p><p hidden=''>no</p>", []),
    "hidden until found": ("<p hidden=until-found>a</p><p hidden=Until-Found>b</p>", ["a", "b"]),
    "display none": ("<p style='display: none'>no</p><p style='color:red;DISPLAY:NONE!important'>no</p>", []),
    "the last value counts": ("<p style='display:none;display:block'>a</p>", ["a"]),
    "visibility": ("<p style='visibility:hidden'>no</p><p style='visibility : collapse'>no</p>", []),
    "content visibility": (
        "<p style='content-visibility:hidden'>no</p><p style='content-visibility:auto'>a</p>",
        ["a"],
    ),
    "other properties": (
        (
            "<p style='backface-visibility:hidden'>a</p><p style='overflow:hidden'>b</p>"
            "<p style='--display:none'>c</p><p style='opacity:0'>d</p>"
        ),
        ["a", "b", "c", "d"],
    ),
    "popover": ("<div popover>no</div><div popover=manual>no</div>", []),
    "dialog": ("<dialog>no</dialog><dialog open>a</dialog>", ["a"]),
    "template, script, style": ("<template>no</template><script>no</script><style>no</style>", []),
    "everything within": ("<div hidden><p>no<table><tr><td>no</table></div>a", ["a"]),
    "noscript": ("<noscript><p>no</p></noscript>", []),
    "noscript in the head": ("<head><noscript><p>no</p></noscript><title>no</title></head>a", ["a"]),
    "replaced elements": (
        "<iframe>no</iframe><object>no</object><video>no</video><audio>no</audio><canvas>no</canvas>",
        [],
    ),
    "iframe with its own document": ("<iframe srcdoc='<p>no</p>'></iframe>", []),
    "svg": ("<svg><text>no</text><title>no</title></svg>a", ["a"]),
    "bars": ("<meter value=1>no</meter><progress>no</progress>a", ["a"]),
    "text for screen readers": ("<p><span class=sr-only>read aloud</span> a</p>", ["read aloud a"]),
    "aria-hidden is shown": ("<p aria-hidden=true>a</p>", ["a"]),
    "map is shown": ("<map name=m><p>a</p><area alt=no></map>", ["a"]),
    "comments": ("<!-- no --><![CDATA[ no ]]><?no ?>a", ["a"]),
}

STRUCTURE = {
    "table": ("<table><caption>c</caption><tr><th>h<th>i<tr><td>a<td>b</table>", ["c", "h", "i", "a", "b"]),
    "nested table": ("<table><tr><td>a<table><tr><td>b</table>c</table>", ["a", "b", "c"]),
    "text astray in a table": ("<table>a<tr><td>b</table>", ["a", "b"]),
    "lists": ("<ul><li>a<ul><li>b</ul>c<li>d</ul>", ["a", "b", "c", "d"]),
    "definitions": ("<dl><dt>t<dd>d<dt>u<dd>e</dl>", ["t", "d", "u", "e"]),
    "form": (
        (
            "<form><fieldset><legend>l</legend><label>n <input value=no></label>"
            "<select><option>no<option selected>no</select><textarea>t</textarea>"
            "<button>b</button></fieldset></form>"
        ),
        ["l", "n", "t", "b"],
    ),
    "details": ("<details><summary>s</summary>folded</details>", ["s", "folded"]),
    "custom elements are inline": ("<x-a>a <x-b>b</x-b></x-a>", ["a b"]),
    "blocks in a link": ("<a href=x>a<div>b</div>c</a>", ["a", "b", "c"]),
    "unclosed tags": ("<div><p>a<p>b<i>c<div>d", ["a", "bc", "d"]),
    "headings": ("<h1>a</h1>b<h2>c</h2>", ["a", "b", "c"]),
    "figure": ("<figure><img alt=no><figcaption>a</figcaption></figure>", ["a"]),
    "ruby": ("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>", ["漢(kan)"]),
    "self-closing is opening": ("<p>a<span/>b</p><div/>c", ["ab", "c"]),
    "unknown end tags": ("<p>a</x>b</p>", ["ab"]),
    "svg that ends at a paragraph": ("<svg><p>a</p>", ["a"]),
    "right to left": ("<p dir=rtl>שלום <b>עולם</b></p>", ["שלום עולם"]),
    "two bodies": ("<body>a<body>b", ["ab"]),
    "text after the end": ("<p>a</p></body></html>b", ["a", "b"]),
}

FORMULAS = {
    "annotation": (
        "<p>x <math><mi>y</mi><annotation encoding='application/x-TeX'>y^2</annotation></math></p>",
        ["x y^2"],
    ),
    "alttext": ("<p><math alttext='a_1'><mi>a</mi></math></p>", ["a_1"]),
    "without TeX": ("<p><math><mi>a</mi><mo>=</mo><mn>1</mn></math></p>", ["a=1"]),
    "KaTeX": (
        (
            "<p><span class=katex><span class=katex-mathml><math><annotation encoding='application/x-tex'>"
            "x</annotation></math></span><span class=katex-html aria-hidden=true>no</span></span></p>"
        ),
        ["x"],
    ),
    "MathJax 2 source": ("<p>a <script type='math/tex'>b</script> c</p>", ["a b c"]),
    "MathJax 2 drawn": (
        (
            "<p><span class=MathJax_Preview>no</span><span class=MathJax>no</span>"
            "<script type='math/tex'>b</script></p>"
        ),
        ["b"],
    ),
    "image of a formula": ("<p>a <img class=mwe-math-fallback alt='{x}'> <img alt=no></p>", ["a {x}"]),
}

CASES = {
    f"{group}: {name}": case
    for group, cases in {
        "white space": WHITE_SPACE,
        "br": BREAKS,
        "entities": ENTITIES,
        "pre": PREFORMATTED,
        "hidden": HIDDEN,
        "structure": STRUCTURE,
        "formulas": FORMULAS,
    }.items()
    for name, case in cases.items()
}


@pytest.mark.parametrize(("html", "expected"), CASES.values(), ids=CASES)
def test_text_is_what_a_browser_shows(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


SHADOW_ROOTS = {
    "instead of the light children": (
        "<x-a><template shadowrootmode=open><p>shadow</p></template>light</x-a>",
        ["shadow"],
    ),
    "closed is shown too": (
        "<x-a><template shadowrootmode=closed><p>shadow</p></template></x-a>",
        ["shadow"],
    ),
    "slots": (
        (
            "<x-a><template shadowrootmode=open><h2><slot name=t>no</slot></h2><slot>no</slot></template>"
            "<b slot=t>title</b>text <i slot=other>no</i><u>more</u></x-a>"
        ),
        ["title", "text more"],
    ),
    "fallback of a slot": (
        "<x-a><template shadowrootmode=open><p><slot name=t>fallback</slot></p></template></x-a>",
        ["fallback"],
    ),
    "first slot of a name takes all": (
        (
            "<x-a><template shadowrootmode=open><p><slot></slot></p><p><slot>fallback</slot></p></template>a"
            "</x-a>"
        ),
        ["a", "fallback"],
    ),
    "nested": (
        (
            "<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open><p><slot></slot></p>"
            "</template><slot></slot></x-b></template>light</x-a>"
        ),
        ["light"],
    ),
    "the first root counts": (
        (
            "<x-a><template shadowrootmode=open><p>one</p></template>"
            "<template shadowrootmode=open><p>two</p></template></x-a>"
        ),
        ["one"],
    ),
    "elements that have no shadow": ("<ul><template shadowrootmode=open>no</template><li>a</ul>", ["a"]),
    "other values": ("<div><template shadowrootmode=x>no</template>a</div>", ["a"]),
}


@pytest.mark.parametrize(("html", "expected"), SHADOW_ROOTS.values(), ids=SHADOW_ROOTS)
def test_declarative_shadow_roots_are_flattened(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


WITHOUT_SCRIPTS = {
    "noscript": f"<noscript><p>{LONG}</p></noscript>",
    "hidden body": f"<body style='visibility:hidden'><p>{LONG}</p>",
    "hidden root": f"<div id=root hidden><p>{LONG}</p></div>",
    "frameset": f"<frameset cols='*'><frame src=a><noframes><body><p>{LONG}</p></body></noframes></frameset>",
}


@pytest.mark.parametrize("html", WITHOUT_SCRIPTS.values(), ids=WITHOUT_SCRIPTS)
def test_page_without_text_is_read_as_without_scripts(html: str) -> None:
    assert list(read(Page.of(html)).text) == [LONG.strip()]


def test_short_page_is_not_drowned_by_a_short_hidden_part() -> None:
    blocks = read(Page.of("<p>Not found.</p><div hidden>Cookies</div>"))
    assert list(blocks.text) == ["Not found."]


@pytest.mark.parametrize(
    "html",
    ("<!doctype html>", "<html></html>", "<frameset></frameset>", "<!-- x -->", "</p", "<script>x</script>"),
)
def test_page_without_text_gives_empty_tables(html: str) -> None:
    blocks = read(Page.of(html))
    assert len(blocks) == len(blocks.runs) == len(blocks.n_words) == 0
    assert len(blocks.tree) == len(blocks.tree.end) > 0


@pytest.mark.parametrize(
    ("text", "n_words"),
    (
        ("one two  three", 3),
        ("中文没有空格的文字写在这里所以要特别数字", 10),
        ("中文", 1),
        ("三个字", 2),
        ("私はPython が好き", 4),  # 私は, Python, が好き (three characters: two words)
        ("China (简体中文)", 4),  # China, (), 简体, 中文
        ("你好，世界！", 3),
        ("ภาษาไทย", 4),
        ("한국어 문장은 빈칸이 있다", 4),
        ("საქართველოს რესპუბლიკა", 2),
        ("தமிழ்நாடு மாநிலம்", 2),
        ("Привет мир", 2),
        ("“Quoted” — words…", 3),
        ("naïve café", 2),
    ),
)
def test_words(text: str, n_words: int) -> None:
    blocks = read(Page.of(f"<p>{text}</p>"))
    assert blocks.n_words.tolist() == [n_words]


def test_columns_of_a_small_page() -> None:
    blocks = read(Page.of(f"<body><div>ab <a href=x>cd <b>ef</b></a></div><p>{LONG}</p>"))
    tree, runs = blocks.tree, blocks.runs
    assert tree.tags == ["html", "body", "div", "a", "b", "p"]
    assert tree.parent.tolist() == [-1, 0, 1, 2, 3, 1]
    assert tree.end.tolist() == [6, 6, 5, 5, 5, 6]
    assert tree.first_block.tolist() == [0, 0, 0, 0, 0, 1]
    assert tree.end_block.tolist() == [2, 2, 1, 0, 0, 2]
    assert tree.attributes[3] == {"href": "x"}
    assert blocks.text[0] == "ab cd ef"
    assert blocks.element.tolist() == [2, 5]
    assert runs.element.tolist() == [2, 3, 4, 5]
    assert runs.block.tolist() == [0, 0, 0, 1]
    assert runs.in_link.tolist() == [False, True, True, False]
    assert blocks.n_chars[0] == 6
    assert blocks.n_link_chars.tolist() == [4, 0]
    assert blocks.n_link_words.tolist() == [2, 0]
    assert blocks.first_run.tolist() == [0, 3]


def test_tables_cannot_be_written() -> None:
    blocks = read(Page.of("<p>a"))
    for column in (blocks.n_chars, blocks.element, blocks.tree.end, blocks.runs.in_link):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


def test_links_end_where_they_end() -> None:
    blocks = read(Page.of("<p><a>a</a>b<button>c <a>d</a></button>e</p>"))
    assert blocks.runs.in_link.tolist() == [True, False, True, True, False]


@pytest.mark.parametrize("depth", (5_000, 100_000))
def test_deep_nesting(depth: int) -> None:
    blocks = read(Page.of("<span>" * depth + "deep"))
    assert list(blocks.text) == ["deep"]
    assert len(blocks.tree) == depth + 2
    assert np.all(blocks.tree.end == depth + 2)


def test_page_of_20_mb() -> None:
    n = 400_000
    blocks = read(Page.of("<p>Some words that fill a large page.</p>\n<br>" * n))
    assert len(blocks) == n
    assert blocks.n_words.sum() == 7 * n
