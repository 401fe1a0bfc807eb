<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Brings events to the site and orders back, one request at a time. */
final class Reporter
{
    /** Events that come within this time travel together. */
    private const GATHER_MS = 200;
    /** Between the halves of a refused batch. */
    private const SPLIT_MS = 250;
    private const BACK_OFF_FIRST_MS = 1_000;
    private const BACK_OFF_MAX_MS = 60_000;
    private const UNAUTHORIZED_MS = 180_000;
    private const POLL_MIN_MS = 1_000;
    private const POLL_DEFAULT_MS = 5_000;
    private const POLL_MAX_MS = 300_000;
    /** A long outage is mentioned again after so many attempts. */
    private const REMIND_AFTER = 30;
    /** A request without a result for so long will never have one: its thread has died. */
    private const LOST_MS = 120_000;

    private bool $isStopped = true;
    private bool $isGathering = false;
    /** Of the request that is under way; null: none. */
    private ?int $request = null;
    private int $requests = 0;
    /** Monotonic times. */
    private int $sentAt = 0;
    private int $dueAt = 0;
    private int $notBefore = 0;
    private int $heartbeatAt = 0;
    private int $pollMs = self::POLL_DEFAULT_MS;
    private int $failures = 0;
    private bool $isUnauthorized = false;
    private int $maxEvents = Limits::EVENTS;
    /** @var list<array<string, mixed>> */
    private array $beats = [];
    /** @var list<string> */
    private array $toConfirm = [];

    /**
     * @param \Closure(): list<array<string, mixed>> $heartbeats made again for each attempt: they alone are never repeated
     * @param \Closure(\stdClass, \stdClass): void $onResult
     * @param \Closure(list<\stdClass>): void $onCupMatches
     */
    public function __construct(
        private readonly Http $http,
        private readonly Clock $clock,
        private readonly SiteClock $siteClock,
        private readonly Spool $spool,
        private readonly Outbox $outbox,
        private readonly Guard $guard,
        private readonly \Closure $heartbeats,
        private readonly \Closure $onResult,
        private readonly \Closure $onCupMatches,
    ) {
    }

    public function start(): void
    {
        $this->isStopped = false;
        $this->heartbeatAt = $this->now();
        $this->schedule(0);
    }

    public function stop(): void
    {
        $this->isStopped = true;
    }

    /** There is something new in the spool. */
    public function wake(): void
    {
        // Once: a steady stream of events must not postpone its own sending.
        if ($this->request === null && !$this->isGathering) {
            $this->isGathering = true;
            $this->schedule(self::GATHER_MS);
        }
    }

    public function tick(): void
    {
        $this->http->poll();
        if ($this->isStopped) {
            return;
        }
        if ($this->request !== null && $this->now() - $this->sentAt > self::LOST_MS) {
            $this->request = null;
            $this->beats = [];
            $this->schedule($this->later('a request had no result', 0));
        }
        if ($this->request !== null || $this->now() < $this->dueAt) {
            return;
        }
        $this->isGathering = false;
        $this->turn(fn (): ?int => $this->toConfirm === [] ? $this->report() : $this->confirm());
    }

    /**
     * Schedules the next turn.
     *
     * @param \Closure(): ?int $work returns milliseconds to wait; null when a request is under way
     */
    private function turn(\Closure $work): void
    {
        try {
            $wait = $work();
        } catch (\Throwable $error) {
            $this->request = null;
            $wait = $this->later("the adapter failed: {$error->getMessage()}", 0);
        }
        if ($wait !== null) {
            $this->schedule($wait);
        }
    }

    private function now(): int
    {
        return $this->siteClock->monotonic();
    }

    private function schedule(int $ms): void
    {
        $this->dueAt = max($this->now() + $ms, $this->notBefore);
    }

    /** Sends a batch. */
    private function report(): ?int
    {
        // While a batch is being taken apart, no heartbeat travels with it: a batch of one must be that one.
        $mayBeat = $this->maxEvents === Limits::EVENTS || $this->spool->size() === 0;
        if ($this->beats === [] && $mayBeat && $this->now() >= $this->heartbeatAt) {
            $this->beats = ($this->heartbeats)();
        }
        $beat = $mayBeat && $this->beats !== [] ? Json::encode($this->beats[0]) : null;
        $entries = $this->spool->batch(
            $this->maxEvents - ($beat === null ? 0 : 1),
            40 + strlen((string) $beat),
            10 + Json::structureLength((string) $beat),
        );
        $texts = array_map(static fn (Entry $entry): string => $entry->text, $entries);
        if ($beat !== null) {
            $texts[] = $beat;
        }
        if ($texts === []) {
            $this->maxEvents = Limits::EVENTS;
            return $this->untilNext();
        }
        $events = array_map(static fn (Entry $entry): \stdClass => $entry->event, $entries);
        $hasBeat = $beat !== null;
        $body = '{"protocol":2,"events":[' . implode(',', $texts) . ']}';
        $this->post('/api/ingest/events', $body, fn (?HttpResponse $response, ?string $problem): int
            => $this->judge($events, $hasBeat, Verdict::of($response, count($texts), $this->clock->now(), $problem)));
        return null;
    }

    /** @param list<\stdClass> $events */
    private function judge(array $events, bool $hasBeat, Verdict $verdict): int
    {
        if ($verdict->kind !== Verdict::UNAUTHORIZED && $this->isUnauthorized) {
            $this->isUnauthorized = false;
            $this->guard->say('the site takes the key again');
        }
        switch ($verdict->kind) {
            case Verdict::TAKEN:
                $this->siteClock->learn($verdict->body->serverTime ?? null, $this->sentAt);
                $this->pollMs = self::pollTime($verdict->body->nextPollMs ?? null);
                if ($hasBeat) {
                    array_shift($this->beats);
                    if ($this->beats === []) {
                        $this->heartbeatAt = $this->now() + $this->pollMs;
                    }
                }
                return $this->taken($events, $verdict);
            case Verdict::REFUSED:
                return $this->refused($events, $hasBeat, $verdict);
            case Verdict::UNAUTHORIZED:
                return $this->unauthorized($verdict->why);
            default:
                $this->beats = [];
                return $this->later($verdict->why, $verdict->waitMs);
        }
    }

