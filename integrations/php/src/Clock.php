<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

interface Clock
{
    /** Milliseconds since 1970. May be wrong and may jump. */
    public function now(): int;

    /** Milliseconds since any start, never set back. */
    public function monotonic(): int;
}
