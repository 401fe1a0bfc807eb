<?php

// What takes a game server down, over the stand-in: whatever reaches PocketMine is printed under the step that threw it.

declare(strict_types=1);

use pocketmine\command\Command;
use pocketmine\entity\Skin;
use pocketmine\event\player\{PlayerChatEvent, PlayerDeathEvent, PlayerJoinEvent, PlayerLoginEvent, PlayerQuitEvent};
use pocketmine\event\server\DataPacketReceiveEvent;
use pocketmine\network\mcpe\NetworkSession;
use pocketmine\network\mcpe\protocol\LoginPacket;
use pocketmine\player\Player;
use pocketmine\Server;
use pocketmine\utils\Config;
use VulxNetwork\PocketMine\Main;

require __DIR__ . '/server.php';
require __DIR__ . '/../example/DuelCore.php';

[$folder, $site] = [getenv('SPOOL_DIRECTORY') . '/', ['url' => getenv('SITE_URL'), 'key' => getenv('SITE_KEY')]];
[$seen, $lines, $said] = [['thrown' => []], [], []];
$say = static function (string $text) use (&$lines): void {
    $lines[] = $text;
};
/** Runs a step as PocketMine would. */
$step = static function (string $name, Closure $work) use (&$seen, &$lines): mixed {
    $from = count($lines);
    try {
        $result = $work();
    } catch (Throwable $error) {
        $seen['thrown'][$name] = $error->getMessage();
        $result = null;
    }
    $seen['lines'][$name] = array_slice($lines, $from);
    return $result;
};
$server = new Server();
$events = $server->getPluginManager();
$start = static function (array $settings) use ($server, $events, $folder, $say): Main {
    $plugin = new Main($server, $folder, new Config($settings), $say);
    $plugin->enable();
    return $events->plugins['VulxNetwork'] = $plugin;
};

$step('first start', static fn () => $start([]));
clearstatcache();
$seen['mode'] = decoct(fileperms("{$folder}config.yml") & 0777);
$server->onlineMode = false;
$step('no xbox-auth', static fn () => $start($site)->disable());
$step('no xbox-auth behind a proxy', static fn () => $start([...$site, 'proxy-addresses' => ['10.0.0.2']]));
$plugin = $events->plugins['VulxNetwork'];
$core = new Example\DuelCore\DuelCore($server, '', new Config([]), static fn () => null);
$core->enable();

$until = static function (Closure $holds, int $seconds = 30) use ($plugin): void {
    for ($end = time() + $seconds; !$holds() && time() < $end; usleep(5_000)) {
        $plugin->getScheduler()->run();
    }
};
$make = static function (string $name, string $xuid, ?string $claimed = null) use ($events, &$said): Player {
    $session = new NetworkSession($claimed === null ? '203.0.113.5' : '10.0.0.2');
    $packet = new LoginPacket();
    $packet->clientDataJwt = implode('.', [base64_encode('{}'), base64_encode(json_encode(['Waterdog_XUID' => $claimed])), '']);
    $events->call(new DataPacketReceiveEvent($session, $packet));
    return new Player($name, $xuid, new Skin(str_repeat("\xc8\x96\x78\xff", 64 * 64)), $session, static function (string $text) use ($name, &$said): void {
        $said[$name][] = $text;
    });
};
$join = static function (Player $player) use ($server, $events): Player {
    $server->players[$player->getName()] = $player;
    $events->call(new PlayerJoinEvent($player));
    return $player;
};
$leave = static function (Player $player) use ($server, $events): void {
    $events->call(new PlayerQuitEvent($player));
    unset($server->players[$player->getName()]);
    $player->close();
};

// Somebody leaves a duel, and the other one dies: the ping and the XUID of who has no session any more.
[$ann, $ben] = [$join($make('Ann', '', '2535400000000001')), $join($make('Ben', '2535400000000002'))];
$core->begin($ann, $ben);
$step('a player leaves a duel', static fn () => $leave($ann));
$step('the other one dies', static fn () => $events->call(new PlayerDeathEvent($ben)));
$seen['gone'] = $step('fields of a player who left', static fn () => $plugin->playerFields($ann));

