import type { RawBuilder } from 'kysely'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import type { Config } from '../../config.ts'
import type { Database, Executor } from '../database/database.ts'
import type { Logger } from '../logs/logger.ts'
import type { LiveHub } from './live-hub.ts'

/** What let one member act as another, or gave them their account or rank (docs/fair-play.md, "Two persons"). */
export interface Hand {
  readonly byId: number
  readonly memberId: number
  readonly kind: 'rank' | 'invitation' | 'recovery_code' | 'recovery'
}

/** What a domain publishes for the domains above it, which it may not import. */
export interface DomainEvents {
  /** Before an account is deleted, hidden or restored and rows are locked: take here the locks that come before its own. */
  accountDeletionStarted: { readonly userId: number }
  /** In the transaction. `anonymousId` owns from now on what must stay. */
  accountDeleted: { readonly userId: number; readonly anonymousId: number }
  /** In the transaction. Somebody gave a member a rank, an invitation or a code, or it was used. */
  handRecorded: Hand
  /** In the transaction, before it changes anything. Staff decide who may play: a ban, a restriction, its end, a deleted account. */
  playDecided: { readonly by: Pick<Viewer, 'id' | 'rank'>; readonly memberId: number }
  /** In the transaction, before it changes anything. Staff rule on matches. */
  matchesRuled: { readonly by: Pick<Viewer, 'id' | 'rank'>; readonly matchIds: readonly string[] }
  /** In the transaction, before it changes anything. Staff change which mode the matches of these modes count for. */
  modesMerged: { readonly by: Pick<Viewer, 'id' | 'rank'>; readonly modes: readonly string[] }
  /** In the transaction. An Owner changed the mail server in the browser, or the sign-in there. */
  mailServerChanged: { readonly byId: number }
  /** In the transaction, in which both members are locked. */
  memberBlocked: { readonly blockerId: number; readonly blockedId: number }
  /** In the transaction. A member leaves an event: their registration is still there. */
  registrationEnding: { readonly eventId: number; readonly userId: number }
  /** In the transaction. Their registration is gone. */
  registrationEnded: {
    readonly eventId: number
    readonly context: { readonly config: Config; readonly live: LiveHub }
  }
  /** In the transaction, after `accountDeletionStarted`: others no longer see a member, whose account can be restored. */
  accountHidden: {
    readonly userId: number
    /** Takes rows out of a table until the account is restored; for domains that may not import `accounts`. */
    readonly hideRows: (table: string, condition: RawBuilder<unknown>) => Promise<void>
    /** Keeps a copy of rows that go with hidden ones, and come back before them. */
    readonly copyRows: (table: string, condition: RawBuilder<unknown>) => Promise<void>
  }
  /** In the transaction, after `accountDeletionStarted`: a hidden account is a member's again. */
  accountRestored: { readonly userId: number }
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
