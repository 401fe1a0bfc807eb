<?php

declare(strict_types=1);

namespace Example\DuelCore;

use pocketmine\event\Listener;
use pocketmine\event\player\PlayerDeathEvent;
use pocketmine\player\Player;
use pocketmine\plugin\PluginBase;
use VulxNetwork\PocketMine\Main as Website;
use VulxNetwork\SiteClient\Uuid;

/** A duel of two players: the player who dies loses. Its plugin.yml has `depend: VulxNetwork`. */
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

    private function website(): ?Website
    {
        $website = $this->getServer()->getPluginManager()->getPlugin('VulxNetwork');
        return $website instanceof Website ? $website : null;
    }

    public function onPlayerDeath(PlayerDeathEvent $event): void
    {
        $loser = $event->getPlayer();
        [$matchId, $startedAt, $one, $two, $cupMatchId] = $this->duels[$loser->getName()] ?? [null, null, null, null, null];
        if ($one === null || $two === null) {
            return;
        }
        $winner = $one === $loser ? $two : $one;
        unset($this->duels[$one->getName()], $this->duels[$two->getName()]);
        $website = $this->website();
        if ($website !== null) {
            $website->getSite()?->reportMatch(['matchId' => $matchId, 'gameType' => 'boxing', 'startedAt' => $startedAt, 'cupMatchId' => $cupMatchId, 'players' => [
                [...$website->playerFields($winner), 'result' => 'win', 'kills' => 1, 'points' => 12],
                [...$website->playerFields($loser), 'result' => 'loss', 'deaths' => 1, 'points' => -9],
            ]]);
        }
    }
}
