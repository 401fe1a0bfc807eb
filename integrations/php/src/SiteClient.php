<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/**
 * The site, as the game code of a server sees it. What is reported is stored at once; call `tick` a few times a second
 * and it is sent.
 */
final class SiteClient
{
    /** Of the capacity, reserved for matches: joining, typing /link and reporting must not push results out. */
    private const RESERVED = 500;
    private const CUP_TEXTS = [
        'check_in' => 'You are checked in.',
        'ready' => 'You are ready: your match counts as soon as it begins.',
        'leave' => 'You have left the cup.',
    ];
    private const COMMAND_PAUSE_MS = 5_000;
    private const MAX_NAMES = 5_000;
    private const MAX_MATCH_IDS = 5_000;
    private const MAX_QUEUES = 100;
    private const HASTY = 'Please wait a moment and try again.';
    private const NOT_NOW = 'Not possible right now, please try again later.';

    private readonly Guard $guard;
    private readonly SiteClock $siteClock;
    private readonly Spool $spool;
    private readonly Outbox $outbox;
    private readonly Reporter $reporter;
    private readonly Handlers $handlers;
    /** @var array<string, int> */
    private array $queues = [];
    /** @var ?array<string, array{PlayerId, ?string, int}> null until the first `joined`: nobody is named before */
    private ?array $presence = null;
    /** @var array<string, string> what was last reported about each player */
    private array $known = [];
    /** @var array<string, int> */
    private array $commandAt = [];
    /** @var array<string, true> */
    private array $matchIds = [];
    private bool $isTooOldSaid = false;
    private readonly CupCalls $cupCalls;
    private ?string $readyCommand = null;

    /**
     * @param \Closure(string): void $say writes a line to the server's console
     * @param int $capacity events stored while the site is away; about a day of a busy server by default
     */
    public function __construct(
        Http $http,
        Storage $storage,
        private readonly Players $players,
        \Closure $say,
        private readonly ?int $maxPlayers = null,
        private readonly ?string $version = null,
        private readonly int $capacity = 5_000,
        private readonly Clock $clock = new SystemClock(),
    ) {
        $this->guard = new Guard($say, $clock);
        $this->handlers = new Handlers();
        $this->siteClock = new SiteClock($clock);
        $this->cupCalls = new CupCalls($players, $this->siteClock);
        $this->spool = new Spool($storage, $this->siteClock, $this->guard->say(...));
        $this->outbox = new Outbox($storage, $players, $this->guard, $this->handlers);
        $this->reporter = new Reporter(
            $http,
            $clock,
            $this->siteClock,
            $this->spool,
            $this->outbox,
            $this->guard,
            $this->heartbeats(...),
            $this->onResult(...),
            $this->handOverCupMatches(...),
        );
    }

    /** Set the handlers first: what a crash interrupted is finished here. */
    public function start(): void
    {
        $this->guard->run('the spool', $this->outbox->resume(...));
        $this->reporter->start();
    }

    /** Call it a few times a second. It never waits for the network. */
    public function tick(): void
    {
        $this->guard->run('the adapter', $this->reporter->tick(...));
    }

    /** Ends sending. What is stored is sent after the next start. */
    public function stop(): void
    {
        $this->reporter->stop();
    }

    /** Events without a final result. */
    public function waiting(): int
    {
        return $this->spool->size();
    }

    /**
     * Called with a player who is here: when their rank changes, and each time they join.
     *
     * @param \Closure(PlayerId, string): void $handler
     */
    public function onRank(\Closure $handler): void
    {
        $this->handlers->rank = $handler;
    }

    /**
     * Called once for each message, as soon as its player is here. Without it, `Players::tell` shows it.
     *
     * @param \Closure(PlayerId, string): void $handler
     */
    public function onMessage(\Closure $handler): void
    {
        $this->handlers->message = $handler;
    }

    /**
     * Called for each punishment and pardon, also of absent players; after a crash perhaps again, with the same id. Without
     * it they wait on the site.
     *
     * @param \Closure(Punishment): void $handler
     */
    public function onPunish(\Closure $handler): void
    {
        $this->handlers->punish = $handler;
    }

