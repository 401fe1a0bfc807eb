<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** HTTP by curl, without blocking: a response is taken in `poll`. */
final class CurlHttp implements Http
{
    private const TIMEOUT_MS = 15_000;
    private const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

    private readonly string $site;
    private readonly \CurlMultiHandle $multi;
    /** @var array<int, array{\CurlHandle, \Closure(?HttpResponse): void}> */
    private array $running = [];

    /** @param string $site without a path, as `https://your.site` */
    public function __construct(string $site, #[\SensitiveParameter] private readonly string $key)
    {
        $this->site = rtrim($site, '/');
        $this->multi = curl_multi_init();
    }

    public function post(string $path, string $body, \Closure $done): void
    {
        $handle = curl_init();
        curl_setopt_array($handle, self::options($this->site . $path, $this->key, $body));
        $this->running[spl_object_id($handle)] = [$handle, $done];
        curl_multi_add_handle($this->multi, $handle);
        curl_multi_exec($this->multi, $active);
    }

    public function poll(): void
    {
        if ($this->running === []) {
            return;
        }
        curl_multi_exec($this->multi, $active);
        while (($message = curl_multi_info_read($this->multi)) !== false) {
            $handle = $message['handle'];
            [, $done] = $this->running[spl_object_id($handle)];
            unset($this->running[spl_object_id($handle)]);
            $response = $message['result'] === CURLE_OK
                ? self::response($handle, (string) curl_multi_getcontent($handle))
                : null;
            curl_multi_remove_handle($this->multi, $handle);
            $done($response);
        }
    }

    /** Sends and waits: for threads that may block. */
    public static function send(string $url, #[\SensitiveParameter] string $key, string $body): ?HttpResponse
    {
        $handle = curl_init();
        curl_setopt_array($handle, self::options($url, $key, $body));
        $text = curl_exec($handle);
        return is_string($text) ? self::response($handle, $text) : null;
    }

    /** @return array<int, mixed> */
    private static function options(string $url, string $key, string $body): array
    {
        return [
            CURLOPT_URL => $url,
            CURLOPT_POST => true,
            CURLOPT_POSTFIELDS => $body,
            // The empty `Expect` stops curl from waiting for a 100 before it sends a large body.
            CURLOPT_HTTPHEADER => ['Content-Type: application/json', "Authorization: Bearer $key", 'Expect:'],
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            // A redirect would turn the call into a GET.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_HEADER => true,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => self::TIMEOUT_MS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_NOPROGRESS => false,
            CURLOPT_PROGRESSFUNCTION => static fn (mixed $handle, int $total, int $now): int
                => $now > self::MAX_RESPONSE_BYTES ? 1 : 0,
        ];
    }

    private static function response(\CurlHandle $handle, string $text): HttpResponse
    {
        $headerBytes = curl_getinfo($handle, CURLINFO_HEADER_SIZE);
        $headers = substr($text, 0, $headerBytes);
        $retryAfter = preg_match('/^retry-after:[ \t]*(.*?)[ \t]*\r?$/mi', $headers, $found) === 1 ? $found[1] : null;
        return new HttpResponse(curl_getinfo($handle, CURLINFO_RESPONSE_CODE), substr($text, $headerBytes), $retryAfter);
    }
}
