import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from './sentences.ts'

/** Notifications hold the words of all languages. */
export const maxWordLanguages = 20

export const tooManyLanguages = msg`At most ${{ languages: maxWordLanguages }} languages`

/** A text in another language. Empty: it is said in the default language. */
export const wordIn = <T>(text: z.ZodMiniType<T, string>) =>
  z.optional(
    z.pipe(
      z.string({ error: sentence(msg`Must be text`) }),
      z.pipe(
        z.transform((written: string) => (written.trim() === '' ? undefined : written)),
        z.optional(text),
      ),
    ),
  )

/** What is said, without what is not. */
const given = <T extends object>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as T

/** Words of a record in other languages, by tag. A language that is not named stays as it was. */
export const recordWords = <Texts extends z.core.$ZodLooseShape>(texts: Texts) =>
  z
    .record(z.string(), z.pipe(z.strictObject(texts), z.transform(given)), {
      error: sentence(msg`Must be texts by language`),
    })
    .check(
      z.refine((words) => Object.keys(words).length <= maxWordLanguages, {
        error: sentence(tooManyLanguages),
      }),
    )

/** Texts that are not in the language of the reader, and the one that they are in. Absent where there are none. */
export const untranslated = z.optional(z.object({ language: z.string(), texts: z.array(z.string()) }))
