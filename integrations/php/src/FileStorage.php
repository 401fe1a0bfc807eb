<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/**
 * One file for each key. A write is a new file that is synced to the disk and then replaces the old one, so
 * that a kill or a power failure leaves the one or the other. Give each game server a directory of its own.
 */
final class FileStorage implements Storage
{
    private const SUFFIX = '.json';

    /** @var array<string, string> */
    private array $texts = [];

    public function __construct(private readonly string $directory)
    {
        self::attempt(static fn (): bool => mkdir($directory, 0o700, true));
        $unreadable = "the directory $directory cannot be made or read";
        foreach (self::orThrow($unreadable, static fn (): array|false => scandir($directory)) as $name) {
            $path = "$directory/$name";
            if (str_ends_with($name, self::SUFFIX)) {
                $this->texts[rawurldecode(substr($name, 0, -strlen(self::SUFFIX)))]
                    = self::orThrow("$path cannot be read", static fn (): string|false => file_get_contents($path));
            } elseif (str_ends_with($name, '.new')) {
                // A kill or a full disk cut this write off.
                self::attempt(static fn (): bool => unlink($path));
            }
        }
    }

    public function keys(): array
    {
        return array_map(strval(...), array_keys($this->texts));
    }

    public function read(string $key): ?string
    {
        return $this->texts[$key] ?? null;
    }

    public function write(string $key, ?string $value): void
    {
        $path = "$this->directory/" . rawurlencode($key) . self::SUFFIX;
        if ($value === null) {
            // A removal that a power failure takes back is harmless: the site knows the event.
            if (isset($this->texts[$key])) {
                self::orThrow("nothing can be removed from $this->directory", static function () use ($path): bool {
                    $isGone = unlink($path);
                    clearstatcache();
                    return $isGone || !file_exists($path);
                });
                unset($this->texts[$key]);
            }
            return;
        }
        $full = "$this->directory cannot be written: is the disk full, or the directory gone?";
        self::orThrow($full, static function () use ($path, $value): bool {
            $file = fopen("$path.new", 'wb');
            return $file !== false
                && fwrite($file, $value) === strlen($value)
                && fsync($file)
                && fclose($file)
                && rename("$path.new", $path);
        });
        $this->texts[$key] = $value;
        // The new name is safe once the directory is; Windows cannot open one.
        if (PHP_OS_FAMILY !== 'Windows') {
            self::attempt(function (): bool {
                $directory = fopen($this->directory, 'r');
                return $directory !== false && fsync($directory) && fclose($directory);
            });
        }
    }

    /**
     * @template Result
     * @param \Closure(): (Result|false) $work
     * @return Result
     */
    private static function orThrow(string $problem, \Closure $work): mixed
    {
        $result = self::attempt($work);
        return $result === false ? throw new \RuntimeException($problem) : $result;
    }

    /**
     * Returns false for what fails, without PHP's warning: PocketMine-MP and most frameworks make an exception of it.
     *
     * @template Result
     * @param \Closure(): (Result|false) $work
     * @return Result|false
     */
    private static function attempt(\Closure $work): mixed
    {
        set_error_handler(static fn (): bool => true);
        try {
            return $work();
        } finally {
            restore_error_handler();
        }
    }
}
