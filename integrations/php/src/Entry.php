<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** An event that waits in the spool. */
final class Entry
{
    /** Monotonic time before which it is not sent again. */
    public int $notBefore = PHP_INT_MIN;
    public int $retries = 0;
    public readonly int $structure;

    /**
     * @param string $text the JSON as stored: sent byte for byte, so that the site recognizes a repeated event
     * @param ?\Closure(): int $draftSkew of a draft: what to add to its times once the site's time is known
     */
    public function __construct(
        public readonly int $number,
        public readonly \stdClass $event,
        public readonly string $text,
        public readonly ?\Closure $draftSkew,
    ) {
        $this->structure = Json::structureLength($text);
    }
}
