import type { PlayerId, Port } from '../../core/src/port.ts'
import { SiteClient } from '../../core/src/site-client.ts'
import { isPlayer, type Player, type Serenity } from './serenity.ts'

const rankTag = 'vulx-rank:'

/** Connects the site with the players of a server, and registers the commands. Call it before the world is made. */
export function connect(serenity: Serenity, parts: Omit<Port, 'players'>): SiteClient {
  const playerOf = ({ xuid }: PlayerId) => (xuid === undefined ? null : serenity.getPlayerByXuid(xuid))
  const players = {
    count: () => serenity.getPlayers().length,
    isHere: (id: PlayerId) => playerOf(id) !== null,
    tell: (id: PlayerId, text: string) => playerOf(id)?.sendMessage(text),
  }
  const { maxConnections } = serenity.network.raknet.properties
  const site = new SiteClient({ ...parts, players }, { maxPlayers: maxConnections })
  site.onRank((id, rank) => {
    const player = playerOf(id)
    if (player !== null) setRank(player, rank)
  })

  const command = (name: string, description: string, run: (player: Player) => string) =>
    serenity.commandPalette.register(name, description, ({ origin }) => ({
      message: isPlayer(origin) ? replyTo(origin, run) : 'Only players can use this command.',
    }))
  command('link', 'Links you to your account on the website', (player) =>
    site.link(idOf(player), player.username),
  )
  command('unlink', 'Unlinks you from your account on the website', (player) => site.unlink(idOf(player)))
  command('hide', 'Hides on the website that you are online', (player) =>
    site.hide(idOf(player), player.username, true),
  )
  command('show', 'Shows on the website that you are online', (player) =>
    site.hide(idOf(player), player.username, false),
  )
  command('checkin', 'Checks you in for a cup', (player) => site.cup(idOf(player), 'check_in'))
  command('ready', 'Says that you are ready for your match in a cup', (player) =>
    site.cup(idOf(player), 'ready'),
  )
  command('leavecup', 'Takes you out of a cup', (player) => site.cup(idOf(player), 'leave'))
  site.tellCupCalls('/ready')
  return site
}

/** Somebody without an Xbox account has an empty XUID. */
const replyTo = (player: Player, run: (player: Player) => string) =>
  player.xuid === '' ? 'Not available: the website does not know you here.' : run(player)

export const idOf = ({ xuid }: Player): PlayerId => ({ xuid })

/** By the number of SerenityJS's InputMode; the site knows no others. */
const inputs = [undefined, 'keyboard', 'touch', 'controller'] as const

/** What a match says of a player beside the result. */
export function playerFields(player: Player) {
  const input = inputs[player.clientSystemInfo.inputMode]
  return { ...idOf(player), gamertag: player.username, ...(input !== undefined && { input }) }
}

/** A rank comes again at each join: the player reads it only when it is new. */
function setRank(player: Player, rank: string): void {
  const tag = rankTag + rank
  if (player.hasTag(tag)) return
  for (const old of player.getTags()) if (old.startsWith(rankTag)) player.removeTag(old)
  player.addTag(tag)
  player.sendMessage(`Your rank on the website is ${rank}.`)
}
