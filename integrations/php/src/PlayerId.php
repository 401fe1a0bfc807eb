<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Exactly one id: the XUID where the server knows it, else the PlayFab id. */
final class PlayerId
{
    private function __construct(public readonly string $type, public readonly string $id)
    {
    }

    public static function xuid(string $id): self
    {
        return new self('xuid', $id);
    }

    public static function pfid(string $id): self
    {
        return new self('pfid', $id);
    }

    /** Returns the one id that an array or object carries; null when it carries none or both. */
    public static function of(mixed $fields): ?self
    {
        $fields = (array) $fields;
        $xuid = $fields['xuid'] ?? null;
        $pfid = $fields['pfid'] ?? null;
        if (is_string($xuid) && $pfid === null) {
            return self::xuid($xuid);
        }
        return is_string($pfid) && $xuid === null ? self::pfid($pfid) : null;
    }

    /** A key for arrays and storage. */
    public function key(): string
    {
        return "$this->type:$this->id";
    }

    /** @return array<string, string> */
    public function toArray(): array
    {
        return [$this->type => $this->id];
    }
}
