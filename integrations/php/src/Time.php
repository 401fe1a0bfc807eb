<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Times as they travel: ISO 8601 in UTC, to the millisecond. */
final class Time
{
    /** The last moment of the year 9999. */
    private const LAST = 253_402_300_799_999;

    private const DAY = 86_400_000;

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
        return is_string($value) ? self::read($value) : null;
    }

    /**
     * Reads ISO 8601 as the site does (src/contract/moments.ts): any form, with any offset, and never without one. What is
     * smaller than a millisecond is left out.
     */
    private static function read(string $text): ?int
    {
        $form = '/^\+?(?<year>(?:00)?\d{4})(?:-?(?<month>\d\d)-?(?<day>\d\d)|-?W(?<week>\d\d)-?(?<weekday>[1-7])|-?(?<ordinal>\d{3}))'
            . '[T ](?<hour>\d\d)(?::?(?<minute>[0-5]\d)(?::?(?<second>[0-5]\d|60))?)?(?:[.,](?<fraction>\d{1,30}))?'
            . '(?:Z|(?<sign>[+\-]|\x{2212})(?<hours>[01]\d|2[0-3])(?::?(?<minutes>[0-5]\d))?)(?:\[[A-Za-z0-9_+\-\/]{1,60}\])?$/iuD';
        if (preg_match($form, $text, $found, PREG_UNMATCHED_AS_NULL) !== 1) {
            return null;
        }
        $part = static fn (string $name): int => (int) ($found[$name] ?? 0);
        $day = self::day($part('year'), $found);
        $unit = $found['second'] !== null ? 1_000 : ($found['minute'] !== null ? 60_000 : 3_600_000);
        $fraction = (int) str_pad(substr($found['fraction'] ?? '', 0, 9), 9, '0');
        $fractionMs = intdiv($unit * $fraction, 1_000_000_000);
        $time = ($part('hour') * 60 + $part('minute')) * 60_000 + $part('second') * 1_000 + $fractionMs;
        if ($day === null || ($part('hour') > 23 && $time !== self::DAY)) {
            return null;
        }
        $offset = ($part('hours') * 60 + $part('minutes')) * 60_000 * ($found['sign'] === '+' ? 1 : -1);
        $ms = $day + $time - $offset;
        // Leap seconds are the last ones of a day in UTC.
        return $part('second') === 60 && ($ms - $fractionMs) % self::DAY !== 0 ? null : self::within($ms);
    }

    /** The start of a day in UTC; null where the calendar has no such day. */
    private static function day(int $year, array $found): ?int
    {
        $start = static fn (int $month, int $day): int => gmmktime(0, 0, 0, $month, $day, $year) * 1_000;
        if ($year < 1969) {
            return null;
        }
        if ($found['month'] !== null) {
            [$month, $day] = [(int) $found['month'], (int) $found['day']];
            return checkdate($month, $day, $year) ? $start($month, $day) : null;
        }
        if ($found['week'] !== null) {
            $week = (int) $found['week'];
            $last = (int) gmdate('W', intdiv($start(12, 28), 1_000));
            $monday = (new \DateTimeImmutable('1970-01-01T00:00:00Z'))->setISODate($year, $week, (int) $found['weekday']);
            return $week >= 1 && $week <= $last ? $monday->getTimestamp() * 1_000 : null;
        }
        $ordinal = (int) $found['ordinal'];
        $days = 365 + (int) gmdate('L', intdiv($start(1, 1), 1_000));
        return $ordinal >= 1 && $ordinal <= $days ? $start(1, $ordinal) : null;
    }

    private static function within(int|float $ms): ?int
    {
        return $ms >= 0 && $ms <= self::LAST ? (int) $ms : null;
    }
}
