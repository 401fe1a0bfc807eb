import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { nameLine } from '../written-schemas.ts'
import { modeCategories, modeIcons, modeKeyPattern, modeLimits } from './modes.ts'

/** Key of a mode, stored or not. */
export const ModeKey = z.string({ error: sentence(msg`must be 2 to 32 of a-z, 0-9 and _`) }).check(
  z.regex(modeKeyPattern, { error: sentence(msg`must be 2 to 32 of a-z, 0-9 and _`) }),
  z.refine((key) => key !== 'overall', {
    error: sentence(msg`must be a mode: overall is the sum of the modes`),
  }),
)

export const ModeCategory = z.enum(modeCategories, {
  error: sentence(msg`category must be ffa, duels or other`),
})

export type ModeCategory = z.infer<typeof ModeCategory>

const ModeIcon = z.enum(modeIcons, {
  error: sentence(msg`icon must be one of ${{ all: modeIcons.join(', ') }}`),
})

/** A mode with a board, a card on the minigames page, or both. */
export const Mode = z.object({
  key: z.string(),
  name: z.string(),
  category: ModeCategory,
  icon: z.string(),
  /** Whether its ranked matches have a board. */
  ranked: z.boolean(),
  listed: z.boolean(),
  /** Whether its matches count in `overall`. */
  inOverall: z.boolean(),
  /** Zero-based position among all modes. */
  position: z.int(),
  /** Players in it; null while no game server says so. */
  players: z.nullable(z.int()),
  /** Queued players according to recent heartbeats; null when none mentions this mode. */
  queue: z.nullable(z.int()),
})

export type Mode = z.infer<typeof Mode>

/** A mode as staff manage it. */
export const ModeRecord = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  category: ModeCategory,
  icon: z.string(),
  listed: z.boolean(),
  inOverall: z.boolean(),
  position: z.int(),
  mergedInto: z.nullable(z.string()),
  /** Until when its merge can be undone; null when it cannot. */
  undoMergeUntil: z.nullable(Timestamp),
  /** `game`: a match named it first. `reserved`: cannot be changed. */
  madeBy: z.enum(['release', 'staff', 'practice', 'game', 'reserved']),
  /** Players of its board. */
  ranked: z.int(),
  /** Matches that count for it, those of merged modes too; voided ones are none. */
  matches: z.int(),
  /** Progress of the figures that are being computed again; null when all are right. */
  rebuild: z.nullable(z.object({ done: z.int(), total: z.int() })),
  version: z.int(),
})

export type ModeRecord = z.infer<typeof ModeRecord>

const positionError = sentence(msg`Position must be a whole number from 0`)

const fields = {
  name: nameLine({ name: 'Name', min: 1, max: modeLimits.name }),
  category: ModeCategory,
  icon: ModeIcon,
  listed: z.boolean({ error: sentence(msg`listed must be true or false`) }),
  inOverall: z.boolean({ error: sentence(msg`inOverall must be true or false`) }),
  /** Positions beyond the end mean the end; the modes behind move down. */
  position: z
    .int({ error: positionError })
    .check(z.minimum(0, { error: positionError }), z.maximum(32_767, { error: positionError })),
}

/** Without a position the mode is the last. */
export const NewMode = z.object({
  key: z.string({ error: sentence(msg`Key must be 2 to 32 of a-z, 0-9 and _`) }).check(
    z.regex(modeKeyPattern, { error: sentence(msg`Key must be 2 to 32 of a-z, 0-9 and _`) }),
    z.refine((key) => key !== 'overall', { error: sentence(msg`overall is the sum of the modes`) }),
  ),
  name: fields.name,
  category: z._default(fields.category, 'other'),
  icon: z._default(fields.icon, 'sword'),
  listed: z._default(fields.listed, false),
  inOverall: z._default(fields.inOverall, false),
  position: z.optional(fields.position),
})

export type NewMode = z.infer<typeof NewMode>

/** An absent field is unchanged. A key never changes: stored matches name it. */
const ModeChange = z.object({
  name: z.optional(fields.name),
  category: z.optional(fields.category),
  icon: z.optional(fields.icon),
  listed: z.optional(fields.listed),
  inOverall: z.optional(fields.inOverall),
  position: z.optional(fields.position),
})

export type ModeChange = z.infer<typeof ModeChange>

const KeyParams = z.object({ key: ModeKey })

export const modeSchemas = {
  list: { stable: { example: '/api/modes' }, response: z.array(Mode) },
  manage: {
    response: z.array(ModeRecord),
  },
  create: {
    body: NewMode,
    response: ModeRecord,
  },
  update: {
    versioned: true,
    params: KeyParams,
    body: ModeChange,
    response: ModeRecord,
  },
  merge: {
    versioned: true,
    params: KeyParams,
    body: z.object({ into: ModeKey }),
    response: ModeRecord,
  },
  undoMerge: {
    versioned: true,
    params: KeyParams,
    response: ModeRecord,
  },
}
