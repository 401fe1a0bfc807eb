import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../ids.ts'
import { writtenLine } from '../written.ts'

export const practiceCategories = ['ffa', 'duels'] as const
export const PracticeCategory = z.enum(practiceCategories, { error: 'category must be ffa or duels' })
export type PracticeCategory = z.infer<typeof PracticeCategory>

export const practiceLimits = {
  name: 60,
  description: 300,
  /** Modes of one category: all of them fit on a page and into one answer. */
  perCategory: 100,
} as const

export const PracticeMode = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  category: PracticeCategory,
  /** Players queued, as the newest fresh heartbeats say; null when none names this mode. */
  queue: z.nullable(z.int()),
})
export type PracticeMode = z.infer<typeof PracticeMode>

/** A mode as staff manage it. */
export const PracticeRecord = z.object({
  id: Id,
  category: PracticeCategory,
  name: z.string(),
  description: z.string(),
  /** Place in its category's list, from 0 and without gaps. */
  position: z.int(),
  version: z.int(),
})
export type PracticeRecord = z.infer<typeof PracticeRecord>

const positionError = 'Position must be a whole number from 0'
const fields = {
  name: writtenLine({ name: 'Name', least: 1, most: practiceLimits.name }),
  description: writtenLine({ name: 'Description', least: 1, most: practiceLimits.description }),
  /** Beyond the end means the end; those behind move on by one. */
  position: z
    .int({ error: positionError })
    .check(z.minimum(0, { error: positionError }), z.maximum(32_767, { error: positionError })),
}

/** Without a position it goes to the end of its category. */
export const NewPracticeMode = z.object({
  category: PracticeCategory,
  name: fields.name,
  description: fields.description,
  position: z.optional(fields.position),
})
export type NewPracticeMode = z.infer<typeof NewPracticeMode>

/** A field that is absent stays as it is. */
export const PracticeChange = z.object({
  category: z.optional(PracticeCategory),
  name: z.optional(fields.name),
  description: z.optional(fields.description),
  position: z.optional(fields.position),
})
export type PracticeChange = z.infer<typeof PracticeChange>

export const practiceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/practice',
    access: 'public',
    summary: 'Practice modes of a category',
    query: z.object({ category: PracticeCategory }),
    status: 200,
    answer: z.array(PracticeMode),
  }),
  manage: endpoint({
    method: 'GET',
    path: '/api/admin/practice',
    access: 'staff',
    summary: 'Practice modes as staff manage them, FFA first',
    status: 200,
    answer: z.array(PracticeRecord),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/practice',
    access: 'staff',
    summary: 'Create a practice mode',
    body: NewPracticeMode,
    status: 201,
    answer: PracticeRecord,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/practice/:id',
    access: 'staff',
    summary: 'Change or move a practice mode; If-Match names the version that is meant',
    params: IdParams,
    body: PracticeChange,
    status: 200,
    answer: PracticeRecord,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/practice/:id',
    access: 'staff',
    summary: 'Remove a practice mode',
    params: IdParams,
    status: 204,
  }),
}
