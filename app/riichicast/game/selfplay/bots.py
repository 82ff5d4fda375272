"""A bot: builds a hand, calls for a yaku, declares riichi on a fair wait, folds when its hand is not worth the risk."""

from __future__ import annotations

from collections.abc import Sequence

from riichicast.game.commands import (
    AnyCommand,
    DeclareRiichi,
    DeclareWin,
    DiscardTile,
    DrawHand,
    MakeMeld,
)
from riichicast.game.selfplay.aims import HONITSU, RIICHI, TANYAO, Aim, distance, nearest_aim
from riichicast.game.selfplay.appraisal import Appraisal, appraise
from riichicast.game.selfplay.calls import best_call
from riichicast.game.selfplay.danger import threats
from riichicast.game.selfplay.seat_view import SeatView
from riichicast.game.selfplay.temperament import Temperament
from riichicast.rules.melds import MeldKind
from riichicast.rules.tiles import tile_counts, tile_kind

LAST_TILES_FOR_RIICHI = 4
"""Nobody declares riichi without another draw to come."""


class TemperedBot:
    """A sensible player with a temperament. Decides from what it sees alone, always the same way."""

    def __init__(self, temperament: Temperament) -> None:
        self._temperament = temperament

    def act(self, view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand:
        """Win if it can; else break off a hopeless first hand, declare a kan or riichi, or discard."""
        by_kind = (DeclareWin, DrawHand)
        chosen = next((option for option in options if isinstance(option, by_kind)), None)
        return chosen or self._kan(view, options) or self._riichi(view, options) or self._discard(view, options)

    def answer(self, view: SeatView, options: Sequence[AnyCommand]) -> AnyCommand | None:
        """Win if it can; else call where that brings a hand with a yaku nearer."""
        ron = next((option for option in options if isinstance(option, DeclareWin)), None)
        if ron is not None:
            return ron
        calls = [option for option in options if isinstance(option, MakeMeld)]
        if threats(view) and distance(self._aim(view), tile_counts(view.held), view.me.melds) > 1:
            return None
        return best_call(view, calls, self._temperament)

    def _aim(self, view: SeatView) -> Aim:
        counts = tile_counts(view.held)
        if not view.me.is_closed:
            return nearest_aim(view, counts, view.me.melds) or RIICHI
        for aim in HONITSU:
            is_rich = sum(counts[kind] for kind in aim.kinds) >= self._temperament.honitsu_tiles
            if is_rich and distance(aim, counts, view.me.melds) <= distance(RIICHI, counts, view.me.melds) + 1:
                return aim
        return RIICHI

    def _kan(self, view: SeatView, options: Sequence[AnyCommand]) -> MakeMeld | None:
        """Declare a kan that costs the hand nothing; added ones only while nobody threatens."""
        if threats(view) and view.me.riichi is None:
            return None
        counts = tile_counts(view.held)
        before = distance(RIICHI, counts, view.me.melds)
        for option in options:
            if not isinstance(option, MakeMeld) or not self._temperament.likes_kan:
                continue
            is_ankan = option.meld.kind is MeldKind.ANKAN
            kind = tile_kind(option.meld.tiles[0])
            rest = [count - (4 if is_ankan else 1) * (each == kind) for each, count in enumerate(counts)]
            melds = (*view.me.melds, option.meld) if is_ankan else view.me.melds
            if distance(RIICHI, rest, melds) <= before:
                return option
        return None

    def _riichi(self, view: SeatView, options: Sequence[AnyCommand]) -> DeclareRiichi | None:
        riichi = next((option for option in options if isinstance(option, DeclareRiichi)), None)
        if riichi is None or view.hand.tiles_left < LAST_TILES_FOR_RIICHI:
            return None
        best = self._best(view, RIICHI, _discards(options))
        if best.shanten > 0 or best.left < self._waits_needed(view, best):
            return None
        is_silent = best.dora_count + 1 >= self._temperament.dama_han and self._has_tanyao(view, best)
        return None if is_silent else riichi

    def _waits_needed(self, view: SeatView, best: Appraisal) -> int:
        """Ask less of a wait with value and early in the hand, more against another riichi."""
        needed = self._temperament.riichi_waits - min(best.dora_count, 2) + bool(threats(view))
        return max(needed - (view.hand.tiles_left > 45), 1)

    def _has_tanyao(self, view: SeatView, best: Appraisal) -> bool:
        rest = list(view.held)
        rest.remove(best.discard.tile)
        return all(tile_kind(tile) in TANYAO.kinds for tile in rest)

    def _discard(self, view: SeatView, options: Sequence[AnyCommand]) -> DiscardTile:
        """Discard for the aim, or for safety. In riichi there is one choice, or only tenpai ones to choose from."""
        discards = _discards(options)
        if len(discards) == 1:
            return discards[0]
        return self._best(view, RIICHI if view.me.riichi else self._aim(view), discards).discard

    def _best(self, view: SeatView, aim: Aim, discards: Sequence[DiscardTile]) -> Appraisal:
        against = threats(view)
        choices = appraise(view, aim, discards, against)
        best = max(choices, key=self._attack_value)
        if not against or view.me.riichi is not None or self._is_worth(view, aim, best) >= self._temperament.caution:
            return best
        return max(choices, key=lambda choice: (-choice.danger, self._attack_value(choice)))

    def _attack_value(self, choice: Appraisal) -> float:
        """Weigh a discard: nearness first, then acceptance, dora, what the tile could become, and risk."""
        return (
            -100.0 * choice.shanten
            + choice.left
            + self._temperament.dora_weight * choice.dora_count
            - choice.usefulness
            - 0.7 * choice.danger
        )

    def _is_worth(self, view: SeatView, aim: Aim, best: Appraisal) -> float:
        """Rate the hand against the risk of going on: about 4 is poor, 8 is strong."""
        nearness = (5.0, 2.5, 0.5, -2.0)[min(max(best.shanten, 0), 3)]
        wait = 1.5 if best.shanten <= 0 and best.left >= 5 else 0.0
        others = len(threats(view)) - 1
        return nearness + wait + aim.han + best.dora_count + (view.seat == view.hand.dealer) - 1.5 * others


def _discards(options: Sequence[AnyCommand]) -> list[DiscardTile]:
    return [option for option in options if isinstance(option, DiscardTile)]
