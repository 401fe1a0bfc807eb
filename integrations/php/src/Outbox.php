<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/**
 * What the site wants done in game. An item is taken over once, by its id, which is stored before anything is done or
 * confirmed; so neither a lost confirmation nor a restart repeats it. What is for an absent player waits for them.
 */
final class Outbox
{
    private const TAKEN = 'outbox:taken';
    private const TODO = 'outbox:todo:';
    /** Ids remembered: the site sends at most 50 unconfirmed items at a time. */
    private const MAX_TAKEN = 1_000;
    /** Messages that wait for one absent player. */
    private const MAX_MAIL = 20;

    /** @var array<string, true> by id, oldest first */
    private array $taken = [];

    private bool $isWaitingSaid = false;

    public function __construct(
        private readonly Storage $storage,
        private readonly Players $players,
        private readonly Guard $guard,
        private readonly Handlers $handlers,
    ) {
        foreach ($this->list(self::TAKEN) as $id) {
            if (is_string($id)) {
                $this->taken[$id] = true;
            }
        }
    }

    /** Finishes what a crash interrupted. Call it once all handlers are set. */
    public function resume(): void
    {
        foreach ($this->storage->keys() as $key) {
            if (!str_starts_with($key, self::TODO)) {
                continue;
            }
            $this->guard->run('an order of the site', function () use ($key): void {
                $item = Json::decode($this->storage->read($key));
                if (!is_string($item->id ?? null) || !is_string($item->type ?? null) || !($item->data ?? null) instanceof \stdClass) {
                    $this->storage->write($key, null);
                } elseif ($this->canAct($item)) {
                    $this->remember($item->id);
                    $this->act($item);
                }
            });
        }
    }

    /**
     * Takes over what is new. Returns the ids to confirm; repeated ones too, since their confirmation was lost. What cannot
     * be stored or carried out is not confirmed, so that the site sends it again.
     *
     * @param list<\stdClass> $items
     * @return list<string>
     */
    public function take(array $items): array
    {
        $toConfirm = [];
        foreach ($items as $item) {
            if (isset($this->taken[$item->id]) || ($this->canAct($item) && $this->takeOver($item))) {
                $toConfirm[] = $item->id;
            }
        }
        return $toConfirm;
    }

    private function takeOver(\stdClass $item): bool
    {
        $isTaken = $this->guard->run('an order of the site', function () use ($item): bool {
            // Before the mark, so that a crash between the two loses nothing.
            $this->storage->write(self::TODO . $item->id, Json::encode($item));
            $this->remember($item->id);
            $this->act($item);
            return true;
        }, false);
        if (!$isTaken) {
            unset($this->taken[$item->id]);
        }
        return $isTaken;
    }

    /** A punishment waits on the site until the game has an `onPunish`. */
    private function canAct(\stdClass $item): bool
    {
        $canAct = $this->handlers->punish !== null || !in_array($item->type, ['punish', 'pardon'], true);
        if (!$canAct && !$this->isWaitingSaid) {
            $this->isWaitingSaid = true;
            $this->guard->say("the site sent a $item->type: this server has no onPunish, so it waits on the site");
        }
        return $canAct;
    }

    /** Hands over what waited for a player who is here. A rank is set at each arrival: the game may not store it. */
    public function handOver(PlayerId $player): void
    {
        if (!$this->players->isHere($player)) {
            return;
        }
        $rankKey = self::rankKey($player);
        $rank = $this->storage->read($rankKey);
        if ($rank !== null) {
            $this->call($this->handlers->rank, $player, $rank);
            if ($rank === 'Member') {
                $this->storage->write($rankKey, null);
            }
        }
        $mail = $this->mail($player);
        if ($mail === []) {
            return;
        }
        // Removed first: a message is never shown twice.
        $this->storage->write(self::mailKey($player), null);
        $show = $this->handlers->message ?? $this->players->tell(...);
        foreach ($mail as $message) {
            $this->call($show, $player, $message->text);
        }
    }

    private function remember(string $id): void
    {
        $this->taken[$id] = true;
        if (count($this->taken) > self::MAX_TAKEN) {
            unset($this->taken[array_key_first($this->taken)]);
        }
        $this->storage->write(self::TAKEN, Json::encode(array_map(strval(...), array_keys($this->taken))));
    }

    private function act(\stdClass $item): void
    {
        $player = PlayerId::of($item->data);
        $rank = $item->data->rank ?? null;
        $text = $item->data->text ?? null;
        $isForPlayer = false;
        if ($player === null) {
            $this->guard->say("the site sent a $item->type without a player");
        } elseif ($item->type === 'rank' && is_string($rank)) {
            $this->storage->write(self::rankKey($player), $rank);
            $isForPlayer = true;
        } elseif ($item->type === 'message' && is_string($text)) {
            $this->post($player, $item->id, $text);
            $isForPlayer = true;
        } elseif ($item->type === 'punish' || $item->type === 'pardon') {
            $punishment = new Punishment($item->id, $item->type, $player, json_decode(Json::encode($item->data), true));
            $this->call($this->handlers->punish, $punishment);
        } else {
            $this->guard->say("the site sent a $item->type, which this adapter does not know: is there a newer one?");
        }
        $this->storage->write(self::TODO . $item->id, null);
        if ($isForPlayer) {
            $this->handOver($player);
        }
    }

    private function post(PlayerId $player, string $id, string $text): void
    {
        $mail = $this->mail($player);
        foreach ($mail as $message) {
            if ($message->id === $id) {
                return;
            }
        }
        $mail[] = ['id' => $id, 'text' => $text];
        $this->storage->write(self::mailKey($player), Json::encode(array_slice($mail, -self::MAX_MAIL)));
    }

    private function call(?\Closure $handler, mixed ...$values): void
    {
        if ($handler !== null) {
            $this->guard->run('a handler', static fn () => $handler(...$values));
        }
    }

    /** @return list<\stdClass> each with id and text */
    private function mail(PlayerId $player): array
    {
        $isMail = static fn (mixed $one): bool => is_string($one->id ?? null) && is_string($one->text ?? null);
        return array_values(array_filter($this->list(self::mailKey($player)), $isMail));
    }

    /** @return list<mixed> */
    private function list(string $key): array
    {
        $list = Json::decode($this->storage->read($key));
        return is_array($list) ? $list : [];
    }

    private static function mailKey(PlayerId $player): string
    {
        return 'outbox:mail:' . $player->key();
    }

    private static function rankKey(PlayerId $player): string
    {
        return 'outbox:rank:' . $player->key();
    }
}
