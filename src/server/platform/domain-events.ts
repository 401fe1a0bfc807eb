import type { Executor } from './database.ts'

/** What a domain publishes for the domains above it, which it may not import. */
export interface DomainEvents {
  /** Before rows are locked: take here the locks that come before the account's. */
  accountDeletionStarted: { readonly userId: number }
  /** In the transaction. `anonymousId` owns from now on what must stay. */
  accountDeleted: { readonly userId: number; readonly anonymousId: number }
  /** After the commit. Handlers only start work; they do not wait for it. */
  accountDeletionCommitted: { readonly userId: number }
}

type Handler<Name extends keyof DomainEvents> = (executor: Executor, event: DomainEvents[Name]) => unknown

/** Calls handlers one after the other in the publisher's transaction: one that fails rolls everything back. */
export class DomainEventBus {
  readonly #handlers = new Map<keyof DomainEvents, Handler<never>[]>()

  subscribe<Name extends keyof DomainEvents>(name: Name, handler: Handler<Name>): void {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler])
  }

  async publish<Name extends keyof DomainEvents>(
    executor: Executor,
    name: Name,
    event: DomainEvents[Name],
  ): Promise<void> {
    for (const handler of (this.#handlers.get(name) ?? []) as Handler<Name>[]) await handler(executor, event)
  }
}
