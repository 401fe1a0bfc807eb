<?php

// One game server in simulated time, for cups.test.ts.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use VulxNetwork\SiteClient\{Clock, Http, HttpResponse, PlayerId, Players, SiteClient, Storage};

final class Site implements Http
{
    /** @var list<array<string, mixed>> */
    public array $sent = [];
    /** Whether it says what players read, in their language. */
    public bool $speaks = false;

    public function post(string $path, string $body, \Closure $done): void
    {
        $events = json_decode($body, true, flags: JSON_THROW_ON_ERROR)['events'] ?? [];
        array_push($this->sent, ...$events);
        $asks = false;
        $results = [];
        foreach ($events as $event) {
            $asks = $asks || ($event['data']['cups'] ?? false) === true;
            $results[] = ($event['data']['action'] ?? '') === 'ready'
                ? ['id' => $event['id'], 'status' => 'rejected', 'reason' => 'You have no open match']
                : ['id' => $event['id'], 'status' => 'accepted'];
            if ($this->speaks) {
                $code = ['link.request' => 'code', 'punishment' => 'appealCode'][$event['type']] ?? 'none';
                $results[count($results) - 1] += [$code => 'K7P2QX9D', 'text' => "Deutsch: {$event['type']}"];
            }
        }
        $answer = ['results' => $results, 'serverTime' => '2026-03-01T12:00:00.000Z', 'nextPollMs' => 1_000, 'outbox' => []];
        if ($asks) {
            $text = $this->speaks ? ['text' => 'Tippe {command}.'] : [];
            $side = static fn (string $xuid): array => [['xuid' => $xuid, 'gamertag' => "Player $xuid", ...$text]];
            $called = ['cupMatchId' => '12-w1.1-1', 'mode' => 'sumo', 'bestOf' => 3, 'until' => '2026-03-01T12:35:00.000Z'];
            $answer['cupMatches'] = [[...$called, 'sides' => [$side('1'), $side('2')]], ['odd' => 1], 7, ['cupMatchId' => 'x', 'sides' => [7]]];
        }
        $done(new HttpResponse(200, json_encode($answer, JSON_THROW_ON_ERROR)));
    }

    public function poll(): void
    {
    }
}

final class Memory implements Storage
{
    /** @var array<string, string> */
    private array $texts = [];

    public function keys(): array
    {
        return array_map(strval(...), array_keys($this->texts));
    }

    public function read(string $key): ?string
    {
        return $this->texts[$key] ?? null;
    }

    public function write(string $key, ?string $value): void
    {
        if ($value === null) {
            unset($this->texts[$key]);
        } else {
            $this->texts[$key] = $value;
        }
    }
}

final class Everybody implements Players
{
    /** @var list<string> */
    public array $told = [];
    /** @var array<string, true> */
    public array $away = [];

    public function count(): int
    {
        return 2;
    }

    public function isHere(PlayerId $player): bool
    {
        return !isset($this->away[$player->id]);
    }

    public function tell(PlayerId $player, string $text): void
    {
        $this->told[] = "$player->id: $text";
    }
}

final class Time implements Clock
{
    public int $ms = 1_772_366_400_000;

    public function now(): int
    {
        return $this->ms;
    }

    public function monotonic(): int
    {
        return $this->ms;
    }
}

[$site, $players, $time, $lines, $lists] = [new Site(), new Everybody(), new Time(), [], []];
$say = static function (string $line) use (&$lines): void {
    $lines[] = $line;
};
$client = new SiteClient($site, new Memory(), $players, $say, clock: $time);
$pass = static function (int $ms) use ($client, $time): void {
    for ($end = $time->ms + $ms; $time->ms < $end; $time->ms += 50) {
        $client->tick();
    }
};
$client->start();
$pass(3_000);
$client->onCupMatches(static function (array $matches) use (&$lists): void {
    $lists[] = $matches;
    if (count($lists) === 1) {
        throw new RuntimeException('the game is not ready');
    }
});
$pass(3_000);
$taken = [$client->cupBegun('12-w1.1-1'), $client->cupBegun('not a name')];
foreach (['12-w1.1-1', 'not a name'] as $named) {
    $client->reportMatch([
        'gameType' => 'sumo',
        'startedAt' => $time->ms - 1_000,
        'players' => [['xuid' => '1', 'gamertag' => 'Ann', 'result' => 'win']],
        'cupMatchId' => $named,
    ]);
}
$client->cup(PlayerId::of(['xuid' => '1']), 'check_in');
$client->cup(PlayerId::of(['xuid' => '2']), 'ready');
$pass(3_000);
$toldBefore = $players->told;
$players->told = [];
$players->away = ['2' => true];
$duel = static fn (array $xuids, string $mode = 'sumo'): ?string
    => $client->beginCupMatch(array_map(PlayerId::xuid(...), $xuids), $mode);
$others = [$duel([]), $duel(['1']), $duel(['1', '3']), $duel(['1', '2', '3']), $duel(['1', '2'], 'boxing')];
$begun = $duel(['2', '1']);
$client->tellCupCalls('/ready');
$pass(20_000);
$players->away = [];
$pass(20_000);
[$called, $players->told, $players->away, $site->speaks] = [$players->told, [], ['1' => true, '2' => true], true];
$pass(6_000);
$players->away = [];
$screens = [];
$client->onAppealCode(static function (PlayerId $player, string $id, string $code, ?string $text) use (&$screens): void {
    $screens[] = "$player->id $code $text";
});
$one = PlayerId::xuid('1');
$client->joined($one, 'Ann', language: 'de_DE');
foreach ([fn () => $client->link($one, 'Ann'), fn () => $client->cup($one, 'ready')] as $type) {
    $type();
    $pass(6_000);
}
$client->punish(['xuid' => '1', 'kind' => 'ban', 'reason' => 'Flying']);
$pass(6_000);
echo json_encode([
    'spoken' => $players->told,
    'screens' => $screens,
    'others' => $others,
    'begun' => $begun,
    'calls' => $called,
    'sent' => $site->sent,
    'lists' => $lists,
    'told' => $toldBefore,
    'lines' => $lines,
    'taken' => $taken,
], JSON_THROW_ON_ERROR);
