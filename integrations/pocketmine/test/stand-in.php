<?php

// What the plugin uses of PocketMine-MP's API 5, with the names and types of https://apidoc.pmmp.io (5.39), and just
// enough behaviour to run it. With strict types a call that the documented API does not have is an error here too. It throws
// where the source of 5.19 does: a player who left has no session, a plugin that is not enabled registers nothing. What the
// plugin throws reaches the test, as it would end a server.

declare(strict_types=1);

namespace pocketmine\utils {
    final class Config
    {
        /** @param array<string, mixed> $values */
        public function __construct(private readonly array $values)
        {
        }

        public function get(string $k, mixed $default = false): mixed
        {
            return $this->values[$k] ?? $default;
        }
    }
}

namespace pocketmine\lang {
    final class Translatable
    {
    }

    final class Language
    {
    }
}

namespace pocketmine\entity {
    final class Skin
    {
        public function __construct(private readonly string $skinData)
        {
        }

        public function getSkinData(): string
        {
            return $this->skinData;
        }
    }
}

namespace pocketmine\network\mcpe\protocol {
    interface ServerboundPacket
    {
    }

    final class LoginPacket implements ServerboundPacket
    {
        public string $clientDataJwt = '';
    }
}

namespace pocketmine\network\mcpe {
    final class JwtException extends \RuntimeException
    {
    }

    final class JwtUtils
    {
        /** @return array{array<string, mixed>, array<string, mixed>, string} header, body and signature */
        public static function parse(string $token): array
        {
            $parts = explode('.', $token);
            if (count($parts) !== 3) {
                throw new JwtException('Expected exactly 3 JWT parts');
            }
            $decode = static fn (string $part): array
                => json_decode(base64_decode(strtr($part, '-_', '+/')), true, flags: JSON_THROW_ON_ERROR);
            return [$decode($parts[0]), $decode($parts[1]), $parts[2]];
        }
    }

    final class NetworkSession
    {
        public function __construct(private readonly string $ip)
        {
        }

        public function getIp(): string
        {
            return $this->ip;
        }

        public function getPing(): ?int
        {
            return 20;
        }
    }
}

namespace pocketmine\command {
    use pocketmine\lang\Translatable;

    interface CommandSender
    {
        public function getName(): string;

        public function sendMessage(Translatable|string $message): void;
    }

    class Command
    {
        public function __construct(private readonly string $name)
        {
        }

        public function getName(): string
        {
            return $this->name;
        }
    }
}

namespace pocketmine\player {
    use pocketmine\command\CommandSender;
    use pocketmine\entity\Skin;
    use pocketmine\lang\Translatable;
    use pocketmine\network\mcpe\NetworkSession;

    class PlayerInfo
    {
        /** @param array<string, mixed> $extraData */
        public function __construct(private readonly array $extraData)
        {
        }

        /** @return array<string, mixed> */
        public function getExtraData(): array
        {
            return $this->extraData;
        }
    }

    class Player implements CommandSender
    {
        /** Of this stand-in: what the player read last when the server ended the connection. */
        public ?string $screen = null;

        /** @param \Closure(string): void $show */
        public function __construct(
            private readonly string $name,
            private readonly string $xuid,
            private readonly Skin $skin,
            private ?NetworkSession $session,
            private readonly \Closure $show,
        ) {
        }

        /** Of this stand-in: some ticks after a player left, PocketMine takes the session away. */
        public function close(): void
        {
            $this->session = null;
        }

        public function isConnected(): bool
        {
            return $this->session !== null;
        }

        public function kick(
            Translatable|string $reason = '',
            Translatable|string|null $quitMessage = null,
            Translatable|string|null $disconnectScreenMessage = null,
        ): bool {
            $this->screen = (string) ($disconnectScreenMessage ?? $reason);
            return true;
        }

        public function getName(): string
        {
            return $this->name;
        }

        public function getXuid(): string
        {
            return $this->xuid;
        }

        public function getSkin(): Skin
        {
            return $this->skin;
        }

        public function getLocale(): string
        {
            return 'de_DE';
        }

        public function getNetworkSession(): NetworkSession
        {
            return $this->session ?? throw new \LogicException('Player is not connected');
        }

