"""Who may see what: `redact` is the only door through which a snapshot leaves the studio."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from riichicast.rules.seats import Seat
from riichicast.rules.tiles import UNKNOWN
from riichicast.view.snapshot import MatchView, PlayerView, Snapshot

Audience = Literal["referee", "producer", "commentator", "overlay", "public"]
AUDIENCES: tuple[Audience, ...] = get_args(Audience)

OPEN_AUDIENCES: frozenset[Audience] = frozenset({"overlay", "public"})
"""Those that anybody on this computer may watch; the others need a token."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What the producer of this broadcast allows.

    Attributes:
        public_hands: The public sees concealed hands, waits and shanten.
        public_delay_s: How long after the table the public sees anything.
    """

    public_hands: bool = False
    public_delay_s: float = 0.0


def redact(snapshot: Snapshot, audience: Audience, policy: Policy) -> Snapshot:
    """Give what an audience may see of a snapshot."""
    match, studio = snapshot.match, snapshot.studio
    if audience not in ("referee", "producer"):
        match = replace(match, irregularities={})
        studio = replace(studio, health={}, clients=0)
    if audience == "public" and not policy.public_hands:
        match = _without_hands(match)
    return Snapshot(match=match, studio=studio)


def _without_hands(match: MatchView) -> MatchView:
    laid_open = _laid_open(match)
    players = {seat: player if seat in laid_open else _face_down(player) for seat, player in match.players.items()}
    return replace(match, players=players)


def _laid_open(match: MatchView) -> frozenset[Seat]:
    """Name the seats whose hands lie open on the table: winners, and who showed tenpai."""
    if match.result is UNSET:
        return frozenset()
    winners = {win.seat for win in match.result.wins.values()}
    return frozenset(winners | {seat for seat, is_tenpai in match.result.tenpai.items() if is_tenpai})


def _face_down(player: PlayerView) -> PlayerView:
    return replace(
        player,
        hand=(UNKNOWN,) * len(player.hand),
        drawn=UNSET if player.drawn is UNSET else UNKNOWN,
        shanten=UNSET,
        waits=UNSET,
        furiten=UNSET,
    )
