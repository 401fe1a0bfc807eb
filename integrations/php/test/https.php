<?php

// One request to a site over https; prints why it had no response, for https.test.ts.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use VulxNetwork\SiteClient\{CurlHttp, HttpResponse};

$http = new CurlHttp($argv[1], 'the-key');
$seen = null;
$http->post('/api/ingest/events', '{}', static function (?HttpResponse $response, ?string $problem = null) use (&$seen): void {
    $seen = [$response?->status, $problem];
});
while ($seen === null) {
    $http->poll();
    usleep(5_000);
}
CurlHttp::send("$argv[1]/api/ingest/events", 'the-key', '{}', $sent);
echo json_encode([...$seen, $sent]);
