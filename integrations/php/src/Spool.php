<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Events without a final result, oldest first. Each is stored, with its final times, before it is first sent. */
final class Spool
{
    private const EVENT = 'event:';
    /** Events stored before the first response of the site, with times of the local clock. Never sent as they are. */
    private const DRAFT = 'draft:';
    /** A retried event waits this long at first, then twice as long each time. */
    private const RETRY_FIRST_MS = 15_000;
    private const RETRY_MAX_MS = 300_000;

    /** @var array<string, Entry> by event id */
    private array $entries = [];
    private int $next = 1;

    /** @param \Closure(string): void $say */
    public function __construct(
        private readonly Storage $storage,
        private readonly SiteClock $clock,
        private readonly \Closure $say,
    ) {
        $isOurs = static fn (string $key): bool
            => str_starts_with($key, self::EVENT) || str_starts_with($key, self::DRAFT);
        $keys = array_filter($storage->keys(), $isOurs);
        usort($keys, static fn (string $a, string $b): int => self::numberOf($a) <=> self::numberOf($b));
        foreach ($keys as $key) {
            $this->load($key);
            $this->next = self::numberOf($key) + 1;
        }
    }

    public function size(): int
    {
        return count($this->entries);
    }

    /** True when an event about this match waits here. */
    public function hasMatch(string $matchId): bool
    {
        foreach ($this->entries as $entry) {
            if ($entry->event->type === 'match' && $entry->event->data->matchId === $matchId) {
                return true;
            }
        }
        return false;
    }

    /**
     * Stores an event whose times are readings of the local clock at this moment.
     *
     * @param array<string, mixed> $event
     */
    public function add(array $event, int $local): void
    {
        // As it would be read back: plain objects and lists.
        $copy = Json::decode(Json::encode($event));
        $number = $this->next;
        if ($this->clock->isKnown()) {
            self::shift($copy, $this->clock->skew($local));
            $this->keep($number, $copy, $this->write(self::EVENT . $number, $copy), null);
        } else {
            $monotonic = $this->clock->monotonic();
            $skew = fn (): int => $this->clock->skew($local, $monotonic);
            $this->keep($number, $copy, $this->write(self::DRAFT . $number, $copy), $skew);
        }
        $this->next += 1;
    }

    /** Gives drafts their final times, as soon as the site's time is known. */
    public function settleDrafts(): void
    {
        if (!$this->clock->isKnown()) {
            return;
        }
        foreach ($this->entries as $entry) {
            if ($entry->draftSkew === null) {
                continue;
            }
            $skew = ($entry->draftSkew)();
            $ahead = max(0, self::latestTime($entry->event) + $skew - $this->clock->now());
            $final = Json::decode($entry->text);
            self::shift($final, $skew - $ahead);
            $this->keep($entry->number, $final, $this->write(self::EVENT . $entry->number, $final), null);
            $this->storage->write(self::DRAFT . $entry->number, null);
        }
    }

    /**
     * Returns the oldest events that fit into one request beside what is reserved. One too big for any goes alone.
     *
     * @return list<Entry>
     */
    public function batch(int $maxEvents, int $reservedBytes, int $reservedStructure): array
    {
        $now = $this->clock->monotonic();
        $chosen = [];
        $bytes = $reservedBytes;
        $structure = $reservedStructure;
        foreach ($this->entries as $entry) {
            if ($entry->draftSkew !== null || $entry->notBefore > $now) {
                continue;
            }
            $bytes += strlen($entry->text) + 1;
            $structure += $entry->structure + 1;
            $isFull = count($chosen) >= $maxEvents || $bytes > Limits::BYTES || $structure > Limits::STRUCTURE;
            if ($isFull && ($chosen !== [] || $maxEvents === 0 || $reservedBytes > Limits::BYTES / 2)) {
                break;
            }
            $chosen[] = $entry;
        }
        return $chosen;
    }

    /** Milliseconds until an event may be sent; null when none waits. */
    public function nextMs(): ?int
    {
        $next = null;
        foreach ($this->entries as $entry) {
            if ($entry->draftSkew === null) {
                $next = min($next ?? PHP_INT_MAX, $entry->notBefore);
            }
        }
        return $next === null ? null : max(0, max($next, 0) - $this->clock->monotonic());
    }

    /** The site asks for this event again later. Others overtake it. Returns true the first time. */
    public function defer(string $id): bool
    {
        $entry = $this->entries[$id];
        $wait = min(self::RETRY_MAX_MS, self::RETRY_FIRST_MS * 2 ** min($entry->retries, 10));
        $entry->retries += 1;
        $entry->notBefore = $this->clock->monotonic() + $wait;
        return $entry->retries === 1;
    }

    /** The event has its final result. */
    public function remove(string $id): void
    {
        $entry = $this->entries[$id];
        unset($this->entries[$id]);
        $this->storage->write(self::EVENT . $entry->number, null);
    }

    private function load(string $key): void
    {
        $text = (string) $this->storage->read($key);
        $event = Json::decode($text);
        $isEvent = $event instanceof \stdClass
            && is_string($event->id ?? null)
            && is_string($event->type ?? null)
            && ($event->data ?? null) instanceof \stdClass;
        $isDraft = str_starts_with($key, self::DRAFT);
        if (!$isEvent) {
            ($this->say)("the stored event $key is damaged and was dropped");
            $this->storage->write($key, null);
        } elseif ($isDraft && $this->storage->read(self::EVENT . self::numberOf($key)) !== null) {
            // The process ended after the final event was stored and before its draft was removed.
            $this->storage->write($key, null);
        } else {
            $this->keep(self::numberOf($key), $event, $text, $isDraft ? fn (): int => $this->clock->skew() : null);
        }
    }

    private function write(string $key, \stdClass $event): string
    {
        $text = Json::encode($event);
        $this->storage->write($key, $text);
        return $text;
    }

    /** @param ?\Closure(): int $draftSkew */
    private function keep(int $number, \stdClass $event, string $text, ?\Closure $draftSkew): void
    {
        $this->entries[$event->id] = new Entry($number, $event, $text, $draftSkew);
    }

    private static function numberOf(string $key): int
    {
        return (int) substr($key, strpos($key, ':') + 1);
    }

    private static function latestTime(\stdClass $event): int
    {
        return max(Time::ms($event->at) ?? 0, Time::ms($event->data->endedAt ?? null) ?? 0);
    }

    /** Moves every time in the event. */
    private static function shift(\stdClass $event, int $ms): void
    {
        $move = static function (\stdClass $of, string $field) use ($ms): void {
            $of->$field = Time::iso((Time::ms($of->$field) ?? 0) + $ms);
        };
        $move($event, 'at');
        if ($event->type === 'report') {
            foreach ($event->data->chat ?? [] as $line) {
                $move($line, 'at');
            }
        }
        if ($event->type !== 'match') {
            return;
        }
        $move($event->data, 'startedAt');
        $move($event->data, 'endedAt');
        foreach ($event->data->kills ?? [] as $kill) {
            $move($kill, 'at');
        }
    }
}
