<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\Server;

/** What is set so that something cannot work, said at the start rather than when somebody misses it. */
final class Checks
{
    /**
     * @param list<string> $proxyAddresses
     * @return list<string> lines for the console
     */
    public static function of(Server $server, string $url, array $proxyAddresses): array
    {
        $lines = [];
        if (!$server->getOnlineMode() && $proxyAddresses === []) {
            $lines[] = 'xbox-auth is off and proxy-addresses is empty: players whose XUID nobody confirmed are not reported, nor are their matches';
        }
        $curl = curl_version() ?: [];
        $authorities = (string) ini_get('curl.cainfo') ?: (string) ($curl['cainfo'] ?? '');
        if (str_starts_with($url, 'https:') && $authorities !== '' && !is_readable($authorities)) {
            $lines[] = "PHP finds no list of authorities at $authorities, so the site's certificate cannot be checked: set curl.cainfo in php.ini";
        }
        if (!(($curl['features'] ?? 0) & CURL_VERSION_ASYNCHDNS)) {
            $lines[] = "this PHP's curl looks names up while the game waits: write the site's IP address into url, or use another PHP";
        }
        return $lines;
    }
}
