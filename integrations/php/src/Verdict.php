<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** What a response of the site means for what was sent. */
final class Verdict
{
    public const TAKEN = 'taken';
    /** The request as a whole is wrong or too big. */
    public const REFUSED = 'refused';
    public const UNAUTHORIZED = 'unauthorized';
    /** Nothing is known about what was sent: send the same again. */
    public const LATER = 'later';

    private const MAX_RETRY_AFTER_MS = 3_600_000;

    private function __construct(
        public readonly string $kind,
        public readonly string $why = '',
        /** The site says so, not something in between. */
        public readonly bool $bySite = false,
        /** Not before this time, if the site named one. */
        public readonly int $waitMs = 0,
        /** Of a taken batch. */
        public readonly ?\stdClass $body = null,
    ) {
    }

    /** Judges the response to a batch of `$count` events. Null stands for no response at all, for a reason. */
    public static function of(?HttpResponse $response, int $count, int $now, ?string $problem = null): self
    {
        if ($response === null) {
            return new self(self::LATER, 'the site cannot be reached' . ($problem === null ? '' : ": $problem"));
        }
        $body = Json::decode($response->body);
        // Every error of the site carries a code; what a proxy in between says does not.
        $bySite = is_string($body->code ?? null) && is_string($body->message ?? null);
        $why = $bySite ? $body->message : "status $response->status";
        return match ($response->status) {
            200 => self::isTaken($body, $count)
                ? new self(self::TAKEN, body: $body)
                : new self(self::LATER, 'the response is not one of the site'),
            400, 413 => new self(self::REFUSED, $why, $bySite),
            401 => new self(self::UNAUTHORIZED, $why),
            default => new self(self::LATER, $why, $bySite, self::retryAfterMs($response->retryAfter, $now)),
        };
    }

    /** True when the site has confirmed what was acknowledged. */
    public static function isConfirmed(?HttpResponse $response): bool
    {
        return $response?->status === 200 && Json::decode($response->body) instanceof \stdClass;
    }

    /** @return list<\stdClass> items of the outbox, each with id, type and data */
    public function outbox(): array
    {
        $items = is_array($this->body?->outbox ?? null) ? $this->body->outbox : [];
        $isItem = static fn (mixed $item): bool => is_string($item->id ?? null)
            && is_string($item->type ?? null)
            && ($item->data ?? null) instanceof \stdClass;
        return array_values(array_filter($items, $isItem));
    }

    /** @return ?list<\stdClass> matches of cups; null unless a heartbeat asked for them */
    public function cupMatches(): ?array
    {
        $matches = $this->body?->cupMatches ?? null;
        if (!is_array($matches)) {
            return null;
        }
        $isSide = static fn (mixed $side): bool => is_array($side)
            && count(array_filter($side, is_object(...))) === count($side);
        $isMatch = static fn (mixed $match): bool => is_string($match->cupMatchId ?? null)
            && is_array($match->sides ?? null)
            && count(array_filter($match->sides, $isSide)) === count($match->sides);
        return array_values(array_filter($matches, $isMatch));
    }

    private static function isTaken(mixed $body, int $count): bool
    {
        if (!is_array($body->results ?? null) || count($body->results) !== $count) {
            return false;
        }
        foreach ($body->results as $result) {
            if (!in_array($result->status ?? null, ['accepted', 'duplicate', 'retry', 'rejected'], true)) {
                return false;
            }
        }
        return true;
    }

    /** Seconds or a date (RFC 9110, 10.2.3). At most an hour, so that a wrong header cannot silence the adapter. */
    private static function retryAfterMs(?string $header, int $now): int
    {
        if ($header === null) {
            return 0;
        }
        $date = strtotime($header);
        $ms = preg_match('/^\d{1,9}$/D', $header) === 1
            ? (int) $header * 1_000
            : ($date === false ? 0 : $date * 1_000 - $now);
        return min(max($ms, 0), self::MAX_RETRY_AFTER_MS);
    }
}
