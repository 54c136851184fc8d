from __future__ import annotations

import pytest
from tests.render.keeping import keep, markdown_as_html, markdown_parser, shown

TEX = "<annotation encoding='application/x-tex'>{}</annotation>"

BLOCKS = {
    "headings": ("<h1>A</h1><h3>B</h3>", "# A\n\n### B"),
    "paragraphs": ("<p>a</p><div>b</div>", "a\n\nb"),
    "line break": ("<p>a<br>b</p>", "a\\\nb"),
    "line break in heading": ("<h2>a<br>b</h2>", "## a b"),
    "list": ("<ul><li>a<li>b</ul>", "- a\n- b"),
    "list in list": ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n  - b\n- c"),
    "list straight in list": ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n  - b"),
    "ordered list": ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
    "ordered list from nine": ("<ol start=9><li>a<li>b<ul><li>c</ul></ol>", "9. a\n10. b\n    - c"),
    "item of paragraphs": ("<ul><li><p>a</p><p>b</p><li>c</ul>", "- a\n\n  b\n\n- c"),
    "code in item": ("<ol><li>a<pre>b\n c</pre></ol>", "1. a\n\n   ```\n   b\n    c\n   ```"),
    "two lists": ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
    "tasks": (
        "<ul><li><input type=checkbox disabled checked> a<li><input type=checkbox disabled> b</ul>",
        "- [x] a\n- [ ] b",
    ),
    "switches are no tasks": ("<ul><li><input type=checkbox> a</ul>", "- a"),
    "item without list": ("<li>a</li>", "a"),
    "quote": ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
    "quote in quote": ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
    "list in quote": ("<blockquote><ul><li>a<li>b</ul></blockquote>", "> - a\n> - b"),
    "code": ("<pre>\n  a\n\n\tb  c\n</pre>", "```\n  a\n\n\tb  c\n```"),
    "code with language": ("<pre><code class=language-py>a</code></pre>", "```py\na\n```"),
    "code with a fence": ("<pre>```\na\n````</pre>", "`````\n```\na\n````\n`````"),
    "code with elements": (
        "<pre><code><span>a</span> <b>b</b>\n<span>  </span><i>c</i></code></pre>",
        "```\na b\n  c\n```",
    ),
    "code of line elements": ("<pre><div>a</div><div>  b</div></pre>", "```\na\n  b\n```"),
    "rule": ("<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"),
    "rules at the edges": ("<hr><p>a</p><hr><hr>", "a"),
    "definitions": (
        "<dl><dt>A<dd>a<dt>B:<dd>b<dt>C<dd>c<dd>d</dl>",
        "- **A**: a\n- **B:** b\n- **C**\n  - c\n  - d",
    ),
    "long definitions": ("<dl><dt>A<dd><p>a</p><p>b</p></dl>", "**A**\n\na\n\nb"),
    "definitions without terms": ("<dl><dd>a<dd>b</dl>", "- a\n- b"),
    "details": ("<details><summary>A</summary><p>b</p></details>", "**A**\n\nb"),
    "figure": ("<figure><img src=/a.png><figcaption>A</figcaption></figure>", "A"),
    "permalink": ("<h2>A<a href=#a>¶</a></h2>", "## A"),
    "formula": (f"<p>so <math>{TEX.format('x^2')}</math>.</p>", "so $x^2$."),
    "formula of one letter": (f"<p>so <math>{TEX.format('x')}</math>.</p>", "so $x$."),
    "formula without TeX": ("<p>so <math><mi>x</mi><mo>=</mo><mn>2</mn></math>.</p>", "so x=2."),
    "formula of its own": (f"<p><math display=block>{TEX.format('x^2')}</math></p>", "$$x^2$$"),
    "formula of a wiki": (
        "<p>so <img class=mwe-math-fallback-image-inline alt='{\\displaystyle x^{2}}' src=/x.svg>.</p>",
        "so $x^{2}$.",
    ),
    "formula of MathJax 2": ("<p>so <script type='math/tex; mode=display'>x^2</script>.</p>", "so $$x^2$$."),
    "delimited formulas": (
        "<script src=mathjax.js></script><p>so \\(x_1\\) and $$y_1$$ for 5$</p>",
        "so $x_1$ and $$y_1$$ for 5\\$",
    ),
}

