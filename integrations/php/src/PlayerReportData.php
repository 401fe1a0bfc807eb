<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Checks and completes what one player reports about another. */
final class PlayerReportData
{
    private const CLASSES = ['cheating', 'boosting', 'abuse', 'hate', 'scam', 'name', 'other'];

    /**
     * Returns the data of the event as it travels. Throws where the site would reject it: a report without its evidence
     * would say something else.
     *
     * @param array<string, mixed> $report
     * @return array<string, mixed>
     */
    public static function of(array $report): array
    {
        $class = $report['class'] ?? null;
        if (!in_array($class, self::CLASSES, true)) {
            throw new ReportError('class must be one of ' . implode(', ', self::CLASSES));
        }
        $reporter = self::somebody($report['reporter'] ?? null, 'reporter');
        $subject = self::somebody($report['subject'] ?? null, 'subject');
        if (PlayerId::of($reporter)?->key() === PlayerId::of($subject)?->key()) {
            throw new ReportError('subject is the reporter');
        }
        return array_filter([
            'reporter' => $reporter,
            'subject' => $subject,
            'class' => $class,
            'reason' => MatchData::text($report['reason'] ?? null, 'reason', 500),
            'matchId' => isset($report['matchId']) ? MatchData::matchId($report['matchId']) : null,
            'chat' => isset($report['chat']) ? self::chat($report['chat']) : null,
        ], static fn (mixed $value): bool => $value !== null);
    }

    /** @return array<string, string> */
    private static function somebody(mixed $player, string $at): array
    {
        $fields = is_array($player) ? $player : [];
        $gamertag = MatchData::optionalText($fields['gamertag'] ?? null, 64);
        return [
            ...MatchData::identity(PlayerId::of($fields), $at)->toArray(),
            ...($gamertag === null ? [] : ['gamertag' => $gamertag]),
        ];
    }

    /** @return list<array<string, string>> */
    private static function chat(mixed $lines): array
    {
        if (!is_array($lines)) {
            throw new ReportError('chat must be an array');
        }
        $chat = [];
        foreach (array_slice(array_values($lines), -Limits::CHAT_LINES) as $index => $line) {
            $at = "chat[$index]";
            $fields = is_array($line) ? $line : [];
            $chat[] = [
                ...MatchData::identity(PlayerId::of($fields), $at)->toArray(),
                'gamertag' => MatchData::text($fields['gamertag'] ?? null, "$at.gamertag", 64),
                'text' => MatchData::text($fields['text'] ?? null, "$at.text", Limits::CHAT_TEXT),
                'at' => Time::iso(MatchData::moment($fields['at'] ?? null, "$at.at")),
            ];
        }
        return $chat;
    }
}
