import type { MatchReport, PlayerReport, PunishmentReport } from '../../core/src/match.ts'
import { playerIdOf } from '../../core/src/port.ts'
import type { PlayerReported, Punished, Reported, SiteClient } from '../../core/src/site-client.ts'
import { isRecord } from '../../core/src/wire.ts'
import { Parts } from './parts.ts'
import type { SeenPlayer } from './seen-players.ts'

export interface ScriptEventTarget {
  readonly site: Pick<
    SiteClient,
    'reportMatch' | 'voidMatch' | 'punish' | 'liftPunishment' | 'reportPlayer' | 'setQueue' | 'beginCupMatch'
  >
  /** Somebody who is here, or was a while ago: a match may outlast its players. */
  readonly find: (gamertag: string) => SeenPlayer | undefined
  readonly say: (line: string) => void
}

type Answer = Reported | Punished | PlayerReported | Begun

/** With a `cupMatchId` where it is a match of a cup that is called. */
interface Begun {
  readonly ok: true
  readonly cupMatchId?: string | undefined
}

/**
 * What other packs report: `vulx:begun`, `vulx:match`, `vulx:void`, `vulx:punished`, `vulx:lifted`, `vulx:report`, `vulx:queue` with
 * JSON, `vulx:part` with a part of a match or report.
 */
export class ScriptEvents {
  readonly #parts = new Parts()

  constructor(private readonly target: ScriptEventTarget) {}

  /** Returns what to answer; undefined when there is nothing to answer. */
  receive(id: string, message: string): Answer | undefined {
    const { site } = this.target
    const json = id === 'vulx:part' ? this.#parts.add(message) : message
    if (json === undefined) return undefined
    switch (id) {
      case 'vulx:match':
        return this.#answered(id, json, (fields) => this.#match(fields))
      case 'vulx:begun':
        return this.#answered(id, json, (fields) => this.#begun(fields))
      case 'vulx:part':
        return this.#answered(id, json, (fields) =>
          'reporter' in fields ? this.#report(fields) : this.#match(fields),
        )
      case 'vulx:report':
        return this.#answered(id, json, (fields) => this.#report(fields))
      case 'vulx:void':
        return this.#answered(id, json, ({ matchId, reason }) =>
          site.voidMatch(matchId as string, reason as string),
        )
      case 'vulx:punished':
        return this.#answered(id, json, (fields) => this.#punished(fields))
      case 'vulx:lifted':
        return this.#answered(id, json, (fields) =>
          site.liftPunishment(fields.id as string, fields.reason as string | undefined),
        )
      case 'vulx:queue':
        return this.#answered(id, json, (fields) => {
          for (const [mode, players] of Object.entries(fields)) site.setQueue(mode, players as number)
          return undefined
        })
      default:
        return undefined
    }
  }

  #answered(
    id: string,
    json: string,
    work: (fields: Readonly<Record<string, unknown>>) => Answer | undefined,
  ): Answer | undefined {
    let fields: unknown
    try {
      fields = JSON.parse(json)
    } catch {
      return this.#refuse(`the message of ${id} is not JSON`)
    }
    return isRecord(fields) ? work(fields) : this.#refuse(`the message of ${id} is not an object`)
  }

  /** A match begins; players are named by gamertag or id. One who is not known plays in no cup. */
  #begun({ gameType, players }: Readonly<Record<string, unknown>>): Begun {
    const named = Array.isArray(players) ? players.map((player) => this.#named(player)) : []
    const ids = named.map((player) => (isRecord(player) ? playerIdOf(player) : undefined))
    const known = ids.filter((id) => id !== undefined)
    if (known.length === 0 || known.length < ids.length) return { ok: true }
    return { ok: true, cupMatchId: this.target.site.beginCupMatch(known, String(gameType)) }
  }

  /** Reports a match whose players are named by gamertag. The core checks everything else. */
  #match(fields: Readonly<Record<string, unknown>>): Reported {
    const players: unknown[] = []
    for (const player of Array.isArray(fields.players) ? fields.players : []) {
      const hasId = !isRecord(player) || player.pfid !== undefined || player.xuid !== undefined
      const seen = isRecord(player) ? this.target.find(String(player.gamertag)) : undefined
      if (!hasId && seen === undefined)
        return this.#refuse(
          `players[${players.length}]: nobody called ${String(player.gamertag)} was seen on this server`,
        )
      players.push(hasId ? player : { ...seen, ...player })
    }
    return this.target.site.reportMatch({ ...fields, players } as unknown as MatchReport)
  }

  /** Reports a punishment of somebody who is named by gamertag or id. The core checks everything else. */
  #punished({ pfid, xuid, ...fields }: Readonly<Record<string, unknown>>): Answer {
    const seen = this.target.find(String(fields.gamertag))
    const player = pfid === undefined && xuid === undefined ? seen && { pfid: seen.pfid } : { pfid, xuid }
    if (player === undefined)
      return this.#refuse(`nobody called ${String(fields.gamertag)} was seen on this server`)
    return this.target.site.punish({ ...fields, player } as unknown as PunishmentReport)
  }

  /** Reports a player; reporter, subject and who spoke are named by gamertag or id. The core checks everything else. */
  #report({ chat, ...fields }: Readonly<Record<string, unknown>>): Answer {
    const [reporter, subject] = [this.#named(fields.reporter), this.#named(fields.subject)]
    const lines = Array.isArray(chat) ? { chat: chat.map((line) => this.#named(line)) } : {}
    const report = { ...fields, ...lines, reporter, subject } as unknown as PlayerReport
    return this.target.site.reportPlayer(report)
  }

  /** Adds the id of somebody who is named by gamertag only, where it is known. */
  #named(player: unknown): unknown {
    if (!isRecord(player) || player.pfid !== undefined || player.xuid !== undefined) return player
    const seen = this.target.find(String(player.gamertag))
    return seen === undefined ? player : { pfid: seen.pfid, ...player }
  }

  #refuse(problem: string): Extract<Answer, { ok: false }> {
    this.target.say(`a report was not taken: ${problem}`)
    return { ok: false, problem }
  }
}