INLINE = {
    "strong": ("<b>a</b> <strong>b</strong>", "**a** **b**"),
    "strong once": ("<b>a <strong>b</strong></b>", "**a b**"),
    "neighbours": ("<b>a</b><b>b</b>", "**ab**"),
    "links side by side": (
        "<a href=https://x.org/>a</a><a href=https://x.org/>b</a>",
        "[a](https://x.org/)[b](https://x.org/)",
    ),
    "blank within": ("<b><u>a</u> <u>b</u></b>", "**a b**"),
    "link in emphasis": ("<i>a <a href=/x>b</a> c</i>", "*a [b](https://example.org/x) c*"),
    "empty": ("a<b></b> <i> </i>b", "a b"),
    "blanks inside": ("a<b> b </b>c", "a **b** c"),
    "strong and emphasis": ("<b><i>a</i></b>", "***a***"),
    "within a word": ("un<i>believ</i>able", "un*believ*able"),
    "sign at the edge in a word": ("<b>a.</b>b", "<strong>a.</strong>b"),
    "deleted": ("<s>a</s> b", "~~a~~ b"),
    "code": ("<code>a_b*</code>", "`a_b*`"),
    "code with backticks": ("<code>a`b</code> <code>`c`</code>", "``a`b`` `` `c` ``"),
    "key": ("<kbd>Ctrl</kbd>", "`Ctrl`"),
    "strong code": ("<b><code>a</code></b>", "**`a`**"),
    "words of code": ("<code>a(<b>b</b>, <i>c</i>)</code>", "`a(b, c)`"),
    "link": ("<a href=/x>a</a>", "[a](https://example.org/x)"),
    "link in code": ("<code><a href=/x>a</a></code>", "[`a`](https://example.org/x)"),
    "link with parentheses": ("<a href='/x_(y)'>a</a>", "[a](https://example.org/x_%28y%29)"),
    "link with brackets": ("<a href=/x>a [b</a>", "[a \\[b](https://example.org/x)"),
    "link without text": ("a<a href=/x></a>", "a"),
    "unsafe link": ("<a href=javascript:x>a</a>", "a"),
    "footnote": ("a<sup><a href='#n'>[1]</a></sup>", "a<sup>[[1]](https://example.org/p#n)</sup>"),
    "powers": ("x<sup>2</sup> H<sub>2</sub>O", "x<sup>2</sup> H<sub>2</sub>O"),
    "exclamation before link": ("a!<a href=/x>b</a>", "a\\![b](https://example.org/x)"),
    "stars": ("2 * 3 *a* **b**", "2 * 3 \\*a\\* \\*\\*b\\*\\*"),
    "underscores": ("a_b_c _d_", "a_b_c \\_d\\_"),
    "brackets": ("[1] [a](b) [c]: d", "[1] \\[a\\](b) \\[c\\]: d"),
    "tags": ("a &lt;b> 1 &lt; 2 &lt;/c>", "a \\<b> 1 < 2 \\</c>"),
    "entities": ("&amp;amp; AT&amp;T &amp;#38;", "&amp;amp; AT&T &amp;#38;"),
    "backslashes": ("C:\\dir \\* \\", "C:\\dir \\\\\\* \\\\"),
    "not a heading": ("# a", "\\# a"),
    "not an item": ("- a", "\\- a"),
    "not a number": ("1. a", "1\\. a"),
    "not a number either": ("1.5 a", "1.5 a"),
    "not a quote": ("> a", "\\> a"),
    "not a heading in the second line": ("a<br>===", "a\\\n\\==="),
    "not a table": ("a | b<br>--|--", "a | b\\\n\\--|--"),
    "not a fence": ("~~~ a", "\\~\\~\\~ a"),
}

TABLES = {
    "header": (
        "<table><thead><tr><th>A<th>B<tbody><tr><td>a<td>b</table>",
        "| A | B |\n| --- | --- |\n| a | b |",
    ),
    "no header": (
        "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
        "|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
    ),
    "headers of rows": (
        "<table><tr><th>A<td>a<tr><th>B<td>b</table>",
        "|  |  |\n| --- | --- |\n| A | a |\n| B | b |",
    ),
    "empty corner": (
        "<table><tr><td><th>A<tr><th>B<td>b</table>",
        "|  | A |\n| --- | --- |\n| B | b |",
    ),
    "colspan": (
        "<table><tr><th colspan=2>A<th>B<tr><td>a<td>b<td>c</table>",
        "| A |  | B |\n| --- | --- | --- |\n| a | b | c |",
    ),
    "rowspan": (
        "<table><tr><th>A<th>B<tr><td rowspan=2>a<td>b<tr><td>c</table>",
        "| A | B |\n| --- | --- |\n| a | b |\n|  | c |",
    ),
    "empty cell": (
        "<table><tr><th>A<th>B<tr><td><td>b</table>",
        "| A | B |\n| --- | --- |\n|  | b |",
    ),
    "line breaks": (
        "<table><tr><th>A<tr><td>a<br>b<p>c</p><ul><li>d<li>e</ul></table>",
        "| A |\n| --- |\n| a<br>b<br>c<br>- d<br>- e |",
    ),
    "pipes": (
        "<table><tr><th>A<tr><td>a|b <code>c|d</code></table>",
        "| A |\n| --- |\n| a\\|b `c\\|d` |",
    ),
    "strong header": ("<table><tr><th><b>A</b><tr><td>a</table>", "| A |\n| --- |\n| a |"),
    "caption": ("<table><caption>C</caption><tr><th>A<tr><td>a</table>", "**C**\n\n| A |\n| --- |\n| a |"),
    "in a list": (
        "<ul><li>x<table><tr><th>A<tr><td>a</table></ul>",
        "- x\n\n  | A |\n  | --- |\n  | a |",
    ),
    "layout": ("<table><tr><td><h2>A</h2><p>a</p><td>b</table>", "## A\n\na\n\nb"),
    "hostile spans": (
        "<table><tr><th colspan=1000>A<tr><td rowspan=99999>a</table>",
        "| A |\n| --- |\n| a |",
    ),
}


