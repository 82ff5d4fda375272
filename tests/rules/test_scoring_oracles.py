"""Made-up wins against two libraries that share no code with ours or with each other."""

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jansou.core import hand as jansou_hand
from jansou.core import rules as jansou_rules
from jansou.core.notation import parse_mpsz
from jansou.core.tiles import Wind as JansouWind
from jansou.scoring.context import WinContext
from jansou.scoring.score import ScoreResult, ScoringError
from jansou.scoring.score import score as jansou_score
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as LibraryMeld
from mahjong.tile import TilesConverter

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand
from riichicast.rules.seats import WINDS
from riichicast.rules.tiles import TILES_OF_KIND, Tile, format_tiles, parse_tiles, sort_tiles, tile_counts, tile_kind

HAND_COUNT = 1_000
ORPHANS = parse_tiles("19m19p19s1234567z")
DOUBLE_WIND_4 = replace(RuleSet(), name="double wind pair 4", double_wind_pair_fu=4)
LIBRARY_WINDS = (EAST, SOUTH, WEST, NORTH)
JANSOU_NAMES = {
    "menzen_tsumo": "tsumo",
    "yakuhai_haku": "haku",
    "yakuhai_hatsu": "hatsu",
    "yakuhai_chun": "chun",
    "yakuhai_round": "round_wind",
    "yakuhai_seat": "seat_wind",
    "shousuushi": "shousuushii",
    "daisuushi": "daisuushii",
}

JANSOU_MELDS = {
    MeldKind.CHI: jansou_hand.MeldType.CHII,
    MeldKind.PON: jansou_hand.MeldType.PON,
    MeldKind.DAIMINKAN: jansou_hand.MeldType.DAIMINKAN,
    MeldKind.KAKAN: jansou_hand.MeldType.SHOUMINKAN,
    MeldKind.ANKAN: jansou_hand.MeldType.ANKAN,
}


def _random_sets(chance: random.Random) -> list[list[int]]:
    """Make four sets of kinds, often of one suit or of terminals and honours, so that rare yaku come up."""
    kinds = chance.choice(
        [range(34), range(34), range(9), [*range(9, 18), *range(27, 34)], [0, 6, 8, 9, 17, 24, 27, 31]]
    )
    sets = []
    for _ in range(4):
        kind = chance.choice(list(kinds))
        if kind < 27 and kind % 9 < 7 and chance.random() < 0.6:
            sets.append([kind, kind + 1, kind + 2])
        else:
            sets.append([kind] * 3)
    return sets


def _random_meld(chance: random.Random, kinds: list[int]) -> Meld:
    tiles = tuple(TILES_OF_KIND[kind] for kind in kinds)
    if kinds[0] != kinds[1]:
        return Meld(MeldKind.CHI, tiles)
    kind = chance.choice([MeldKind.PON, MeldKind.PON, MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN])
    return Meld(kind, tiles if kind is MeldKind.PON else (*tiles, tiles[0]))


def _random_concealed(chance: random.Random) -> tuple[list[Tile], tuple[Meld, ...]]:
    """Make 14 tiles less 3 for every meld, in one of the winning shapes."""
    rare = chance.random()
    if rare < 0.1:
        pairs = chance.sample(range(34), 7)
        return [TILES_OF_KIND[kind] for kind in pairs for _ in range(2)], ()
    if rare < 0.15:
        return [*ORPHANS, chance.choice(ORPHANS)], ()
    if rare < 0.2:
        suit = chance.choice((0, 9, 18))
        gates = [TILES_OF_KIND[suit + number] for number in (0, 0, *range(9), 8, 8)]
        return [*gates, chance.choice(gates)], ()
    sets = _random_sets(chance)
    meld_count = chance.choice([0, 0, 0, 1, 1, 2, 3, 4])
    melds = tuple(_random_meld(chance, kinds) for kinds in sets[:meld_count])
    pair = chance.choice(range(34))
    concealed = [TILES_OF_KIND[kind] for kinds in (*sets[meld_count:], [pair, pair]) for kind in kinds]
    return concealed, melds


