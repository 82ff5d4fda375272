"""What a declared win or a draw is worth on this table: the bridge from the state to the scoring rules."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from riichicast.game.events import HandDrawn, HandWon
from riichicast.game.state import HandResult, HandState, PlayerState, TableState, WinResult, zero_deltas
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand
from riichicast.rules.seats import SEATS, Seat, seat_wind
from riichicast.rules.settlement import settle_draw, settle_nagashi, settle_win
from riichicast.rules.tiles import UNKNOWN, Tile, tile_kind

TERMINAL_AND_HONOUR_KINDS = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})


def win_result(state: TableState, event: HandWon) -> WinResult:
    """Work out a win; needs a current hand. Never refuses: what the rules do not see is a `NoWin` in it."""
    hand, player = _hand(state), state.players[event.seat]
    concealed, tile = winning_tiles(hand, player, event)
    score = _score(state, event, concealed, tile)
    is_first = not (state.result and state.result.wins)
    engine_deltas = zero_deltas()
    if isinstance(score, Score):
        engine_deltas = settle_win(
            score,
            winner=event.seat,
            loser=event.loser,
            dealer=hand.dealer,
            honba=hand.honba if is_first else 0,
            sticks=hand.sticks if is_first else 0,
            liable={**player.liable, **event.liable},
            rules=state.rules,
        )
    stated_deltas = event.stated.deltas if event.stated else None
    return WinResult(
        seat=event.seat,
        loser=event.loser,
        concealed=concealed,
        melds=player.melds,
        tile=tile,
        dora_indicators=hand.dora_indicators,
        ura_indicators=event.ura_indicators,
        score=score,
        engine_deltas=engine_deltas,
        deltas=engine_deltas if stated_deltas is None else {**zero_deltas(), **stated_deltas},
        stated=event.stated,
    )


def winning_tiles(hand: HandState, player: PlayerState, event: HandWon) -> tuple[tuple[Tile, ...], Tile]:
    """Give the concealed tiles without the winning one, and the winning tile, as shown or else as known."""
    tile = event.tile
    if tile is None and event.loser is None:
        tile = player.drawn
    if tile is None and hand.offered is not None:
        tile = hand.offered.tile
    return event.shown if event.shown is not None else player.concealed, tile or UNKNOWN


def hand_to_score(
    hand: HandState,
    player: PlayerState,
    tile: Tile,
    loser: Seat | None,
    ura_indicators: tuple[Tile, ...] = (),
) -> WinningHand:
    """Describe a win of `player` with its concealed tiles at this moment for the scoring rules."""
    is_tsumo = loser is None
    is_rinshan = is_tsumo and hand.is_replacement
    is_chankan = not is_tsumo and hand.offered is not None and hand.offered.is_kakan
    return WinningHand(
        concealed=player.concealed,
        winning_tile=tile,
        is_tsumo=is_tsumo,
        melds=player.melds,
        seat_wind=seat_wind(player.seat, hand.dealer),
        round_wind=hand.round_wind,
        dora_indicators=hand.dora_indicators,
        ura_indicators=ura_indicators if player.riichi else (),
        riichi=0 if player.riichi is None else 1 + player.riichi.is_double,
        ippatsu=player.riichi is not None and player.riichi.has_ippatsu,
        rinshan=is_rinshan,
        chankan=is_chankan,
        last_tile=hand.tiles_left == 0 and not is_rinshan and not is_chankan,
        first_turn=hand.call_count == 0 and not player.river,
    )


def _score(state: TableState, event: HandWon, concealed: tuple[Tile, ...], tile: Tile) -> Score | NoWin:
    hand, player = _hand(state), state.players[event.seat]
    player = replace(player, concealed=concealed)
    return score_hand(hand_to_score(hand, player, tile, event.loser, event.ura_indicators), state.rules)


def draw_result(state: TableState, event: HandDrawn) -> HandResult:
    """Work out a draw: who is tenpai and who pays whom (M.League 3-11, 3-12)."""
    hand = _hand(state)
    tenpai = {seat: is_tenpai(state.players[seat], event.tenpai) for seat in SEATS}
    engine_deltas = _draw_deltas(state.players, hand, event, tenpai, state.rules)
    return HandResult(
        hand=hand,
        draw=event.kind,
        tenpai=tenpai if event.kind in ("exhaustive", "nagashi") else {},
        engine_deltas=engine_deltas,
        deltas=engine_deltas if event.stated_deltas is None else {**zero_deltas(), **event.stated_deltas},
        stated_deltas=event.stated_deltas,
    )


def is_tenpai(player: PlayerState, declared: Mapping[Seat, bool]) -> bool:
    """Tell whether a player counts as tenpai at a draw.

    What was declared stands, as far as the tiles are not known; a known noten hand is noten whatever was said
    (M.League 3-11-2), and a tenpai player may say noten (3-12-4).
    """
    if player.is_known and player.tile_count >= 13 and not player.waits:
        return False
    return declared.get(player.seat, bool(player.waits))


def nagashi_seats(players: Mapping[Seat, PlayerState]) -> tuple[Seat, ...]:
    """Name the seats whose river holds terminals and honours only, with none called."""
    return tuple(
        seat
        for seat, player in players.items()
        if player.river
        and all(
            discard.called_by is None
            and discard.tile != UNKNOWN
            and tile_kind(discard.tile) in TERMINAL_AND_HONOUR_KINDS
            for discard in player.river
        )
    )


def _draw_deltas(
    players: Mapping[Seat, PlayerState],
    hand: HandState,
    event: HandDrawn,
    tenpai: Mapping[Seat, bool],
    rules: RuleSet,
) -> dict[Seat, int]:
    if event.kind == "nagashi" or (event.kind == "exhaustive" and rules.nagashi and nagashi_seats(players)):
        return settle_nagashi(nagashi_seats(players), hand.dealer)
    if event.kind == "exhaustive":
        return settle_draw([seat for seat in SEATS if tenpai[seat]])
    return zero_deltas()


def _hand(state: TableState) -> HandState:
    if state.hand is None:
        raise ValueError("no hand is being played")
    return state.hand
