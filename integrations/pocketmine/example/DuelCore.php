<?php

declare(strict_types=1);

namespace Example\DuelCore;

use pocketmine\event\Listener;
use pocketmine\event\player\PlayerDeathEvent;
use pocketmine\event\player\PlayerQuitEvent;
use pocketmine\player\Player;
use pocketmine\plugin\PluginBase;
use VulxNetwork\PocketMine\Main as Website;
use VulxNetwork\SiteClient\Uuid;

/**
 * A duel of two players: who dies or leaves loses. Its plugin.yml has `depend: VulxNetwork`. Players without an Xbox account
 * play as everybody, and their duels are not reported.
 */
final class DuelCore extends PluginBase implements Listener
{
    /** @var array<string, array{string, float, Player, Player, ?string}> by the name of each player */
    private array $duels = [];

    protected function onEnable(): void
    {
        $this->getServer()->getPluginManager()->registerEvents($this, $this);
    }

    public function begin(Player $one, Player $two): void
    {
        $website = $this->website();
        $ids = array_filter([$website?->getId($one), $website?->getId($two)]);
        $cupMatchId = count($ids) === 2 ? $website?->getSite()?->beginCupMatch($ids, 'boxing') : null;
        $this->duels[$one->getName()] = $this->duels[$two->getName()] = [Uuid::make(), microtime(true), $one, $two, $cupMatchId];
    }

    public function onPlayerDeath(PlayerDeathEvent $event): void
    {
        $this->end($event->getPlayer(), 1);
    }

    public function onPlayerQuit(PlayerQuitEvent $event): void
    {
        $this->end($event->getPlayer(), 0);
    }

    private function end(Player $loser, int $kills): void
    {
        [$matchId, $startedAt, $one, $two, $cupMatchId] = $this->duels[$loser->getName()] ?? [null, null, null, null, null];
        if ($one === null || $two === null) {
            return;
        }
        $winner = $one === $loser ? $two : $one;
        unset($this->duels[$one->getName()], $this->duels[$two->getName()]);
        $website = $this->website();
        if ($website?->getId($winner) !== null && $website->getId($loser) !== null) {
            $reported = $website->getSite()?->reportMatch(['matchId' => $matchId, 'gameType' => 'boxing', 'startedAt' => $startedAt, 'cupMatchId' => $cupMatchId, 'players' => [
                [...$website->playerFields($winner), 'result' => 'win', 'kills' => $kills, 'points' => 12],
                [...$website->playerFields($loser), 'result' => 'loss', 'deaths' => $kills, 'points' => -9],
            ]]);
            $this->getLogger()->info($reported?->ok === true ? "Reported $matchId" : "Not reported: $reported?->problem");
        }
    }

    private function website(): ?Website
    {
        $website = $this->getServer()->getPluginManager()->getPlugin('VulxNetwork');
        return $website instanceof Website ? $website : null;
    }
}
