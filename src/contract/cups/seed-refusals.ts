import { msg } from '@lingui/core/macro'
import { interestRefusals } from '../events/interest.ts'
import type { Text } from '../languages.ts'
import { sentence, textOf } from '../sentences.ts'

/** Why somebody may only look at the seeds of a cup. */
export const seedRefusals = {
  rank: sentence(msg`Moderators and above reorder seeds`),
  begun: sentence(msg`The cup has begun: its seeds are frozen`),
  takesPart: interestRefusals.staff,
  above: sentence(msg`You can only reorder players below your own rank`),
} as const

/** Responses have the English sentence; this is its text. */
export const seedRefusalText = (english: string): Text => textOf(english)
