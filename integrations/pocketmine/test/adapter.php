<?php

// A PocketMine server without PocketMine, which the conformance kit plays (integrations/conformance/README.md).

declare(strict_types=1);

use pocketmine\command\Command;
use pocketmine\entity\Skin;
use pocketmine\event\player\{PlayerJoinEvent, PlayerQuitEvent};
use pocketmine\network\mcpe\NetworkSession;
use pocketmine\player\Player;
use pocketmine\Server;
use pocketmine\utils\Config;
use VulxNetwork\PocketMine\Main;

require __DIR__ . '/server.php';
require __DIR__ . '/../../php/conformance/kit.php';

$server = new Server();
$config = new Config([
    'url' => getenv('SITE_URL'),
    'key' => getenv('SITE_KEY'),
    'rank-command' => '{rank}',
]);
$plugin = new Main($server, getenv('SPOOL_DIRECTORY') . '/', $config, fn (string $text) => write(['did' => 'line', 'text' => $text]));
$plugin->enable();
writePunishmentsOf($plugin->getSite());

$obey = static function (array $order) use ($server, $plugin): void {
    $xuid = $order['player']['xuid'] ?? '';
    $type = static fn (string $command) => $plugin->onCommand($server->players[$xuid], new Command($command), $command, []);
    switch ($order['do']) {
        case 'joined':
            // The plugin draws the face from the skin; where the kit's face is none, the skin is none either.
            $hasFace = str_starts_with($order['head'] ?? '', 'iVBOR');
            $skin = new Skin($hasFace ? str_repeat("\xc8\x96\x78\xff", 64 * 64) : 'x');
            $show = static fn (string $text) => write(['did' => 'message', 'player' => ['xuid' => $xuid], 'text' => $text]);
            $server->players[$xuid] = new Player($order['gamertag'], $xuid, $skin, new NetworkSession('127.0.0.1'), $show);
            $server->getPluginManager()->call(new PlayerJoinEvent($server->players[$xuid]));
            break;
        case 'left':
            $server->getPluginManager()->call(new PlayerQuitEvent($server->players[$xuid]));
            unset($server->players[$xuid]);
            break;
        case 'match':
            $plugin->getSite()->reportMatch($order['match']);
            break;
        case 'void':
            $plugin->getSite()->voidMatch($order['matchId'], $order['reason']);
            break;
        case 'punished':
            $plugin->getSite()->punish($order['punishment']);
            break;
        case 'lifted':
            $plugin->getSite()->liftPunishment($order['id'], $order['reason']);
            break;
        case 'reported':
            $plugin->getSite()->reportPlayer($order['report']);
            break;
        case 'link':
        case 'unlink':
            $type($order['do']);
            break;
        case 'queue':
            $plugin->getSite()->setQueue($order['mode'], $order['players']);
            break;
        default:
            throw new RuntimeException("The kit asks for {$order['do']}, which this program does not know");
    }
};

playFor($obey, static function () use ($server, $plugin): void {
    $plugin->getScheduler()->run();
    foreach ($server->dispatched as $rank) {
        write(['did' => 'rank', 'rank' => $rank]);
    }
    $server->dispatched = [];
});
$plugin->disable();
