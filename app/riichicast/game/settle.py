"""What a declared win or a draw is worth on this table: the bridge from the state to the scoring rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from riichicast.game.events import HandDrawn, HandWon
from riichicast.game.state import HandResult, HandState, PlayerState, TableState, WinResult, zero_deltas
from riichicast.rules.distance.other_forms import ORPHANS
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand
from riichicast.rules.seats import SEATS, Seat, seat_wind
from riichicast.rules.settlement import in_turn, settle_draw, settle_nagashi, settle_win
from riichicast.rules.tiles import UNKNOWN, Tile, tile_kind

TERMINAL_AND_HONOUR_KINDS = frozenset(ORPHANS)


def win_result(state: TableState, event: HandWon) -> WinResult:
    """Work out a win; needs a current hand. Never refuses: what the rules do not see is a `NoWin` in it.

    A further ron of the same tile is settled beside those before it. What it changes for them, `wins_result` says.
    """
    earlier = state.result.wins if state.result else ()
    return _settled(state, (*earlier, _unsettled_win(state, event)))[-1]


def wins_result(state: TableState, wins: Sequence[WinResult]) -> HandResult:
    """Give the result of the current hand with all its wins, in the order in which they were told.

    Honba and sticks go to the next in turn from the discarder, whoever was told first (M.League 5-1-3): an earlier
    win is settled again without them when a nearer one comes.
    """
    settled = _settled(state, wins)
    return HandResult(
        hand=_hand(state),
        wins=settled,
        engine_deltas=_sum(win.engine_deltas for win in settled),
        deltas=_sum(win.deltas for win in settled),
    )


def _unsettled_win(state: TableState, event: HandWon) -> WinResult:
    hand, player = _hand(state), state.players[event.seat]
    concealed, tile = winning_tiles(hand, player, event)
    return WinResult(
        seat=event.seat,
        loser=event.loser,
        concealed=concealed,
        melds=player.melds,
        tile=tile,
        dora_indicators=hand.dora_indicators,
        ura_indicators=event.ura_indicators,
        score=_score(state, event, concealed, tile),
        liable={**player.liable, **event.liable},
        engine_deltas=zero_deltas(),
        deltas=zero_deltas(),
        stated=event.stated,
    )


def _settled(state: TableState, wins: Sequence[WinResult]) -> tuple[WinResult, ...]:
    """Settle the wins of one tile, honba and sticks for one of them alone."""
    first = _first_in_turn(wins)
    return tuple(_with_deltas(state, win, takes_pot=win is first) for win in wins)


def _with_deltas(state: TableState, win: WinResult, *, takes_pot: bool) -> WinResult:
    hand, engine_deltas = _hand(state), zero_deltas()
    if isinstance(win.score, Score):
        engine_deltas = settle_win(
            win.score,
            winner=win.seat,
            loser=win.loser,
            dealer=hand.dealer,
            honba=hand.honba if takes_pot else 0,
            sticks=hand.sticks if takes_pot else 0,
            liable=win.liable,
            rules=state.rules,
        )
    stated_deltas = win.stated.deltas if win.stated else None
    deltas = engine_deltas if stated_deltas is None else {**zero_deltas(), **stated_deltas}
    return replace(win, engine_deltas=engine_deltas, deltas=deltas)


def _first_in_turn(wins: Sequence[WinResult]) -> WinResult:
    """Find the win that takes honba and sticks: the next in turn of those that stand.

    Where the rules forbid a second winner and the table has one all the same, it is this one too.
    """
    standing = [win for win in wins if _stands(win)] or wins
    loser = standing[0].loser
    if loser is None:
        return standing[0]
    nearest = in_turn([win.seat for win in standing], loser)[0]
    return next(win for win in standing if win.seat == nearest)


def _stands(win: WinResult) -> bool:
    """Tell whether a win is one: by the rules, or for all that is known, or because the source has it paid."""
    return isinstance(win.score, Score) or win.score.code == "unknown_tile" or win.stated is not None


def _sum(deltas: Iterable[Mapping[Seat, int]]) -> dict[Seat, int]:
    each = tuple(deltas)
    return {seat: sum(points[seat] for points in each) for seat in SEATS}


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
