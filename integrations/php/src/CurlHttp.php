<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** HTTP by curl, without blocking: a response is taken in `poll`. */
final class CurlHttp implements Http
{
    /** From the moment the site's address is known until its response is there. */
    private const TIMEOUT_MS = 15_000;
    /**
     * In all. Longer than a resolver waits for name servers that are silent: curl waits for its resolver when it gives up a
     * request, and the game would wait with it.
     */
    private const MAX_MS = 60_000;
    private const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

    private readonly string $site;
    private readonly \CurlMultiHandle $multi;
    /** @var array<int, array{\CurlHandle, \Closure(?HttpResponse, ?string=): void, ?int}> with the time its address was known */
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
        curl_setopt_array($handle, [CURLOPT_TIMEOUT_MS => self::MAX_MS] + self::options($this->site . $path, $this->key, $body));
        $this->running[spl_object_id($handle)] = [$handle, $done, null];
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
            $isComplete = $message['result'] === CURLE_OK;
            $response = $isComplete ? self::response($handle, (string) curl_multi_getcontent($handle)) : null;
            $this->end($handle, $response, $isComplete ? null : self::problem($message['result'], curl_error($handle)));
        }
        $now = intdiv(hrtime(true), 1_000_000);
        foreach ($this->running as $id => [$handle, , $resolvedAt]) {
            // A connection that is used again looks nothing up.
            $isResolved = curl_getinfo($handle, CURLINFO_NAMELOOKUP_TIME) > 0 || curl_getinfo($handle, CURLINFO_PRETRANSFER_TIME) > 0;
            if ($resolvedAt === null && $isResolved) {
                $this->running[$id][2] = $now;
            } elseif ($resolvedAt !== null && $now - $resolvedAt > self::TIMEOUT_MS) {
                $this->end($handle, null, 'no response within ' . self::TIMEOUT_MS / 1_000 . ' seconds');
            }
        }
    }

    private function end(\CurlHandle $handle, ?HttpResponse $response, ?string $problem): void
    {
        [, $done] = $this->running[spl_object_id($handle)];
        unset($this->running[spl_object_id($handle)]);
        curl_multi_remove_handle($this->multi, $handle);
        $done($response, $problem);
    }

    /** Sends and waits: for threads that may block. `$problem` becomes why there is no response. */
    public static function send(string $url, #[\SensitiveParameter] string $key, string $body, ?string &$problem = null): ?HttpResponse
    {
        $handle = curl_init();
        curl_setopt_array($handle, self::options($url, $key, $body));
        $text = curl_exec($handle);
        $problem = is_string($text) ? null : self::problem(curl_errno($handle), curl_error($handle));
        return is_string($text) ? self::response($handle, $text) : null;
    }

    /** What an operator reads. Certificates are named: a PHP without a list of authorities can check none. */
    private static function problem(int $code, string $error): string
    {
        $error = $error === '' ? (string) curl_strerror($code) : $error;
        $isCertificate = in_array($code, [CURLE_SSL_CACERT, CURLE_SSL_PEER_CERTIFICATE, CURLE_SSL_CACERT_BADFILE], true);
        return $isCertificate
            ? "its certificate cannot be checked ($error). PHP needs a list of authorities: curl.cainfo in php.ini"
            : $error;
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
