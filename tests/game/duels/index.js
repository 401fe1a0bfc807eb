// A practice core as a SerenityJS plugin: /duel queues, the first player with three hits wins, who leaves loses. /fly
// bans.
const { randomUUID } = require('node:crypto')
const { Plugin } = require('@serenityjs/plugins')

const hitsToWin = 3

class Duels extends Plugin {
  queue = []
  /** Duels by player; both players of a duel lead to the same one. */
  running = new Map()
  lastMatchId = ''
  /** Bans in force by XUID. */
  bans = new Map()

  onInitialize() {
    this.website = this.resolve('vulx-network')
    const { commandPalette } = this.serenity
    commandPalette.register('swear', 'Gets a warning', ({ origin }) => ({
      message: this.website.site.punish({
        player: { xuid: origin.xuid },
        kind: 'warn',
        reason: 'Mind your language',
        by: 'Duels',
      }).ok
        ? 'Warned'
        : 'Not warned',
    }))
    commandPalette.register('fly', 'Gets a ban', ({ origin: { xuid } }) => {
      const ban = { reason: 'Flying' }
      const given = this.website.site.punish({ player: { xuid }, kind: 'ban', by: 'Duels', ...ban })
      if (given.ok) this.bans.set(xuid, { ...ban, id: given.punishmentId })
      return { message: given.ok ? 'Banned' : given.problem }
    })
    commandPalette.register('duel', 'Queues for a duel', ({ origin }) => ({ message: this.join(origin) }))
    commandPalette.register('void', 'Takes the last duel back', () => ({
      message: this.website.site.voidMatch(this.lastMatchId, 'Taken back in game').ok
        ? 'Voided'
        : 'Not voided',
    }))
  }

  /** The website's plugin is ready now, and starts after this. */
  async onStartUp() {
    const { site } = this.website
    // The site has stored a ban of this server: now there is a code for its screen.
    site.onAppealCode(({ xuid }, id, code) => {
      const ban = this.bans.get(xuid)
      if (ban?.id === id) this.ban(xuid, { ...ban, code })
    })
    // What staff decide on the website is put into force here, and said back.
    site.onPunish(({ type, player, data }) => {
      if (type === 'punish') site.punish({ ...data, player })
      else site.liftPunishment(data.id, data.reason)
      this.serenity
        .getPlayerByXuid(player.xuid)
        ?.sendMessage(`${type}: ${data.kind ?? ''} ${data.reason ?? ''}`)
      if (type === 'punish' && data.kind === 'ban')
        this.ban(player.xuid, { id: data.id, reason: data.reason, code: data.appealCode, until: data.until })
      if (type === 'pardon' && this.bans.get(player.xuid)?.id === data.id) {
        this.bans.delete(player.xuid)
        this.logger.info(`The ban of ${player.xuid} is over`)
      }
    })
  }

  ban(xuid, ban) {
    this.bans.set(xuid, ban)
    this.logger.info(`${xuid} is banned until ${ban.until ?? 'further notice'}`)
    const player = this.serenity.getPlayerByXuid(xuid)
    if (player !== null) this.turnAway(player, ban)
  }

  turnAway(player, { reason, code, until }) {
    player.disconnect(`Banned: ${reason}. Until: ${until ?? 'further notice'}. Code to appeal: ${code}`)
  }

  onPlayerInitialized({ player }) {
    const ban = this.bans.get(player.xuid)
    if (ban !== undefined && !(Date.parse(ban.until) <= Date.now())) this.turnAway(player, ban)
  }

  join(player) {
    if (this.running.has(player) || this.queue.includes(player)) return 'You are queued already'
    this.queue.push(player)
    if (this.queue.length === 2) this.begin(this.queue.splice(0))
    this.website.site.setQueue('boxing', this.queue.length)
    return 'Queued'
  }

  begin(players) {
    const duel = {
      matchId: randomUUID(),
      startedAt: Date.now(),
      hits: new Map(players.map((one) => [one, 0])),
      // Known when it is a match of a cup that is called.
      cupMatchId: this.website.site.beginCupMatch(
        players.map(({ xuid }) => ({ xuid })),
        'boxing',
      ),
    }
    for (const player of players) {
      this.running.set(player, duel)
      this.website.site.playing({ xuid: player.xuid }, 'boxing')
      player.sendMessage('The duel begins')
    }
  }

  onEntityHurt({ hurtEntity, damagingEntity: attacker }) {
    const duel = this.running.get(attacker)
    if (duel === undefined || duel !== this.running.get(hurtEntity)) return
    duel.hits.set(attacker, duel.hits.get(attacker) + 1)
    if (duel.hits.get(attacker) === hitsToWin) this.end(duel, attacker)
  }

  onPlayerLeave({ player }) {
    this.queue = this.queue.filter((one) => one !== player)
    const duel = this.running.get(player)
    // SerenityJS 0.8.21 announces a departure twice.
    if (duel === undefined) return
    this.end(
      duel,
      [...duel.hits.keys()].find((one) => one !== player),
    )
  }

  end({ matchId, startedAt, hits, cupMatchId }, winner) {
    const players = [...hits].map(([player, landed]) => ({
      ...this.website.playerFields(player),
      result: player === winner ? 'win' : 'loss',
      points: player === winner ? 12 : -9,
      hits: landed,
    }))
    const match = { matchId, gameType: 'boxing', startedAt, players, cupMatchId }
    const reported = this.website.site.reportMatch(match)
    this.lastMatchId = matchId
    for (const player of hits.keys()) {
      this.running.delete(player)
      this.website.site.playing({ xuid: player.xuid }, undefined)
      player.sendMessage(reported.ok ? `Reported ${matchId}, won by ${winner.username}` : reported.problem)
    }
  }
}

exports.default = new Duels('duels', '0.1.0')
