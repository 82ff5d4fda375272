"""Snapshots for page tests, made of the real classes: ordinary moments, and the worst that a page must hold."""

from __future__ import annotations

from typing import Any

import msgspec

from riichicast.rules.melds import MeldKind
from riichicast.rules.seats import Seat, Wind, seat_wind
from riichicast.rules.tiles import Tile, parse_tiles
from riichicast.view.snapshot import (
    DiscardView,
    FinalView,
    MatchView,
    MeldView,
    PlayerView,
    ResultView,
    RiichiView,
    RoundView,
    Snapshot,
    WaitView,
    WinView,
)

_NAMES: dict[Seat, dict[str, str]] = {
    Seat.E: {"en": "Aoi Kurokawa", "ja": "黒川 葵", "zh-Hans": "黑川 葵", "zh-Hant": "黑川 葵"},
    Seat.S: {"en": "Ren Shirasawa", "ja": "白沢 蓮", "zh-Hans": "白泽 莲", "zh-Hant": "白澤 蓮"},
    Seat.W: {"en": "Midori Hatano", "ja": "波多野 緑", "zh-Hans": "波多野 绿", "zh-Hant": "波多野 綠"},
    Seat.N: {"en": "Jin Akagi", "ja": "赤城 仁", "zh-Hans": "赤城 仁", "zh-Hant": "赤城 仁"},
}
_TEAMS: dict[Seat, tuple[dict[str, str], str]] = {
    Seat.E: ({"en": "Harbour Lights", "ja": "港ライツ", "zh-Hans": "港湾之光", "zh-Hant": "港灣之光"}, "#7ddb5a"),
    Seat.S: ({"en": "Snow Cranes", "ja": "スノークレインズ", "zh-Hans": "雪鹤队", "zh-Hant": "雪鶴隊"}, "#b18cff"),
    Seat.W: ({"en": "Red Lanterns", "ja": "紅提灯", "zh-Hans": "红灯笼", "zh-Hant": "紅燈籠"}, "#ff9440"),
    Seat.N: ({"en": "River Kings", "ja": "リバーキングス", "zh-Hans": "河王队", "zh-Hant": "河王隊"}, "#54a8ff"),
}
_LONG_NAME = {
    "en": "Maximiliana Konstantinopolska-Featherstonehaugh",
    "ja": "勅使河原 金剛丸左衛門尉 ＨＩＲＯ長谷川",
    "zh-Hans": "欧阳诸葛司马慕容·阿卜杜热西提江·买买提",
    "zh-Hant": "歐陽諸葛司馬慕容·阿卜杜熱西提江·買買提",
}
_LONG_TEAM = {
    "en": "International Riichi Mahjong Fighting Club of Northern Hokkaido",
    "ja": "ＫＯＮＡＭＩ麻雀格闘倶楽部オホーツク海沿岸連合チーム",
    "zh-Hans": "国际立直麻将格斗俱乐部鄂霍次克海沿岸联合队",
    "zh-Hant": "國際立直麻將格鬥俱樂部鄂霍次克海沿岸聯合隊",
}
_TITLE = {"en": "Spring Semifinal", "ja": "春季セミファイナル", "zh-Hans": "春季半决赛", "zh-Hant": "春季準決賽"}
_ORPHANS = parse_tiles("19m19p19s1234567z")


def _river(text: str, *, drawn: str = "", turned: int = 0, called: dict[int, Seat] | None = None) -> Any:  # noqa: ANN401
    """Make a river: tiles, turns (digits and letters from 1) of tsumogiri, the sideways turn, who called which."""
    calls = called or {}
    return {
        str(turn): DiscardView(
            tile=tile,
            drawn="123456789abcdefghijklmno"[turn - 1] in drawn,
            turned=turn == turned,
            called_by=calls.get(turn, msgspec.UNSET),
        )
        for turn, tile in enumerate(parse_tiles(text), 1)
    }


def _player(seat: Seat, dealer: Seat, **fields: Any) -> PlayerView:  # noqa: ANN401
    teams, colour = _TEAMS[seat]
    defaults = {"names": _NAMES[seat], "team_names": teams, "colour": colour, "wind": seat_wind(seat, dealer)}
    return PlayerView(**(defaults | fields))


