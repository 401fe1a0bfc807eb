import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { nameLine, singleLine } from '../written-schemas.ts'
import { practiceCategories, practiceLimits } from './practice.ts'

export const PracticeCategory = z.enum(practiceCategories, {
  error: sentence(msg`category must be ffa or duels`),
})

export type PracticeCategory = z.infer<typeof PracticeCategory>

export const PracticeMode = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: PracticeCategory,
  /** Queued players according to recent heartbeats; null when none mentions this mode. */
  queue: z.nullable(z.int()),
})

export type PracticeMode = z.infer<typeof PracticeMode>

/** A mode as staff manage it. */
export const PracticeRecord = z.object({
  id: Id,
  category: PracticeCategory,
  name: z.string(),
  description: z.string(),
  /** Zero-based position in its category, without gaps. */
  position: z.int(),
  version: z.int(),
})

export type PracticeRecord = z.infer<typeof PracticeRecord>

const positionError = sentence(msg`Position must be a whole number from 0`)

const fields = {
  name: nameLine({ name: 'Name', min: 1, max: practiceLimits.name }),
  description: singleLine({ name: 'Description', min: 1, max: practiceLimits.description }),
  /** Positions beyond the end mean the end; the modes behind move down. */
  position: z
    .int({ error: positionError })
    .check(z.minimum(0, { error: positionError }), z.maximum(32_767, { error: positionError })),
}

/** Without a position the mode is appended to its category. */
export const NewPracticeMode = z.object({
  category: PracticeCategory,
  name: fields.name,
  description: fields.description,
  position: z.optional(fields.position),
})

export type NewPracticeMode = z.infer<typeof NewPracticeMode>

/** An absent field is unchanged. */
const PracticeChange = z.object({
  category: z.optional(PracticeCategory),
  name: z.optional(fields.name),
  description: z.optional(fields.description),
  position: z.optional(fields.position),
})

export type PracticeChange = z.infer<typeof PracticeChange>

export const practiceSchemas = {
  list: {
    query: z.object({ category: PracticeCategory }),
    response: z.array(PracticeMode),
  },
  manage: {
    response: z.array(PracticeRecord),
  },
  create: {
    body: NewPracticeMode,
    response: PracticeRecord,
  },
  update: {
    versioned: true,
    params: IdParams,
    body: PracticeChange,
    response: PracticeRecord,
  },
  remove: {
    versioned: true,
    params: IdParams,
  },
}
