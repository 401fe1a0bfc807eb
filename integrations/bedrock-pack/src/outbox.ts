import type { Port } from './port.ts'
import type { OutboxItem } from './wire.ts'

const takenKey = 'outbox:taken'
const mailKey = (pfid: string) => `outbox:mail:${pfid}`
const rankKey = (pfid: string) => `outbox:rank:${pfid}`

/** Ids remembered: the site sends at most 50 unconfirmed ones, so four rounds of them. */
const mostTaken = 200
/** Messages that wait for one absent player. */
const mostMail = 20

/**
 * What the site wants done in game. An item is taken into custody once, by its id, and handed over as soon as its
 * player is here; that it was taken is stored in the same instant, so that neither a lost confirmation nor a restart
 * delivers it twice.
 */
export class Outbox {
  #taken: string[]

  constructor(private readonly port: Pick<Port, 'storage' | 'players' | 'say'>) {
    this.#taken = this.#list(takenKey)
  }

  /** Takes what is new and returns the ids to confirm, repeated ones too: their confirmation was lost. */
  take(items: readonly OutboxItem[]): string[] {
    for (const item of items) {
      if (this.#taken.includes(item.id)) continue
      this.#taken = [...this.#taken, item.id].slice(-mostTaken)
      this.port.storage.write(takenKey, JSON.stringify(this.#taken))
      this.#keep(item)
    }
    return items.map((item) => item.id)
  }

  /** Hands over what waited for a player who is here. A rank is set at each arrival: the world does not know it. */
  handOver(pfid: string): void {
    const { players, storage } = this.port
    if (!players.isHere(pfid)) return
    const rank = storage.read(rankKey(pfid))
    if (rank !== undefined) players.setRank(pfid, rank)
    const mail = this.#list(mailKey(pfid))
    storage.write(mailKey(pfid), undefined)
    for (const text of mail) players.tell(pfid, text)
  }

  #keep({ type, data }: OutboxItem): void {
    const { storage, say } = this.port
    const { pfid, rank, text } = data
    if (typeof pfid !== 'string') {
      // This server knows nobody by XUID; leaving the item unconfirmed would only bring it back for ever.
      say(`the site sent a ${type} for a player whom this server cannot know`)
    } else if (type === 'rank' && typeof rank === 'string') {
      storage.write(rankKey(pfid), rank)
      this.handOver(pfid)
    } else if (type === 'message' && typeof text === 'string') {
      storage.write(mailKey(pfid), JSON.stringify([...this.#list(mailKey(pfid)), text].slice(-mostMail)))
      this.handOver(pfid)
    } else say(`the site sent a ${type}, which this pack does not know: is there a newer pack?`)
  }

  #list(key: string): string[] {
    try {
      const list: unknown = JSON.parse(this.port.storage.read(key) ?? '[]')
      return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
    } catch {
      return []
    }
  }
}
