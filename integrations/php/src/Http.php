<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

interface Http
{
    /**
     * Begins to send JSON to a path of the site, with the key, and returns at once. Calls `$done` once, with null when no
     * complete response came within a time limit, and then why, if that is known. Must not follow redirects.
     *
     * @param \Closure(?HttpResponse, ?string=): void $done
     */
    public function post(string $path, string $body, \Closure $done): void;

    /** Called at each tick: delivers responses that have come. */
    public function poll(): void;
}
