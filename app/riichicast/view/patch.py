"""JSON merge patches (RFC 7386) between two snapshots on the wire.

A wire snapshot holds no null, so null is free to mean "gone". Objects are compared key by key; arrays are values and
are replaced whole.
"""

from __future__ import annotations

from typing import Any

import msgspec

from riichicast.view.snapshot import Snapshot

Document = dict[str, Any]
"""A JSON object of plain Python values."""


def to_wire(snapshot: Snapshot) -> Document:
    """Give a snapshot as plain JSON values, without what is absent."""
    document: Document = msgspec.to_builtins(snapshot, str_keys=True)
    return document


def merge_patch(old: Document, new: Document) -> Document:
    """Give the patch that turns one null-free document into another; empty if they are equal.

    1, 1.0 and true are equal in Python: no value may turn from one of them into another, and in snapshots none does.
    """
    patch: Document = {}
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            patch[key] = merge_patch(before, value)
        else:
            patch[key] = value
    for key in old:
        if key not in new:
            patch[key] = None
    return patch


def apply_patch(target: Document, patch: Document) -> Document:
    """Give the document after a patch; neither argument is changed."""
    merged = dict(target)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            before = merged.get(key)
            merged[key] = apply_patch(before if isinstance(before, dict) else {}, value)
        else:
            merged[key] = value
    return merged