        public function getPlayerInfo(): PlayerInfo
        {
            return new PlayerInfo(['CurrentInputMode' => 2]);
        }

        public function sendMessage(Translatable|string $message): void
        {
            $this->getNetworkSession();
            ($this->show)((string) $message);
        }
    }
}

namespace pocketmine\event {
    interface Listener
    {
    }

    trait CancellableTrait
    {
        private bool $isCancelled = false;

        public function isCancelled(): bool
        {
            return $this->isCancelled;
        }

        public function cancel(): void
        {
            $this->isCancelled = true;
        }
    }

    abstract class Event
    {
    }
}

namespace pocketmine\event\player {
    use pocketmine\event\CancellableTrait;
    use pocketmine\event\Event;
    use pocketmine\lang\Translatable;
    use pocketmine\player\Player;

    abstract class PlayerEvent extends Event
    {
        public function __construct(protected readonly Player $player)
        {
        }

        public function getPlayer(): Player
        {
            return $this->player;
        }
    }

    final class PlayerJoinEvent extends PlayerEvent
    {
    }

    final class PlayerQuitEvent extends PlayerEvent
    {
    }

    final class PlayerDeathEvent extends PlayerEvent
    {
    }

    final class PlayerLoginEvent extends PlayerEvent
    {
        use CancellableTrait;

        private Translatable|string $kickMessage = 'Plugin reason';

        public function setKickMessage(Translatable|string $kickMessage): void
        {
            $this->kickMessage = $kickMessage;
        }

        public function getKickMessage(): Translatable|string
        {
            return $this->kickMessage;
        }
    }

    final class PlayerChatEvent extends PlayerEvent
    {
        use CancellableTrait;
    }
}

namespace pocketmine\event\server {
    use pocketmine\event\Event;
    use pocketmine\network\mcpe\NetworkSession;
    use pocketmine\network\mcpe\protocol\ServerboundPacket;

    final class DataPacketReceiveEvent extends Event
    {
        public function __construct(private readonly NetworkSession $origin, private readonly ServerboundPacket $packet)
        {
        }

        public function getPacket(): ServerboundPacket
        {
            return $this->packet;
        }

        public function getOrigin(): NetworkSession
        {
            return $this->origin;
        }
    }
}

namespace pocketmine\scheduler {
    abstract class Task
    {
        abstract public function onRun(): void;
    }

    final class ClosureTask extends Task
    {
        public function __construct(private readonly \Closure $closure)
        {
        }

        public function onRun(): void
        {
            ($this->closure)();
        }
    }

    final class TaskHandler
    {
    }

    final class TaskScheduler
    {
        /** @var list<Task> */
        private array $tasks = [];

        public function scheduleRepeatingTask(Task $task, int $period): TaskHandler
        {
            $this->tasks[] = $task;
            return new TaskHandler();
        }

        /** Of this stand-in: every repeating task once. */
        public function run(): void
        {
            foreach ($this->tasks as $task) {
                $task->onRun();
            }
        }
    }
}

namespace pocketmine\plugin {
    use pocketmine\command\Command;
    use pocketmine\command\CommandSender;
    use pocketmine\event\Event;
    use pocketmine\event\Listener;
    use pocketmine\scheduler\TaskScheduler;
    use pocketmine\Server;
    use pocketmine\utils\Config;

    interface Plugin
    {
        public function isEnabled(): bool;
    }

    final class PluginLogger
    {
        /** @param \Closure(string): void $write */
        public function __construct(private readonly \Closure $write)
        {
        }

        public function warning(string|\Stringable $message): void
        {
            ($this->write)((string) $message);
        }

        public function notice(string|\Stringable $message): void
        {
            ($this->write)("NOTICE $message");
        }

        public function info(string|\Stringable $message): void
        {
        }
    }

    final class PluginManager
    {
        /** @var list<array{Listener, Plugin}> */
        private array $listeners = [];
        /** @var array<string, Plugin> */
        public array $plugins = [];

        public function registerEvents(Listener $listener, Plugin $plugin): void
        {
            if (!$plugin->isEnabled()) {
                throw new \RuntimeException('Plugin attempted to register ' . $listener::class . ' while not enabled');
            }
            $this->listeners[] = [$listener, $plugin];
        }

