<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** What the game does for the site. */
final class Handlers
{
    /** @var ?\Closure(PlayerId, string): void */
    public ?\Closure $rank = null;
    /** @var ?\Closure(PlayerId, string): void */
    public ?\Closure $message = null;
    /** @var ?\Closure(Punishment): void */
    public ?\Closure $punish = null;
    /** @var ?\Closure(PlayerId, string, string, ?string=): void */
    public ?\Closure $appealCode = null;
    /** @var ?\Closure(list<\stdClass>): void */
    public ?\Closure $cupMatches = null;
}
