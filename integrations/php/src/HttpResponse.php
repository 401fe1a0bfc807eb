<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

final class HttpResponse
{
    /** @param ?string $retryAfter the Retry-After header as sent */
    public function __construct(
        public readonly int $status,
        public readonly string $body,
        public readonly ?string $retryAfter = null,
    ) {
    }
}
