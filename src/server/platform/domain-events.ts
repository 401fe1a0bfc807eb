import type { Database, Executor } from './database.ts'
import type { Logger } from './logger.ts'

/** What let one member act as another, or made them (docs/fair-play.md, "Two persons"). */
export interface Hand {
  readonly byId: number
  readonly memberId: number
  readonly kind: 'rank' | 'invitation' | 'recovery_code' | 'recovery'
}

/** What a domain publishes for the domains above it, which it may not import. */
export interface DomainEvents {
  /** Before rows are locked: take here the locks that come before the account's. */
  accountDeletionStarted: { readonly userId: number }
  /** In the transaction. `anonymousId` owns from now on what must stay. */
  accountDeleted: { readonly userId: number; readonly anonymousId: number }
  /** In the transaction. Somebody gave a member a rank, an invitation or a code, or it was used. */
  handRecorded: Hand
  /** In the transaction, in which both members are locked. */
  memberBlocked: { readonly blockerId: number; readonly blockedId: number }
  /** After the commit. Handlers only start work; they do not wait for it. */
  accountDeletionCommitted: {
    readonly userId: number
    readonly context: { readonly database: Database; readonly log: Logger }
  }
}

type Handler<Name extends keyof DomainEvents> = (executor: Executor, event: DomainEvents[Name]) => unknown

export type DomainEventHandlers = { readonly [Name in keyof DomainEvents]?: Handler<Name> }

/** Calls handlers one after the other in the publisher's transaction: one that fails rolls everything back. */
export class DomainEventBus {
  readonly #subscribers: DomainEventHandlers[]

  constructor(subscribers: readonly DomainEventHandlers[] = []) {
    this.#subscribers = [...subscribers]
  }

  subscribe(handlers: DomainEventHandlers): void {
    this.#subscribers.push(handlers)
  }

  async publish<Name extends keyof DomainEvents>(
    executor: Executor,
    name: Name,
    event: DomainEvents[Name],
  ): Promise<void> {
    for (const { [name]: handle } of this.#subscribers) await handle?.(executor, event)
  }
}
