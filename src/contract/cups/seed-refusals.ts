import { msg } from '@lingui/core/macro'
import type { Text } from '../languages.ts'
import { sentence, textOf } from '../sentences.ts'

/** Why somebody may only look at the seeds of a cup. */
export const seedRefusals = {
  rank: sentence(msg`Moderators and above reorder seeds`),
  begun: sentence(msg`The cup has begun: its seeds are frozen`),
  concerned: sentence(msg`This is about you. Another staff member has to decide it.`),
} as const

/** Responses have the English sentence; this is its text. */
export const seedRefusalText = (english: string): Text => textOf(english)
