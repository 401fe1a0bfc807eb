import type { Guard } from './guard.ts'
import { keyOfPlayer, type PlayerId, type Port, playerIdOf } from './port.ts'
import { isRecord, type OutboxItem } from './wire.ts'

/** A punishment or its end, decided on the website. */
export interface Punishment {
  /** The same when the item comes again after a crash. */
  readonly id: string
  readonly type: 'punish' | 'pardon'
  readonly player: PlayerId
  readonly data: Readonly<Record<string, unknown>>
}

export interface Handlers {
  rank?: (player: PlayerId, rank: string) => void
  message?: (player: PlayerId, text: string) => void
  punish?: (punishment: Punishment) => void
}

const takenKey = 'outbox:taken'
const todoPrefix = 'outbox:todo:'
const mailKey = (id: PlayerId) => `outbox:mail:${keyOfPlayer(id)}`
const rankKey = (id: PlayerId) => `outbox:rank:${keyOfPlayer(id)}`

/** Ids remembered: the site sends at most 50 unconfirmed items at a time. */
const maxTaken = 1_000
/** Messages that wait for one absent player. */
const maxMail = 20

/**
 * What the site wants done in game. An item is taken over once, by its id, which is stored before anything is done or
 * confirmed; so neither a lost confirmation nor a restart repeats it. What is for an absent player waits for them.
 */
export class Outbox {
  readonly #taken: Set<string>
  #isWaitingSaid = false

  constructor(
    private readonly port: Pick<Port, 'storage' | 'players' | 'say'>,
    private readonly handlers: Handlers,
    private readonly guard: Guard,
  ) {
    this.#taken = new Set(this.#list(takenKey).filter((id) => typeof id === 'string'))
  }

  /** Finishes what a crash interrupted. Call it once all handlers are set. */
  resume(): void {
    for (const key of this.port.storage.keys().filter((one) => one.startsWith(todoPrefix))) {
      this.guard.run(
        'an order of the site',
        () => {
          const item = parsed(this.port.storage.read(key))
          if (!isItem(item)) this.port.storage.write(key, undefined)
          else if (this.#canAct(item)) {
            this.#remember(item.id)
            this.#act(item)
          }
        },
        undefined,
      )
    }
  }

  /**
   * Takes over what is new. Returns the ids to confirm; repeated ones too, since their confirmation was lost. What cannot be
   * stored or carried out is not confirmed, so that the site sends it again.
   */
  take(items: readonly OutboxItem[]): string[] {
    const isTaken = (item: OutboxItem) =>
      this.#taken.has(item.id) || (this.#canAct(item) && this.#takeOver(item))
    return items.filter(isTaken).map((item) => item.id)
  }

  #takeOver(item: OutboxItem): boolean {
    const isTaken = this.guard.run(
      'an order of the site',
      () => {
        // Before the mark, so that a crash between the two loses nothing.
        this.port.storage.write(todoPrefix + item.id, JSON.stringify(item))
        this.#remember(item.id)
        this.#act(item)
        return true
      },
      false,
    )
    if (!isTaken) this.#taken.delete(item.id)
    return isTaken
  }

  /** A punishment waits on the site until the game has an `onPunish`. */
  #canAct({ type }: OutboxItem): boolean {
    const canAct = this.handlers.punish !== undefined || (type !== 'punish' && type !== 'pardon')
    if (!canAct && !this.#isWaitingSaid) {
      this.#isWaitingSaid = true
      this.port.say(`the site sent a ${type}: this server has no onPunish, so it waits on the site`)
    }
    return canAct
  }

  /** Hands over what waited for a player who is here. A rank is set at each arrival: the game may not store it. */
  handOver(player: PlayerId): void {
    const { storage, players } = this.port
    if (!players.isHere(player)) return
    const rank = storage.read(rankKey(player))
    if (rank !== undefined) {
      this.#call(this.handlers.rank, player, rank)
      if (rank === 'Member') storage.write(rankKey(player), undefined)
    }
    const mail = this.#mail(player)
    if (mail.length === 0) return
    // Removed first: a message is never shown twice.
    storage.write(mailKey(player), undefined)
    for (const { text } of mail) {
      if (this.handlers.message === undefined) players.tell(player, text)
      else this.#call(this.handlers.message, player, text)
    }
  }

  #remember(id: string): void {
    this.#taken.add(id)
    for (const oldest of this.#taken) if (this.#taken.size > maxTaken) this.#taken.delete(oldest)
    this.port.storage.write(takenKey, JSON.stringify([...this.#taken]))
  }

  #act(item: OutboxItem): void {
    const { storage, say } = this.port
    const { type, data } = item
    const player = playerIdOf(data)
    const done = () => storage.write(todoPrefix + item.id, undefined)
    if (player === undefined) {
      say(`the site sent a ${type} without a player`)
    } else if (type === 'rank' && typeof data.rank === 'string') {
      storage.write(rankKey(player), data.rank)
      done()
      this.handOver(player)
      return
    } else if (type === 'message' && typeof data.text === 'string') {
      const mail = this.#mail(player)
      const isKnown = mail.some(({ id }) => id === item.id)
      if (!isKnown) mail.push({ id: item.id, text: data.text })
      storage.write(mailKey(player), JSON.stringify(mail.slice(-maxMail)))
      done()
      this.handOver(player)
      return
    } else if (type === 'punish' || type === 'pardon') {
      this.#call(this.handlers.punish, { id: item.id, type, player, data })
    } else say(`the site sent a ${type}, which this adapter does not know: is there a newer one?`)
    done()
  }

  #call<Values extends unknown[]>(handler: ((...values: Values) => void) | undefined, ...values: Values) {
    this.guard.run('a handler', () => handler?.(...values), undefined)
  }

  #mail(player: PlayerId): { id: string; text: string }[] {
    const isMail = (one: unknown): one is { id: string; text: string } =>
      isRecord(one) && typeof one.id === 'string' && typeof one.text === 'string'
    return this.#list(mailKey(player)).filter(isMail)
  }

  #list(key: string): unknown[] {
    const list = parsed(this.port.storage.read(key))
    return Array.isArray(list) ? list : []
  }
}

const isItem = (value: unknown): value is OutboxItem =>
  isRecord(value) && typeof value.id === 'string' && typeof value.type === 'string' && isRecord(value.data)

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown
  } catch {
    return undefined
  }
}
