"""The match as screens show it, made from the state: a pure function, the same bytes each time."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from riichicast.game.events import MatchOpened
from riichicast.game.state import HandResult, HandState, PlayerState, TableState, WinResult
from riichicast.insight.live import LiveHand, LiveWait, live_hands
from riichicast.league.match_points import match_points, places
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.scoring import Score
from riichicast.rules.seats import SEATS, Seat, seat_wind
from riichicast.rules.tiles import Tile, sort_tiles
from riichicast.view.snapshot import (
    DiscardView,
    FinalView,
    IrregularityView,
    MatchView,
    MeldView,
    PlayerView,
    ResultView,
    RiichiView,
    RoundView,
    WaitView,
    WinView,
)


def build_match(state: TableState) -> MatchView:
    """Show all that is known; `audience.redact` takes out what an audience may not see."""
    match = state.match
    if match is None:
        return MatchView()
    live, place = live_hands(state), _places(state)
    result = state.result
    return MatchView(
        phase=state.phase,
        match_id=match.match_id,
        day=match.day,
        stage=match.stage,
        title=match.title,
        rules=match.rules,
        round=_round(state.hand, state.sticks) if state.hand else UNSET,
        tiles_left=state.hand.tiles_left if state.hand else UNSET,
        turn=state.hand.turn if state.hand and state.hand.turn and state.phase == "playing" else UNSET,
        dora_indicators=state.hand.dora_indicators if state.hand else (),
        players={seat: _player(state, match, seat, place[seat], live.get(seat)) for seat in SEATS},
        result=_result(result) if result else UNSET,
        final=_final(state) if state.phase == "finished" else UNSET,
        irregularities={
            str(number): IrregularityView(
                code=seen.code, details=seen.details, hand=label, seat=seen.seat or UNSET, where=seen.where
            )
            for number, (label, seen) in enumerate(state.seen_irregularities, 1)
        },
    )


def _round(hand: HandState, sticks: int) -> RoundView:
    return RoundView(
        wind=hand.round_wind,
        hand_no=hand.hand_no,
        honba=hand.honba,
        sticks=sticks,
        dealer=hand.dealer,
        number=hand.number,
    )


def _player(state: TableState, match: MatchOpened, seat: Seat, place: int, live: LiveHand | None) -> PlayerView:
    player, person = state.players[seat], match.players[seat]
    return PlayerView(
        names=person.names,
        team_names=person.team_names,
        colour=person.colour,
        wind=seat_wind(seat, state.hand.dealer) if state.hand else UNSET,
        score=player.score,
        place=place,
        hand=sort_tiles(player.concealed),
        drawn=player.drawn or UNSET,
        melds=_melds(player.melds, seat),
        river=_river(player),
        riichi=_riichi(player),
        shanten=live.shanten if live else UNSET,
        waits=tuple(map(_wait, live.waits)) if live and live.waits else UNSET,
        furiten=(live.furiten if live else None) or UNSET,
        last_delta=state.result.deltas[seat] if state.result else UNSET,
    )


def _places(state: TableState) -> dict[Seat, int]:
    return dict(zip(SEATS, places([state.players[seat].score for seat in SEATS], state.rules), strict=True))


def _wait(wait: LiveWait) -> WaitView:
    return WaitView(
        tile=wait.tile,
        left=wait.left,
        ron=UNSET if wait.ron_points is None else wait.ron_points,
        tsumo=UNSET if wait.tsumo_points is None else wait.tsumo_points,
    )


def _riichi(player: PlayerState) -> RiichiView | UnsetType:
    riichi = player.riichi
    if riichi is None:
        return UNSET
    turn = len(player.river) if riichi.river_index is None else riichi.river_index
    return RiichiView(
        turn=turn + 1, paid=riichi.is_paid, double=riichi.is_double, ippatsu=riichi.has_ippatsu and riichi.is_paid
    )


def _river(player: PlayerState) -> dict[str, DiscardView]:
    turned = _turned_index(player)
    return {
        str(index + 1): DiscardView(
            tile=discard.tile,
            drawn=bool(discard.is_drawn),
            turned=index == turned,
            called_by=discard.called_by or UNSET,
        )
        for index, discard in enumerate(player.river)
    }


def _turned_index(player: PlayerState) -> int | None:
    """Find the tile that lies sideways: the declaration, or the next that stayed if that one was called away."""
    if player.riichi is None or player.riichi.river_index is None:
        return None
    first = player.riichi.river_index
    return next((i for i in range(first, len(player.river)) if player.river[i].called_by is None), first)


def _melds(melds: tuple[Meld, ...], seat: Seat) -> dict[str, MeldView]:
    return {str(number): meld_view(meld, seat) for number, meld in enumerate(melds, 1)}


def meld_view(meld: Meld, seat: Seat) -> MeldView:
    """Lay a meld out as on the table: the called tile sideways, at the side of whom it came from."""
    added = meld.added if meld.kind is MeldKind.KAKAN else None
    tiles = list(meld.tiles)
    if added is not None:
        tiles.remove(added)
    elif meld.kind is MeldKind.KAKAN:
        added = tiles.pop()
    if meld.called is None or meld.source is None:
        is_turned = meld.is_open
        return MeldView(kind=meld.kind, tiles=sort_tiles(tiles), turned=0 if is_turned else UNSET, added=added or UNSET)
    tiles.remove(meld.called)
    laid: list[Tile] = list(sort_tiles(tiles))
    turned = {3: 0, 2: 1, 1: len(laid)}[seat.steps_to(meld.source) or 3]
    laid.insert(turned, meld.called)
    return MeldView(kind=meld.kind, tiles=tuple(laid), turned=turned, added=added or UNSET, source=meld.source)


def _result(result: HandResult) -> ResultView:
    return ResultView(
        kind="win" if result.wins else str(result.draw),
        wins={str(number): _win(win) for number, win in enumerate(result.wins, 1)},
        tenpai=result.tenpai,
        deltas=result.deltas,
        honba=result.hand.honba,
        sticks=result.hand.sticks,
    )


def _win(win: WinResult) -> WinView:
    by: Literal["tsumo", "ron"] = "tsumo" if win.loser is None else "ron"
    score = win.score if isinstance(win.score, Score) else None
    return WinView(
        seat=win.seat,
        by=by,
        loser=win.loser or UNSET,
        hand=sort_tiles(win.concealed),
        melds=_melds(win.melds, win.seat),
        tile=win.tile,
        dora_indicators=win.dora_indicators,
        ura_indicators=win.ura_indicators,
        yaku=score.yaku if score else (),
        yakuman=score.yakuman if score else (),
        han=UNSET if score is None or score.han is None else score.han,
        fu=UNSET if score is None or score.fu is None else score.fu,
        fu_items=score.fu_items if score else (),
        limit=(score.limit if score else None) or UNSET,
        points=score.points if score else UNSET,
        deltas=win.deltas,
    )


def _final(state: TableState) -> FinalView | UnsetType:
    scores = [state.players[seat].score for seat in SEATS]
    outcome = match_points(scores, state.sticks, state.rules)
    return FinalView(
        scores=dict(zip(SEATS, outcome.scores, strict=True)),
        places=dict(zip(SEATS, outcome.places, strict=True)),
        points=dict(zip(SEATS, outcome.points, strict=True)),
    )
