"""Wins taken from Mahjong Soul records, made-up yakuman, and hands that are no wins, read in place."""

import json
from pathlib import Path
from typing import Any

from mahjong_soul_words import YAKU_IDS
from source_rules import MAHJONG_SOUL

from riichicast.rules.melds import Meld, MeldKind
from riichicast.rules.scoring import NoWin, Score, WinningHand, score_hand
from riichicast.rules.seats import WINDS
from riichicast.rules.shanten import shanten
from riichicast.rules.tiles import RED_FIVES, TILES_OF_KIND, Tile

RED_NUMBERS = dict(zip((16, 52, 88), RED_FIVES, strict=True))
YAKUMAN_IDS = {
    35: ("tenhou", 1),
    36: ("chiihou", 1),
    37: ("daisangen", 1),
    38: ("suuankou", 1),
    39: ("tsuuiisou", 1),
    40: ("ryuuiisou", 1),
    41: ("chinroutou", 1),
    42: ("kokushi", 1),
    43: ("shousuushii", 1),
    44: ("suukantsu", 1),
    45: ("chuuren", 1),
    47: ("chuuren", 2),
    48: ("suuankou", 2),
    49: ("kokushi", 2),
    50: ("daisuushii", 2),
}


def _tiles(numbers: list[int]) -> tuple[Tile, ...]:
    """Read tiles numbered 0 to 135, four of a kind."""
    return tuple(RED_NUMBERS.get(number, TILES_OF_KIND[number // 4]) for number in numbers)


def _hand(case: dict[str, Any]) -> WinningHand:
    facts = case["conditions"]
    return WinningHand(
        concealed=_tiles(case["tiles_136"]),
        winning_tile=_tiles([case["win_tile_136"]])[0],
        is_tsumo=facts["tsumo"],
        melds=tuple(Meld(MeldKind(meld["meld_type"]), _tiles(meld["tiles"])) for meld in case["melds"]),
        seat_wind=WINDS[facts["player_wind"]],
        round_wind=WINDS[facts["round_wind"]],
        dora_indicators=_tiles(case["dora_indicators"]),
        ura_indicators=_tiles(case["ura_indicators"]),
        riichi=2 if facts["double_riichi"] else int(facts["riichi"]),
        ippatsu=facts["ippatsu"],
        rinshan=facts["rinshan"],
        chankan=facts["chankan"],
        last_tile=facts["haitei"] or facts["houtei"],
        first_turn=facts["tsumo_first_turn"],
    )


def test_all_wins_of_the_table(shared: Path) -> None:
    """Yaku, yakuman, han and fu of the 408 wins are the same (M.League 6-3, 9)."""
    cases = json.loads((shared / "data/hands/RiichiEnv__agari_4p.json").read_text("utf-8"))["cases"]
    assert len(cases) == 408
    for case in cases:
        wanted = case["expected"]
        score = score_hand(_hand(case), MAHJONG_SOUL)
        assert isinstance(score, Score), (case, score)
        if score.yakuman:
            assert set(score.yakuman) == {YAKUMAN_IDS[number] for number in wanted["yaku"]}, case
            assert 13 * sum(times for _, times in score.yakuman) == wanted["han"], case
        else:
            assert {yaku for yaku, _ in score.yaku} == {YAKU_IDS[number] for number in wanted["yaku"]}, case
            assert (score.han, score.fu) == (wanted["han"], wanted["fu"]), case


def test_hands_that_are_not_tenpai(shared: Path) -> None:
    """The recorded noten hands have a shanten of one or more."""
    cases = json.loads((shared / "data/hands/RiichiEnv__hands_negative.json").read_text("utf-8"))["cases"]
    assert cases
    for case in cases:
        assert (shanten(case["counts_34"]) > 0) is not case["is_tenpai"], case


def test_hands_that_are_no_wins_are_refused(shared: Path) -> None:
    """No tile makes a noten hand a win, riichi or not; to a tenpai hand some tile does, and every other is refused."""
    cases = json.loads((shared / "data/hands/RiichiEnv__hands_negative.json").read_text("utf-8"))["cases"]
    assert (len(cases), sum(case["is_tenpai"] for case in cases)) == (100, 12)
    for case in cases:
        held = case["counts_34"]
        concealed = tuple(TILES_OF_KIND[kind] for kind, count in enumerate(held) for _ in range(count))
        assert len(concealed) == 13, case
        assert bool(_winning_kinds(concealed)) is case["is_tenpai"], case


def _winning_kinds(concealed: tuple[Tile, ...]) -> list[int]:
    """List the kinds that make a closed hand a win; whatever does not is refused for its shape or as a fifth tile."""
    winning = []
    for kind, tile in enumerate(TILES_OF_KIND):
        for riichi, is_tsumo in ((1, False), (0, True)):
            hand = WinningHand(concealed=concealed, winning_tile=tile, is_tsumo=is_tsumo, riichi=riichi)
            score = score_hand(hand, MAHJONG_SOUL)
            if isinstance(score, NoWin):
                assert score.code == ("fifth_tile" if concealed.count(tile) == 4 else "not_a_win"), (hand, score)
            else:
                winning.append(kind)
    return winning
