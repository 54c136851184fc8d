"""The language of a code block, as pages and their highlighters name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from marrow.tree import Tree

_KNOWN: Final = frozenset(
    """
    ada apache applescript asm assembly awk bash basic batch bat c c# c++ clojure cmake cobol coffeescript
    cpp crystal cs csharp css csv cuda cython d dart delphi diff docker dockerfile dot elisp elixir elm
    erlang f# fish fortran fsharp gdscript glsl go golang gradle graphql groovy haml handlebars haskell hcl
    hlsl html http ini java javascript jinja jinja2 js json json5 jsonc jsp jsx julia kotlin latex less lisp
    llvm lua make makefile markdown matlab md mermaid meson mysql nasm nginx nim nix objc objective-c ocaml
    octave pascal perl pgsql php plsql postgresql powershell prolog properties proto protobuf ps1 puppet py
    python python3 pycon pyrex qml r racket rb reason regex restructuredtext rst ruby rust sass scala scheme
    scss sh shell sml solidity sparql sql stata svelte svg swift systemverilog tcl terraform tex toml ts tsx
    typescript v vala vb vbnet verilog vhdl vim vue wasm xml xquery yaml yml zig zsh console terminal
    """.split()
)
_NO_LANGUAGE: Final = frozenset(
    "none default plain plaintext text txt nohighlight no-highlight auto null undefined unknown code".split()
)
_ATTRIBUTES: Final = ("data-lang", "data-language", "data-code-language")
_NAMED = re.compile(r"(?:^|\s)(?:language|lang|src)-([\w+#.-]{1,30})", re.IGNORECASE)
_NAMED_AROUND = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight)-([\w+#.-]{1,30})", re.IGNORECASE
)
_BRUSH = re.compile(r"brush:\s*([\w+#-]{1,30})", re.IGNORECASE)
_MAX_AROUND: Final = 4
_MAX_INSIDE: Final = 4


def code_language(tree: Tree, pre: int) -> str:
    """Language of the code in the element of row ``pre``, in lower case; "" if not named.

    Looks at the element, at the ``code`` inside and at the highlighter's wrappers around it.
    """
    for language in _candidates(tree, pre):
        name = language.lower().strip()
        if name in _NO_LANGUAGE:
            return ""
        if re.fullmatch(r"[\w+#.-]{1,30}", name):
            return name
    return ""


def _candidates(tree: Tree, pre: int) -> Iterator[str]:
    inside = range(pre, min(int(tree.end[pre]), pre + _MAX_INSIDE))
    for row in inside:
        if row == pre or tree.tags[row] == "code":
            yield from _own(tree, row)
    row = int(tree.parent[pre])
    for _ in range(_MAX_AROUND):
        if row < 0:
            return
        names = tree.attributes[row]
        for found in _NAMED_AROUND.findall((names.get("class") or "")[:500]):
            if found.lower() in _KNOWN:
                yield found
        yield from (value for name in _ATTRIBUTES if (value := names.get(name) or "").lower() in _KNOWN)
        row = int(tree.parent[row])


def _own(tree: Tree, row: int) -> Iterator[str]:
    names = tree.attributes[row]
    yield from (value for name in _ATTRIBUTES if (value := names.get(name)))
    classes = (names.get("class") or "")[:500]
    yield from _BRUSH.findall(classes)
    yield from _NAMED.findall(classes)
    tokens = classes.lower().split()
    # Highlighters write "hljs python", "sourceCode bash": a bare name beside their own.
    yield from (token for token in tokens if token in _KNOWN)
