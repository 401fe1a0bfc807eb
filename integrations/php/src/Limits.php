<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

final class Limits
{
    public const EVENTS = 100;
    /** A quarter of what the site takes: a batch is parsed while players wait. */
    public const BYTES = 256 * 1024;
    /** Half of the characters `{ } [ ] : ,` outside strings that the site takes. */
    public const STRUCTURE = 50_000;
    public const PLAYERS = 64;
    public const KILLS = 200;
    public const COUNT = 10_000;
    public const POINTS = 10_000;
    public const HEAD_BYTES = 4 * 1024;
    /** Lines of chat in a report, and characters of one. */
    public const CHAT_LINES = 20;
    public const CHAT_TEXT = 512;
    /** Players named in one heartbeat: as many as fit well into the limit of bytes. */
    public const PRESENCE = 1_500;
}
