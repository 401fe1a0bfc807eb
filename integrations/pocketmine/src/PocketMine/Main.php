<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\command\Command;
use pocketmine\command\CommandSender;
use pocketmine\console\ConsoleCommandSender;
use pocketmine\player\Player;
use pocketmine\plugin\PluginBase;
use pocketmine\scheduler\ClosureTask;
use VulxNetwork\SiteClient\FileStorage;
use VulxNetwork\SiteClient\PlayerId;
use VulxNetwork\SiteClient\SiteClient;

/** Other plugins report through `getSite` and `playerFields`; see README.md. */
final class Main extends PluginBase
{
    /** The site is driven this often, in ticks of 50 ms. */
    private const PERIOD_TICKS = 4;
    /** What a client says in its login data about the input it uses. */
    private const INPUTS = [1 => 'keyboard', 2 => 'touch', 3 => 'controller'];

    private ?SiteClient $site = null;
    private Identities $identities;
    private bool $isStarted = false;

    protected function onEnable(): void
    {
        $this->saveDefaultConfig();
        $url = rtrim((string) $this->getConfig()->get('url', ''), '/');
        $key = (string) $this->getConfig()->get('key', '');
        if ($url === '' || $key === '') {
            $this->getLogger()->error('url and key must be set in config.yml: nothing is reported to the website');
            return;
        }
        $server = $this->getServer();
        $proxies = (array) $this->getConfig()->get('proxy-addresses', []);
        $this->identities = new Identities(array_map(strval(...), $proxies));
        $this->site = new SiteClient(
            new AsyncHttp($server->getAsyncPool(), $url, $key),
            new FileStorage($this->getDataFolder() . 'spool'),
            new OnlinePlayers($server, $this->identities),
            fn (string $line) => $this->getLogger()->warning($line),
            maxPlayers: $server->getMaxPlayers(),
            version: ltrim($server->getVersion(), 'v'),
        );
        $this->site->onRank($this->giveRank(...));
        $this->site->tellCupCalls('/ready');
        $server->getPluginManager()->registerEvents(new Events($this->site, $this->identities), $this);
        $this->getScheduler()->scheduleRepeatingTask(new ClosureTask($this->tick(...)), self::PERIOD_TICKS);
    }

    protected function onDisable(): void
    {
        $this->site?->stop();
    }

    /** Null while a setting is missing. */
    public function getSite(): ?SiteClient
    {
        return $this->site;
    }

    /** Who somebody is to the site; null for a player without an Xbox account, who is not reported. */
    public function getId(Player $player): ?PlayerId
    {
        return $this->site === null ? null : $this->identities->of($player);
    }

    /**
     * What a match says about a player. Add `result`, and `kills`, `deaths` and `points` as the game counts them. Throws
     * for a player who cannot be reported: report no match with them.
     *
     * @return array<string, mixed>
     */
    public function playerFields(Player $player): array
    {
        $id = $this->getId($player) ?? throw new \LogicException("{$player->getName()} has no XUID");
        $input = $player->getPlayerInfo()->getExtraData()['CurrentInputMode'] ?? null;
        return [
            ...$id->toArray(),
            'gamertag' => $player->getName(),
            'input' => is_int($input) ? self::INPUTS[$input] ?? null : null,
            'pingMs' => $player->getNetworkSession()->getPing(),
        ];
    }

    public function onCommand(CommandSender $sender, Command $command, string $label, array $args): bool
    {
        $id = $sender instanceof Player ? $this->getId($sender) : null;
        if (!$sender instanceof Player) {
            $sender->sendMessage('Players type this in the game.');
        } elseif ($id === null || $this->site === null) {
            $sender->sendMessage('Not available: the website does not know you here.');
        } else {
            $sender->sendMessage(match ($command->getName()) {
                'link' => $this->site->link($id, $sender->getName()),
                'unlink' => $this->site->unlink($id),
                'hide' => $this->site->hide($id, $sender->getName(), true),
                'show' => $this->site->hide($id, $sender->getName(), false),
                'checkin' => $this->site->cup($id, 'check_in'),
                'ready' => $this->site->cup($id, 'ready'),
                'leavecup' => $this->site->cup($id, 'leave'),
                default => 'Your profile: ' . rtrim((string) $this->getConfig()->get('url', ''), '/') . '/profile',
            });
        }
        return true;
    }

    /** Starts at the first tick, when every plugin has set its handlers. */
    private function tick(): void
    {
        if (!$this->isStarted) {
            $this->isStarted = true;
            $this->site?->start();
        }
        $this->site?->tick();
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
