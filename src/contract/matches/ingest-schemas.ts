import * as z from 'zod/mini'
import { Timestamp } from '../ids-schemas.ts'
import { punishmentKinds } from '../moderation/punishments.ts'
import { type ReportClass, reportClasses } from '../moderation/report-classes.ts'
import { momentText } from '../moments-schemas.ts'
import { ModeKey } from '../network/modes-schemas.ts'
import { InputMode, MatchResult } from '../players/players-schemas.ts'
import { codePoints, isStorableText, isVisible, maxGamertag } from '../text.ts'
import { ingestLimits } from './ingest.ts'
import { LinkCode } from './link-schemas.ts'

/** Text of 1 to `max` code points that PostgreSQL can store. */
const text = (max: number) =>
  z.string().check(
    z.refine((value) => isStorableText(value) && value !== '' && codePoints(value) <= max, {
      error: `must be 1 to ${max} characters of valid text`,
    }),
  )

/** From 1970 on, as a Date in whole milliseconds. */
const Moment = z.pipe(
  momentText('must be an ISO 8601 time with a zone'),
  z.date().check(z.refine((date) => date.getTime() >= 0, { error: 'must be after 1970' })),
)

const Uuid = z.pipe(
  z.uuid({ error: 'must be a UUID' }),
  z.transform((value: string) => value.toLowerCase()),
)

const whole = (min: number, max: number) =>
  z
    .int({ error: `must be a whole number from ${min} to ${max}` })
    .check(
      z.minimum(min, { error: `must be a whole number from ${min} to ${max}` }),
      z.maximum(max, { error: `must be a whole number from ${min} to ${max}` }),
    )

const count = whole(0, ingestLimits.count)

const GameId = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,64}$/, { error: 'must be 1 to 64 visible ASCII characters' }))

const Gamertag = text(maxGamertag)

/** An optional field with an unknown value counts as absent: it never costs the event (docs/spec/operating.md, Ingest). */
const optional = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(z.nullable(schema)), undefined)

/** A text that is shown as it came; one that nobody can see counts as absent. */
const optionalText = (max: number) => optional(text(max).check(z.refine(isVisible)))

/** Drops the values that are not valid. Something else than a list counts as absent. */
const validOf = <T extends z.ZodMiniType>(schema: T) =>
  optional(
    z.pipe(
      z.array(z.unknown()),
      z.transform((values: unknown[]) =>
        values.flatMap((value) => {
          const parsed = schema.safeParse(value)
          return parsed.success ? [parsed.data as z.infer<T>] : []
        }),
      ),
    ),
  )

/** The entries of an object whose keys people chose: `z.record` drops one that is called `__proto__`. */
const Entries = z.pipe(
  z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  z.transform((value: object): unknown => Object.entries(value)),
)

/** Treats null and empty text as absent, because many serializers write them. */
const absentOr = z.pipe(
  z.transform((value: unknown) => (value === '' ? undefined : (value ?? undefined))),
  z.optional(GameId),
)

const identity = { xuid: z.optional(absentOr), pfid: z.optional(absentOr) }

const exactlyOne = z.refine<{ xuid?: string | undefined; pfid?: string | undefined }>(
  ({ xuid, pfid }) => (xuid === undefined) !== (pfid === undefined),
  { error: 'needs exactly one of xuid and pfid' },
)

const IngestPlayer = z
  .object({
    ...identity,
    gamertag: Gamertag,
    team: optional(z.union([text(64), z.pipe(z.int(), z.transform(String))])),
    result: MatchResult,
    kills: count,
    deaths: count,
    assists: count,
    points: whole(-ingestLimits.points, ingestLimits.points),
    input: optional(InputMode),
    pingMs: optional(whole(0, 1_000_000)),
    device: optionalText(64),
    hits: optional(count),
  })
  .check(exactlyOne)

export type IngestPlayer = z.infer<typeof IngestPlayer>

const keyOf = (player: { xuid?: string | undefined; pfid?: string | undefined }) =>
  player.xuid === undefined ? `pfid ${player.pfid}` : `xuid ${player.xuid}`

const IngestKill = z.object({
  at: Moment,
  /** Indexes into the players of the match. */
  killer: whole(0, ingestLimits.players - 1),
  victim: whole(0, ingestLimits.players - 1),
  cause: optionalText(64),
})

const ScoreEntry = z.tuple([text(64), whole(-ingestLimits.count, ingestLimits.count)])

/** Compares texts as `sort()` compares the entries of a valid score, without asking a value for its text. */
const byTeam = ([one]: [string, unknown], [other]: [string, unknown]) => (`${one},` < `${other},` ? -1 : 1)

