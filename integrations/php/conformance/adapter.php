<?php

// A game server that the conformance kit plays (integrations/conformance/README.md), over this package.

declare(strict_types=1);

use VulxNetwork\SiteClient\{Clock, CurlHttp, FileStorage, PlayerId, Players, SiteClient, SystemClock};

require __DIR__ . '/../autoload.php';
require __DIR__ . '/kit.php';

/** A game server's clock that the kit sets wrong. */
final class KitClock implements Clock
{
    public function __construct(public int $offsetMs, private readonly Clock $clock = new SystemClock())
    {
    }

    public function now(): int
    {
        return $this->clock->now() + $this->offsetMs;
    }

    public function monotonic(): int
    {
        return $this->clock->monotonic();
    }
}

final class KitPlayers implements Players
{
    /** @var array<string, true> */
    public array $here = [];

    public function count(): int
    {
        return count($this->here);
    }

    public function isHere(PlayerId $player): bool
    {
        return isset($this->here[$player->key()]);
    }

    public function tell(PlayerId $player, string $text): void
    {
        write(['did' => 'message', 'player' => $player->toArray(), 'text' => $text]);
    }
}

$clock = new KitClock((int) getenv('CLOCK_OFFSET_MS'));
$players = new KitPlayers();
$client = new SiteClient(
    new CurlHttp(getenv('SITE_URL'), getenv('SITE_KEY')),
    new FileStorage(getenv('SPOOL_DIRECTORY')),
    $players,
    static fn (string $text) => write(['did' => 'line', 'text' => $text]),
    maxPlayers: 40,
    version: '1.21.100',
    clock: $clock,
);
$client->onRank(static fn (PlayerId $player, string $rank)
    => write(['did' => 'rank', 'player' => $player->toArray(), 'rank' => $rank]));
writePunishmentsOf($client);

$obey = static function (array $order) use ($client, $players, $clock): void {
    $player = PlayerId::of($order['player'] ?? []);
    switch ($order['do']) {
        case 'joined':
            $players->here[$player->key()] = true;
            $client->joined($player, $order['gamertag'], $order['head'] ?? null);
            break;
        case 'left':
            unset($players->here[$player->key()]);
            $client->left($player);
            break;
        case 'match':
            $client->reportMatch($order['match']);
            break;
        case 'void':
            $client->voidMatch($order['matchId'], $order['reason']);
            break;
        case 'punished':
            $client->punish($order['punishment']);
            break;
        case 'lifted':
            $client->liftPunishment($order['id'], $order['reason']);
            break;
        case 'reported':
            $client->reportPlayer($order['report']);
            break;
        case 'link':
            $players->tell($player, $client->link($player, $order['gamertag']));
            break;
        case 'unlink':
            $players->tell($player, $client->unlink($player));
            break;
        case 'queue':
            $client->setQueue($order['mode'], $order['players']);
            break;
        case 'clock':
            $clock->offsetMs = $order['offsetMs'];
            break;
        default:
            throw new RuntimeException("The kit asks for {$order['do']}, which this program does not know");
    }
};

$client->start();
playFor($obey, $client->tick(...));
$client->stop();
