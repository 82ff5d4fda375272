"""Words on the wire: commands in, answers out, and what cannot be read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeVar, cast

import msgspec
from aiohttp import web

from riichicast.assets import load_texts
from riichicast.game.commands import CommandEnvelope
from riichicast.game.decide import Refusal
from riichicast.game.events import Source
from riichicast.studio.guard import bad_request
from riichicast.studio.session import Outcome
from riichicast.view.texts import text_of

COMMAND_SOURCES = ("feed", "operator", "referee")

_encode = msgspec.json.Encoder().encode
_envelopes = msgspec.json.Decoder(CommandEnvelope)

T = TypeVar("T")


def is_resync(data: str | bytes) -> bool:
    """Tell whether a client asks for the full snapshot: `{"type":"resync"}`."""
    if len(data) > 100:
        return False
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(data, type=_Typed).type == "resync"
    return False


class _Typed(msgspec.Struct):
    type: str


class _Identified(msgspec.Struct):
    id: str


def source_of(request: web.Request) -> Source:
    """Read in whose name commands come, `?source=`; 400 with those there are for another word."""
    source = request.query.get("source", "operator")
    if source not in COMMAND_SOURCES:
        raise bad_request("unknown_source", f"source {source!r}; allowed: {' '.join(COMMAND_SOURCES)}")
    return cast("Source", source)


def parse_envelope(data: str | bytes) -> CommandEnvelope:
    """Read a command; 400 with the field that is wrong."""
    return parse_json(data, _envelopes, "bad_command")


def parse_json(data: str | bytes, decoder: msgspec.json.Decoder[T], code: str) -> T:
    """Read what a decoder reads; 400 with this code and the field that is wrong."""
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        _, _, where = str(error).partition(" - at ")  # as msgspec words it
        raise bad_request(code, str(error), where.strip("`")) from error


def unread(data: str | bytes, error: bytes) -> bytes:
    """Answer a command that cannot be read: a refusal by its id if that can be read at least."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        command_id = msgspec.json.decode(data, type=_Identified).id
        return _encode({"id": command_id, "refusal": msgspec.json.decode(error)["error"]})
    return error


def answer_to(command_id: str, outcome: Outcome) -> dict[str, Any]:
    """Put what became of a command in words: `accepted` with its seq, or the refusal with text and article.

    A command that was taken although something about it is irregular has the codes beside its seq, unless it is one
    that was sent again.
    """
    if not isinstance(outcome, Refusal):
        irregular = {"irregularities": outcome.irregularities} if outcome.irregularities else {}
        return {"id": command_id, "accepted": {"seq": outcome.seq, **irregular}}
    texts = load_texts("en")
    text_id = f"refusal.{outcome.code}"
    if text_id not in texts:
        text_id = f"irregularity.{outcome.code}"
    refusal = {"code": outcome.code, "text": text_of(texts, text_id, outcome.details)}
    if outcome.article:
        refusal["article"] = outcome.article
    return {"id": command_id, "refusal": refusal}


def json_response(value: object) -> web.Response:
    """Give a value as the body of an answer."""
    return web.Response(body=_encode(value), content_type="application/json", charset="utf-8")
