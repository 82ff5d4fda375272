"""The tenhou.net/6 form of Tenhou and Mahjong Soul hands.

A hand is rebuilt from what was dealt, drawn, discarded and called, with its circumstances (riichi, double riichi,
ippatsu, rinshan, chankan, last tile, first turn, winds). The result states yaku with han, fu (below a mangan), points,
payments and who is liable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hand_play import Play
from hand_tiles import HandTiles, added_tile
from recorded_win import Payment, RecordedWin
from source_rules import MAHJONG_SOUL, MLEAGUE, TENHOU
from tenhou_order import Call, Discard, Draw, Move, moves_of, tile_of

from riichicast.rules.rule_set import RuleSet
from riichicast.rules.scoring import WinningHand
from riichicast.rules.seats import SEATS, WINDS
from riichicast.rules.tiles import Tile

YAKU_IDS = {
    "立直": "riichi",
    "両立直": "double_riichi",
    "一発": "ippatsu",
    "門前清自摸和": "tsumo",
    "平和": "pinfu",
    "断幺九": "tanyao",
    "一盃口": "iipeikou",
    "海底摸月": "haitei",
    "河底撈魚": "houtei",
    "槍槓": "chankan",
    "嶺上開花": "rinshan",
    "役牌 白": "haku",
    "役牌 發": "hatsu",
    "役牌 中": "chun",
    "三色同順": "sanshoku_doujun",
    "一気通貫": "ittsu",
    "混全帯幺九": "chanta",
    "七対子": "chiitoitsu",
    "対々和": "toitoi",
    "三暗刻": "sanankou",
    "三色同刻": "sanshoku_doukou",
    "小三元": "shousangen",
    "混老頭": "honroutou",
    "純全帯幺九": "junchan",
    "混一色": "honitsu",
    "二盃口": "ryanpeikou",
    "清一色": "chinitsu",
    "ドラ": "dora",
    "裏ドラ": "ura_dora",
    "赤ドラ": "red_five",
} | {f"{sort} {wind}": yaku for wind in "東南西北" for sort, yaku in (("自風", "seat_wind"), ("場風", "round_wind"))}
YAKUMAN_IDS = {
    "国士無双": "kokushi",
    "四暗刻": "suuankou",
    "大三元": "daisangen",
    "字一色": "tsuuiisou",
    "小四喜": "shousuushii",
    "清老頭": "chinroutou",
    "四槓子": "suukantsu",
}
_VALUE = re.compile(r"(?:(\d+)符(\d+)飜|[満跳倍三役数え貫]+)(\d+)(?:-(\d+))?点(∀?)")
_NAME = re.compile(r"(.+)\((?:(\d+)飜|役満)\)")


def read_tenhou_json(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of a file: one JSON text, or one on each line."""
    text = path.read_text("utf-8")
    for record in [json.loads(text)] if path.name.startswith(("mjai-reviewer", "pantheon")) else _lines(text):
        yield from _wins_of(record, f"{path.parent.name}/{path.name}", _rules(record))


def read_tenhou_link(path: Path) -> Iterator[RecordedWin]:
    """Give the wins of the M.League match that a page holds as a link to Tenhou's viewer, `…/5/#json={…}`."""
    link = next(line for line in path.read_text("utf-8").splitlines() if "#json=" in line)
    record, _ = json.JSONDecoder().raw_decode(link.partition("#json=")[2])
    yield from _wins_of(record, f"{path.parent.name}/{path.name}", MLEAGUE)


def _wins_of(record: dict[str, Any], place: str, rules: RuleSet) -> Iterator[RecordedWin]:
    """Give the wins of a record that state their value, in order."""
    for hand in record["log"]:
        result = hand[16]
        if result[0] == "和了":
            table = _Table.after(hand)
            for number, (deltas, facts) in enumerate(zip(result[1::2], result[2::2], strict=True)):
                if facts[3:]:
                    yield _win(table, deltas, facts, place, rules, is_first=not number)


def _lines(text: str) -> Iterator[Any]:
    return map(json.loads, text.splitlines())


def _rules(record: dict[str, Any]) -> RuleSet:
    """Tell Mahjong Soul's rooms (`銅の間`, `大会戦`) from Tenhou's."""
    name = record["rule"].get("disp", "")
    return MAHJONG_SOUL if "の間" in name or name.startswith("大会戦") else TENHOU


