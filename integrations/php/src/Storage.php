<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Text by key that survives a restart. */
interface Storage
{
    /** @return list<string> */
    public function keys(): array;

    public function read(string $key): ?string;

    /** Atomic. Null removes. Throws when the text could not be stored. */
    public function write(string $key, ?string $value): void;
}
