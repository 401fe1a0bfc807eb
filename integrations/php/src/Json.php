<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

final class Json
{
    public static function encode(mixed $value): string
    {
        return json_encode($value, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
    }

    /** Returns null where the text is no JSON. Objects stay objects, so that an empty one is not mistaken for a list. */
    public static function decode(?string $text): mixed
    {
        return $text === null ? null : json_decode($text);
    }

    /** Characters `{ } [ ] : ,` outside strings. */
    public static function structureLength(string $json): int
    {
        $bare = preg_replace('/"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"/s', '', $json) ?? $json;
        return strlen($bare) - strlen(str_replace(['{', '}', '[', ']', ':', ','], '', $bare));
    }
}
