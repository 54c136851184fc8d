"""Extractions to text, Markdown, HTML, JSON and XML-TEI."""
