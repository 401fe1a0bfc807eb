<?php

// What the kit does not ask of the plugin: the proxy, commands, the example. Prints what it sees as JSON.

declare(strict_types=1);

use pocketmine\command\Command;
use pocketmine\console\ConsoleCommandSender;
use pocketmine\entity\Skin;
use pocketmine\event\player\{PlayerDeathEvent, PlayerJoinEvent, PlayerQuitEvent};
use pocketmine\event\server\DataPacketReceiveEvent;
use pocketmine\network\mcpe\NetworkSession;
use pocketmine\network\mcpe\protocol\LoginPacket;
use pocketmine\player\Player;
use pocketmine\Server;
use pocketmine\utils\Config;
use VulxNetwork\PocketMine\Main;

require __DIR__ . '/server.php';
require __DIR__ . '/../example/DuelCore.php';

$said = [];
$lines = [];
$server = new Server();
$events = $server->getPluginManager();
$make = static function (array $settings) use ($server, &$lines): Main {
    $plugin = new Main($server, getenv('SPOOL_DIRECTORY') . '/', new Config($settings), function (string $text) use (&$lines): void {
        $lines[] = $text;
    });
    $plugin->enable();
    return $plugin;
};

$make(['url' => getenv('SITE_URL')]);
$plugin = $make(['url' => getenv('SITE_URL'), 'key' => getenv('SITE_KEY'), 'proxy-addresses' => ['10.0.0.2']]);
$events->plugins['VulxNetwork'] = $plugin;

/** Somebody logs in through an address, with an XUID that the login data claims. */
$comes = static function (string $name, string $ip, string $claimed, string $xuid = '') use ($server, $events, &$said): Player {
    $session = new NetworkSession($ip);
    $packet = new LoginPacket();
    $packet->clientDataJwt = implode('.', [base64_encode('{}'), base64_encode(json_encode(['Waterdog_XUID' => $claimed])), '']);
    $events->call(new DataPacketReceiveEvent($session, $packet));
    $show = static function (string $text) use ($name, &$said): void {
        $said[$name][] = $text;
    };
    $player = new Player($name, $xuid, new Skin(str_repeat("\xc8\x96\x78\xff", 64 * 64)), $session, $show);
    $server->players[$name] = $player;
    $events->call(new PlayerJoinEvent($player));
    return $player;
};

$ann = $comes('Ann', '10.0.0.2', '2535400000000001');
$ben = $comes('Ben', '203.0.113.5', '666', '2535400000000002');
$mallory = $comes('Mallory', '203.0.113.6', '2535400000000001');
foreach (['link', 'hide', 'profile'] as $command) {
    $plugin->onCommand($ann, new Command($command), $command, []);
}
$plugin->onCommand($ben, new Command('show'), 'show', []);
$plugin->onCommand($mallory, new Command('link'), 'link', []);
$plugin->onCommand(new ConsoleCommandSender($server, $server->getLanguage()), new Command('link'), 'link', []);

/** Runs the server until something holds, a minute at most. */
$until = static function (Closure $holds) use ($plugin, $server): void {
    for ($end = time() + 60; !$holds() && time() < $end; usleep(5_000)) {
        $plugin->getScheduler()->run();
        }
};
$cid = $comes('Cid', '203.0.113.7', '', '2535400000000003');
$dan = $comes('Dan', '203.0.113.8', '', '2535400000000004');
$eve = $comes('Eve', '203.0.113.9', '', '2535400000000005');
foreach (['checkin' => $cid, 'ready' => $dan, 'leavecup' => $eve] as $command => $player) {
    $plugin->onCommand($player, new Command($command), $command, []);
    $plugin->onCommand($mallory, new Command($command), $command, []);
    $plugin->onCommand(new ConsoleCommandSender($server, $server->getLanguage()), new Command($command), $command, []);
}
$until(static function () use (&$said): bool {
    return count($said['Cid']) + count($said['Dan']) + count($said['Eve']) === 6 && count($said['Ben']) === 2;
});

$core = new Example\DuelCore\DuelCore($server, '', new Config([]), static fn () => null);
$core->enable();
$core->begin($ann, $ben);
$events->call(new PlayerDeathEvent($ben));
$events->call(new PlayerDeathEvent($ben));
$events->call(new PlayerQuitEvent($mallory));

$until(static fn (): bool => $plugin->getSite()->waiting() === 0);
$plugin->disable();
echo json_encode(['said' => $said, 'lines' => $lines, 'waiting' => $plugin->getSite()->waiting()], JSON_THROW_ON_ERROR);
