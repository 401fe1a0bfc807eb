import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { EventInterestSchema } from '../events/interest-schemas.ts'
import { Id, IdParams, IdText, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import type { Message } from '../languages.ts'
import { linkCodeLimits } from '../matches/link.ts'
import { ModeKey } from '../network/modes-schemas.ts'
import { sentence } from '../sentences.ts'
import { typedCode } from '../text.ts'
import { multiLine } from '../written-schemas.ts'
import { cupLimits, cupPhases, cupRulings } from './cups.ts'
import { cupFormats, cupMatchKinds, formatOf, formats } from './formats.ts'

const { gameMinutes, size, teamName } = cupLimits
const { arena, single: bracket } = formats

const whole = ({ min, max }: { min: number; max: number }, wrong: Message) => {
  const error = sentence(wrong)
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

const oneOf = (values: readonly number[], wrong: Message) => {
  const error = sentence(wrong)
  return z.int({ error }).check(z.refine((value) => values.includes(value), { error }))
}

const listOf = (values: readonly number[]) => values.join(', ')

/** A bracket has more at least, an arena more at most: see below. */
const anySeats = { min: 2, max: arena.seats.max }

const within = (value: number, { min, max }: { min: number; max: number }) => value >= min && value <= max

/** What staff say of a cup. Title, dates and rewards are those of its event. */
export const CupFields = z
  .object({
    format: z.enum(cupFormats, { error: sentence(msg`Choose a format`) }),
    mode: ModeKey,
    size: z._default(
      whole(
        size,
        msg`Players of a side must be a whole number from ${{ min: size.min }} to ${{ max: size.max }}`,
      ),
      1,
    ),
    seats: whole(
      anySeats,
      msg`Seats must be a whole number from ${{ min: anySeats.min }} to ${{ max: anySeats.max }}`,
    ),
    minimum: whole(
      anySeats,
      msg`The minimum must be a whole number from ${{ min: anySeats.min }} to ${{ max: anySeats.max }}`,
    ),
    bestOf: z._default(
      oneOf(cupLimits.bestOf, msg`Games of a match must be one of ${{ counts: listOf(cupLimits.bestOf) }}`),
      1,
    ),
    finalBestOf: z._default(
      oneOf(
        cupLimits.finalBestOf,
        msg`Games of the final must be one of ${{ counts: listOf(cupLimits.finalBestOf) }}`,
      ),
      1,
    ),
    gameMinutes: z._default(
      whole(
        gameMinutes,
        msg`Minutes of a game must be a whole number from ${{ min: gameMinutes.min }} to ${{ max: gameMinutes.max }}`,
      ),
      gameMinutes.default,
    ),
    thirdPlace: z._default(z.boolean(), false),
    /** How many of an arena go on to its final bracket. */
    cut: z._default(
      z.nullable(oneOf(cupLimits.cuts, msg`The cut must be one of ${{ counts: listOf(cupLimits.cuts) }}`)),
      null,
    ),
  })
  .check(
    z.refine((cup) => within(cup.seats, formatOf(cup).seats), {
      error: sentence(
        msg`A bracket has ${{ min: bracket.seats.min }} to ${{ max: bracket.seats.max }} seats, an arena ${{ arenaMin: arena.seats.min }} to ${{ arenaMax: arena.seats.max }}`,
      ),
      path: ['seats'],
    }),
    z.refine(
      (cup) => {
        const { min } = formatOf(cup).seats
        return cup.seats < min || within(cup.minimum, { min, max: cup.seats })
      },
      {
        error: sentence(msg`The minimum is at least 4 in a bracket, 2 in an arena, and at most the seats`),
        path: ['minimum'],
      },
    ),
    z.refine((cup) => !cup.thirdPlace || formatOf(cup).hasThirdPlace, {
      error: sentence(msg`Only a single elimination has a match for the third place`),
      path: ['thirdPlace'],
    }),
    z.refine((cup) => cup.cut === null || formatOf(cup).hasTable, {
      error: sentence(msg`Only an arena has a final bracket of its best`),
      path: ['cut'],
    }),
    z.refine((cup) => cup.cut === null || !formatOf(cup).hasTable || cup.cut <= cup.seats, {
      error: sentence(msg`No more than all seats go on`),
      path: ['cut'],
    }),
  )

export type CupFields = z.infer<typeof CupFields>

const Named = z.object({ id: z.nullable(Id), username: z.string() })

/** Listed among other cups. */
export const CupSummary = z.object({
  id: Id,
  title: z.string(),
  format: z.enum(cupFormats),
  mode: z.object({ key: z.string(), name: z.string() }),
  phase: z.enum(cupPhases),
  /** Null while the date is to be announced. */
  startDate: z.nullable(Timestamp),
  endDate: z.nullable(Timestamp),
  /** Players of a side; above 1 teams take part. */
  size: z.int(),
  seats: z.int(),
  /** Players or teams with a seat. */
  entrantCount: z.int(),
  /** Members who registered; until the start. */
  registeredCount: z.optional(z.int()),
  /** While players check in. */
  checkInEndsAt: z.optional(Timestamp),
  /** `isMarked`: a later ruling took matches of this cup away from the champion; nobody moved up. */
  champion: z.nullable(z.extend(Named, { isMarked: z.boolean() })),
})

export type CupSummary = z.infer<typeof CupSummary>

export const CupConfig = z.object({
  format: z.enum(cupFormats),
  mode: z.string(),
  matches: z.enum(cupMatchKinds),
  size: z.int(),
  seats: z.int(),
  minimum: z.int(),
  bestOf: z.int(),
  finalBestOf: z.int(),
  gameMinutes: z.int(),
  thirdPlace: z.boolean(),
  /** How many of an arena go on to its final bracket. */
  cut: z.nullable(z.int()),
  version: z.int(),
})

export type CupConfig = z.infer<typeof CupConfig>

export const CupEntrant = z.object({
  /** Number of the entrant in this cup. */
  entrant: z.int(),
  /** The player's account where it has another number than the entrant; null when it was deleted, and of a team. */
  userId: z.optional(z.nullable(Id)),
  /** Of a team: its name. */
  username: z.string(),
  isWaiting: z.optional(z.literal(true)),
  /** Once it is decided. */
  place: z.optional(z.int()),
})

export type CupEntrant = z.infer<typeof CupEntrant>

export const TeamPlayer = z.object({ userId: Id, username: z.string(), isCheckedIn: z.boolean() })

export type TeamPlayer = z.infer<typeof TeamPlayer>

export const CupTeam = z.object({
  /** Number of the team as an entrant of its cup. */
  entrant: z.int(),
  name: z.string(),
  /** The captain first, then by when they joined. */
  players: z.array(TeamPlayer),
})

export type CupTeam = z.infer<typeof CupTeam>

export const MyTeam = z.object({
  ...CupTeam.shape,
  isCaptain: z.boolean(),
  /** Who enters it joins. Null for all but the captain. */
  code: z.nullable(z.string()),
  /** All have checked in: nobody joins or is removed. */
  isCheckedIn: z.boolean(),
})

export type MyTeam = z.infer<typeof MyTeam>

const nameError = sentence(msg`The name of a team has letters, digits, spaces, _ and -`)

/** As names of members are, and shorter. */
export const NewTeam = z.object({
  name: z.string({ error: nameError }).check(
    z.trim(),
    z.minLength(teamName.min, {
      error: sentence(msg`The name must be at least ${{ min: teamName.min }} characters`),
    }),
    z.maxLength(teamName.max, {
      error: sentence(msg`The name must be ${{ max: teamName.max }} characters or less`),
    }),
    z.regex(/^[A-Za-z0-9_-]+(?: [A-Za-z0-9_-]+)*$/, { error: nameError }),
  ),
})

export type NewTeam = z.infer<typeof NewTeam>

const codeError = sentence(msg`A code has ${{ length: linkCodeLimits.length }} letters and digits`)

/** As people type it; one that no team ever had is a wrong code like any other. */
export const TeamCode = z.object({
  code: z.pipe(
    z.string({ error: codeError }).check(z.maxLength(64, { error: codeError })),
    z.pipe(
      z.transform(typedCode),
      z.string().check(z.minLength(1, { error: sentence(msg`Enter the code`) })),
    ),
  ),
})

export type TeamCode = z.infer<typeof TeamCode>

/** An entrant, nobody ever (`free`), nobody any more (`none`), or not known yet. */
const Side = z.nullable(z.union([z.int(), z.literal('free'), z.literal('none')]))

const CupCall = z.object({
  cupMatchId: z.string(),
  at: Timestamp,
  /** Absent in a cup: nobody yet. */
  ready: z.optional(z.array(z.int())),
  /** Until when both sides have to appear; null once that is settled, and while the cup is paused. */
  appearBy: z.nullable(Timestamp),
  /** Null while the cup is paused. */
  endsAt: z.nullable(Timestamp),
})

export const CupNode = z.object({
  id: z.string(),
  sides: z.tuple([Side, Side]),
  /** Games won, by side. */
  wins: z.tuple([z.int(), z.int()]),
  matchIds: z.array(z.string()),
  /** While it is open. */
  call: z.optional(CupCall),
  /** Once it is decided; without a winner nobody goes on. */
  result: z.optional(
    z.object({
      winner: z.nullable(z.int()),
      /** Absent in a cup: `played`. */
      how: z.optional(
        z.enum(['free_pass', 'walkover', 'played', 'figures', 'absent', 'both_out', 'awarded', 'stands']),
      ),
    }),
  ),
  questioned: z.optional(z.literal(true)),
  disputed: z.optional(z.literal(true)),
})

export type CupNode = z.infer<typeof CupNode>

export const CupRound = z.object({ id: z.string(), bestOf: z.int(), nodes: z.array(CupNode) })

export type CupRound = z.infer<typeof CupRound>

const reason = multiLine({ name: 'The reason', ...cupLimits.reason })

/** A ruling of staff, or a change of the seeds, as everybody reads it. */
export const CupLogEntry = z.object({
  at: Timestamp,
  kind: z.enum([...cupRulings, 'reorder']),
  node: z.nullable(z.string()),
  entrant: z.nullable(z.int()),
  /** Who had won the match before; null: nobody. Absent where it had no result. */
  winnerBefore: z.optional(z.nullable(z.int())),
  /** Entrants with another seed, at most 8, best first. */
  moved: z.optional(z.array(z.object({ entrant: z.int(), from: z.int(), to: z.int() }))),
  /** Empty for a change of the seeds. */
  reason: z.string(),
})

export type CupLogEntry = z.infer<typeof CupLogEntry>

export const NewCupRuling = z.object({
  kind: z.enum(cupRulings, { error: sentence(msg`Choose a ruling`) }),
  /** The match, for `award`, `both_out`, `replay`, `keep` and `delay`. */
  node: z.optional(z.string().check(z.maxLength(16))),
  /** Who is awarded, dropped or restored. */
  entrant: z.optional(Id),
  reason,
})

export type NewCupRuling = z.infer<typeof NewCupRuling>

export const NewDispute = z.object({ cupMatchId: z.string().check(z.maxLength(64)), reason })

export type NewDispute = z.infer<typeof NewDispute>

export const Cup = z.object({
  ...CupSummary.shape,
  version: z.int(),
  config: CupConfig,
  /** When check-in opens and closes; null in an arena, and while the date is to be announced. */
  checkIn: z.nullable(z.object({ opensAt: Timestamp, closesAt: Timestamp })),
  /** By seed once it has begun. Of an arena those of its final bracket: for all see its standings. */
  entrants: z.array(CupEntrant),
  /** Until the start, where players are alone: who registered and is no entrant yet, by time of registration; at most 100. */
  registered: z.optional(z.array(z.object({ userId: Id, username: z.string() }))),
  /** At most 256 teams, also those that did not check in; only where teams take part. */
  teams: z.optional(z.array(CupTeam)),
  /** Of an arena those of its final bracket, once that has begun. */
  rounds: z.array(CupRound),
  /** Rulings and changes of the seeds, the newest first, at most 100. */
  log: z.array(CupLogEntry),
  /** While it closes: when its places stand. A dispute or a questioned result moves it. */
  closesAt: z.optional(Timestamp),
  /** Of a cup that too few entered: when it was to start. */
  wasPlannedFor: z.optional(Timestamp),
})

export type Cup = z.infer<typeof Cup>

/** A cup that is not over, as staff look after it. */
export const CupToWatch = z.object({
  ...CupSummary.shape,
  registered: z.int(),
  /** Players or teams that checked in, also those that wait for a seat. */
  checkedIn: z.int(),
  waiting: z.int(),
  /** Results that the ledger changed after they were played on, and disputed ones. */
  questioned: z.int(),
  disputed: z.int(),
  /** An estimate; null while the date is to be announced, and once it has passed. */
  endsAbout: z.nullable(Timestamp),
})

export type CupToWatch = z.infer<typeof CupToWatch>

/** All entrants with a seat, best seed first. */
const CupSeeds = z.object({
  seeds: z.array(Id).check(
    z.minLength(1, { error: sentence(msg`Name the entrants`) }),
    z.maxLength(bracket.seats.max, { error: sentence(msg`At most ${{ max: bracket.seats.max }} seeds`) }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: sentence(msg`Name each entrant once`) }),
  ),
})

export type CupSeeds = z.infer<typeof CupSeeds>

/** `seeds` is empty while nobody has a seat, and for an arena. */
export const SeedsNow = z.object({
  /** Changes with each reordering, and with who has a seat. */
  version: z.int(),
  seeds: z.array(z.int()),
  /** The entrants of `seeds`, in the same order. */
  entrants: z.array(
    z.object({
      entrant: z.int(),
      username: z.string(),
      /** Of a team: the mean of its rated players. Null without a rated match. */
      rating: z.nullable(z.number()),
      deviation: z.nullable(z.number()),
    }),
  ),
  /** Why the caller may not reorder them; null where they may. */
  refusal: z.nullable(z.string()),
})

export type SeedsNow = z.infer<typeof SeedsNow>

/** A picture of a player in a cup. */
export const CupFace = z.object({ userId: Id, avatarUrl: z.string() })

export type CupFace = z.infer<typeof CupFace>

export const CupStanding = z.object({
  /** In the table. */
  place: z.int(),
  entrant: z.int(),
  userId: z.nullable(Id),
  username: z.string(),
  points: z.int(),
  wins: z.int(),
  draws: z.int(),
  losses: z.int(),
})

export type CupStanding = z.infer<typeof CupStanding>

/** A result that a side of it may call wrong until a moment. */
export const DisputableResult = z.object({ node: z.string(), cupMatchId: z.string(), until: Timestamp })

export type DisputableResult = z.infer<typeof DisputableResult>

/** What a side said about a result that waits for staff. */
const OpenDispute = z.object({ node: z.string(), entrant: z.int(), reason: z.string() })

export type OpenDispute = z.infer<typeof OpenDispute>

/** How the caller stands in a cup. */
export const MyCup = z.object({
  /** Number of the caller's entrant. */
  entrant: z.nullable(z.int()),
  isRegistered: z.boolean(),
  /** In a team: the caller themselves. */
  isCheckedIn: z.boolean(),
  /** They took part in the cup, which has started, and are out of it. */
  isOut: z.optional(z.literal(true)),
  /** Only where teams take part; null without one. */
  team: z.optional(z.nullable(MyTeam)),
  /** Place in the queue, from 1; null with a seat or without a check-in. */
  waiting: z.nullable(z.int()),
  seed: z.nullable(z.int()),
  place: z.nullable(z.int()),
  /** The open match, or the next one whose other side is not known yet. */
  next: z.nullable(CupNode),
  /** Results that the caller did not win and may still dispute, the newest first. */
  disputable: z.optional(z.array(DisputableResult)),
  /** While the check-in is open and they are not checked in: their place in the queue if they were, from 1. */
  wouldBe: z.optional(z.int()),
  standing: z.nullable(CupStanding),
  /** Only for staff who can rule: open disputes, oldest first, at most 100. */
  disputes: z.optional(z.array(OpenDispute)),
  /** Of staff: why they rule nothing in it, or do not enter it. */
  interest: z.optional(EventInterestSchema),
})

export type MyCup = z.infer<typeof MyCup>

export const cupListStates = ['running', 'open', 'past'] as const

/** A place among the first three of a cup that is final. */
export const CupTrophy = z.object({
  cupId: Id,
  title: z.string(),
  format: z.enum(cupFormats),
  mode: z.object({ key: z.string(), name: z.string() }),
  place: z.int(),
  /** When the cup closed. */
  at: Timestamp,
  /** A later ruling took matches of this cup away from the player; nobody moved up. */
  isMarked: z.boolean(),
})

export type CupTrophy = z.infer<typeof CupTrophy>

const Done = z.object({ ok: z.literal(true) })

export const cupSchemas = {
  list: {
    stable: { example: '/api/cups' },
    query: z.object({
      state: z.optional(z.enum(cupListStates)),
      /** Only cups that are final and ended in this season. */
      season: z.optional(IdText),
      before: z.optional(IdText),
    }),
    response: z.array(CupSummary),
  },
  show: { stable: { example: '/api/cups/1' }, params: IdParams, response: Cup },
  faces: { params: IdParams, response: z.array(CupFace) },
  standings: {
    stable: { example: '/api/cups/1/standings' },
    params: IdParams,
    query: z.object({ offset: z._default(wholeNumberText(0, arena.seats.max), 0) }),
    response: z.array(CupStanding),
  },
  trophies: {
    stable: { example: '/api/players/1/trophies' },
    params: IdParams,
    response: z.array(CupTrophy),
  },
  mine: { params: IdParams, response: MyCup },
  checkIn: { params: IdParams, response: MyCup },
  checkOut: { params: IdParams, response: MyCup },
  ready: {
    params: IdParams,
    body: z.object({ cupMatchId: z.string().check(z.maxLength(64)) }),
    response: MyCup,
  },
  leave: { params: IdParams, response: MyCup },
  createTeam: { params: IdParams, body: NewTeam, response: MyCup },
  joinTeam: { params: IdParams, body: TeamCode, response: MyCup },
  removePlayer: { params: z.object({ id: IdText, userId: IdText }), response: MyCup },
  disbandTeam: { params: IdParams, response: MyCup },
  renameTeam: {
    scope: 'write:cups' as const,
    params: z.object({ id: IdText, entrant: IdText }),
    /** `base`: the name that the change replaces; absent: whatever it is by now. */
    body: z.extend(NewTeam, { base: z.optional(z.string().check(z.maxLength(teamName.max))) }),
    response: Done,
  },
  dispute: { params: IdParams, body: NewDispute, response: Done },
  watch: { scope: 'write:cups' as const, response: z.array(CupToWatch) },
  seeds: { scope: 'write:cups' as const, params: IdParams, response: SeedsNow },
  reorder: {
    scope: 'write:cups' as const,
    versioned: true,
    params: IdParams,
    body: CupSeeds,
    response: SeedsNow,
  },
  rule: {
    scope: 'write:cups' as const,
    versioned: true,
    params: IdParams,
    body: NewCupRuling,
    response: Cup,
  },
  put: {
    scope: 'write:cups' as const,
    versioned: true,
    params: IdParams,
    body: CupFields,
    response: CupConfig,
  },
  remove: { versioned: true, params: IdParams, response: Done },
}
