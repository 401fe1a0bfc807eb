<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

final class SystemClock implements Clock
{
    public function now(): int
    {
        return (int) (microtime(true) * 1_000);
    }

    public function monotonic(): int
    {
        return intdiv(hrtime(true), 1_000_000);
    }
}
