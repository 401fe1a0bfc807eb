<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\event\Listener;
use pocketmine\event\player\PlayerJoinEvent;
use pocketmine\event\player\PlayerQuitEvent;
use pocketmine\event\server\DataPacketReceiveEvent;
use pocketmine\network\mcpe\protocol\LoginPacket;
use VulxNetwork\SiteClient\SiteClient;
use VulxNetwork\SiteClient\SkinFace;

final class Events implements Listener
{
    public function __construct(private readonly SiteClient $site, private readonly Identities $identities)
    {
    }

    public function onDataPacketReceive(DataPacketReceiveEvent $event): void
    {
        $packet = $event->getPacket();
        if ($packet instanceof LoginPacket) {
            $this->identities->learn($packet, $event->getOrigin());
        }
    }

    public function onPlayerJoin(PlayerJoinEvent $event): void
    {
        $player = $event->getPlayer();
        $id = $this->identities->of($player);
        if ($id !== null) {
            $this->site->joined(
                $id,
                $player->getName(),
                SkinFace::of($player->getSkin()->getSkinData()),
                language: $player->getLocale(),
            );
        }
    }

    public function onPlayerQuit(PlayerQuitEvent $event): void
    {
        $id = $this->identities->of($event->getPlayer());
        if ($id !== null) {
            $this->site->left($id);
        }
    }
}