@dataclass(slots=True)
class _Table:
    """A hand as it lay on the table when it ended."""

    number: int
    honba: int
    sticks: int
    play: Play
    tiles: HandTiles
    last: Move
    dora: tuple[Tile, ...]
    ura: tuple[Tile, ...]

    @classmethod
    def after(cls, hand: list[Any]) -> _Table:
        """Play a hand to its end."""
        (number, honba, sticks), dealer = hand[0], hand[0][0] % 4
        columns = hand[4:16]
        play = Play(dealer=dealer, round_wind=WINDS[number // 4])
        tiles = HandTiles([list(map(tile_of, dealt)) for dealt in columns[::3]])
        moves = moves_of(columns[1::3], columns[2::3], dealer)
        for move in moves:
            _make(move, play, tiles)
        paid = sum(isinstance(move, Discard) and move.is_riichi for move in moves)
        return cls(
            number=number,
            honba=honba,
            sticks=sticks + paid,
            play=play,
            tiles=tiles,
            last=moves[-1],
            dora=tuple(map(tile_of, hand[2])),
            ura=tuple(map(tile_of, hand[3])),
        )

    def winning_tile(self) -> Tile:
        """Give the tile of the last move: drawn, discarded or added to a pon."""
        return added_tile(self.last.meld) if isinstance(self.last, Call) else self.last.tile

    def sticks_won(self, *, is_tsumo: bool) -> int:
        """Count the sticks on the table: that of a riichi whose tile is won on is not paid."""
        is_unpaid = isinstance(self.last, Discard) and self.last.is_riichi and not is_tsumo
        return self.sticks - is_unpaid


def _make(move: Move, play: Play, tiles: HandTiles) -> None:
    match move:
        case Draw(player, tile):
            play.draw(player)
            tiles.draw(player, tile)
        case Discard(player, tile, is_riichi):
            if is_riichi:
                play.declare_riichi(player)
            play.discard(player)
            tiles.discard(player, tile)
        case Call(player, meld):
            play.meld(player, meld.kind)
            tiles.meld(player, meld)


def _win(  # noqa: PLR0913 - the parts of one result
    table: _Table, deltas: list[int], facts: list[Any], place: str, rules: RuleSet, *, is_first: bool
) -> RecordedWin:
    winner, loser, liable, value, *names = facts
    is_tsumo = winner == loser
    tile = table.winning_tile()
    concealed = list(table.tiles.concealed[winner])
    if is_tsumo:
        concealed.remove(tile)
    yaku, yakuman = _yaku_of(names)
    fu, han, points = _value_of(value)
    circumstances = table.play.circumstances(winner, is_tsumo=is_tsumo)
    return RecordedWin(
        place=f"{place} {WINDS[table.number // 4]}{table.number % 4 + 1}-{table.honba} player {winner}",
        hand=WinningHand(
            concealed=tuple(concealed),
            winning_tile=tile,
            melds=tuple(table.tiles.melds[winner]),
            dora_indicators=table.dora,
            ura_indicators=table.ura if circumstances["riichi"] else (),
            **circumstances,
        ),
        rules=rules,
        yaku=yaku,
        yakuman=yakuman,
        han=None if yakuman else han or sum(yaku.values()),
        fu=fu,
        points=points,
        payment=Payment(
            winner=SEATS[winner],
            loser=None if is_tsumo else SEATS[loser],
            dealer=SEATS[table.play.dealer],
            honba=table.honba if is_first else 0,
            sticks=table.sticks_won(is_tsumo=is_tsumo) if is_first else 0,
            deltas=dict(zip(SEATS, deltas, strict=True)),
            liable=SEATS[liable] if liable != winner else None,
        ),
    )


def _yaku_of(names: list[str]) -> tuple[dict[str, int], dict[str, int]]:
    """Read `立直(1飜)` and `四暗刻(役満)`."""
    yaku: dict[str, int] = {}
    yakuman: dict[str, int] = {}
    for text in names:
        found = _NAME.fullmatch(text)
        assert found is not None, text
        name, han = found.groups()
        if han is None:
            yakuman[YAKUMAN_IDS[name]] = 1
        elif int(han):
            yaku[YAKU_IDS[name]] = int(han)
    return yaku, yakuman


def _value_of(text: str) -> tuple[int | None, int | None, int]:
    """Read fu, han and points of `30符4飜3900点∀` (from each), `満貫2000-4000点` (the second from the dealer)."""
    found = _VALUE.fullmatch(text)
    assert found is not None, text
    fu, han, first, second, from_all = found.groups()
    points = int(first) * (3 if from_all else 2 if second else 1) + int(second or 0)
    return int(fu) if fu else None, int(han) if han else None, points
