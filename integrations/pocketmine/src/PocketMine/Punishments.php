<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\player\Player;
use pocketmine\Server;
use VulxNetwork\SiteClient\Json;
use VulxNetwork\SiteClient\Punishment;
use VulxNetwork\SiteClient\SiteClient;
use VulxNetwork\SiteClient\Storage;
use VulxNetwork\SiteClient\Time;

/**
 * Puts into force what staff decide on the website, where no other plugin does: who is banned is kicked and cannot join,
 * who is muted cannot chat. What is in force is stored.
 */
final class Punishments
{
    private bool $isOurs = false;
    /** @var array<string, array<string, \stdClass>> by player, then by the key they are stored under */
    private array $inForce = [];

    public function __construct(
        private readonly Storage $storage,
        private readonly Server $server,
        private readonly Identities $identities,
    ) {
        foreach ($storage->keys() as $key) {
            $one = Json::decode($storage->read($key));
            if (is_string($one->player ?? null)) {
                $this->inForce[$one->player][$key] = $one;
            }
        }
    }

    /** Call it when every plugin had the chance to set `onPunish`. */
    public function takeOver(SiteClient $site): void
    {
        if (!$site->hasOnPunish()) {
            $this->isOurs = true;
            $site->onPunish(fn (Punishment $one) => $this->obey($one, $site));
        }
    }

    /** What a player reads who is banned or muted now; null for everybody else. */
    public function textFor(Player $player, string $kind): ?string
    {
        $id = $this->isOurs ? $this->identities->of($player) : null;
        foreach ($id === null ? [] : $this->inForce[$id->key()] ?? [] as $one) {
            $until = Time::ms($one->until ?? null);
            if ($one->kind === $kind && ($until === null || $until > microtime(true) * 1_000)) {
                return $one->text;
            }
        }
        return null;
    }

    private function obey(Punishment $one, SiteClient $site): void
    {
        $data = $one->data;
        $player = $one->player->key();
        // A member may be known under several ids, each of which gets its own order.
        $key = (string) ($data['id'] ?? '') . " $player";
        if ($one->type === 'pardon') {
            unset($this->inForce[$player][$key]);
            $this->storage->write($key, null);
            return;
        }
        $kind = $data['kind'] ?? '';
        $text = (string) ($data['text'] ?? $data['reason'] ?? '');
        $isLasting = $kind === 'ban' || $kind === 'mute';
        $stored = ['player' => $player, 'kind' => $kind, 'until' => $data['until'] ?? null, 'text' => $text];
        if ($isLasting) {
            $this->inForce[$player][$key] = (object) $stored;
        }
        foreach ($this->server->getOnlinePlayers() as $online) {
            if ($this->identities->of($online)?->key() !== $player) {
                continue;
            }
            if ($kind === 'ban' || $kind === 'kick') {
                $online->kick((string) ($data['reason'] ?? ''), null, $text);
            } else {
                $online->sendMessage($text);
            }
        }
        // After the kick, which a full disk does not prevent.
        if ($isLasting) {
            $this->storage->write($key, Json::encode($stored));
        }
        // The site shows that it is in force.
        $site->punish([...$data, ...$one->player->toArray()]);
    }
}
