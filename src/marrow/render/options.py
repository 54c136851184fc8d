"""What an output contains."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Switches that mean the same in every format.

    Attributes
    ----------
    links
        Addresses of links; without them the text of a link stays.
    images
        Images with their alternative text. Off by default: most readers of an extraction read
        text, and addresses of images are long. Plain text never has them.
    tables
        Text of data tables. Tables that only arrange the page are not tables and stay.
    formatting
        Emphasis, inline code, sub- and superscript. Headings, lists, quotes, tables and code
        blocks are structure and stay.
    comments
        What readers of the page wrote below it.
    blocks
        JSON only: every block of the page with its score, kept or not.
    """

    links: bool = True
    images: bool = False
    tables: bool = True
    formatting: bool = True
    comments: bool = True
    blocks: bool = False
