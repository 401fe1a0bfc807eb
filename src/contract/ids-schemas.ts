import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { maxId } from './ids.ts'
import { sentence } from './sentences.ts'

const message = sentence(msg`Must be a whole number from 1 to 2147483647`)

/** A record's id in JSON: a positive 32-bit integer. */
export const Id = z
  .int({ error: message })
  .check(z.minimum(1, { error: message }), z.maximum(maxId, { error: message }))

/** A record's id in a path or query: decimal digits without sign, space or leading zero. */
export const IdText = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,9}$/, { error: message })),
  z.pipe(
    z.transform((text: string) => Number(text)),
    Id,
  ),
)

export const IdParams = z.object({ id: IdText })

/** `?before={id}&limit=` of lists. A `limit` above `max` is a 400. */
export const pageQuery = (max: number, defaultLimit: number) =>
  z.object({
    before: z.optional(IdText),
    limit: z._default(wholeNumberText(1, max), defaultLimit),
  })

/** A whole number in a query, between `min` and `max` inclusive. */
export const wholeNumberText = (min: number, max: number) => {
  const error = sentence(msg`Must be a whole number from ${min} to ${max}`)
  return z.pipe(
    z.string().check(z.regex(/^[0-9]{1,10}$/, { error })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(min, { error }), z.maximum(max, { error })),
    ),
  )
}

/** ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()

/** A list of one to `max` records, each once. */
const listOf = <Named extends z.ZodMiniType>(
  named: Named,
  words: { readonly noun: string; readonly error: string; readonly max: number },
  idOf: (named: z.infer<Named>) => number,
) =>
  z.array(named, { error: words.error }).check(
    z.minLength(1, `Name at least one ${words.noun}`),
    z.maxLength(words.max, `Name at most ${words.max} ${words.noun}s`),
    z.refine((all) => new Set(all.map(idOf)).size === all.length, { error: `Name each ${words.noun} once` }),
  )

/** Ids of up to `max` records, each once. */
export const idList = (noun: string, max: number) =>
  listOf(Id, { noun, max, error: `Must be a list of ${noun} ids` }, (id) => id)

/** Up to `max` records, each once and with the version that the caller has seen. */
export const seenList = (noun: string, max: number) =>
  listOf(
    z.object({ id: Id, version: z.int({ error: sentence(msg`Must be the version of the record`) }) }),
    { noun, max, error: `Must be a list of ${noun}s, each with id and version` },
    ({ id }) => id,
  )
