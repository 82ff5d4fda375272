"""What watchers are told of a live hand: shanten with melds, best discards, and nothing worked out twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as with_option
from typing import Any

import pytest
from msgspec.structs import replace

from riichicast.assets import load_rule_set
from riichicast.game.state import Discard, HandState, PlayerState, Riichi, TableState
from riichicast.insight import live
from riichicast.insight.live import best_discards, live_hands
from riichicast.rules.melds import Meld, MeldKind, parse_meld
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand
from riichicast.rules.seats import SEATS, Seat, Wind
from riichicast.rules.tiles import TILES_OF_KIND, Tile, parse_tiles, tile_kind
from riichicast.rules.waits import winning_kinds

RULES = load_rule_set("mleague")
CHI_345 = Meld(MeldKind.CHI, parse_tiles("345m"), Tile("3m"), Seat.N)
CHI_CLOSED_IN = Meld(MeldKind.CHI, parse_tiles("345m"), Tile("4m"), Seat.N)
CHI_789 = Meld(MeldKind.CHI, parse_tiles("789m"), Tile("7m"), Seat.N)
PON_RED = Meld(MeldKind.PON, parse_tiles("055p"), Tile("0p"), Seat.W)


def player(
    seat: Seat,
    tiles: str,
    drawn: str = "",
    *melds: Meld,
    river: tuple[Discard, ...] = (),
    riichi: Riichi | None = None,
) -> PlayerState:
    """Seat a player with concealed tiles, the tile just drawn, and melds; waits as a fold finds them."""
    concealed = parse_tiles(tiles)
    return PlayerState(
        seat=seat,
        score=25_000,
        concealed=concealed,
        drawn=Tile(drawn) if drawn else None,
        melds=melds,
        river=river,
        riichi=riichi,
        waits=winning_kinds(concealed, melds, RULES),
    )


def table(*players: PlayerState, indicators: str = "", rules: RuleSet = RULES) -> TableState:
    """Give East 1 with some players seated; of the others nothing is known."""
    unknown = {seat: player(seat, "?" * 13) for seat in SEATS}
    hand = HandState(
        number=1,
        round_wind=Wind.E,
        hand_no=1,
        honba=0,
        sticks=0,
        dealer=Seat.E,
        dora_indicators=parse_tiles(indicators),
    )
    seated: Mapping[Seat, PlayerState] = unknown | {each.seat: each for each in players}
    return TableState(rules=rules, phase="playing", players=seated, hand=hand)


def told(state: TableState, seat: Seat = Seat.E) -> list[str]:
    """Write discards as `4z: 6s9s1z 8`: the tile, what it accepts, and how many of these are left."""
    return [
        f"{TILES_OF_KIND[kind]}/{shanten}: {''.join(TILES_OF_KIND[each] for each in accepts)} {left}"
        for kind, shanten, accepts, left in best_discards(state, seat)
    ]


# Shanten


@pytest.mark.parametrize(
    ("tiles", "melds", "shanten"),
    [
        ("123m456p789s1122z", [], 0),
        ("123m46p789s55z", ["pon:111z"], 0),
        ("123m46p789s55z", ["ankan:5555p"], 1),  # waits for nothing but a tile that is all in the kan
        ("23m456p789s55z", ["ankan:1111m"], 0),  # 4m is left
        ("5s", ["ankan:1111m", "ankan:2222m", "ankan:3333m", "ankan:4444m"], 0),
        ("19m19p19s1234567z", [], 0),
        ("147m258p369s1234z", [], 6),
    ],
)
def test_shanten_knows_the_melds(tiles: str, melds: list[str], shanten: int) -> None:
    """No hand is told to wait for a tile that its own melds have used up."""
    state = table(player(Seat.E, tiles, "", *map(parse_meld, melds)))
    assert live_hands(state)[Seat.E].shanten == shanten


def test_the_drawn_tile_counts() -> None:
    """A complete hand is one, while its waits stay those of the thirteen tiles."""
    hand = live_hands(table(player(Seat.E, "123m456p789s1122z", "1z")))[Seat.E]
    assert hand.shanten == -1
    assert [(wait.tile, wait.left) for wait in hand.waits] == [("1z", 1), ("2z", 2)]


def test_only_known_hands_are_told_of() -> None:
    """A hand with one unknown tile is absent, and so is everything before the first hand."""
    assert live_hands(table(player(Seat.W, "123m456p789s112z?"))).keys() == set()
    assert live_hands(replace(table(), hand=None)) == {}


# Best discards

TENPAI = "123m456p78s11155z"


def test_the_best_discard_comes_first() -> None:
    """The tile that is of no use goes first; then those that keep the hand nearest, by the tiles that are left."""
    found = best_discards(table(player(Seat.E, TENPAI, "4z")), Seat.E)
    assert told(table(player(Seat.E, TENPAI, "4z")))[0] == "4z/0: 6s9s 8"
    assert [(each.shanten, -each.left, each.kind) for each in found] == sorted(
        (each.shanten, -each.left, each.kind) for each in found
    )
    assert {each.kind for each in found} == {tile_kind(tile) for tile in parse_tiles("123m456p78s145z")}


def test_what_is_seen_is_not_left() -> None:
    """Other hands, melds, rivers and indicators all take from what is left; a called tile is seen once."""
    state = table(
        player(Seat.E, TENPAI, "4z", river=(Discard(tile=Tile("9s"), called_by=Seat.S),)),
        player(Seat.S, "123m456p789p1s", "", Meld(MeldKind.CHI, parse_tiles("789s"))),
        player(Seat.W, "6s????????????", river=(Discard(tile=Tile("6s")),)),
        indicators="9s",
    )
    assert told(state)[0] == "4z/0: 6s9s 4"


def test_tiles_in_melds_are_not_waited_for() -> None:
    """After a kan of 5p nothing is accepted that needs one: the pairs are what is left to wait with."""
    state = table(player(Seat.E, "46p123m7s55z11s", "2z", parse_meld("ankan:5555p")))
    assert "5p" not in "".join(told(state))
    assert told(state)


@pytest.mark.parametrize(
    ("meld", "forbidden"),
    [(CHI_345, "3m6m"), (CHI_CLOSED_IN, "4m"), (CHI_789, "7m"), (PON_RED, "5p")],
    ids=["run called at its end", "run called in the middle", "run at the end of a suit", "pon of a red five"],
)
def test_no_swap_calling_is_advised(meld: Meld, forbidden: str) -> None:
    """After a call neither its tile nor the other end of the run is named (M.League 7-2-2(3)), unless it is allowed."""
    state = table(player(Seat.E, "34678m5p12s112z", "", meld))
    kinds = {tile_kind(tile) for tile in state.players[Seat.E].concealed}
    forbidden_kinds = {tile_kind(tile) for tile in parse_tiles(forbidden)}
    assert {discard.kind for discard in best_discards(state, Seat.E)} == kinds - forbidden_kinds
    allowing = replace(state, rules=with_option(RULES, kuikae="allowed"))
    assert {discard.kind for discard in best_discards(allowing, Seat.E)} == kinds


def test_a_draw_ends_what_a_call_forbids() -> None:
    """With a tile drawn since, any tile may go."""
    state = table(player(Seat.E, "34678m123s11z", "3m", CHI_345))
    assert {tile_kind(Tile("3m")), tile_kind(Tile("6m"))} <= {discard.kind for discard in best_discards(state, Seat.E)}


def test_a_riichi_keeps_tenpai() -> None:
    """With riichi declared only what leaves a tenpai hand is named; once it has discarded, nothing is to be chosen."""
    declared = player(Seat.E, "123m456p789s1122z", "3z", riichi=Riichi(is_double=False))
    assert told(table(declared)) == ["3z/0: 1z2z 4"]
    bound = replace(declared, riichi=Riichi(is_double=False, river_index=0))
    assert told(table(bound)) == []


@pytest.mark.parametrize("tiles", ["123m456p789s1122z", "?" * 13])
def test_who_does_not_act_has_nothing_to_discard(tiles: str) -> None:
    """A hand of thirteen tiles, known or not, has no best discard; nor has an unknown one of fourteen."""
    assert best_discards(table(player(Seat.E, tiles)), Seat.E) == ()
    assert best_discards(table(player(Seat.E, "?" * 13, "1z")), Seat.E) == ()


def test_nobody_sits_there_yet() -> None:
    """Before a match there are no players."""
    assert best_discards(TableState(rules=RULES), Seat.E) == ()


# Nothing twice


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[WinningHand]:
    """Give the list of all hands that are scored from now on, with nothing remembered."""
    found: list[WinningHand] = []

    def watched(hand: WinningHand, rules: RuleSet) -> Score | NoWin:
        found.append(hand)
        return score_hand(hand, rules)

    live._points_of_waits.cache_clear()
    monkeypatch.setattr(live, "score_hand", watched)
    return found


def test_a_hand_is_scored_once(scored: list[WinningHand]) -> None:
    """Two waits by ron and tsumo are four scores; the next events, whatever they show, need none."""
    tenpai = player(Seat.S, "123m456p789s1122z")
    first = live_hands(table(tenpai, indicators="9m"))
    assert len(scored) == 4
    seen_more = table(tenpai, player(Seat.E, "1z????????????"), indicators="9m")
    second = live_hands(seen_more)
    assert len(scored) == 4
    assert [wait._replace(left=0) for wait in first[Seat.S].waits] == [
        wait._replace(left=0) for wait in second[Seat.S].waits
    ]
    assert [wait.left for wait in first[Seat.S].waits] == [2, 2]
    assert [wait.left for wait in second[Seat.S].waits] == [1, 2]


@pytest.mark.parametrize(
    "change",
    [
        {"indicators": "9m1z"},
        {"rules": load_rule_set("tenhou")},
        {"riichi": Riichi(is_double=False, river_index=0)},
        {"riichi": Riichi(is_double=True, river_index=0)},
        {"seat": Seat.E},
    ],
    ids=["indicator", "rule set", "riichi", "double riichi", "seat"],
)
def test_what_changes_the_points_is_scored_anew(scored: list[WinningHand], change: dict[str, Any]) -> None:
    """A new indicator, a riichi, another seat or rule set make another value."""
    tenpai = player(Seat.S, "123m456p789s1122z")
    live_hands(table(tenpai, indicators="9m"))
    changed = replace(tenpai, **{name: value for name, value in change.items() if name in ("riichi", "seat")})
    around = {"indicators": "9m"} | {name: value for name, value in change.items() if name in ("indicators", "rules")}
    live_hands(table(changed, **around))
    assert len(scored) == 8