// A player without an Xbox account.
$cara = $join($make('Cara', ''));
$core->begin($ben, $cara);
$step('a player without an account dies', static fn () => $events->call(new PlayerDeathEvent($cara)));
$report = static fn (Player $winner, Player $loser) => $plugin->getSite()->reportMatch([
    'gameType' => 'boxing',
    'startedAt' => microtime(true),
    'players' => [[...$plugin->playerFields($winner), 'result' => 'win'], [...$plugin->playerFields($loser), 'result' => 'loss']],
]);
$seen['unknown'] = $step('the snippet with a player without an account', static fn () => $report($ben, $cara)->problem);
$until(static fn (): bool => $plugin->getSite()->waiting() === 0);

// A mistake of a player.
$step('a mistaken /ready', static function () use ($plugin, $ben, $until, &$said): void {
    $plugin->onCommand($ben, new Command('ready'), 'ready', []);
    $until(static fn (): bool => count($said['Ben'] ?? []) > 1);
});

// The site bans Dan, who is here, and mutes Eve.
[$dan, $eve] = [$join($make('Dan', '2535400000000004')), $join($make('Eve', '2535400000000005'))];
echo json_encode(['order' => 'punish']), "\n";
$step('a ban of the site', static fn () => $until(static fn (): bool => $dan->screen !== null && isset($said['Eve'])));
$seen['screen'] = $dan->screen;
$leave($dan);
$login = static function (Main $plugin) use ($events, $make): ?string {
    $event = new PlayerLoginEvent($make('Dan', '2535400000000004'));
    $events->call($event);
    return $event->isCancelled() ? (string) $event->getKickMessage() : null;
};
$chat = static function () use ($events, $eve): bool {
    $event = new PlayerChatEvent($eve);
    $events->call($event);
    return $event->isCancelled();
};
$seen['banned'] = $step('the banned player joins', static fn () => $login($plugin));
$seen['muted'] = $step('the muted player chats', $chat);
$until(static fn (): bool => $plugin->getSite()->waiting() === 0);
echo json_encode(['order' => 'pardon']), "\n";
$step('a pardon of the site', static fn () => $until(static fn (): bool => $login($plugin) === null));
$seen['pardoned'] = $login($plugin);
$seen['stillMuted'] = $chat();

// The disk fails: first its directory is gone, then it is there again.
rename("{$folder}spool", "{$folder}away");
$join($make('Fay', '2535400000000006'));
$seen['full'] = $step('a report on a broken disk', static fn () => $report($ben, $eve)->problem);
$step('another one', static fn () => $report($ben, $eve));
$step('a join on a broken disk', static fn () => $join($make('Gus', '2535400000000007')));
$step('a command on a broken disk', static fn () => $plugin->onCommand($eve, new Command('link'), 'link', []));
$step('ticks on a broken disk', static fn () => $until(static fn (): bool => false, 2));
rename("{$folder}away", "{$folder}spool");
$seen['mended'] = $step('a report on a mended disk', static fn () => $report($ben, $eve)->ok);
$until(static fn (): bool => $plugin->getSite()->waiting() === 0);
$step('the stop', static fn () => $plugin->disable());

// The start on a disk that cannot be written.
file_put_contents("{$folder}blocked", '');
$step('a start without a directory', static function () use ($server, $site, $say, $folder): void {
    $plugin = new Main($server, "{$folder}blocked/", new Config($site), $say);
    $plugin->enable();
    $plugin->getScheduler()->run();
    $plugin->disable();
});
$seen['thrown'] = (object) $seen['thrown'];
echo json_encode([...$seen, 'said' => $said], JSON_THROW_ON_ERROR);