    public function hasOnPunish(): bool
    {
        return $this->handlers->punish !== null;
    }

    /**
     * Called with the player, the punishment's id, the code for the ban screen and what the player reads, with the code,
     * in their language (null from sites of before), once the site has stored a punishment; after a crash perhaps again.
     *
     * @param \Closure(PlayerId, string, string, ?string=): void $handler
     */
    public function onAppealCode(\Closure $handler): void
    {
        $this->handlers->appealCode = $handler;
    }

    /**
     * Called every few seconds with the matches of cups to host now, each with `cupMatchId`, `mode`, `bestOf`, `wins`,
     * `sides` and `until`. It is the state, not orders: what has left the list is decided. Without it, the site calls the
     * players itself.
     *
     * @param \Closure(list<\stdClass>): void $handler
     */
    public function onCupMatches(\Closure $handler): void
    {
        $this->handlers->cupMatches = $handler;
    }

    /**
     * `/checkin`, `/ready`, leaving a cup: returns what the player reads now. What the site says follows by `Players::tell`.
     *
     * @param 'check_in'|'ready'|'leave' $action
     */
    public function cup(PlayerId $player, string $action): string
    {
        return $this->command(
            $player,
            'cup.player',
            [...$player->toArray(), 'action' => $action],
            'Telling the website.',
        );
    }

    /** A match of a cup begins here: nobody is out of it for not appearing. Returns false when it was not taken. */
    public function cupBegun(string $cupMatchId): bool
    {
        if (MatchData::optionalCupMatchId($cupMatchId) === null) {
            $this->guard->say('a cup.begun was not taken: cupMatchId must be one of onCupMatches');
            return false;
        }
        return $this->isStored('cup.begun', ['cupMatchId' => $cupMatchId]);
    }

    /**
     * Tells players who are here of their call in a cup, once: against whom, in which mode, how long.
     *
     * @param string $readyCommand what they type to say that they are ready
     */
    public function tellCupCalls(string $readyCommand): void
    {
        $this->readyCommand = $readyCommand;
    }

    /**
     * A duel begins. If it is a match of a cup that is called, the site learns that it was begun; returns its `cupMatchId`
     * for `reportMatch`, else null. Knows calls where `onCupMatches` or `tellCupCalls` asks for them.
     *
     * @param list<PlayerId> $players
     */
    public function beginCupMatch(array $players, string $mode): ?string
    {
        $cupMatchId = $this->guard->run('beginCupMatch', fn (): ?string => $this->cupCalls->find($players, $mode));
        return $cupMatchId !== null && $this->cupBegun($cupMatchId) ? $cupMatchId : null;
    }

    /**
     * Somebody joined: the site learns a new name or face, the player gets what waited for them.
     *
     * @param ?string $head the face of the skin: a square PNG of 8 to 64 pixels as base64, at most 4 KB
     * @param ?string $rank only where the game decides about ranks, and the key was made for that
     * @param ?string $language what the client says of its language, as `de_DE`
     */
    public function joined(
        PlayerId $player,
        string $gamertag,
        ?string $head = null,
        ?string $rank = null,
        ?string $language = null,
    ): void {
        if ($player->id === '') {
            $this->guard->say("$gamertag joined without an id and is not reported");
            return;
        }
        $key = $player->key();
        $this->presence[$key] ??= [$player, null, $this->siteClock->monotonic()];
        $data = [...$player->toArray(), 'gamertag' => $gamertag];
        if ($head !== null && self::isHead($head)) {
            $data['head'] = $head;
        }
        if ($rank !== null) {
            $data['rank'] = $rank;
        }
        if ($language !== null) {
            $data['language'] = $language;
        }
        $summary = md5(serialize($data));
        if (($this->known[$key] ?? null) !== $summary && $this->isStored('player', $data)) {
            unset($this->known[$key]);
            $this->known[$key] = $summary;
            if (count($this->known) > self::MAX_NAMES) {
                unset($this->known[array_key_first($this->known)]);
            }
        }
        $this->guard->run('the spool', fn () => $this->outbox->handOver($player));
    }

