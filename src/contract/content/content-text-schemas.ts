import * as z from 'zod/mini'
import { maxLength, minLength } from '../text-schemas.ts'

/** Text of a content file after `{site}`, `{short}`, `{host}` and `{port}` are replaced. */
export const text = (max: number) =>
  z
    .string({ error: 'must be text (put it in quotes if it looks like a number)' })
    .check(minLength(1, 'must not be empty'), maxLength(max, `must be ${max} characters or less`))

export const title = text(120)

export const sentence = text(400)

export const paragraph = text(2_000)

export const listOf = <T extends z.ZodMiniType>(item: T, max: number, min = 1) =>
  z
    .array(item, { error: 'must be a list, each entry on its own line with a dash' })
    .check(
      z.minLength(min, { error: 'must not be empty' }),
      z.maxLength(max, { error: `must have ${max} entries or less` }),
    )
