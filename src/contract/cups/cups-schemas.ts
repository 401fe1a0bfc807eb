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
import { type CupFormat, cupFormats, cupLimits, cupMatchKinds, cupPhases, cupRulings } from './cups.ts'

const { seats, gameMinutes, size, teamName } = cupLimits

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
const anySeats = { min: 2, max: seats.arena.max }

const boundsOf = ({ format }: { format: CupFormat }) => (format === 'arena' ? seats.arena : seats.bracket)
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
    z.refine((cup) => within(cup.seats, boundsOf(cup)), {
      error: sentence(
        msg`A bracket has ${{ min: seats.bracket.min }} to ${{ max: seats.bracket.max }} seats, an arena ${{ arenaMin: seats.arena.min }} to ${{ arenaMax: seats.arena.max }}`,
      ),
      path: ['seats'],
    }),
    z.refine(
      (cup) =>
        cup.seats < boundsOf(cup).min || within(cup.minimum, { min: boundsOf(cup).min, max: cup.seats }),
      {
        error: sentence(msg`The minimum is at least 4 in a bracket, 2 in an arena, and at most the seats`),
        path: ['minimum'],
      },
    ),
    z.refine(({ thirdPlace, format }) => !thirdPlace || format === 'single', {
      error: sentence(msg`Only a single elimination has a match for the third place`),
      path: ['thirdPlace'],
    }),
    z.refine(({ cut, format }) => cut === null || format === 'arena', {
      error: sentence(msg`Only an arena has a final bracket of its best`),
      path: ['cut'],
    }),
    z.refine(({ cut, format, seats: most }) => cut === null || format !== 'arena' || cut <= most, {
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

export const CupCall = z.object({
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

export const Cup = z.object({
  ...CupSummary.shape,
  version: z.int(),
  config: CupConfig,
  /** When check-in opens and closes; null in an arena, and while the date is to be announced. */
  checkIn: z.nullable(z.object({ opensAt: Timestamp, closesAt: Timestamp })),
  /** By seed once it has begun. Of an arena those of its final bracket: for all see its standings. */
  entrants: z.array(CupEntrant),
  /** At most 256 teams, also those that did not check in; only where teams take part. */
  teams: z.optional(z.array(CupTeam)),
  /** Of an arena those of its final bracket, once that has begun. */
  rounds: z.array(CupRound),
  /** Rulings and changes of the seeds, the newest first, at most 100. */
  log: z.array(CupLogEntry),
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
export const CupSeeds = z.object({
  seeds: z.array(Id).check(
    z.minLength(1, { error: sentence(msg`Name the entrants`) }),
    z.maxLength(seats.bracket.max, { error: sentence(msg`At most ${{ max: seats.bracket.max }} seeds`) }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: sentence(msg`Name each entrant once`) }),
  ),
})

export type CupSeeds = z.infer<typeof CupSeeds>

/** Seeds are empty while nobody has a seat, and of an arena. */
export const SeedsNow = z.object({
  /** Changes with each reordering, and with who has a seat. */
  version: z.int(),
  seeds: z.array(z.int()),
  /** Those of `seeds`, in their order. */
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

/** How the caller stands in a cup. */
export const MyCup = z.object({
  /** Number of the caller's entrant. */
  entrant: z.nullable(z.int()),
  isRegistered: z.boolean(),
  /** In a team: the caller themselves. */
  isCheckedIn: z.boolean(),
  /** Only where teams take part; null without one. */
  team: z.optional(z.nullable(MyTeam)),
  /** Place in the queue, from 1; null with a seat or without a check-in. */
  waiting: z.nullable(z.int()),
  seed: z.nullable(z.int()),
  place: z.nullable(z.int()),
  /** The open match, or the next one whose other side is not known yet. */
  next: z.nullable(CupNode),
  standing: z.nullable(CupStanding),
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
    query: z.object({
      state: z.optional(z.enum(cupListStates)),
      /** Only cups that are final and ended in this season. */
      season: z.optional(IdText),
      before: z.optional(IdText),
    }),
    response: z.array(CupSummary),
  },
  show: { params: IdParams, response: Cup },
  standings: {
    params: IdParams,
    query: z.object({ offset: z._default(wholeNumberText(0, seats.arena.max), 0) }),
    response: z.array(CupStanding),
  },
  trophies: { params: IdParams, response: z.array(CupTrophy) },
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
  renameTeam: { params: z.object({ id: IdText, entrant: IdText }), body: NewTeam, response: Done },
  dispute: {
    params: IdParams,
    body: z.object({ cupMatchId: z.string().check(z.maxLength(64)), reason }),
    response: Done,
  },
  watch: { response: z.array(CupToWatch) },
  seeds: { params: IdParams, response: SeedsNow },
  reorder: { params: IdParams, body: CupSeeds, response: SeedsNow },
  rule: { params: IdParams, body: NewCupRuling, response: Cup },
  put: { params: IdParams, body: CupFields, response: CupConfig },
  remove: { params: IdParams, response: Done },
}
