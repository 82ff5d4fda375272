"""How one hand moves on: draw, discard, riichi, calls. Each step takes the table and gives the next one.

A step never refuses. Where an event contradicts the tiles known so far, the event wins: the tile named leaves the hand
if it is there, else an unknown one does, else the hand simply keeps its tiles (and `legality` has reported it).
"""

from __future__ import annotations

from msgspec.structs import replace

from riichicast.game.events import (
    DoraRevealed,
    MeldMade,
    RiichiDeclared,
    RiichiStickPaid,
    TileDiscarded,
    TileDrawn,
    TilesDealt,
)
from riichicast.game.state import Discard, HandState, OfferedTile, PlayerState, Riichi, TableState
from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.seats import Seat
from riichicast.rules.settlement import STICK_POINTS
from riichicast.rules.tiles import UNKNOWN, Tile, plain, tile_kind
from riichicast.rules.waits import winning_kinds

DRAGON_KINDS = frozenset({31, 32, 33})
WIND_KINDS = frozenset({27, 28, 29, 30})


def deal(state: TableState, event: TilesDealt) -> TableState:
    """Add dealt tiles; the dealer's fourteenth comes as a draw."""
    player = state.players[event.seat]
    return _with_player(state, _with_waits(replace(player, concealed=player.concealed + event.tiles), state.rules))


def reveal_dora(state: TableState, event: DoraRevealed) -> TableState:
    """Turn an indicator."""
    hand = _hand(state)
    return replace(state, hand=replace(hand, dora_indicators=(*hand.dora_indicators, event.indicator)))


def draw(state: TableState, event: TileDrawn) -> TableState:
    """Draw a tile: the tile offered before has passed, the turn moves, the wall is one shorter."""
    state = _let_pass(state)
    hand, player = _hand(state), state.players[event.seat]
    if player.drawn is not None:  # an earlier draw whose discard was not reported
        player = replace(player, concealed=(*player.concealed, player.drawn))
    if state.rules.same_turn_furiten_until == "own_draw":
        player = replace(player, has_passed=False)
    left = hand.tiles_left - 1 if event.tiles_left is None else event.tiles_left
    hand = replace(
        hand,
        turn=event.seat,
        tiles_left=max(left, 0),
        is_replacement=hand.is_replacement_due,
        is_replacement_due=False,
    )
    if hand.is_replacement:  # the kan was not robbed: it breaks every ippatsu
        state = _end_ippatsu(state)
        player = _end_own_ippatsu(player)
    return _with_player(replace(state, hand=hand), replace(player, drawn=event.tile))


def discard(state: TableState, event: TileDiscarded) -> TableState:
    """Put a tile into the river and offer it to the others."""
    hand, player = _hand(state), state.players[event.seat]
    concealed, is_drawn = _without_discard(player, event)
    riichi = player.riichi
    is_declaration = riichi is not None and riichi.river_index is None
    if riichi is not None:
        if is_declaration:
            riichi = replace(riichi, river_index=len(player.river), has_ippatsu=True)
        elif riichi.has_ippatsu:
            riichi = replace(riichi, has_ippatsu=False)
    player = replace(
        player,
        concealed=concealed,
        drawn=None,
        riichi=riichi,
        has_passed=player.has_passed and state.rules.same_turn_furiten_until != "own_discard",
        river=(*player.river, Discard(tile=event.tile, is_drawn=is_drawn, is_riichi=is_declaration)),
    )
    hand = replace(hand, turn=event.seat, offered=OfferedTile(seat=event.seat, tile=event.tile), is_replacement=False)
    return _with_player(replace(state, hand=hand), _with_waits(player, state.rules))


def declare_riichi(state: TableState, event: RiichiDeclared) -> TableState:
    """Say riichi; double if nobody has called and it is one's first discard (M.League 9-2-1)."""
    player = state.players[event.seat]
    if player.riichi is not None:  # said twice; the first word stands
        return state
    is_double = _hand(state).call_count == 0 and not player.river
    return _with_player(state, replace(player, riichi=Riichi(is_double=is_double)))


