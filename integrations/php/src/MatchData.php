<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** A match as the game reports it, checked where the site would reject it. */
final class MatchData
{
    private const RESULTS = ['win', 'loss', 'draw'];
    private const INPUTS = ['touch', 'controller', 'keyboard'];

    /**
     * Returns the match as it travels. Throws where the site would reject it. An optional field that is wrong is left
     * out, and a time that a jump of the clock made impossible is corrected: neither may cost the match.
     *
     * @param array<string, mixed> $match
     * @return array<string, mixed>
     */
    public static function of(array $match, int $now): array
    {
        $endedAt = min(isset($match['endedAt']) ? self::moment($match['endedAt'], 'endedAt') : $now, $now);
        $startedAt = min(self::moment($match['startedAt'] ?? null, 'startedAt'), $endedAt);
        $players = $match['players'] ?? null;
        if (!is_array($players) || $players === [] || count($players) > Limits::PLAYERS) {
            throw new ReportError('players must be a list of 1 to ' . Limits::PLAYERS);
        }
        $all = [];
        $keys = [];
        foreach (array_values($players) as $index => $player) {
            $all[] = self::player($player, "players[$index]");
            $keys[PlayerId::of($all[$index])?->key()] = true;
        }
        if (count($keys) < count($all)) {
            throw new ReportError('a player is in it twice');
        }
        return [
            'matchId' => isset($match['matchId']) ? self::matchId($match['matchId']) : Uuid::make(),
            'gameType' => self::mode($match['gameType'] ?? null),
            'ranked' => self::flag($match['ranked'] ?? true, 'ranked'),
            'startedAt' => Time::iso($startedAt),
            'endedAt' => Time::iso($endedAt),
            'players' => $all,
            ...self::present([
                'map' => self::optionalText($match['map'] ?? null, 64),
                'region' => self::optionalText($match['region'] ?? null, 64),
                'rounds' => self::optionalWhole($match['rounds'] ?? null, 0, Limits::COUNT),
                'score' => self::score($match['score'] ?? null),
                'kills' => self::kills($match['kills'] ?? null, count($all)),
                'cupMatchId' => self::optionalCupMatchId($match['cupMatchId'] ?? null),
            ]),
        ];
    }

    /** Null for what names no match of a cup. */
    public static function optionalCupMatchId(mixed $value): ?string
    {
        return is_string($value) && preg_match('/^[\x21-\x7e]{1,64}$/D', $value) === 1 ? $value : null;
    }

    public static function matchId(mixed $value): string
    {
        if (!Uuid::isValid($value)) {
            throw new ReportError('matchId must be a UUID');
        }
        return strtolower($value);
    }

    /** Checks who somebody is. `$at` names the field in the error. */
    public static function identity(?PlayerId $id, string $at): PlayerId
    {
        if ($id === null) {
            throw new ReportError("$at needs exactly one of xuid and pfid, as a string");
        }
        if (preg_match('/^[\x21-\x7e]{1,64}$/D', $id->id) !== 1) {
            throw new ReportError("$at.$id->type must be a string of 1 to 64 visible ASCII characters");
        }
        return $id;
    }

    public static function text(mixed $value, string $at, int $max): string
    {
        return self::optionalText($value, $max)
            ?? throw new ReportError("$at must be 1 to $max characters of valid text");
    }