def _waits(text: str, left: str, ron: int | None, tsumo: int | None = None) -> tuple[WaitView, ...]:
    points = {"ron": ron, "tsumo": tsumo}
    known: Any = {name: value for name, value in points.items() if value is not None}
    return tuple(
        WaitView(tile=tile, left=int(count), **known) for tile, count in zip(parse_tiles(text), left, strict=True)
    )


def _meld(kind: str, tiles: str, turned: int | None, source: Seat | None, added: str | None = None) -> MeldView:
    return MeldView(
        kind=MeldKind(kind),
        tiles=parse_tiles(tiles),
        turned=msgspec.UNSET if turned is None else turned,
        source=source or msgspec.UNSET,
        added=msgspec.UNSET if added is None else Tile(added),
    )


def _wire(match: MatchView) -> dict[str, Any]:
    wire: dict[str, Any] = msgspec.to_builtins(Snapshot(match=match))
    return wire


def _ordinary_players() -> dict[Seat, PlayerView]:
    dealer = Seat.S
    return {
        Seat.E: _player(
            Seat.E,
            dealer,
            score=31_400,
            place=1,
            hand=parse_tiles("234m0567p2344s77z"),
            drawn=Tile("6m"),
            shanten=1,
            river=_river("1z9m1s2z8p9s3z", drawn="57"),
        ),
        Seat.S: _player(
            Seat.S,
            dealer,
            score=24_000,
            place=2,
            hand=parse_tiles("345m45678p33567s"),
            riichi=RiichiView(turn=6, paid=True, ippatsu=True),
            shanten=0,
            waits=_waits("369p", "213", 7_700),
            river=_river("4z1m9p5z2s8m", drawn="4", turned=6),
        ),
        Seat.W: _player(
            Seat.W,
            dealer,
            score=24_000,
            place=2,
            hand=parse_tiles("2406s77z"),
            melds={
                "1": _meld("pon", "555z", 1, Seat.E),
                "2": _meld("chi", "312s", 0, Seat.S),
            },
            shanten=0,
            waits=_waits("35s", "12", 3_900, 2_000),
            furiten="river",
            river=_river("1p6z5s9m9p4p", drawn="36", called={4: Seat.N}),
        ),
        Seat.N: _player(
            Seat.N,
            dealer,
            score=19_600,
            place=4,
            hand=parse_tiles("1358m259p268s16z"),
            shanten=4,
            river=_river("3z2z8s7p6m1z", drawn="6"),
        ),
    }


def ordinary() -> dict[str, Any]:
    """A riichi, an open hand in furiten, a tie for the second place."""
    return _wire(_ordinary_match())


def _ordinary_match(**fields: Any) -> MatchView:  # noqa: ANN401
    defaults: dict[str, Any] = {
        "phase": "playing",
        "match_id": "spring-12",
        "title": _TITLE,
        "stage": "2026-03-14 #2",
        "rules": "mleague",
        "round": RoundView(wind=Wind.E, hand_no=2, honba=1, sticks=1, dealer=Seat.S, number=3),
        "tiles_left": 43,
        "turn": Seat.E,
        "dora_indicators": parse_tiles("4p"),
        "players": _ordinary_players(),
    }
    return MatchView(**(defaults | fields))


def worst() -> dict[str, Any]:
    """Everything at once: long names, four kans and melds, five indicators, full rivers, riichi of all, 13 waits."""
    return _wire(
        MatchView(
            phase="playing",
            title=_LONG_TEAM,
            stage="Semifinal 2026-03-14 #12",
            round=RoundView(wind=Wind.S, hand_no=4, honba=12, sticks=14, dealer=Seat.N, number=23),
            tiles_left=0,
            turn=Seat.W,
            dora_indicators=parse_tiles("0p1z9s7z"),
            players=_worst_players(),
        )
    )


