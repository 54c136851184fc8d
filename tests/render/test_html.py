from __future__ import annotations

import pytest
from tests.render.keeping import keep

BODY = {
    "paragraph": ("<div>a <b>b</b> c</div>", "<p>a <strong>b</strong> c</p>"),
    "heading": ("<h2 style='x' onclick=y>T</h2>", "<h2>T</h2>"),
    "list": (
        "<ol start=3 class=x><li>a<ul><li>b</ul></ol>",
        '<ol start="3">\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>',
    ),
    "table": (
        "<table><tr><th>A<th>B<tr><td colspan=2 style=x>c</table>",
        (
            "<table>\n<thead>\n<tr>\n<th>A</th>\n<th>B</th>\n</tr>\n</thead>\n"
            '<tbody>\n<tr>\n<td colspan="2">c</td>\n</tr>\n</tbody>\n</table>'
        ),
    ),
    "code": (
        "<pre><code class='x language-py'>a &lt; b\n  c</code></pre>",
        '<pre><code class="language-py">a &lt; b\n  c</code></pre>',
    ),
    "quote": ("<blockquote cite=/q>a</blockquote>", '<blockquote cite="/q">\n<p>a</p>\n</blockquote>'),
    "time": ("<p><time datetime=2026-01-02>2 January</time></p>", None),
    "language": ("<p lang=de dir=rtl>Knochen</p>", '<p lang="de" dir="rtl">Knochen</p>'),
    "line break": ("<p>a<br>b</p>", "<p>a<br>\nb</p>"),
    "rule": ("<p>a</p><hr><p>b</p>", "<p>a</p>\n<hr>\n<p>b</p>"),
    "escapes": ('<p>a &lt;script&gt; &amp;amp; "b"</p>', "<p>a &lt;script&gt; &amp;amp; &quot;b&quot;</p>"),
    "formula": (
        "<p><math><annotation encoding='application/x-tex'>x&lt;y</annotation></math></p>",
        "<p>\\(x&lt;y\\)</p>",
    ),
}


@pytest.mark.parametrize(("html", "expected"), BODY.values(), ids=BODY)
def test_html(html: str, expected: str | None) -> None:
    expected = expected or '<p><time datetime="2026-01-02">2 January</time></p>'
    assert keep(html).html == expected


def test_links_are_absolute_and_safe() -> None:
    html = "<p><a href=/x onclick=y target=_blank>x</a> <a href='javascript:z'>y</a></p>"
    assert keep(html, url="https://example.org/a").html == '<p><a href="https://example.org/x">x</a> y</p>'


def test_base_element_counts() -> None:
    html = "<base href='/docs/'><p><a href=x>x</a></p>"
    assert keep(html, url="https://example.org/a").html == '<p><a href="https://example.org/docs/x">x</a></p>'


def test_a_base_of_another_scheme_does_not_count() -> None:
    html = "<base href='javascript:alert(1)//'><p><a href=x>x</a></p>"
    assert keep(html, url="https://example.org/a").html == '<p><a href="https://example.org/x">x</a></p>'


def test_attributes_cannot_be_broken_out_of() -> None:
    html = """<p><a href='/"onmouseover="x'>a</a></p><img src='/"onerror="x' alt='"><script>'><p>b</p>"""
    output = keep(html, images=True).html
    assert output.splitlines()[0] == '<p><a href="/&quot;onmouseover=&quot;x">a</a></p>'
    assert '<img src="/&quot;onerror=&quot;x" alt="&quot;&gt;&lt;script&gt;">' in output


def test_images_stand_where_they_stood() -> None:
    html = """<h1>T</h1><figure><img src=/a.png alt=A><figcaption>Cap</figcaption></figure>
    <p>x <img src=/b.png> y</p>"""
    assert keep(html, images=True).html == (
        '<h1>T</h1>\n<figure>\n<p><img src="/a.png" alt="A"></p>\n<figcaption>Cap</figcaption>\n</figure>\n'
        '<p>x <img src="/b.png" alt=""> y</p>'
    )


def test_images_of_what_is_not_kept_are_not_kept() -> None:
    html = "<nav><img src=/logo.png><p>Menu</p></nav><main><p>Text</p><img src=/a.png><p>More</p></main>"
    output = keep(html, images=True, kept=lambda text: text != "Menu").html
    assert output == '<p>Text</p>\n<p><img src="/a.png" alt=""></p>\n<p>More</p>'


def test_no_formatting_leaves_structure_and_links() -> None:
    html = "<h2>A <em>b</em></h2><p><b>c</b> <code>d</code> <a href=/e>e</a></p><pre>f</pre>"
    assert keep(html, formatting=False).html == (
        '<h2>A b</h2>\n<p>c d <a href="/e">e</a></p>\n<pre><code>f</code></pre>'
    )


def test_no_links_leaves_their_text() -> None:
    html = "<p><a href=/e>e</a></p><blockquote cite=/q>a</blockquote>"
    assert keep(html, links=False).html == "<p>e</p>\n<blockquote>\n<p>a</p>\n</blockquote>"
