<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

final class Uuid
{
    /** Returns a UUID of version 7: the time, then 74 random bits. Ids in the order of time keep the site's indexes small. */
    public static function make(): string
    {
        $bytes = substr(pack('J', (int) (microtime(true) * 1000)), 2) . random_bytes(10);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x70);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    public static function isValid(mixed $value): bool
    {
        $form = '/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/Di';
        return is_string($value) && preg_match($form, $value) === 1;
    }
}
