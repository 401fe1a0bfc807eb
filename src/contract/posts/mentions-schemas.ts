import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { codePoints, maxGamertag } from '../text.ts'
import { maxLength } from '../text-schemas.ts'
import { minTypedName } from './mentions.ts'

/** Where a text names a member or player, in code points, with the `@`. */
export const Mention = z.object({ userId: Id, at: z.int(), length: z.int() })

export type Mention = z.infer<typeof Mention>

/** A player whom a mention may name. */
const SuggestedName = z.extend(UserCard, {
  /** The name in game by which the player was found, where it is none of today. */
  formerName: z.optional(z.string()),
})

const tooShort = sentence(msg`Type at least ${minTypedName} characters of a name`)

const BeginningOfName = z.string({ error: tooShort }).check(
  z.normalize('NFC'),
  z.trim(),
  z.refine((name) => codePoints(name) >= minTypedName, { error: tooShort }),
  maxLength(maxGamertag, sentence(msg`Names have at most ${maxGamertag} characters`)),
)

export const mentionSchemas = {
  suggest: { query: z.object({ name: BeginningOfName }), response: z.array(SuggestedName) },
}
