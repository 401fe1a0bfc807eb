<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\player\Player;
use pocketmine\Server;
use VulxNetwork\SiteClient\PlayerId;
use VulxNetwork\SiteClient\Players;

final class OnlinePlayers implements Players
{
    public function __construct(private readonly Server $server, private readonly Identities $identities)
    {
    }

    public function count(): int
    {
        return count($this->server->getOnlinePlayers());
    }

    public function isHere(PlayerId $player): bool
    {
        return $this->find($player) !== null;
    }

    public function tell(PlayerId $player, string $text): void
    {
        $this->find($player)?->sendMessage($text);
    }

    private function find(PlayerId $id): ?Player
    {
        foreach ($this->server->getOnlinePlayers() as $player) {
            if ($this->identities->of($player)?->key() === $id->key()) {
                return $player;
            }
        }
        return null;
    }
}
