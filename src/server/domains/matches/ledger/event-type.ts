import type * as z from 'zod/mini'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Identities, IdentityRef, Seen, Sighting } from './identity.ts'
import type { UnsaidResult } from './player-texts.ts'
import type { BoardIds } from './queries/boards.ts'
import type { Changes } from './totals.ts'

/** A valid event of a game server; whether it is accepted depends on stored data. */
export interface GameEvent<Data = unknown> {
  /** Index in the batch. */
  readonly index: number
  readonly id: string
  /** As sent, because game servers look up results by their own spelling. */
  readonly sentId: string
  readonly type: EventType<Data>
  readonly at: Date
  readonly data: Data
}

/** Whose batch it is, and the boards it counts on. */
export interface BatchTarget {
  /** In this order they take each step. */
  readonly types: readonly EventType[]
  readonly boards: BoardIds
  readonly serverId: number
  /** When the batch came, by the database's clock. */
  readonly now: Date
  readonly config: Pick<Config, 'discordWebhooks' | 'siteName' | 'siteShortName'>
}

/** Results of the events of a batch. An event without one is open. */
export interface Verdicts {
  openOf<Data>(type: EventType<Data>): GameEvent<Data>[]
  /** `text`: what the player reads of it. */
  reject(event: GameEvent, reason: string, text?: UnsaidResult['text']): void
  /** Makes it a duplicate. */
  repeat(event: GameEvent): void
}

/** What the steps of event types work with. */
export interface Batch extends BatchTarget {
  readonly transaction: Executor
  readonly verdicts: Verdicts
  /** In the step `matches` the known ones; then those of all players, for `requireIdentity`. */
  readonly identities: Identities
  /** Events with a claim that does not count: its type drops what the claim is for, and stores the rest. */
  readonly unheard: ReadonlySet<GameEvent>
}

/** A person whom an event says something about (speaking.ts). */
export interface Claim {
  readonly of: IdentityRef
  /** When it was so. */
  readonly at: Date
  /** Of the person in the event, for the reason of a rejection. */
  readonly path: string
  /** Why it is rejected about staff whose rank is shown; unset: it is not. */
  readonly refusesStaff?: string
  /** Whether it may be the first that any game server says of this person. */
  readonly introduces?: boolean
  /** Whether an event whose claim does not count is stored without it. */
  readonly dropsOnly?: boolean
}

/**
 * Steps that store, named by what they lock, in the lock order (queries/locks.ts). Each gets the open events of the type,
 * and may reject or repeat them. Declared as methods, so that a list may hold types of different data.
 */
interface Steps<Data> {
  /** Before players are made: only known identities can be asked for. */
  matches?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  identities?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  /** From here on all players of the batch are locked, and have their newest gamertags. */
  users?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  faces?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  matchPlayers?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  codes?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  requestedCodes?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  punishments?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  reports?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  heartbeats?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  cups?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
  /** After the figures of all matches, under the exclusive lock of `movesIdentities`. */
  links?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<void>
}

export type StepName = keyof Steps<unknown>

/** Declared as a method, like the steps. */
interface Speaker<Data> {
  claimsOf(
    event: GameEvent<Data>,
    target: Pick<Batch, 'transaction' | 'serverId'>,
  ): readonly Claim[] | Promise<readonly Claim[]>
}

/** What a module says of its event type. Only `name` and `speaksOf` are required. */
interface EventRules<Data> {
  readonly name: string
  /** Times in its data that must not be in the future, by path. */
  times?(data: Data): Readonly<Record<string, Date>>
  /**
   * Makes what its events refer to, before the transaction, so that other batches do not wait for it. Returns reasons why
   * events cannot be stored now, by index.
   */
  prepare?(
    context: Pick<Context, 'database'>,
    target: BatchTarget,
    events: readonly GameEvent<Data>[],
  ): Promise<ReadonlyMap<number, string>>
  /** Whether it moves identities between accounts: then the batch has the ledger to itself. */
  readonly movesIdentities?: boolean
  /** Names that are locked before anything is stored, such as the id of a match. */
  locks?(data: Data): readonly string[]
  /** Whether its id is that of its match, by which the ledger deduplicates. Other ids are stored for 35 days. */
  hasIdOfItsMatch?(event: GameEvent<Data>): boolean
  /** Its players: unknown ones are made, their names stored, their accounts locked. */
  players?(event: GameEvent<Data>): readonly Seen[]
  /** Players who are looked up only. */
  knownPlayers?(data: Data): readonly IdentityRef[]
  /** Whether a player whose account was deleted starts over as a new player, without the earlier matches. */
  readonly startsAnew?: boolean
  readonly steps?: Readonly<Steps<Data>>
  /**
   * Whom its events say something about: that counts only where the key speaks for them. A text says why the rule is not
   * asked. Required, so that no type is made without the question.
   */
  readonly speaksOf: string | Speaker<Data>['claimsOf']
  /** Who was on the game server, and when, as its events say. */
  sees?(event: GameEvent<Data>): readonly Sighting[]
  /** Results of matches that the open events add to figures or take from them. Their players are locked. */
  changes?(batch: Batch, events: readonly GameEvent<Data>[]): Promise<Partial<Changes>>
  /** What is added to the result of an event that is accepted or a duplicate. */
  result?(
    target: Pick<Batch, 'transaction' | 'serverId'>,
    event: GameEvent<Data>,
  ): Promise<Partial<UnsaidResult>>
  /** Publishes to browsers what accepted events changed, after the commit. */
  publish?(context: Context, serverId: number, accepted: readonly GameEvent<Data>[]): Promise<void>
}

/** An event type of the game servers, for the list `ingest` of a domain's plug (docs/how-to.md, "Add an ingest event"). */
export interface EventType<Data = unknown> extends EventRules<Data> {
  parse(data: unknown): z.core.util.SafeParseResult<Data>
}

/** Infers the data of the events from their schema. */
export const eventType = <Schema extends z.ZodMiniType>(
  schema: Schema,
  rules: EventRules<z.infer<Schema>>,
): EventType<z.infer<Schema>> => ({ ...rules, parse: (data) => schema.safeParse(data) })

/** Whether an event is of a type: its data has passed the schema of that type. */
export const isOf =
  <Data>(type: EventType<Data>) =>
  (event: GameEvent): event is GameEvent<Data> =>
    event.type === type