def _random_hand(chance: random.Random) -> WinningHand | None:
    """Make a win with circumstances that can be; None where a kind would be there five times."""
    concealed, melds = _random_concealed(chance)
    if max(tile_counts([*concealed, *(tile for meld in melds for tile in meld.tiles)])) > 4:
        return None
    winning = concealed.pop(chance.randrange(len(concealed)))
    is_closed = not any(meld.is_open for meld in melds)
    is_tsumo = chance.random() < 0.5
    riichi = chance.choice([0, 1, 2]) if is_closed else 0
    moment = chance.choice([*[""] * 6, "last_tile", "rinshan", "chankan", "first_turn"])
    has_kan = any(meld.is_kan for meld in melds)
    if moment == "first_turn":
        riichi = 0
    is_possible = {
        "": True,
        "last_tile": riichi < 2,
        "rinshan": is_tsumo and has_kan,
        "chankan": not is_tsumo and winning not in concealed,
        "first_turn": is_tsumo and not melds,
    }
    return WinningHand(
        concealed=sort_tiles(concealed),
        winning_tile=winning,
        is_tsumo=is_tsumo,
        melds=melds,
        seat_wind=chance.choice(WINDS),
        round_wind=chance.choice(WINDS),
        dora_indicators=tuple(chance.choices(TILES_OF_KIND, k=2)),
        ura_indicators=tuple(chance.choices(TILES_OF_KIND, k=2)) if riichi else (),
        riichi=riichi,
        ippatsu=bool(riichi) and moment != "rinshan" and chance.random() < 0.3,
        **({moment: True} if moment and is_possible[moment] else {}),
    )


@st.composite
def _hands(draw: st.DrawFn) -> tuple[WinningHand, Score | NoWin]:
    """Make a complete hand with what it scores under the rules of the M.League."""
    hand = _random_hand(draw(st.randoms(use_true_random=False)))
    assume(hand is not None)
    assert hand is not None
    score = score_hand(hand, RuleSet())
    # Indicators are drawn as they come: some make a fifth tile.
    assume(not isinstance(score, NoWin) or score.code == "no_yaku")
    return hand, score


def _by_jansou(hand: WinningHand) -> ScoreResult:
    """Score with the M.League preset of the first library."""
    melds = [
        jansou_hand.Meld(
            JANSOU_MELDS[meld.kind],
            tuple(parse_mpsz(format_tiles(meld.tiles))),
            None if meld.kind is MeldKind.ANKAN else parse_mpsz(meld.tiles[0])[0],
            None if meld.kind is MeldKind.ANKAN else jansou_hand.CallSource.KAMICHA,
            parse_mpsz(meld.tiles[0])[0] if meld.kind is MeldKind.KAKAN else None,
        )
        for meld in hand.melds
    ]
    context = WinContext(
        rules=jansou_rules.preset("m-league"),
        round_wind=list(JansouWind)[hand.round_wind.order],
        seat_wind=list(JansouWind)[hand.seat_wind.order],
        is_tsumo=hand.is_tsumo,
        riichi=hand.riichi == 1,
        double_riichi=hand.riichi == 2,
        ippatsu=hand.ippatsu,
        haitei=hand.last_tile and hand.is_tsumo,
        houtei=hand.last_tile and not hand.is_tsumo,
        rinshan=hand.rinshan,
        chankan=hand.chankan,
        tenhou=hand.first_turn and hand.is_dealer,
        chiihou=hand.first_turn and not hand.is_dealer,
        dora_indicators=tuple(parse_mpsz(format_tiles(hand.dora_indicators))),
        ura_indicators=tuple(parse_mpsz(format_tiles(hand.ura_indicators))),
    )
    concealed = jansou_hand.Hand(tuple(parse_mpsz(format_tiles((*hand.concealed, hand.winning_tile)))), tuple(melds))
    return jansou_score(concealed, parse_mpsz(hand.winning_tile)[0], context)