/** `{ team: whole number }` as entries, sorted by team. */
const Score = z.pipe(
  Entries,
  z.pipe(
    z.transform((entries: unknown): unknown => (entries as [string, unknown][]).sort(byTeam)),
    validOf(ScoreEntry),
  ),
)

export const IngestMatch = z
  .object({
    matchId: Uuid,
    gameType: ModeKey,
    ranked: z.boolean(),
    startedAt: Moment,
    endedAt: Moment,
    players: z
      .array(IngestPlayer)
      .check(
        z.minLength(1, { error: 'needs 1 to 64 players' }),
        z.maxLength(ingestLimits.players, { error: 'needs 1 to 64 players' }),
      ),
    map: optionalText(64),
    region: optionalText(64),
    rounds: optional(count),
    score: optional(Score),
    kills: validOf(IngestKill),
    /** The match of a cup that it was, as the site named it. A wrong one is ignored; the match counts. */
    cupMatchId: optional(GameId),
  })
  .check(
    z.refine(({ startedAt, endedAt }) => startedAt <= endedAt, {
      error: 'has a startedAt after its endedAt',
    }),
    z.refine(({ players }) => new Set(players.map(keyOf)).size === players.length, {
      error: 'names a player twice in players',
    }),
  )

export type IngestMatch = z.infer<typeof IngestMatch>

/** What a game says of its language, `de_DE`, as a tag of BCP 47. */
const ClientLanguage = z.pipe(
  z.string().check(z.regex(/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i)),
  z.transform((language: string) => language.replaceAll('_', '-')),
)

/** The face of a skin as base64; `facePng` on the server judges the picture. */
const Head = z.string().check(z.maxLength(ingestLimits.head), z.regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/))

const Player = z.object({ ...identity, gamertag: Gamertag }).check(exactlyOne)

/** A player whose name the game server may not know. */
const Somebody = z.object({ ...identity, gamertag: optional(Gamertag) }).check(exactlyOne)

const ChatLine = z
  .object({ ...identity, gamertag: Gamertag, text: text(ingestLimits.chatText), at: Moment })
  .check(exactlyOne)

const PresentPlayer = z
  .object({ ...identity, mode: optionalText(60), since: optional(Moment) })
  .check(exactlyOne)

const QueueEntry = z.tuple([text(64), whole(0, 1_000_000)])

/** `{ mode: players }` without the entries that are not valid, up to the limit. */
const Queues = z.pipe(
  Entries,
  z.pipe(
    validOf(QueueEntry),
    z.transform((entries) => Object.fromEntries((entries ?? []).slice(0, ingestLimits.queues))),
  ),
)

/** Payload schema of each event type. */
export const ingestData = {
  heartbeat: z.object({
    playerCount: whole(0, 1_000_000),
    maxPlayers: optional(whole(0, 1_000_000)),
    version: optionalText(64),
    queues: optional(Queues),
    /** Who is online. Beyond `presence` players in several heartbeats, numbered from 1. */
    players: validOf(PresentPlayer),
    part: optional(whole(1, ingestLimits.presenceParts)),
    parts: optional(whole(1, ingestLimits.presenceParts)),
    /** True: the response has `cupMatches`. */
    cups: optional(z.boolean()),
  }),
  match: IngestMatch,
  'match.void': z.object({ matchId: Uuid, reason: text(500) }),
  player: z
    .object({
      ...identity,
      gamertag: Gamertag,
      hidden: optional(z.boolean()),
      /** Key, name or alias of a rank of members; another one changes nothing. */
      rank: optionalText(ingestLimits.rank),
      head: optional(Head),
      /** The language of messages in game to a player who has chosen none on the site. */
      language: optional(ClientLanguage),
    })
    .check(exactlyOne),
  punishment: z
    .object({
      ...identity,
      id: Uuid,
      kind: z.enum(punishmentKinds, { error: 'must be ban, mute, kick or warn' }),
      reason: text(500),
      /** Absent: for good, or of no duration. */
      until: optional(Moment),
      /** Who gave it, as named in game. */
      by: optionalText(64),
      gamertag: optional(Gamertag),
    })
    .check(exactlyOne),
  'punishment.lift': z.object({ id: Uuid, reason: optionalText(500) }),
  report: z
    .object({
      reporter: Somebody,
      subject: Somebody,
      class: z.enum(Object.keys(reportClasses) as [ReportClass, ...ReportClass[]]),
      reason: text(500),
      /** The match that it is about. One that the subject did not play counts as absent. */
      matchId: optional(Uuid),
      /** Evidence, oldest first. Not dropped where it is wrong: a case without it would say something else. */
      chat: z.optional(
        z.nullable(
          z.array(ChatLine).check(
            z.maxLength(ingestLimits.chatLines, {
              error: `must have at most ${ingestLimits.chatLines} lines`,
            }),
          ),
        ),
      ),
    })
    .check(
      z.refine(({ reporter, subject }) => keyOf(reporter) !== keyOf(subject), {
        error: 'has one player as reporter and subject',
      }),
    ),
  'link.request': Player,
  'link.code': z.object({ ...identity, gamertag: Gamertag, code: LinkCode }).check(exactlyOne),
  'link.remove': z.object(identity).check(exactlyOne),
  /** A match of a cup was begun. */
  'cup.begun': z.object({ cupMatchId: GameId }),
  'cup.player': z
    .object({
      ...identity,
      action: z.enum(['check_in', 'ready', 'leave'], { error: 'must be check_in, ready or leave' }),
    })
    .check(exactlyOne),
} as const

