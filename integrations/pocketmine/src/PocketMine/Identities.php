<?php

declare(strict_types=1);

namespace VulxNetwork\PocketMine;

use pocketmine\network\mcpe\JwtException;
use pocketmine\network\mcpe\JwtUtils;
use pocketmine\network\mcpe\NetworkSession;
use pocketmine\network\mcpe\protocol\LoginPacket;
use pocketmine\player\Player;
use VulxNetwork\SiteClient\PlayerId;

/** Who a player is: the XUID that Xbox confirmed to this server, or to the proxy in front of it. */
final class Identities
{
    /** @var \WeakMap<NetworkSession, string> XUIDs that a proxy sent */
    private \WeakMap $proxied;
    /** @var \WeakMap<Player, string> the same by player: one who has left has no session, and a match may end later */
    private \WeakMap $known;

    /** @param list<string> $proxyAddresses */
    public function __construct(private readonly array $proxyAddresses)
    {
        $this->proxied = new \WeakMap();
        $this->known = new \WeakMap();
    }

    /** Null for a player whom nobody confirmed. */
    public function of(Player $player): ?PlayerId
    {
        // PocketMine removes the XUID of everybody who did not authenticate to this server itself.
        $xuid = $player->getXuid();
        if ($xuid === '' && $player->isConnected()) {
            $this->known[$player] = $this->proxied[$player->getNetworkSession()] ?? '';
        }
        $xuid = $xuid === '' ? $this->known[$player] ?? '' : $xuid;
        return $xuid === '' ? null : PlayerId::xuid($xuid);
    }

    /** WaterdogPE adds the XUID to the login data when `use_login_extras` is on. Nobody but the proxy is believed. */
    public function learn(LoginPacket $packet, NetworkSession $session): void
    {
        if (!in_array($session->getIp(), $this->proxyAddresses, true)) {
            return;
        }
        try {
            [, $claims] = JwtUtils::parse($packet->clientDataJwt);
        } catch (JwtException) {
            // PocketMine refuses this login itself.
            return;
        }
        $xuid = $claims['Waterdog_XUID'] ?? null;
        if (is_string($xuid) && preg_match('/^\d{1,20}$/D', $xuid) === 1) {
            $this->proxied[$session] = $xuid;
        }
    }
}
