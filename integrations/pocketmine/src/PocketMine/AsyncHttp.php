<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\scheduler\AsyncPool;
use VulxNetwork\SiteClient\Http;

/** HTTP on the server's worker threads; the site client has one request under way at most. */
final class AsyncHttp implements Http
{
    public function __construct(
        private readonly AsyncPool $pool,
        private readonly string $site,
        #[\SensitiveParameter] private readonly string $key,
    ) {
    }

    public function post(string $path, string $body, \Closure $done): void
    {
        $this->pool->submitTask(new RequestTask($this->site . $path, $this->key, $body, $done));
    }

    /** The server delivers responses itself. */
    public function poll(): void
    {
    }
}
