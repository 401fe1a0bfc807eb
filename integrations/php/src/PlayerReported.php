<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Whether a report about a player was stored. `problem` names the field that is wrong; then nothing was stored. */
final class PlayerReported
{
    private function __construct(public readonly bool $ok, public readonly ?string $problem)
    {
    }

    public static function stored(): self
    {
        return new self(true, null);
    }

    public static function refused(string $problem): self
    {
        return new self(false, $problem);
    }
}
