"""Pages of the worst kinds, by size: what grows when a page is built to be slow."""

from __future__ import annotations

from collections.abc import Callable

Page = Callable[[int], str]


def numbered(pattern: str) -> Page:
    """Repeat a pattern, "#" replaced by the number of the repetition."""
    return lambda n: "".join(pattern.replace("#", str(i)) for i in range(n))


def repeated(pattern: str, *, before: str = "", after: str = "") -> Page:
    """Repeat a pattern."""
    return lambda n: before + pattern * n + after


def nested(*tags: str) -> Page:
    """Nest elements, with text inside, and close them."""
    start, end = "".join(f"<{tag}>" for tag in tags), "".join(f"</{tag}>" for tag in reversed(tags))
    return lambda n: start * n + "text" + end * n


# Name: the page for n, and the largest n. Half, a quarter, an eighth of it are measured as well.
PAGES: dict[str, tuple[Page, int]] = {
    "paragraphs": (repeated("<p>Some words of text.</p>\n"), 100_000),
    "siblings without text": (repeated("<i></i>"), 1_000_000),
    "tiny blocks": (repeated("<p>x"), 100_000),
    "one line of words": (repeated("word "), 4_000_000),
    "one word": (repeated("x"), 20_000_000),
    "one word of Chinese": (repeated("字"), 4_000_000),
    "private-use characters": (repeated("\ue000 \U000f0000"), 1_000_000),
    "nested inline elements": (nested("span"), 100_000),
    "nested blocks": (nested("div"), 20_000),
    "nested blocks with text": (repeated("<div>x"), 16_000),
    "nested lists": (nested("ul", "li"), 10_000),
    "nested quotes": (nested("blockquote"), 20_000),
    "nested tables": (repeated("<table><tr><td>x"), 20_000),
    "nested links": (numbered("<a href=#>x"), 100_000),
    "unclosed bold": (repeated("<b>x"), 100_000),
    "unclosed formatting of many kinds": (numbered("<font size=#>x"), 10_000),
    "formatting reopened": (lambda n: "<p>" + numbered("<b id=#>")(n) + "<p>x" * n, 600),
    "attributes of one element": (lambda n: f"<p {numbered(' a#=1')(n)}>text", 16_000),
    "one attribute": (lambda n: f"<p title='{'x ' * n}'>text", 500_000),
    "inline styles": (repeated("<p style='display : inline ; visibility:x'>x</p>"), 50_000),
    "one inline style": (lambda n: f"<p style='{'display:' * n}'>text", 200_000),
    "entities": (repeated("&amp;&nbsp;&#x41;"), 500_000),
    "comments": (repeated("x<!-- c -->"), 200_000),
    "line breaks": (repeated("x<br>"), 200_000),
    "pairs of line breaks": (repeated("x<br><br>"), 100_000),
    "preformatted lines": (repeated("  x = 1;\n", before="<pre>"), 500_000),
    "preformatted elements": (repeated("<div> <i>x</i></div>", before="<pre>"), 50_000),
    "table rows": (repeated("<tr><td>x<td>y", before="<table>"), 50_000),
    "table cells": (repeated("<td>x", before="<table><tr>"), 100_000),
    "one long row": (
        lambda n: "<table><caption>x</caption>" + "<tr><td>x" * n + "<tr>" + "<td>y" * n,
        20_000,
    ),
    "spanning cells": (repeated("<tr><td colspan=1000 rowspan=65534>x", before="<table>"), 10_000),
    "list items": (repeated("<li>x", before="<ul>"), 100_000),
    "definitions": (repeated("<dt>x<dd>y", before="<dl>"), 50_000),
    "links": (numbered("<a href=/#>x</a> "), 100_000),
    "images": (numbered("<img src=# alt=x>"), 100_000),
    "formulas": (repeated("<math><annotation encoding=tex>x</annotation></math>"), 20_000),
    "shadow roots": (repeated("<p><template shadowrootmode=open><slot></slot></template>x</p>"), 20_000),
    "shadow roots of one host": (
        repeated("<template shadowrootmode=open>x</template>", before="<p>"),
        20_000,
    ),
    "nested shadow roots": (repeated("<div><template shadowrootmode=open>x"), 5_000),
    "slots": (
        repeated("<slot></slot>", before="<p><template shadowrootmode=open>", after="</template>x"),
        20_000,
    ),
    "options": (repeated("<option>x", before="<select>", after="</select>text"), 100_000),
    "declarations of an encoding": (repeated("<meta charset", after="<p>text"), 200_000),
    "less-than signs": (repeated("< "), 1_000_000),
    "JSON-LD": (repeated('<script type="application/ld+json">{"@type":"x","author":"y"}</script>'), 10_000),
    "nested JSON-LD": (
        lambda n: f'<script type="application/ld+json">{"[" * n}{"]" * n}</script><p>text',
        100_000,
    ),
    "meta elements": (repeated("<meta property='og:title' content='x'>", after="<p>text"), 50_000),
    "times and bylines": (repeated("<time datetime=2026-01-01>1</time><p class=author>By A B</p>"), 20_000),
    "asterisks": (repeated("*_`[]<>#|\\ "), 200_000),
    "backticks": (lambda n: "<p><code>" + "`" * n + "</code>", 500_000),
}

BOUNDED = frozenset(
    {
        "nested blocks",
        "nested blocks with text",
        "nested lists",
        "nested quotes",
        "unclosed formatting of many kinds",
        "formatting reopened",
        "attributes of one element",
    }
)
"""Pages on which the parser itself is not linear; longer ones of the kind are refused."""
