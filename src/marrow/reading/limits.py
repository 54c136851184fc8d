"""What the parser must not be given."""


def refuse_costly(html: str) -> None:
    """Refuse a source that makes parsers slow."""
