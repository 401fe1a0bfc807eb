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
use VulxNetwork\SiteClient\Punishment;

require __DIR__ . '/server.php';

function write(array $line): void
{
    fwrite(STDOUT, json_encode($line, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR) . "\n");
}

$server = new Server();
$config = new Config([
    'url' => getenv('SITE_URL'),
    'key' => getenv('SITE_KEY'),
    'rank-command' => '{rank}',
]);
$plugin = new Main($server, getenv('SPOOL_DIRECTORY') . '/', $config, fn (string $text) => write(['did' => 'line', 'text' => $text]));
$plugin->enable();
$plugin->getSite()->onPunish(static fn (Punishment $one)
    => write(['did' => 'punish', 'id' => $one->id, 'type' => $one->type, 'player' => $one->player->toArray()]));

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

write(['ready' => true]);
stream_set_blocking(STDIN, false);
$rest = '';
while (true) {
    $read = [STDIN];
    $none = null;
    stream_select($read, $none, $none, 0, 5_000);
    $chunk = $read === [] ? '' : fread(STDIN, 65_536);
    if ($chunk === '' && feof(STDIN)) {
        break;
    }
    $lines = explode("\n", $rest . $chunk);
    $rest = array_pop($lines);
    foreach ($lines as $line) {
        $order = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
        $obey($order);
        write(['done' => $order['n']]);
    }
    $plugin->getScheduler()->run();
    $server->getAsyncPool()->run();
    foreach ($server->dispatched as $rank) {
        write(['did' => 'rank', 'rank' => $rank]);
    }
    $server->dispatched = [];
}
$plugin->disable();