    public function left(PlayerId $player): void
    {
        unset($this->presence[$player->key()]);
    }

    /** Somebody who joined plays a mode now; null: none, as in the lobby. */
    public function playing(PlayerId $player, ?string $mode): void
    {
        $key = $player->key();
        if (isset($this->presence[$key]) && $this->presence[$key][1] !== $mode) {
            $this->presence[$key] = [$player, $mode, $this->siteClock->monotonic()];
        }
    }

    /** `/hide`: the site counts the player but does not name them. Returns what the player reads. */
    public function hide(PlayerId $player, string $gamertag, bool $isHidden): string
    {
        $line = $isHidden
            ? 'The website does not show any more that you are online.'
            : 'The website shows when you are online.';
        $data = [...$player->toArray(), 'gamertag' => $gamertag, 'hidden' => $isHidden];
        return $this->command($player, 'player', $data, $line);
    }

    /** `/link`: returns what the player reads now. The code follows by `Players::tell` when the site has made it. */
    public function link(PlayerId $player, string $gamertag): string
    {
        $data = [...$player->toArray(), 'gamertag' => $gamertag];
        return $this->command($player, 'link.request', $data, 'Asking the website for your code.');
    }

    /** `/unlink`: returns what the player reads. */
    public function unlink(PlayerId $player): string
    {
        return $this->command($player, 'link.remove', $player->toArray(), 'The website will unlink you.');
    }

    /**
     * Stores the match and sends it soon. README.md lists the fields.
     *
     * @param array<string, mixed> $match
     */
    public function reportMatch(array $match): Reported
    {
        try {
            $data = MatchData::of($match, $this->clock->now());
            $matchId = $data['matchId'];
            if (isset($this->matchIds[$matchId]) || $this->spool->hasMatch($matchId)) {
                return Reported::repeated($matchId);
            }
            $problem = $this->add('match', $data, $matchId);
            if ($problem !== null) {
                return $this->refuse($problem);
            }
            $this->matchIds[$matchId] = true;
            if (count($this->matchIds) > self::MAX_MATCH_IDS) {
                unset($this->matchIds[array_key_first($this->matchIds)]);
            }
            return Reported::stored($matchId);
        } catch (\Throwable $error) {
            return $this->refuse($error->getMessage());
        }
    }

    /** The match no longer counts, even if it is reported later. */
    public function voidMatch(string $matchId, string $reason): Reported
    {
        try {
            $data = ['matchId' => MatchData::matchId($matchId), 'reason' => MatchData::text($reason, 'reason', 500)];
            $problem = $this->add('match.void', $data);
            return $problem === null ? Reported::stored($data['matchId']) : $this->refuse($problem);
        } catch (\Throwable $error) {
            return $this->refuse($error->getMessage());
        }
    }

    /**
     * Stores a punishment and sends it soon. The code with which the player appeals follows by `onAppealCode`. README.md
     * lists the fields.
     *
     * @param array<string, mixed> $report
     */
    public function punish(array $report): Punished
    {
        return $this->punishment('punishment', static fn (): array => PunishmentData::of($report));
    }

    /** A punishment is over before its time: one that this server gave, or one of the site. */
    public function liftPunishment(string $punishmentId, ?string $reason = null): Punished
    {
        return $this->punishment('punishment.lift', static fn (): array => PunishmentData::lift($punishmentId, $reason));
    }

    /**
     * Stores what one player reports about another and sends it soon. Once staff have decided, the reporter is told.
     * README.md lists the fields.
     *
     * @param array<string, mixed> $report
     */
    public function reportPlayer(array $report): PlayerReported
    {
        try {
            $problem = $this->add('report', PlayerReportData::of($report));
        } catch (\Throwable $error) {
            $problem = $error->getMessage();
        }
        if ($problem === null) {
            return PlayerReported::stored();
        }
        $this->guard->say("a report about a player was not taken: $problem");
        return PlayerReported::refused($problem);
    }