@pytest.mark.parametrize(("html", "expected"), BLOCKS.values(), ids=BLOCKS)
def test_blocks(html: str, expected: str) -> None:
    assert keep(html, url="https://example.org/p").markdown == expected


@pytest.mark.parametrize(("html", "expected"), INLINE.values(), ids=INLINE)
def test_inline(html: str, expected: str) -> None:
    assert keep(f"<p>{html}</p>", url="https://example.org/p").markdown == expected


@pytest.mark.parametrize(("html", "expected"), TABLES.values(), ids=TABLES)
def test_tables(html: str, expected: str) -> None:
    assert keep(html).markdown == expected


@pytest.mark.parametrize("html", [f"<p>{html}</p>" for html, _ in INLINE.values()], ids=INLINE)
def test_inline_text_comes_back_from_a_parser(html: str) -> None:
    page = keep(html)
    assert shown(markdown_as_html(page.markdown)) == page.text.split()


def test_code_comes_back_from_a_parser() -> None:
    code = "def f(a):\n\treturn `a` * 2  # ```\n\n\n    pass <b> &amp; \\"
    html = f"<ul><li><pre class=language-python>{code.replace('&', '&amp;').replace('<', '&lt;')}</pre></ul>"
    (fence,) = (token for token in markdown_parser().parse(keep(html).markdown) if token.type == "fence")
    assert fence.content == code + "\n"
    assert fence.info == "python"


def test_a_table_comes_back_from_a_parser() -> None:
    html = "<table><tr><th>A<th>B<tr><td>a|*b*<td><a href='/x|y'>l</a><tr><td>`<td>\\|</table>"
    tokens = markdown_parser().parse(keep(html).markdown)
    cells = [
        "".join(child.content for child in token.children or ()) for token in tokens if token.type == "inline"
    ]
    assert cells == ["A", "B", "a|*b*", "l", "`", "\\|"]
    assert sum(token.type == "tr_open" for token in tokens) == 3


def test_lists_come_back_from_a_parser() -> None:
    html = "<ol start=99><li>a<ul><li>b<ol><li>c</ol></ul><li><p>d</p><p>e</p></ol>"
    found = markdown_as_html(keep(html).markdown)
    expected = (
        '<ol start="99"><li><p>a</p><ul><li>b<ol><li>c</li></ol></li></ul></li><li><p>d</p><p>e</p></li></ol>'
    )
    assert found.replace("\n", "") == expected


def test_images() -> None:
    html = "<p>a <img src='/b c.png' alt='B [c]'></p>"
    page = keep(html, images=True, url="https://example.org/p")
    assert page.markdown == "a ![B \\[c\\]](https://example.org/b%20c.png)"


def test_image_in_a_link() -> None:
    page = keep("<p>a <a href=/x><img src=/b.png alt=B></a></p>", images=True)
    assert page.markdown == "a [![B](/b.png)](/x)"


def test_only_what_is_kept() -> None:
    html = "<ul><li>a<li>b</ul><table><tr><th>A<th>B<tr><td>no<td>c</table><h2>no</h2>"
    page = keep(html, kept=lambda text: text != "no")
    assert page.markdown == "- a\n- b\n\n| A | B |\n| --- | --- |\n|  | c |"


def test_no_formatting() -> None:
    html = "<h2>a</h2><p><b>b</b> <code>c</code> d<sup>2</sup> <a href=/e>e</a></p>"
    assert keep(html, formatting=False).markdown == "## a\n\nb c d2 [e](/e)"


def test_no_links() -> None:
    assert keep("<p><b><a href=/e>e</a></b></p>", links=False).markdown == "**e**"


@pytest.mark.parametrize("tag", ("blockquote", "ul><li", "div", "b", "table><tr><td"))
def test_deep_nesting_is_cheap(tag: str) -> None:
    page = keep(f"<{tag}>" * 3000 + "<p>a</p>")
    for output in (page.markdown, page.html, page.xml):
        assert "a" in output
        assert len(output) < 20_000
