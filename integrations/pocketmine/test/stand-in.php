<?php

// What the plugin uses of PocketMine-MP's API 5, with the names and types of https://apidoc.pmmp.io (5.39), and just
// enough behaviour to run it. With strict types a call that the documented API does not have is an error here too.

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
        /** @param \Closure(string): void $show */
        public function __construct(
            private readonly string $name,
            private readonly string $xuid,
            private readonly Skin $skin,
            private readonly NetworkSession $session,
            private readonly \Closure $show,
        ) {
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
            return $this->session;
        }

        public function getPlayerInfo(): PlayerInfo
        {
            return new PlayerInfo(['CurrentInputMode' => 2]);
        }

        public function sendMessage(Translatable|string $message): void
        {
            ($this->show)((string) $message);
        }
    }
}

namespace pocketmine\event {
    interface Listener
    {
    }

    abstract class Event
    {
    }
}

namespace pocketmine\event\player {
    use pocketmine\event\Event;
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
    abstract class AsyncTask
    {
        private mixed $result = null;
        /** @var array<string, mixed> */
        private array $local = [];

        abstract public function onRun(): void;

        public function onCompletion(): void
        {
        }

        public function getResult(): mixed
        {
            return $this->result;
        }

        public function setResult(mixed $result): void
        {
            // As between threads: only what can be written down gets across.
            $this->result = unserialize(serialize($result));
        }

        protected function storeLocal(string $key, mixed $complexData): void
        {
            $this->local[$key] = $complexData;
        }

        protected function fetchLocal(string $key): mixed
        {
            return $this->local[$key] ?? throw new \InvalidArgumentException('No matching thread-local data found');
        }
    }

    final class AsyncPool
    {
        /** @var list<AsyncTask> */
        private array $tasks = [];

        public function submitTask(AsyncTask $task): int
        {
            $this->tasks[] = $task;
            return 0;
        }

        /** Of this stand-in: runs what waits. */
        public function run(): void
        {
            while (($task = array_shift($this->tasks)) !== null) {
                $task->onRun();
                $task->onCompletion();
            }
        }
    }

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

        public function error(string|\Stringable $message): void
        {
            ($this->write)((string) $message);
        }
    }

    final class PluginManager
    {
        /** @var list<Listener> */
        private array $listeners = [];
        /** @var array<string, Plugin> */
        public array $plugins = [];

        public function registerEvents(Listener $listener, Plugin $plugin): void
        {
            $this->listeners[] = $listener;
        }

        public function getPlugin(string $name): ?Plugin
        {
            return $this->plugins[$name] ?? null;
        }

        /** Of this stand-in: as PocketMine, by the type of each public method's only parameter. */
        public function call(Event $event): void
        {
            foreach ($this->listeners as $listener) {
                foreach ((new \ReflectionClass($listener))->getMethods(\ReflectionMethod::IS_PUBLIC) as $method) {
                    $parameters = $method->getParameters();
                    $type = count($parameters) === 1 ? $parameters[0]->getType() : null;
                    if ($type instanceof \ReflectionNamedType && is_a($event, $type->getName())) {
                        $method->invoke($listener, $event);
                    }
                }
            }
        }
    }

    abstract class PluginBase implements Plugin
    {
        private readonly TaskScheduler $scheduler;

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
            $this->onEnable();
        }

        /** Of this stand-in. */
        public function disable(): void
        {
            $this->onDisable();
        }

        /** @param string[] $args */
        public function onCommand(CommandSender $sender, Command $command, string $label, array $args): bool
        {
            return false;
        }

        public function saveDefaultConfig(): bool
        {
            return false;
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
    use pocketmine\scheduler\AsyncPool;

    final class Server
    {
        /** @var array<string, Player> */
        public array $players = [];
        /** @var list<string> */
        public array $dispatched = [];
        private readonly AsyncPool $pool;
        private readonly PluginManager $plugins;

        public function __construct()
        {
            $this->pool = new AsyncPool();
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

        public function getAsyncPool(): AsyncPool
        {
            return $this->pool;
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