def pay_stick(state: TableState, event: RiichiStickPaid) -> TableState:
    """Pay 1000 points onto the table: riichi is established (M.League 4-8-2)."""
    player = state.players[event.seat]
    riichi = player.riichi or Riichi(is_double=False)
    player = replace(
        player,
        score=player.score - STICK_POINTS,
        riichi=replace(riichi, is_paid=True),
    )
    hand = _hand(state)
    return _with_player(replace(state, hand=replace(hand, sticks=hand.sticks + 1)), player)


def make_meld(state: TableState, event: MeldMade) -> TableState:
    """Lay a meld open, or a concealed kan."""
    if event.meld.kind is MeldKind.KAKAN:
        return _add_to_pon(state, event)
    if event.meld.kind is MeldKind.ANKAN:
        return _declare_ankan(state, event)
    state = _end_ippatsu(_let_pass(state, called_by=event.seat))
    player = state.players[event.seat]
    taken = event.meld.called
    needed = list(event.meld.tiles)
    if taken is not None:
        needed.remove(taken)
    else:
        needed.pop()
    melds = (*player.melds, event.meld)
    player = replace(player, concealed=_remove(player.concealed, needed), melds=melds, waits=())
    player = replace(player, liable=player.liable | _liability(melds, event.meld))
    return _with_player(replace(state, hand=_after_meld(_hand(state), event)), player)


def lay_open(state: TableState, seat: Seat, concealed: tuple[Tile, ...]) -> TableState:
    """Take over the concealed tiles that a player shows at the end of a hand; the drawn tile stays apart."""
    return _with_player(state, _with_waits(replace(state.players[seat], concealed=concealed), state.rules))


def _add_to_pon(state: TableState, event: MeldMade) -> TableState:
    """Add the fourth tile to a pon; it can be robbed, so ippatsu lives until the replacement is drawn."""
    player = state.players[event.seat]
    kind = tile_kind(event.meld.tiles[0])
    added = event.meld.added or next((t for t in event.meld.tiles if t in _held(player)), event.meld.tiles[-1])
    is_there = [meld.kind is MeldKind.PON and meld.first_kind == kind for meld in player.melds]
    if any(is_there):
        index = is_there.index(True)
        pon = player.melds[index]
        kakan = Meld(MeldKind.KAKAN, (*pon.tiles, added), pon.called, pon.source, added)
        melds = (*player.melds[:index], kakan, *player.melds[index + 1 :])
        player = _keep(player, [added])
    else:  # its pon was not reported
        melds = (*player.melds, event.meld)
        player = _keep(player, list(event.meld.tiles))
    hand = replace(_after_meld(_hand(state), event), offered=OfferedTile(seat=event.seat, tile=added, is_kakan=True))
    return _with_player(replace(state, hand=hand), _with_waits(replace(player, melds=melds), state.rules))


def _declare_ankan(state: TableState, event: MeldMade) -> TableState:
    """Lay four tiles of one's own aside; nobody may rob them (M.League 4-5-6)."""
    state = _end_ippatsu(_let_pass(state))
    player = _keep(state.players[event.seat], list(event.meld.tiles))
    player = replace(player, melds=(*player.melds, event.meld))
    return _with_player(replace(state, hand=_after_meld(_hand(state), event)), _with_waits(player, state.rules))


def _after_meld(hand: HandState, event: MeldMade) -> HandState:
    return replace(
        hand,
        turn=event.seat,
        offered=None,
        call_count=hand.call_count + 1,
        is_replacement_due=event.meld.is_kan,
        is_replacement=False,
    )


def _liability(melds: tuple[Meld, ...], meld: Meld) -> dict[str, Seat]:
    """Name who becomes liable by feeding this call (M.League 8-1-1): third dragon, fourth wind, fourth kan."""
    if meld.source is None:
        return {}
    kinds = {each.first_kind for each in melds if not each.is_run}
    liable: dict[str, Seat] = {}
    if meld.first_kind in DRAGON_KINDS and kinds >= DRAGON_KINDS:
        liable["daisangen"] = meld.source
    if meld.first_kind in WIND_KINDS and kinds >= WIND_KINDS:
        liable["daisuushii"] = meld.source
    if meld.is_kan and sum(each.is_kan for each in melds) == 4:
        liable["suukantsu"] = meld.source
    return liable


