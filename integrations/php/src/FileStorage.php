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
        if (!is_dir($directory) && !mkdir($directory, 0o700, true) && !is_dir($directory)) {
            throw new \RuntimeException("The directory $directory could not be made");
        }
        foreach (scandir($directory) as $name) {
            $path = "$directory/$name";
            if (str_ends_with($name, self::SUFFIX)) {
                $this->texts[rawurldecode(substr($name, 0, -strlen(self::SUFFIX)))] = (string) file_get_contents($path);
            } elseif (str_ends_with($name, '.new')) {
                // A kill cut this write off.
                unlink($path);
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
            if (isset($this->texts[$key]) && !unlink($path)) {
                throw new \RuntimeException("$path could not be removed");
            }
            unset($this->texts[$key]);
            return;
        }
        $file = fopen("$path.new", 'wb');
        $isWritten = $file !== false
            && fwrite($file, $value) === strlen($value)
            && fsync($file)
            && fclose($file)
            && rename("$path.new", $path);
        if (!$isWritten) {
            throw new \RuntimeException("$path could not be written: is the disk full?");
        }
        $this->texts[$key] = $value;
        // The new name is safe once the directory is; Windows cannot open one.
        $directory = PHP_OS_FAMILY === 'Windows' ? false : fopen($this->directory, 'r');
        if ($directory !== false) {
            fsync($directory);
            fclose($directory);
        }
    }
}