    /** Players queued for a mode; travels with the next heartbeat. */
    public function setQueue(string $mode, int $players): void
    {
        $isNew = !isset($this->queues[$mode]);
        if ($mode === '' || strlen($mode) > 64 || $players < 0 || ($isNew && count($this->queues) >= self::MAX_QUEUES)) {
            return;
        }
        $this->queues[$mode] = $players;
    }

    /** @param \Closure(): array<string, mixed> $make */
    private function punishment(string $type, \Closure $make): Punished
    {
        try {
            $data = $make();
            $problem = $this->add($type, $data);
        } catch (\Throwable $error) {
            $problem = $error->getMessage();
        }
        if ($problem === null) {
            return Punished::stored($data['id']);
        }
        $this->guard->say("a $type was not taken: $problem");
        return Punished::refused($problem);
    }

    /** @param array<string, mixed> $data */
    private function command(PlayerId $player, string $type, array $data, string $line): string
    {
        $now = $this->siteClock->monotonic();
        $this->commandAt = array_filter(
            $this->commandAt,
            static fn (int $at): bool => $now - $at < self::COMMAND_PAUSE_MS,
        );
        if (isset($this->commandAt[$player->key()])) {
            return self::HASTY;
        }
        $this->commandAt[$player->key()] = $now;
        return $this->isStored($type, $data) ? $line : self::NOT_NOW;
    }

    private function refuse(string $problem): Reported
    {
        $this->guard->say("a report was not taken: $problem");
        return Reported::refused($problem);
    }

    /** @param array<string, mixed> $data */
    private function isStored(string $type, array $data): bool
    {
        $problem = $this->add($type, $data);
        if ($problem !== null) {
            $this->guard->say("$type could not be stored: $problem");
        }
        return $problem === null;
    }

    /**
     * Returns why it could not be stored, if it could not. A match is sent under its own id, so that the site stores no
     * second one.
     *
     * @param array<string, mixed> $data
     */
    private function add(string $type, array $data, ?string $id = null): ?string
    {
        $isResult = $type === 'match' || $type === 'match.void';
        $room = $this->capacity - ($isResult ? 0 : min(self::RESERVED, intdiv($this->capacity, 2)));
        if ($this->spool->size() >= $room) {
            return "the spool is full: {$this->spool->size()} events wait, the site was away for too long";
        }
        $local = $this->clock->now();
        $event = ['id' => $id ?? Uuid::make(), 'type' => $type, 'at' => Time::iso($local), 'data' => $data];
        try {
            if (!$isResult && !in_array($type, ['punishment.lift', 'report', 'cup.begun'], true)) {
                MatchData::identity(PlayerId::of($data), $type);
                MatchData::text($data['gamertag'] ?? 'x', 'gamertag', 64);
            }
            $this->spool->add($event, $local);
        } catch (\Throwable $error) {
            return $error->getMessage();
        }
        $this->reporter->wake();
        return null;
    }

    /** @return list<array<string, mixed>> */
    private function heartbeats(): array
    {
        $now = $this->siteClock->now();
        $facts = ['playerCount' => $this->players->count()];
        if ($this->maxPlayers !== null) {
            $facts['maxPlayers'] = $this->maxPlayers;
        }
        if ($this->version !== null) {
            $facts['version'] = $this->version;
        }
        if ($this->queues !== []) {
            $facts['queues'] = (object) $this->queues;
        }
        if ($this->handlers->cupMatches !== null || $this->readyCommand !== null) {
            $facts['cups'] = true;
        }
        $beat = static fn (array $more): array
            => ['id' => Uuid::make(), 'type' => 'heartbeat', 'at' => Time::iso($now), 'data' => [...$facts, ...$more]];
        if ($this->presence === null) {
            return [$beat([])];
        }
        $monotonic = $this->siteClock->monotonic();
        $players = [];
        foreach ($this->presence as [$player, $mode, $since]) {
            $one = $player->toArray();
            if ($mode !== null) {
                $one['mode'] = $mode;
            }
            $players[] = [...$one, 'since' => Time::iso($now - ($monotonic - $since))];
        }
        $chunks = $players === [] ? [[]] : array_chunk($players, Limits::PRESENCE);
        $beats = [];
        foreach ($chunks as $index => $chunk) {
            $part = count($chunks) > 1 ? ['part' => $index + 1, 'parts' => count($chunks)] : [];
            $beats[] = $beat(['players' => $chunk, ...$part]);
        }
        return $beats;
    }

