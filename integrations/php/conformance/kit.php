<?php

// How a program speaks with the conformance kit (integrations/conformance/README.md): JSON lines in and out.

declare(strict_types=1);

use VulxNetwork\SiteClient\{PlayerId, Punishment, SiteClient};

function write(array $line): void
{
    fwrite(STDOUT, json_encode($line, JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR) . "\n");
}

function writePunishmentsOf(SiteClient $client): void
{
    $client->onPunish(static fn (Punishment $one)
        => write(['did' => 'punish', 'id' => $one->id, 'type' => $one->type, 'player' => $one->player->toArray()]));
    $client->onAppealCode(static fn (PlayerId $player, string $id, string $code)
        => write(['did' => 'appealCode', 'id' => $id, 'player' => $player->toArray(), 'code' => $code]));
}

/**
 * Obeys the orders of the kit until it closes the input, and lets the game server tick in between.
 *
 * @param Closure(array): void $obey
 * @param Closure(): void $tick
 */
function playFor(Closure $obey, Closure $tick): void
{
    write(['ready' => true]);
    stream_set_blocking(STDIN, false);
    $rest = '';
    while (true) {
        $read = [STDIN];
        $none = null;
        stream_select($read, $none, $none, 0, 5_000);
        $chunk = $read === [] ? '' : fread(STDIN, 65_536);
        if ($chunk === '' && feof(STDIN)) {
            return;
        }
        $lines = explode("\n", $rest . $chunk);
        $rest = array_pop($lines);
        foreach ($lines as $line) {
            $order = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
            $obey($order);
            write(['done' => $order['n']]);
        }
        $tick();
    }
}