    /** @return array<string, mixed> */
    private static function player(mixed $player, string $at): array
    {
        if (!is_array($player)) {
            throw new ReportError("$at must be an array");
        }
        $result = $player['result'] ?? null;
        if (!in_array($result, self::RESULTS, true)) {
            throw new ReportError("$at.result must be one of " . implode(', ', self::RESULTS));
        }
        $count = static fn (string $name): int
            => self::whole($player[$name] ?? 0, "$at.$name", 0, Limits::COUNT);
        $team = $player['team'] ?? null;
        $input = $player['input'] ?? null;
        return [
            ...self::identity(PlayerId::of($player), $at)->toArray(),
            'gamertag' => self::text($player['gamertag'] ?? null, "$at.gamertag", 64),
            'result' => $result,
            'kills' => $count('kills'),
            'deaths' => $count('deaths'),
            'assists' => $count('assists'),
            'points' => self::whole($player['points'] ?? 0, "$at.points", -Limits::POINTS, Limits::POINTS),
            ...self::present([
                'team' => self::optionalText(is_int($team) ? (string) $team : $team, 64),
                'input' => in_array($input, self::INPUTS, true) ? $input : null,
                'device' => self::optionalText($player['device'] ?? null, 64),
                'pingMs' => self::optionalWhole($player['pingMs'] ?? null, 0, 1_000_000),
                'hits' => self::optionalWhole($player['hits'] ?? null, 0, Limits::COUNT),
            ]),
        ];
    }

    /** @return ?list<array<string, mixed>> */
    private static function kills(mixed $value, int $players): ?array
    {
        if (!is_array($value)) {
            return null;
        }
        $kills = [];
        foreach ($value as $kill) {
            $at = is_array($kill) ? Time::ms($kill['at'] ?? null) : null;
            $killer = self::optionalWhole($kill['killer'] ?? null, 0, $players - 1);
            $victim = self::optionalWhole($kill['victim'] ?? null, 0, $players - 1);
            if ($at === null || $killer === null || $victim === null || count($kills) === Limits::KILLS) {
                continue;
            }
            $cause = self::optionalText($kill['cause'] ?? null, 64);
            $kills[] = ['at' => Time::iso($at), 'killer' => $killer, 'victim' => $victim, ...self::present(['cause' => $cause])];
        }
        return $kills;
    }

    /** An object, since teams may be called 0 and 1, which PHP would write as a list. */
    private static function score(mixed $value): ?\stdClass
    {
        $score = [];
        foreach (is_array($value) ? $value : [] as $team => $points) {
            $isGood = self::optionalText((string) $team, 64) !== null
                && self::optionalWhole($points, -Limits::COUNT, Limits::COUNT) !== null;
            if ($isGood && count($score) < Limits::PLAYERS) {
                $score[$team] = $points;
            }
        }
        return $score === [] ? null : (object) $score;
    }

    /**
     * Without what is null.
     *
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    private static function present(array $fields): array
    {
        return array_filter($fields, static fn (mixed $value): bool => $value !== null);
    }

    /** Null for what is no text, or too long. */
    public static function optionalText(mixed $value, int $max): ?string
    {
        $isText = is_string($value)
            && $value !== ''
            && !str_contains($value, "\0")
            && preg_match('/^.{1,' . $max . '}$/Dus', $value) === 1;
        return $isText ? $value : null;
    }

    private static function optionalWhole(mixed $value, int $min, int $max): ?int
    {
        return is_int($value) && $value >= $min && $value <= $max ? $value : null;
    }

    private static function whole(mixed $value, string $at, int $min, int $max): int
    {
        return self::optionalWhole($value, $min, $max)
            ?? throw new ReportError("$at must be an int from $min to $max");
    }

    private static function flag(mixed $value, string $at): bool
    {
        return is_bool($value) ? $value : throw new ReportError("$at must be true or false");
    }

    private static function mode(mixed $value): string
    {
        if (is_string($value) && preg_match('/^[a-z0-9_]{2,32}$/D', $value) === 1 && $value !== 'overall') {
            return $value;
        }
        throw new ReportError('gameType must be the key of a mode: 2 to 32 of a-z, 0-9 and _, not "overall"');
    }

    /** Milliseconds since 1970. */
    public static function moment(mixed $value, string $at): int
    {
        return Time::ms($value)
            ?? throw new ReportError("$at must be a time: time(), microtime(true), milliseconds or ISO 8601");
    }
}
