<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Who is on the game server. */
interface Players
{
    public function count(): int;

    public function isHere(PlayerId $player): bool;

    /** Shows a line to a player who is here. */
    public function tell(PlayerId $player, string $text): void;
}
