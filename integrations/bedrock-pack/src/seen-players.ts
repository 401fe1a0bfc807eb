import type { Storage } from '../../core/src/port.ts'
import { isRecord } from '../../core/src/wire.ts'

export interface SeenPlayer {
  readonly pfid: string
  readonly gamertag: string
  readonly input?: string | undefined
}

const prefix = 'seen:'
/** About 200 KB of the world's properties. */
const maxSeen = 2_000

/**
 * The players whose PlayFab id the server has said, by gamertag; the longest unseen is forgotten first. Stored, because
 * the server says an id once, before somebody joins, and a match may be reported after a restart or `/reload`.
 */
export class SeenPlayers {
  readonly #byGamertag = new Map<string, SeenPlayer>()
  /** The ids of players to remove from the storage, by gamertag. */
  readonly #forgotten = new Map<string, string>()

  constructor(
    private readonly storage: Storage,
    private readonly now: () => number,
  ) {
    const stored = storage.keys().flatMap((key) => (key.startsWith(prefix) ? [this.#read(key)] : []))
    stored.sort((a, b) => a.at - b.at)
    for (const { player } of stored) this.#byGamertag.set(player.gamertag, player)
  }

  find(gamertag: string): SeenPlayer | undefined {
    return this.#byGamertag.get(gamertag)
  }

  /** Remembers a player; `store` follows, since scripts may not write at the moment somebody joins or leaves. */
  remember(player: SeenPlayer): void {
    this.#forgotten.delete(player.gamertag)
    this.#byGamertag.delete(player.gamertag)
    this.#byGamertag.set(player.gamertag, player)
  }

  /** Stores what is known of the player with this name by now. */
  store(gamertag: string): void {
    const forgotten = this.#forgotten.get(gamertag)
    if (forgotten !== undefined) this.storage.write(prefix + forgotten, undefined)
    this.#forgotten.delete(gamertag)
    const player = this.find(gamertag)
    if (player === undefined) return
    const { pfid, input } = player
    this.storage.write(prefix + pfid, JSON.stringify({ gamertag, input, at: this.now() }))
    const [oldest] = this.#byGamertag.values()
    if (this.#byGamertag.size > maxSeen && oldest !== undefined) {
      this.#byGamertag.delete(oldest.gamertag)
      this.storage.write(prefix + oldest.pfid, undefined)
    }
  }

  /** Somebody without an id uses this name now: they are not who had it before. `store` follows. */
  forget(gamertag: string): void {
    const player = this.find(gamertag)
    if (player !== undefined) this.#forgotten.set(gamertag, player.pfid)
    this.#byGamertag.delete(gamertag)
  }

  #read(key: string): { at: number; player: SeenPlayer } {
    const fields = parsed(this.storage.read(key))
    const { gamertag, input, at } = isRecord(fields) ? fields : {}
    const player = {
      pfid: key.slice(prefix.length),
      gamertag: String(gamertag),
      input: typeof input === 'string' ? input : undefined,
    }
    return { at: Number(at) || 0, player }
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown
  } catch {
    return undefined
  }
}