        public function getPlugin(string $name): ?Plugin
        {
            return $this->plugins[$name] ?? null;
        }

        /** Of this stand-in: as PocketMine, by the type of each public method's only parameter. */
        public function call(Event $event): void
        {
            foreach ($this->listeners as [$listener, $plugin]) {
                foreach ((new \ReflectionClass($listener))->getMethods(\ReflectionMethod::IS_PUBLIC) as $method) {
                    $parameters = $method->getParameters();
                    $type = count($parameters) === 1 ? $parameters[0]->getType() : null;
                    if ($plugin->isEnabled() && $type instanceof \ReflectionNamedType && is_a($event, $type->getName())) {
                        $method->invoke($listener, $event);
                    }
                }
            }
        }
    }

    abstract class PluginBase implements Plugin
    {
        private readonly TaskScheduler $scheduler;
        private bool $isEnabled = false;

        /** @param \Closure(string): void $write */
        public function __construct(
            private readonly Server $server,
            private readonly string $dataFolder,
            private readonly Config $config,
            private readonly \Closure $write,
        ) {
            $this->scheduler = new TaskScheduler();
        }

        protected function onEnable(): void
        {
        }

        protected function onDisable(): void
        {
        }

        /** Of this stand-in. */
        public function enable(): void
        {
            $this->isEnabled = true;
            $this->onEnable();
        }

        /** Of this stand-in. */
        public function disable(): void
        {
            $this->isEnabled = false;
            $this->onDisable();
        }

        final public function isEnabled(): bool
        {
            return $this->isEnabled;
        }

        /** @param string[] $args */
        public function onCommand(CommandSender $sender, Command $command, string $label, array $args): bool
        {
            return false;
        }

        public function saveDefaultConfig(): bool
        {
            $file = "{$this->dataFolder}config.yml";
            if (file_exists($file)) {
                return false;
            }
            if (!file_exists($this->dataFolder)) {
                mkdir($this->dataFolder, 0755, true);
            }
            return copy(__DIR__ . '/../resources/config.yml', $file);
        }

        public function getConfig(): Config
        {
            return $this->config;
        }

        public function getLogger(): PluginLogger
        {
            return new PluginLogger($this->write);
        }

        final public function getServer(): Server
        {
            return $this->server;
        }

        public function getScheduler(): TaskScheduler
        {
            return $this->scheduler;
        }

        /** With a slash at its end. */
        final public function getDataFolder(): string
        {
            return $this->dataFolder;
        }
    }
}

namespace pocketmine {
    use pocketmine\command\CommandSender;
    use pocketmine\lang\Language;
    use pocketmine\player\Player;
    use pocketmine\plugin\PluginManager;

    final class Server
    {
        /** @var array<string, Player> */
        public array $players = [];
        /** @var list<string> */
        public array $dispatched = [];
        /** Of this stand-in: `xbox-auth`. */
        public bool $onlineMode = true;
        private readonly PluginManager $plugins;

        public function __construct()
        {
            $this->plugins = new PluginManager();
        }

        /** @return Player[] */
        public function getOnlinePlayers(): array
        {
            return $this->players;
        }

        public function getMaxPlayers(): int
        {
            return 40;
        }

        public function getVersion(): string
        {
            return 'v1.21.100';
        }

        public function getOnlineMode(): bool
        {
            return $this->onlineMode;
        }

        public function getPluginManager(): PluginManager
        {
            return $this->plugins;
        }

        public function getLanguage(): Language
        {
            return new Language();
        }

        public function dispatchCommand(CommandSender $sender, string $commandLine, bool $internal = false): bool
        {
            $this->dispatched[] = $commandLine;
            return true;
        }
    }
}

namespace pocketmine\console {
    use pocketmine\command\CommandSender;
    use pocketmine\lang\Language;
    use pocketmine\lang\Translatable;
    use pocketmine\Server;

    final class ConsoleCommandSender implements CommandSender
    {
        public function __construct(private readonly Server $server, private readonly Language $language)
        {
        }

        public function getName(): string
        {
            return 'CONSOLE';
        }

        public function sendMessage(Translatable|string $message): void
        {
        }
    }
}
