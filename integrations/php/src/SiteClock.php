<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** The site's time, learned from its responses. */
final class SiteClock
{
    /** Differences below this are noise of the network. */
    private const TOLERANCE_MS = 250;

    /** Site time minus monotonic time; null when the site sends no time, so that the local clock counts. */
    private ?float $offset = null;
    private bool $isKnown = false;

    public function __construct(private readonly Clock $clock)
    {
    }

    /** False until the first response: until then nobody knows how wrong the local clock is. */
    public function isKnown(): bool
    {
        return $this->isKnown;
    }

    public function monotonic(): int
    {
        return $this->clock->monotonic();
    }

    /** Learns from the time in a response to a request that was sent at `$sentAt` (monotonic). */
    public function learn(mixed $serverTime, int $sentAt): void
    {
        $this->isKnown = true;
        $time = is_string($serverTime) ? Time::ms($serverTime) : null;
        if ($time === null) {
            return;
        }
        $receivedAt = $this->monotonic();
        $uncertainty = max(0, $receivedAt - $sentAt) / 2;
        $offset = $time - ($receivedAt - $uncertainty);
        $isNoise = $this->offset !== null && abs($offset - $this->offset) <= $uncertainty + self::TOLERANCE_MS;
        if (!$isNoise) {
            $this->offset = $offset;
        }
    }

    /** The site's time now. */
    public function now(): int
    {
        return $this->offset === null ? $this->clock->now() : (int) round($this->monotonic() + $this->offset);
    }

    /** What to add to a reading of the local clock; by default to one of this moment. */
    public function skew(?int $local = null, ?int $monotonic = null): int
    {
        $local ??= $this->clock->now();
        $monotonic ??= $this->monotonic();
        return $this->offset === null ? 0 : (int) round($monotonic + $this->offset - $local);
    }
}