    /** @param list<\stdClass> $matches */
    private function handOverCupMatches(array $matches): void
    {
        $this->cupCalls->replace($matches);
        if ($this->readyCommand !== null) {
            $this->guard->run('a call of a cup', fn () => $this->cupCalls->tell($this->readyCommand));
        }
        if ($this->handlers->cupMatches !== null) {
            $this->guard->run('onCupMatches', fn () => ($this->handlers->cupMatches)($matches));
        }
    }

    private function onResult(\stdClass $event, \stdClass $result): void
    {
        $status = $result->status;
        $reason = is_string($result->reason ?? null) ? $result->reason : 'no reason given';
        $text = is_string($result->text ?? null) ? $result->text : null;
        $what = $event->type . ' ' . ($event->data->matchId ?? $event->id);
        if ($event->type === 'link.request' && ($status === 'accepted' || $status === 'duplicate')) {
            $code = $result->code ?? null;
            $this->tell(
                $event,
                is_string($code) ? $text ?? self::codeText($code) : 'The website sent no code. Type /link again.',
            );
        }
        if ($event->type === 'cup.player' && ($status === 'accepted' || $status === 'duplicate')) {
            $this->tell($event, $text ?? self::CUP_TEXTS[$event->data->action] ?? 'Done.');
        }
        $player = PlayerId::of($event->data);
        $appealCode = $result->appealCode ?? null;
        if ($player !== null && is_string($appealCode) && $this->handlers->appealCode !== null) {
            ($this->handlers->appealCode)($player, (string) $event->data->id, $appealCode, $text);
        }
        if ($status === 'retry') {
            $this->guard->say("the site takes $what later: $reason");
        }
        if ($status !== 'rejected') {
            return;
        }
        if ($event->type === 'link.request' && str_starts_with($reason, 'type ')) {
            $this->tell(
                $event,
                'This website cannot make link codes yet. Tell the staff of this server: the website must be updated.',
            );
            if (!$this->isTooOldSaid) {
                $this->guard->say("the website is too old for /link (it must know link.request): $reason");
            }
            $this->isTooOldSaid = true;
            return;
        }
        // With words for the player it is their mistake, which they read; without, it is this server's.
        if ($text === null) {
            $this->guard->say("the site rejected $what: $reason");
        }
        if ($event->type === 'cup.player' && str_starts_with($reason, 'type ')) {
            $this->tell($event, 'This website has no cups.');
        } elseif (str_starts_with($event->type, 'link.') || $event->type === 'cup.player') {
            $this->tell($event, $text ?? "The website says: $reason");
        }
    }

    private function tell(\stdClass $event, string $text): void
    {
        $player = PlayerId::of($event->data);
        if ($player !== null && $this->players->isHere($player)) {
            $this->players->tell($player, $text);
        }
    }

    private static function codeText(string $code): string
    {
        return sprintf(
            'Your code is %s-%s. Enter it on the website, in your profile, within 10 minutes. Show it to nobody.',
            substr($code, 0, 4),
            substr($code, 4),
        );
    }

    /** A base64 text of a PNG that is small enough. The site looks into it. */
    private static function isHead(string $head): bool
    {
        return str_starts_with($head, 'iVBORw0KGgo')
            && strlen($head) <= intdiv(Limits::HEAD_BYTES + 2, 3) * 4
            && preg_match('#^[A-Za-z0-9+/]+={0,2}$#D', $head) === 1;
    }
}
