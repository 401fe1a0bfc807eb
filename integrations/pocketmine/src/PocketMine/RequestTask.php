<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\scheduler\AsyncTask;
use VulxNetwork\SiteClient\CurlHttp;
use VulxNetwork\SiteClient\HttpResponse;

/** Sends on a worker thread; its properties are plain text, since they cross to that thread. */
final class RequestTask extends AsyncTask
{
    private const DONE = 'done';

    /** @param \Closure(?HttpResponse): void $done */
    public function __construct(
        private string $url,
        #[\SensitiveParameter] private string $key,
        private string $body,
        \Closure $done,
    ) {
        $this->storeLocal(self::DONE, $done);
    }

    public function onRun(): void
    {
        $response = CurlHttp::send($this->url, $this->key, $this->body);
        $this->setResult($response === null ? null : [$response->status, $response->body, $response->retryAfter]);
    }

    public function onCompletion(): void
    {
        $result = $this->getResult();
        $done = $this->fetchLocal(self::DONE);
        $done(is_array($result) ? new HttpResponse(...$result) : null);
    }
}
