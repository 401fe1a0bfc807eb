<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Times as they travel: ISO 8601 in UTC, to the millisecond. */
final class Time
{
    /** The last moment of the year 9999. */
    private const LAST = 253_402_300_799_999;

    public static function iso(int $ms): string
    {
        $ms = min(max(0, $ms), self::LAST);
        return gmdate('Y-m-d\TH:i:s', intdiv($ms, 1_000)) . sprintf('.%03dZ', $ms % 1_000);
    }

    /**
     * Returns milliseconds since 1970, or null where it is no time. A number below 10^11 is taken for seconds, as
     * `time()` and `microtime(true)` give them.
     */
    public static function ms(mixed $value): ?int
    {
        if ($value instanceof \DateTimeInterface) {
            return self::within($value->getTimestamp() * 1_000 + (int) $value->format('v'));
        }
        if (is_int($value) || is_float($value)) {
            return self::within($value < 100_000_000_000 ? $value * 1_000 : $value);
        }
        $isIso = is_string($value)
            && preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/', $value) === 1;
        if (!$isIso) {
            return null;
        }
        try {
            return self::ms(new \DateTimeImmutable($value));
        } catch (\Exception) {
            return null;
        }
    }

    private static function within(int|float $ms): ?int
    {
        return $ms >= 0 && $ms <= self::LAST ? (int) $ms : null;
    }
}