def _let_pass(state: TableState, called_by: Seat | None = None) -> TableState:
    """Note that the offered tile was not won: furiten for whoever waits on it; and who called it."""
    hand = _hand(state)
    offered = hand.offered
    if offered is None:
        return state
    players = dict(state.players)
    if offered.tile != UNKNOWN:
        kind = tile_kind(offered.tile)
        for seat, player in players.items():
            if seat != offered.seat and kind in player.waits:
                is_final = player.riichi is not None and player.riichi.is_paid
                players[seat] = replace(
                    player, has_passed=True, has_passed_in_riichi=player.has_passed_in_riichi or is_final
                )
    if called_by is not None and not offered.is_kakan:
        giver = players[offered.seat]
        if giver.river:
            called = replace(giver.river[-1], called_by=called_by)
            players[offered.seat] = replace(giver, river=(*giver.river[:-1], called))
    return replace(state, players=players, hand=replace(hand, offered=None))


def _end_ippatsu(state: TableState) -> TableState:
    return replace(state, players={seat: _end_own_ippatsu(player) for seat, player in state.players.items()})


def _end_own_ippatsu(player: PlayerState) -> PlayerState:
    if player.riichi is None or not player.riichi.has_ippatsu:
        return player
    return replace(player, riichi=replace(player.riichi, has_ippatsu=False))


def _without_discard(player: PlayerState, event: TileDiscarded) -> tuple[tuple[Tile, ...], bool | None]:
    """Give what stays in the hand, and whether the drawn tile was thrown (None: cannot be told)."""
    drawn, tile = player.drawn, event.tile
    if drawn is None:
        return _remove(player.concealed, [tile]), event.is_drawn
    is_drawn = event.is_drawn
    if is_drawn is None and drawn != UNKNOWN:
        is_drawn = True if tile not in player.concealed else (False if tile != drawn else None)
    throws_drawn = drawn == tile if is_drawn is None else is_drawn and drawn in (tile, UNKNOWN)
    if throws_drawn or (drawn == tile and tile not in player.concealed):
        return player.concealed, is_drawn
    return (*_remove(player.concealed, [tile]), drawn), is_drawn


def _keep(player: PlayerState, used: list[Tile]) -> PlayerState:
    """Take tiles out of the whole hand; the drawn tile joins what stays."""
    return replace(player, concealed=_remove(_held(player), used), drawn=None)


def _held(player: PlayerState) -> tuple[Tile, ...]:
    return player.concealed if player.drawn is None else (*player.concealed, player.drawn)


def _remove(tiles: tuple[Tile, ...], used: list[Tile]) -> tuple[Tile, ...]:
    """Take out each used tile: itself, else the same kind in another colour, else an unknown one, else nothing."""
    rest = list(tiles)
    for tile in used:
        same_kind = next((held for held in rest if plain(held) == plain(tile)), UNKNOWN)
        for candidate in (tile, same_kind, UNKNOWN):
            if candidate in rest:
                rest.remove(candidate)
                break
    return tuple(rest)


def _with_waits(player: PlayerState, rules: RuleSet) -> PlayerState:
    """Judge the waits anew; a hand that is not complete between turns, or not known, has none."""
    is_whole = len(player.concealed) + 3 * len(player.melds) == 13
    if not is_whole or UNKNOWN in player.concealed:
        return replace(player, waits=())
    return replace(player, waits=winning_kinds(player.concealed, player.melds, rules))


def _with_player(state: TableState, player: PlayerState) -> TableState:
    return replace(state, players={**state.players, player.seat: player})


def _hand(state: TableState) -> HandState:
    if state.hand is None:
        raise ValueError("no hand is being played")
    return state.hand
