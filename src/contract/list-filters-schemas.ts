import * as z from 'zod/mini'
import { wholeNumberText } from './ids-schemas.ts'
import { maxSearchLength, minSearchLength } from './list-filters.ts'
import { maxLength } from './text-schemas.ts'

const searchLength = `Search for ${minSearchLength} to ${maxSearchLength} characters`

/** Filters that every list of the staff has. */
export const listFilters = {
  /** `me`, `nobody`, or a name: who has it, or dealt with it. */
  assignee: z.optional(z.string().check(maxLength(32, 'Assignee must be 32 characters or less'))),
  /** At least this many days old. */
  days: z.optional(wholeNumberText(1, 3_650)),
  /** Part of a name or text. */
  q: z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => [...text].length >= minSearchLength, { error: searchLength }),
      maxLength(maxSearchLength, searchLength),
    ),
  ),
}

const ListFilters = z.object(listFilters)

export type ListFilters = z.infer<typeof ListFilters>
