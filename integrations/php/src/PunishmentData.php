<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Checks and completes what the game code says about a punishment. */
final class PunishmentData
{
    private const KINDS = ['ban', 'mute', 'kick', 'warn'];

    /**
     * Returns the data of the event as it travels.
     *
     * @param array<string, mixed> $report
     * @return array<string, mixed>
     */
    public static function of(array $report): array
    {
        $kind = $report['kind'] ?? null;
        if (!in_array($kind, self::KINDS, true)) {
            throw new ReportError('kind must be one of ' . implode(', ', self::KINDS));
        }
        $until = $report['until'] ?? null;
        return array_filter([
            'id' => self::id($report['id'] ?? Uuid::make()),
            ...MatchData::identity(PlayerId::of($report), 'the player')->toArray(),
            'kind' => $kind,
            'reason' => MatchData::text($report['reason'] ?? null, 'reason', 500),
            'until' => $until === null ? null : Time::iso(MatchData::moment($until, 'until')),
            'by' => MatchData::optionalText($report['by'] ?? null, 64),
            'gamertag' => MatchData::optionalText($report['gamertag'] ?? null, 64),
        ], static fn (mixed $value): bool => $value !== null);
    }

    /** @return array<string, string> */
    public static function lift(string $id, ?string $reason): array
    {
        $reason = MatchData::optionalText($reason, 500);
        return ['id' => self::id($id), ...($reason === null ? [] : ['reason' => $reason])];
    }

    private static function id(mixed $id): string
    {
        return Uuid::isValid($id) ? strtolower($id) : throw new ReportError('id must be a UUID');
    }
}
