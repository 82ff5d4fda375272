"""Words for people, by id: values never hold them."""

from __future__ import annotations

from collections.abc import Mapping


def text_of(texts: Mapping[str, str], text_id: str, details: Mapping[str, object]) -> str:
    """Fill a text with its values; an id without a text is shown as it is, with its values."""
    template = texts.get(text_id)
    if template is None:
        return " ".join([text_id, *(f"{name}={value}" for name, value in details.items())])
    try:
        return template.format_map(dict(details))
    except (KeyError, IndexError):
        return template
