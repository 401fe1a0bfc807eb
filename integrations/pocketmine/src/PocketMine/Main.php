<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\command\Command;
use pocketmine\command\CommandSender;
use pocketmine\console\ConsoleCommandSender;
use pocketmine\player\Player;
use pocketmine\plugin\PluginBase;
use pocketmine\scheduler\ClosureTask;
use VulxNetwork\SiteClient\CurlHttp;
use VulxNetwork\SiteClient\FileStorage;
use VulxNetwork\SiteClient\Guard;
use VulxNetwork\SiteClient\PlayerId;
use VulxNetwork\SiteClient\SiteClient;

/** Other plugins report through `getSite` and `playerFields`; see README.md. Nothing here throws into PocketMine. */
final class Main extends PluginBase
{
    /** What a client says in its login data about the input it uses. */
    private const INPUTS = [1 => 'keyboard', 2 => 'touch', 3 => 'controller'];

    private Guard $guard;
    private ?SiteClient $site = null;
    private Identities $identities;
    private Punishments $punishments;
    private bool $isStarted = false;

    protected function onEnable(): void
    {
        $this->guard = new Guard(fn (string $line) => $this->getLogger()->warning($line));
        $this->guard->run('the start', $this->connect(...));
    }

    private function connect(): void
    {
        $this->saveDefaultConfig();
        $file = $this->getDataFolder() . 'config.yml';
        // It holds the key. PocketMine makes it readable for everybody.
        $this->guard->run('making config.yml private', static fn (): bool => (fileperms($file) & 0o007) === 0 || chmod($file, 0o600));
        $url = rtrim((string) $this->getConfig()->get('url', ''), '/');
        $key = (string) $this->getConfig()->get('key', '');
        if ($url === '' || $key === '') {
            $this->getLogger()->notice("Set url and key in $file and start the server again: nothing is reported to the website yet");
            return;
        }
        $server = $this->getServer();
        $proxies = array_values(array_map(strval(...), (array) $this->getConfig()->get('proxy-addresses', [])));
        $this->identities = new Identities($proxies);
        $this->punishments = new Punishments(new FileStorage($this->getDataFolder() . 'punishments'), $server, $this->identities);
        $site = new SiteClient(
            new CurlHttp($url, $key),
            new FileStorage($this->getDataFolder() . 'spool'),
            new OnlinePlayers($server, $this->identities),
            fn (string $line) => $this->getLogger()->warning($line),
            maxPlayers: $server->getMaxPlayers(),
            version: ltrim($server->getVersion(), 'v'),
        );
        $site->onRank($this->giveRank(...));
        $site->tellCupCalls('/ready');
        $server->getPluginManager()->registerEvents(new Events($this->guard, $site, $this->identities, $this->punishments), $this);
        $this->getScheduler()->scheduleRepeatingTask(new ClosureTask($this->tick(...)), 1);
        $this->site = $site;
        array_map($this->guard->say(...), Checks::of($server, $url, $proxies));
    }

    protected function onDisable(): void
    {
        $this->guard->run('the stop', fn () => $this->site?->stop());
    }

    /** Null while a setting is missing. */
    public function getSite(): ?SiteClient
    {
        return $this->site;
    }

    /** Who somebody is to the site, also after they left; null for a player without an Xbox account, who is not reported. */
    public function getId(Player $player): ?PlayerId
    {
        return $this->site === null ? null : $this->guard->run('getId', fn (): ?PlayerId => $this->identities->of($player));
    }

    /**
     * What a match says about a player, also after they left. Add `result`, and `kills`, `deaths` and `points` as the game
     * counts them. A player without an Xbox account has no `xuid`: `reportMatch` refuses a match with them.
     *
     * @return array<string, mixed>
     */
    public function playerFields(Player $player): array
    {
        $fields = [...($this->getId($player)?->toArray() ?? []), 'gamertag' => $player->getName()];
        return $this->guard->run('playerFields', static function () use ($player, $fields): array {
            $input = $player->getPlayerInfo()->getExtraData()['CurrentInputMode'] ?? null;
            return [
                ...$fields,
                'input' => is_int($input) ? self::INPUTS[$input] ?? null : null,
                'pingMs' => $player->isConnected() ? $player->getNetworkSession()->getPing() : null,
            ];
        }, $fields);
    }

    public function onCommand(CommandSender $sender, Command $command, string $label, array $args): bool
    {
        $this->guard->run("/$label", function () use ($sender, $command): void {
            $sender->sendMessage($sender instanceof Player ? $this->reply($sender, $command->getName()) : 'Players type this in the game.');
        });
        return true;
    }

    private function reply(Player $sender, string $command): string
    {
        $id = $this->getId($sender);
        if ($id === null || $this->site === null) {
            return 'Not available: the website does not know you here.';
        }
        return match ($command) {
            'link' => $this->site->link($id, $sender->getName()),
            'unlink' => $this->site->unlink($id),
            'hide' => $this->site->hide($id, $sender->getName(), true),
            'show' => $this->site->hide($id, $sender->getName(), false),
            'checkin' => $this->site->cup($id, 'check_in'),
            'ready' => $this->site->cup($id, 'ready'),
            'leavecup' => $this->site->cup($id, 'leave'),
            default => 'Your profile: ' . rtrim((string) $this->getConfig()->get('url', ''), '/') . '/profile',
        };
    }

    /** Starts at the first tick, when every plugin has set its handlers. */
    private function tick(): void
    {
        $this->guard->run('a tick', function (): void {
            if (!$this->isStarted) {
                $this->isStarted = true;
                $this->punishments->takeOver($this->site);
                $this->site->start();
            }
            $this->site->tick();
        });
    }

    private function giveRank(PlayerId $id, string $rank): void
    {
        $template = (string) $this->getConfig()->get('rank-command', '');
        $server = $this->getServer();
        foreach ($server->getOnlinePlayers() as $player) {
            if ($template === '' || $this->identities->of($player)?->key() !== $id->key()) {
                continue;
            }
            $line = strtr($template, ['{player}' => $player->getName(), '{rank}' => $rank]);
            $server->dispatchCommand(new ConsoleCommandSender($server, $server->getLanguage()), $line);
        }
    }
}
