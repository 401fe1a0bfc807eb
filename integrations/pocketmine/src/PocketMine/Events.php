<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\event\Listener;
use pocketmine\event\player\PlayerChatEvent;
use pocketmine\event\player\PlayerJoinEvent;
use pocketmine\event\player\PlayerLoginEvent;
use pocketmine\event\player\PlayerQuitEvent;
use pocketmine\event\server\DataPacketReceiveEvent;
use pocketmine\network\mcpe\protocol\LoginPacket;
use VulxNetwork\SiteClient\Guard;
use VulxNetwork\SiteClient\SiteClient;
use VulxNetwork\SiteClient\SkinFace;

/** Each method is an entry from PocketMine, which ends with what an event handler throws. */
final class Events implements Listener
{
    public function __construct(
        private readonly Guard $guard,
        private readonly SiteClient $site,
        private readonly Identities $identities,
        private readonly Punishments $punishments,
    ) {
    }

    public function onDataPacketReceive(DataPacketReceiveEvent $event): void
    {
        $packet = $event->getPacket();
        if ($packet instanceof LoginPacket) {
            $this->guard->run('a login', fn () => $this->identities->learn($packet, $event->getOrigin()));
        }
    }

    public function onPlayerLogin(PlayerLoginEvent $event): void
    {
        $this->guard->run('a login', function () use ($event): void {
            $screen = $this->punishments->textFor($event->getPlayer(), 'ban');
            if ($screen !== null) {
                $event->setKickMessage($screen);
                $event->cancel();
            }
        });
    }

    public function onPlayerJoin(PlayerJoinEvent $event): void
    {
        $this->guard->run('a join', function () use ($event): void {
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
        });
    }

    public function onPlayerChat(PlayerChatEvent $event): void
    {
        $this->guard->run('a line of chat', function () use ($event): void {
            $text = $this->punishments->textFor($event->getPlayer(), 'mute');
            if ($text !== null) {
                $event->cancel();
                $event->getPlayer()->sendMessage($text);
            }
        });
    }

    public function onPlayerQuit(PlayerQuitEvent $event): void
    {
        $this->guard->run('a departure', function () use ($event): void {
            $id = $this->identities->of($event->getPlayer());
            if ($id !== null) {
                $this->site->left($id);
            }
        });
    }
}
