<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** The matches of cups to host now, as the newest list of the site says. */
final class CupCalls
{
    /** @var list<\stdClass> */
    private array $matches = [];
    /** @var array<string, true> who was told of which call */
    private array $told = [];

    public function __construct(private readonly Players $players, private readonly SiteClock $clock)
    {
    }

    /** @param list<\stdClass> $matches */
    public function replace(array $matches): void
    {
        $this->matches = $matches;
    }

    /** Tells everybody who is here of their call, once; who comes back is told again. */
    public function tell(string $readyCommand): void
    {
        $told = [];
        foreach ($this->matches as $match) {
            foreach ($match->sides as $at => $side) {
                $others = array_merge([], ...array_values(array_diff_key($match->sides, [$at => true])));
                foreach ($side as $player) {
                    $id = PlayerId::of($player);
                    if ($id === null || !$this->players->isHere($id)) {
                        continue;
                    }
                    $key = "$match->cupMatchId {$id->key()}";
                    if (!isset($told[$key]) && !isset($this->told[$key])) {
                        $text = is_string($player->text ?? null)
                            ? str_replace('{command}', $readyCommand, $player->text)
                            : $this->textOf($match, $others, $readyCommand);
                        $this->players->tell($id, $text);
                    }
                    $told[$key] = true;
                }
            }
        }
        $this->told = $told;
    }

    /**
     * The call in this mode between these players, and nobody else.
     *
     * @param list<PlayerId> $players
     */
    public function find(array $players, string $mode): ?string
    {
        $keys = array_map(static fn (PlayerId $id): string => $id->key(), $players);
        foreach ($this->matches as $match) {
            $sides = array_map(self::keysOf(...), $match->sides);
            $hasAll = array_diff($keys, array_merge([], ...$sides)) === [];
            $without = array_filter($sides, static fn (array $side): bool => array_intersect($side, $keys) === []);
            if (($match->mode ?? null) === $mode && $keys !== [] && $hasAll && $without === []) {
                return $match->cupMatchId;
            }
        }
        return null;
    }

    /** @param list<\stdClass> $others a player may be listed under more than one id */
    private function textOf(\stdClass $match, array $others, string $readyCommand): string
    {
        $names = array_unique(array_map(static fn (\stdClass $player): string => (string) ($player->gamertag ?? ''), $others));
        $bestOf = (int) ($match->bestOf ?? 1);
        $games = $bestOf === 1 ? 'one game' : 'first to ' . intdiv($bestOf + 1, 2);
        $until = is_string($match->until ?? null) ? Time::ms($match->until) : null;
        $time = $until === null
            ? 'the cup is paused'
            : max(1, (int) round(($until - $this->clock->now()) / 60_000)) . ' min left';
        return 'Your match in a cup: against ' . implode(', ', $names) . ', ' . ($match->mode ?? '')
            . ", $games, $time. Here? Type $readyCommand.";
    }

    /**
     * @param list<\stdClass> $side
     * @return list<string>
     */
    private static function keysOf(array $side): array
    {
        return array_map(static fn (\stdClass $player): string => PlayerId::of($player)?->key() ?? '', $side);
    }
}
