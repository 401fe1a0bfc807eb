<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** The face of a skin, with the layer over it, as the site shows it. */
final class SkinFace
{
    /** Skins are drawn on a grid of 64 columns, of one to four pixels each. By the bytes of an image: its width. */
    private const WIDTHS = [64 * 32 * 4 => 64, 64 * 64 * 4 => 64, 128 * 128 * 4 => 128, 256 * 256 * 4 => 256];
    private const FACE_X = 8;
    private const HAT_X = 40;
    private const Y = 8;
    private const SIZE = 8;

    /** Returns a PNG as base64; null for an image that is not laid out as a skin. `$rgba` has four bytes a pixel. */
    public static function of(string $rgba): ?string
    {
        $width = self::WIDTHS[strlen($rgba)] ?? null;
        if ($width === null) {
            return null;
        }
        $scale = intdiv($width, 64);
        $size = self::SIZE * $scale;
        $rows = '';
        for ($y = 0; $y < $size; $y += 1) {
            // The row's filter: none.
            $rows .= "\0";
            for ($x = 0; $x < $size; $x += 1) {
                $row = (self::Y * $scale + $y) * $width;
                $face = ($row + self::FACE_X * $scale + $x) * 4;
                $hat = ($row + self::HAT_X * $scale + $x) * 4;
                $alpha = ord($rgba[$hat + 3]) / 255;
                for ($channel = 0; $channel < 3; $channel += 1) {
                    $over = ord($rgba[$hat + $channel]) * $alpha;
                    $rows .= chr((int) round($over + ord($rgba[$face + $channel]) * (1 - $alpha)));
                }
            }
        }
        // 8 bits for each of red, green and blue.
        $header = pack('NNCCCCC', $size, $size, 8, 2, 0, 0, 0);
        return base64_encode("\x89PNG\r\n\x1a\n" . self::chunk('IHDR', $header)
            . self::chunk('IDAT', gzcompress($rows, 9)) . self::chunk('IEND', ''));
    }

    private static function chunk(string $type, string $data): string
    {
        return pack('N', strlen($data)) . $type . $data . pack('N', crc32($type . $data));
    }
}