    /** @param list<\stdClass> $events */
    private function taken(array $events, Verdict $verdict): int
    {
        if ($this->failures > 0) {
            $this->guard->say("the site responds again; {$this->spool->size()} events wait");
        }
        $this->failures = 0;
        // A disk that fails costs neither the other results nor the next heartbeat.
        foreach ($events as $index => $event) {
            $result = $verdict->body->results[$index];
            if ($result->status !== 'retry') {
                $this->guard->run('the spool', fn () => $this->spool->remove($event->id));
            } elseif (!$this->spool->defer($event->id)) {
                continue;
            }
            $this->guard->run('a result', fn () => ($this->onResult)($event, $result));
        }
        $this->guard->run('the spool', $this->spool->settleDrafts(...));
        $cupMatches = $verdict->cupMatches();
        if ($cupMatches !== null) {
            ($this->onCupMatches)($cupMatches);
        }
        $this->toConfirm = $this->outbox->take($verdict->outbox());
        if ($this->toConfirm !== []) {
            return 0;
        }
        if ($this->maxEvents < Limits::EVENTS && $this->spool->nextMs() === 0) {
            return self::SPLIT_MS;
        }
        $this->maxEvents = Limits::EVENTS;
        return $this->untilNext();
    }

    /** Until the next heartbeat or the next event that may be sent. */
    private function untilNext(): int
    {
        if ($this->beats !== []) {
            return 0;
        }
        $heartbeat = min($this->pollMs, $this->heartbeatAt - $this->now());
        return max(0, min($heartbeat, $this->spool->nextMs() ?? PHP_INT_MAX));
    }

    /**
     * Halves the batch until the event that is to blame stands alone, and goes on without it.
     *
     * @param list<\stdClass> $events
     */
    private function refused(array $events, bool $hadBeat, Verdict $verdict): int
    {
        if (count($events) > 1 || ($events !== [] && $hadBeat)) {
            $this->maxEvents = intdiv(count($events) + 1, 2);
            return self::SPLIT_MS;
        }
        $this->beats = [];
        // A proxy that refuses everything must not cost a single match. A refused heartbeat is made again.
        if ($events === [] || !$verdict->bySite) {
            return $this->later($verdict->why, 0);
        }
        $this->maxEvents = Limits::EVENTS;
        $this->spool->remove($events[0]->id);
        ($this->onResult)($events[0], (object) ['status' => 'rejected', 'reason' => $verdict->why]);
        return self::SPLIT_MS;
    }

    /** Somebody may be changing the key right now, so it is tried again; the console hears of it once. */
    private function unauthorized(string $why): int
    {
        if (!$this->isUnauthorized) {
            $waiting = $this->spool->size();
            $this->guard->say("$why. Is the key right? It is tried again every few minutes; $waiting events are kept");
        }
        $this->isUnauthorized = true;
        $this->beats = [];
        return $this->pause(self::jittered(self::UNAUTHORIZED_MS));
    }

    private function later(string $why, int $waitMs): int
    {
        if ($this->failures % self::REMIND_AFTER === 0) {
            $this->guard->say("$why; {$this->spool->size()} events are kept and sent later");
        }
        $max = min(self::BACK_OFF_MAX_MS, self::BACK_OFF_FIRST_MS * 2 ** min($this->failures, 10));
        $this->failures += 1;
        // Several servers must not come back in step.
        return $this->pause(max($waitMs, self::jittered($max)));
    }

    private function pause(int $ms): int
    {
        $this->notBefore = $this->now() + $ms;
        return $ms;
    }

    private function confirm(): ?int
    {
        $body = Json::encode(['ids' => $this->toConfirm]);
        $this->post('/api/ingest/ack', $body, function (?HttpResponse $response, ?string $problem): int {
            // Whatever else the response is: the site sends unconfirmed items again, and they are confirmed then.
            $this->toConfirm = [];
            if (Verdict::isConfirmed($response)) {
                return $this->untilNext();
            }
            $verdict = Verdict::of($response, 0, $this->clock->now(), $problem);
            return $verdict->kind === Verdict::UNAUTHORIZED
                ? $this->unauthorized($verdict->why)
                : $this->later("the site did not take a confirmation: $verdict->why", $verdict->waitMs);
        });
        return null;
    }

    /** @param \Closure(?HttpResponse, ?string): int $judge returns milliseconds until the next turn */
    private function post(string $path, string $body, \Closure $judge): void
    {
        $this->requests += 1;
        $request = $this->requests;
        $this->request = $request;
        $this->sentAt = $this->now();
        $this->http->post($path, $body, function (?HttpResponse $response, ?string $problem = null) use ($request, $judge): void {
            // One that comes after it was given up means nothing any more.
            if ($this->request !== $request || $this->isStopped) {
                return;
            }
            $this->request = null;
            $this->turn(static fn (): int => $judge($response, $problem));
        });
    }

    private static function jittered(int $ms): int
    {
        return intdiv($ms, 2) + random_int(0, intdiv($ms, 2));
    }

    /** As the site wishes, within reason. */
    private static function pollTime(mixed $ms): int
    {
        return is_int($ms) || is_float($ms)
            ? (int) min(max($ms, self::POLL_MIN_MS), self::POLL_MAX_MS)
            : self::POLL_DEFAULT_MS;
    }
}
