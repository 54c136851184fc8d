from __future__ import annotations

import pytest

from marrow.page import Page
from marrow.reading import read
from marrow.render.languages import code_language


@pytest.mark.parametrize(
    ("html", "expected"),
    (
        ("<pre class=language-python>x</pre>", "python"),
        ("<pre><code class='language-c++'>x</code></pre>", "c++"),
        ("<pre class='prettyprint lang-js'>x</pre>", "js"),
        ("<pre><code class='hljs rust'>x</code></pre>", "rust"),
        ("<div class='highlight highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>", "python"),
        ("<pre class='brush: jscript; toolbar: false'>x</pre>", "jscript"),
        ("<pre data-lang=Go>x</pre>", "go"),
        ("<figure data-language=ts><pre>x</pre></figure>", "ts"),
        ("<div class='sourceCode'><pre class='sourceCode haskell'>x</pre></div>", "haskell"),
        ("<pre class='src src-ruby'>x</pre>", "ruby"),
        ("<pre>x</pre>", ""),
        ("<pre class='language-none'>x</pre>", ""),
        ("<pre class='wp-block-code'>x</pre>", ""),
        ("<body class='lang-en'><pre>x</pre>", ""),
        ("<pre class='language-a`b'>x</pre>", "a"),
    ),
)
def test_language_of_code(html: str, expected: str) -> None:
    tree = read(Page.of(html)).tree
    assert code_language(tree, list(tree.tags).index("pre")) == expected
