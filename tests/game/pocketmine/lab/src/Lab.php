<?php

declare(strict_types=1);

namespace Lab;

use pocketmine\command\Command;
use pocketmine\command\CommandSender;
use pocketmine\plugin\PluginBase;
use VulxNetwork\SiteClient\Punishment;

/** What the console asks of a server that is tried. */
final class Lab extends PluginBase
{
    public function onCommand(CommandSender $sender, Command $command, string $label, array $args): bool
    {
        $server = $this->getServer();
        $plugins = $server->getPluginManager();
        if ($command->getName() === 'core') {
            $site = $plugins->getPlugin('VulxNetwork')->getSite();
            $site->onPunish(function (Punishment $one) use ($site): void {
                $this->getLogger()->info("order: $one->type");
                if ($one->type === 'pardon') {
                    $site->liftPunishment($one->data['id']);
                } else {
                    $site->punish([...$one->data, ...$one->player->toArray()]);
                }
            });
            return true;
        }
        [$one, $two] = array_map($server->getPlayerExact(...), $args);
        if ($one !== null && $two !== null) {
            $plugins->getPlugin('DuelCore')->begin($one, $two);
            $this->getLogger()->info("duel of $args[0] and $args[1]");
        }
        return true;
    }
}
