import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, wholeNumberText } from './ids-schemas.ts'
import { maxSearchLength } from './list-filters.ts'
import { sentence } from './sentences.ts'
import { minSearched } from './text.ts'
import { maxLength, searchText } from './text-schemas.ts'

const searchLength = sentence(msg`Search for ${minSearched} to ${maxSearchLength} characters`)

/** Filters that every list of the staff has. */
export const listFilters = {
  /** `me`, `nobody`, or a name: who has it, or dealt with it. */
  assignee: z.optional(
    z
      .string()
      .check(z.normalize('NFC'), maxLength(32, sentence(msg`Assignee must be 32 characters or less`))),
  ),
  /** At least this many days old. */
  days: z.optional(wholeNumberText(1, 3_650)),
  /** Part of a name or text. */
  q: z.optional(searchText({ max: maxSearchLength, tooShort: searchLength, tooLong: searchLength })),
}

const ListFilters = z.object(listFilters)

export type ListFilters = z.infer<typeof ListFilters>

/** Why one of many rows stays as it is: status and sentence of the call for a single one. */
export const RefusedRow = z.object({ id: Id, status: z.int(), error: z.string() })

export type RefusedRow = z.infer<typeof RefusedRow>