def _worst_players() -> dict[Seat, PlayerView]:
    river = "1m2m3m4m0m6m7m8m9m1p2p3p4p0p6p7p8p9p1s2s3s4s0s6s"
    riichi = RiichiView(turn=24, paid=True, double=True, ippatsu=True)
    names: dict[str, Any] = {"names": _LONG_NAME, "team_names": _LONG_TEAM, "colour": "", "riichi": riichi}
    kan_river = _river(river, turned=1, drawn="2468acegikm", called={3: Seat.E, 9: Seat.S})
    return {
        Seat.E: _player(
            Seat.E,
            Seat.N,
            score=128_700,
            place=1,
            hand=_ORPHANS,
            drawn=Tile("5m"),
            shanten=0,
            waits=_waits("19m19p19s1234567z", "3" * 13, 32_000, 32_000),
            furiten="riichi",
            river=_river(river, turned=24),
            last_delta=128_000,
            **names,
        ),
        Seat.S: _player(
            Seat.S,
            Seat.N,
            score=-100_200,
            place=4,
            hand=parse_tiles("1p"),
            drawn=Tile("?"),
            melds={
                "1": _meld("daiminkan", "2222m", 0, Seat.E),
                "2": _meld("kakan", "505s", 1, Seat.N, "5s"),
                "3": _meld("ankan", "6666z", None, None),
                "4": _meld("daiminkan", "9999p", 3, Seat.W),
            },
            shanten=0,
            waits=_waits("1p", "0", None),
            furiten="turn",
            river=kan_river,
            **names,
        ),
        Seat.W: _player(
            Seat.W,
            Seat.N,
            score=0,
            place=3,
            hand=parse_tiles("2345678m"),
            drawn=Tile("0s"),
            melds={"1": _meld("pon", "777z", 2, Seat.N), "2": _meld("kakan", "333z", 0, Seat.S, "3z")},
            shanten=0,
            waits=_waits("258m369p", "412304", 1_000, 2_000),
            furiten="river",
            river=_river(river, turned=13),
            **names,
        ),
        Seat.N: _player(
            Seat.N,
            Seat.N,
            score=71_500,
            place=2,
            hand=parse_tiles("?????????????"),
            shanten=6,
            river=_river(river, turned=7, drawn="123456789abcdefghijklmno"),
            **names,
        ),
    }


