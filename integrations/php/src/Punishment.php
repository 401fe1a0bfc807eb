<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** A punishment or its end, decided on the website. */
final class Punishment
{
    /** @param array<string, mixed> $data */
    public function __construct(
        /** The same when the order comes again after a crash. */
        public readonly string $id,
        /** `punish` or `pardon`. */
        public readonly string $type,
        public readonly PlayerId $player,
        public readonly array $data,
    ) {
    }
}
