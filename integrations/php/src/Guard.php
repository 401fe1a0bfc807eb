<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/**
 * The only way from a game server into this code: nothing that fails here reaches the server, which an exception would
 * end. It becomes a line on the console. The same line is written once a minute.
 */
final class Guard
{
    private const REPEAT_MS = 60_000;

    /** @var array<string, int> when each line was written */
    private array $writtenAt = [];

    /** @param \Closure(string): void $write writes a line to the server's console */
    public function __construct(private readonly \Closure $write, private readonly Clock $clock = new SystemClock())
    {
    }

    /**
     * Returns what the work returns, or `$otherwise` when it throws.
     *
     * @template Result
     * @param \Closure(): Result $work
     * @param Result $otherwise
     * @return Result
     */
    public function run(string $what, \Closure $work, mixed $otherwise = null): mixed
    {
        try {
            return $work();
        } catch (\Throwable $error) {
            $at = basename($error->getFile()) . ":{$error->getLine()}";
            $this->say("$what failed: {$error->getMessage()} ($at)");
            return $otherwise;
        }
    }

    public function say(string $line): void
    {
        $now = $this->clock->monotonic();
        $this->writtenAt = array_filter($this->writtenAt, static fn (int $at): bool => $now - $at < self::REPEAT_MS);
        if (!isset($this->writtenAt[$line])) {
            $this->writtenAt[$line] = $now;
            ($this->write)($line);
        }
    }
}