def _settled(result: ResultView, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    """Settle the ordinary hand."""
    before = _ordinary_players()
    scores = {seat: player.score + result.deltas.get(seat, 0) for seat, player in before.items()}
    players = {
        seat: msgspec.structs.replace(
            player,
            last_delta=result.deltas.get(seat, 0),
            score=scores[seat],
            place=1 + sum(score > scores[seat] for score in scores.values()),
        )
        for seat, player in before.items()
    }
    return _wire(
        _ordinary_match(**({"phase": "settled", "turn": msgspec.UNSET, "players": players, "result": result} | fields))
    )


_RON = WinView(
    seat=Seat.S,
    by="ron",
    loser=Seat.W,
    hand=parse_tiles("345m45678p33567s"),
    tile=Tile("9p"),
    dora_indicators=parse_tiles("4p"),
    ura_indicators=parse_tiles("2m"),
    yaku=(("riichi", 1), ("ippatsu", 1), ("pinfu", 1), ("dora", 1)),
    han=4,
    fu=30,
    fu_items=(("base", 20), ("closed_ron", 10)),
    limit="mangan",
    points=12_000,
    deltas={Seat.E: 0, Seat.S: 13_300, Seat.W: -12_300, Seat.N: 0},
)


def won_by_ron() -> dict[str, Any]:
    """A ron of the dealer, a mangan, one honba and one stick on the table."""
    return _settled(ResultView(kind="win", wins={"1": _RON}, deltas=_RON.deltas, honba=1, sticks=1))


def won_by_tsumo() -> dict[str, Any]:
    """A small open tsumo, whose fu decide; three players pay."""
    deltas = {Seat.E: -700, Seat.S: -1_300, Seat.W: 2_700, Seat.N: -700}
    win = WinView(
        seat=Seat.W,
        by="tsumo",
        hand=parse_tiles("2406s77z"),
        melds={"1": _meld("pon", "555z", 1, Seat.E), "2": _meld("chi", "312s", 0, Seat.S)},
        tile=Tile("5s"),
        dora_indicators=parse_tiles("4p"),
        yaku=(("haku", 1), ("red_five", 1)),
        han=2,
        fu=30,
        fu_items=(("base", 20), ("tsumo", 2), ("open_triplet_terminal", 4), ("pair_dragon", 2), ("wait_kanchan", 2)),
        points=2_400,
        deltas=deltas,
    )
    return _settled(ResultView(kind="win", wins={"1": win}, deltas=deltas))


def won_with_everything() -> dict[str, Any]:
    """The longest list of yaku, long names, five indicators, many honba and sticks."""
    deltas = {Seat.E: -13_200, Seat.S: 53_600, Seat.W: -13_200, Seat.N: -13_200}
    yaku = (
        ("double_riichi", 2),
        ("ippatsu", 1),
        ("tsumo", 1),
        ("haitei", 1),
        ("round_wind", 1),
        ("seat_wind", 1),
        ("sanshoku_doukou", 2),
        ("sankantsu", 2),
        ("honroutou", 2),
        ("dora", 8),
        ("ura_dora", 4),
        ("red_five", 2),
    )
    win = WinView(
        seat=Seat.S,
        by="tsumo",
        hand=parse_tiles("1p"),
        melds=_worst_players()[Seat.S].melds,
        tile=Tile("1p"),
        dora_indicators=parse_tiles("0p1z9s7z1m"),
        ura_indicators=parse_tiles("1p2z8s6z2m"),
        yaku=yaku,
        han=27,
        fu=110,
        limit="sanbaiman",
        points=36_000,
        deltas=deltas,
    )
    players = {
        seat: msgspec.structs.replace(player, last_delta=deltas[seat]) for seat, player in _worst_players().items()
    }
    result = ResultView(kind="win", wins={"1": win}, deltas=deltas, honba=12, sticks=14)
    return _settled(result, players=players)


def won_with_yakuman() -> dict[str, Any]:
    """Two yakuman in one hand."""
    deltas = {Seat.E: 64_000, Seat.S: -64_000, Seat.W: 0, Seat.N: 0}
    win = WinView(
        seat=Seat.E,
        by="ron",
        loser=Seat.S,
        hand=parse_tiles("1112223335556z"),
        tile=Tile("6z"),
        dora_indicators=parse_tiles("4p"),
        yakuman=(("suuankou", 1), ("tsuuiisou", 1)),
        limit="double_yakuman",
        points=64_000,
        deltas=deltas,
    )
    return _settled(ResultView(kind="win", wins={"1": win}, deltas=deltas))


def won_by_two() -> dict[str, Any]:
    """Two rons of one discard, where a rule set allows them."""
    other = msgspec.structs.replace(
        _RON, seat=Seat.N, points=8_000, deltas={Seat.E: 0, Seat.S: 0, Seat.W: -8_000, Seat.N: 8_000}
    )
    deltas = {Seat.E: 0, Seat.S: 13_300, Seat.W: -20_300, Seat.N: 8_000}
    return _settled(ResultView(kind="win", wins={"1": _RON, "2": other}, deltas=deltas, honba=1, sticks=1))


def drawn() -> dict[str, Any]:
    """An exhaustive draw with two in tenpai."""
    deltas = {Seat.E: -1_500, Seat.S: 1_500, Seat.W: 1_500, Seat.N: -1_500}
    tenpai = {Seat.E: False, Seat.S: True, Seat.W: True, Seat.N: False}
    return _settled(ResultView(kind="exhaustive", tenpai=tenpai, deltas=deltas), tiles_left=0)


def finished() -> dict[str, Any]:
    """The final table, the second place shared."""
    final = FinalView(
        scores={Seat.E: 39_500, Seat.S: 24_000, Seat.W: 24_000, Seat.N: 12_500},
        places={Seat.E: 1, Seat.S: 2, Seat.W: 2, Seat.N: 4},
        points={Seat.E: 59.5, Seat.S: -6.0, Seat.W: -6.0, Seat.N: -47.5},
    )
    return _wire(_ordinary_match(phase="finished", turn=msgspec.UNSET, final=final))


ALL = {
    "ordinary": ordinary,
    "worst": worst,
    "ron": won_by_ron,
    "tsumo": won_by_tsumo,
    "everything": won_with_everything,
    "yakuman": won_with_yakuman,
    "two": won_by_two,
    "draw": drawn,
    "final": finished,
}
"""Every state by name, for pictures."""
