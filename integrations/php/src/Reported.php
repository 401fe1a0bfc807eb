<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Whether a match or a void was stored. `problem` names the field that is wrong; then nothing was stored. */
final class Reported
{
    private function __construct(
        public readonly bool $ok,
        public readonly ?string $matchId,
        public readonly ?string $problem,
        /** True when this match was reported before; the first report counts. */
        public readonly bool $repeated,
    ) {
    }

    public static function stored(string $matchId): self
    {
        return new self(true, $matchId, null, false);
    }

    public static function repeated(string $matchId): self
    {
        return new self(true, $matchId, null, true);
    }

    public static function refused(string $problem): self
    {
        return new self(false, null, $problem, false);
    }
}