def _by_mahjong(hand: WinningHand) -> HandResponse:
    """Score with the second library, which knows a double-wind pair of 4 fu only."""

    def numbered(tiles: tuple[Tile, ...]) -> list[int]:
        counts = tile_counts(tiles)
        return TilesConverter.to_136_array(counts)

    def of_kind(meld: Meld) -> LibraryMeld:
        name = LibraryMeld.CHI if meld.is_run else LibraryMeld.KAN if meld.is_kan else LibraryMeld.PON
        return LibraryMeld(meld_type=name, tiles=numbered(meld.tiles), opened=meld.is_open)

    options = OptionalRules(
        has_open_tanyao=True,
        has_double_yakuman=False,
        kazoe_limit=HandConfig.KAZOE_SANBAIMAN,
        kiriage=True,
        limit_to_sextuple_yakuman=False,
    )
    config = HandConfig(
        is_tsumo=hand.is_tsumo,
        is_riichi=hand.riichi == 1,
        is_daburu_riichi=hand.riichi == 2,
        is_ippatsu=hand.ippatsu,
        is_haitei=hand.last_tile and hand.is_tsumo,
        is_houtei=hand.last_tile and not hand.is_tsumo,
        is_rinshan=hand.rinshan,
        is_chankan=hand.chankan,
        is_tenhou=hand.first_turn and hand.is_dealer,
        is_chiihou=hand.first_turn and not hand.is_dealer,
        player_wind=LIBRARY_WINDS[hand.seat_wind.order],
        round_wind=LIBRARY_WINDS[hand.round_wind.order],
        options=options,
    )
    response: HandResponse = HandCalculator.estimate_hand_value(
        numbered(hand.tiles),
        tile_kind(hand.winning_tile) * 4,
        melds=list(map(of_kind, hand.melds)),
        dora_indicators=[tile_kind(tile) * 4 for tile in hand.dora_indicators],
        ura_dora_indicators=[tile_kind(tile) * 4 for tile in hand.ura_indicators],
        config=config,
    )
    return response


@settings(max_examples=HAND_COUNT)
@given(_hands())
def test_made_up_hands_by_the_league_preset(made: tuple[WinningHand, Score | NoWin]) -> None:
    """Yaku, han, fu and points are those of a library with M.League rules (6, 9), which refuses the same hands."""
    hand, score = made
    if isinstance(score, NoWin):
        with pytest.raises(ScoringError, match="no yaku"):
            _by_jansou(hand)
        return
    wanted = _by_jansou(hand)
    names = {JANSOU_NAMES.get(each.yaku.name.lower(), each.yaku.name.lower()) for each in wanted.yaku}
    assert {yaku for yaku, _ in (*score.yaku, *score.yakuman)} - {"dora", "ura_dora", "red_five"} == names
    assert score.points == wanted.payment.total
    if not score.yakuman:
        assert (score.han, score.fu) == (wanted.han, wanted.fu.total)


@settings(max_examples=HAND_COUNT)
@given(_hands())
def test_made_up_hands_where_a_double_wind_pair_has_4_fu(made: tuple[WinningHand, Score | NoWin]) -> None:
    """Han, fu and points are those of another library (6-3, 6-4, 6-6), which refuses the same hands."""
    hand, _ = made
    score, wanted = score_hand(hand, DOUBLE_WIND_4), _by_mahjong(hand)
    if isinstance(score, NoWin):
        assert (wanted.cost, wanted.error) == (None, "no_yaku")
        return
    assert wanted.cost is not None, wanted.error
    assert score.points == wanted.cost["total"]
    if not score.yakuman:
        assert (score.han, score.fu) == (wanted.han, wanted.fu)
