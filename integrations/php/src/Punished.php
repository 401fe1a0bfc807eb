<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Whether a punishment or its end was stored. `problem` names the field that is wrong; then nothing was stored. */
final class Punished
{
    private function __construct(
        public readonly bool $ok,
        public readonly ?string $punishmentId,
        public readonly ?string $problem,
    ) {
    }

    public static function stored(string $punishmentId): self
    {
        return new self(true, $punishmentId, null);
    }

    public static function refused(string $problem): self
    {
        return new self(false, null, $problem);
    }
}