/** Envelope of an event; `data` is validated by type, so that an invalid event rejects only itself. */
export const IngestEvent = z.object({ id: Uuid, type: z.string(), at: Moment, data: z.unknown() })

const OutboxItem = z.object({
  id: z.uuid(),
  type: z.enum(['rank', 'message', 'punish', 'pardon']),
  /**
   * `{ xuid | pfid }` with `{ rank }`, `{ text }`, `{ id, kind, reason, until?, appealCode, text }` of a
   * punishment, or `{ id, reason? }` of one that was lifted. `text` is in the language of the player.
   */
  data: z.record(z.string(), z.string()),
})

/** A match of a cup that a game server hosts now. */
const HostedCupMatch = z.object({
  /** What its match and `cup.begun` name. */
  cupMatchId: z.string(),
  mode: z.string(),
  bestOf: z.int(),
  /** Games won so far, by side. */
  wins: z.array(z.int()),
  /** Of each side the ids under which its players are known; a linked player may have one of each kind. */
  sides: z.array(
    z.array(
      z.object({
        xuid: z.optional(z.string()),
        pfid: z.optional(z.string()),
        gamertag: z.string(),
        /** The call in the language of this player; `{command}` stands for what they type to say that they are ready. */
        text: z.optional(z.string()),
      }),
    ),
  ),
  /** Null while the cup is paused. */
  until: z.nullable(Timestamp),
})

export type HostedCupMatch = z.infer<typeof HostedCupMatch>

export const IngestResult = z.object({
  /** The event's id as sent; null when it had none. */
  id: z.nullable(z.string()),
  /** `retry`: not stored, to be sent again; only for calls with `protocol: 2`. */
  status: z.enum(['accepted', 'duplicate', 'retry', 'rejected']),
  reason: z.optional(z.string()),
  /** The code to show to the player, for `link.request`; the same when the event is sent again. */
  code: z.optional(z.string()),
  /** The code with which the player appeals, for `punishment`; the same when the event is sent again. */
  appealCode: z.optional(z.string()),
  /** What the player reads of it, in their language: of `link.request`, `link.remove`, `cup.player`, `punishment`. */
  text: z.optional(z.string()),
})

export type IngestResult = z.infer<typeof IngestResult>

export const ingestSchemas = {
  events: {
    body: z.object({
      /** Servers that send 2 or more understand the status `retry`. */
      protocol: z.catch(z.optional(z.int()), undefined),
      events: z
        .array(z.unknown(), { error: 'events must be a list of 1 to 100 events' })
        .check(
          z.minLength(1, { error: 'events must be a list of 1 to 100 events' }),
          z.maxLength(ingestLimits.events, { error: 'events must be a list of 1 to 100 events' }),
        ),
    }),
    response: z.object({
      results: z.array(IngestResult),
      /** The site's clock, by which a game server corrects its own. */
      serverTime: Timestamp,
      /** Milliseconds until the game server should call again. */
      nextPollMs: z.int(),
      outbox: z.array(OutboxItem),
      /** The state, not orders: matches that are called and not decided. Only after a heartbeat with `cups`. */
      cupMatches: z.optional(z.array(HostedCupMatch)),
    }),
  },
  ack: {
    body: z.object({
      ids: z
        .array(z.uuid({ error: 'ids must be a list of ids of outbox items' }), {
          error: 'ids must be a list of ids of outbox items',
        })
        .check(z.maxLength(1_000, { error: 'ids must be at most 1000' })),
    }),
    response: z.object({ confirmed: z.int() }),
  },
}
