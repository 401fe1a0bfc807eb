import { msg } from '@lingui/core/macro'
import { type Message, saidWith } from '../../../../contract/languages.ts'
import type { Ladder, ReratedCause } from '../../../../contract/rankings/ratings.ts'
import type { Cause } from './queries/rerated.ts'
import type { Rerated } from './reratings.ts'

interface Values {
  readonly mode: string
  readonly day: string
  readonly change: string
}

type Texts = Readonly<Record<ReratedCause, (values: Values) => Message>>

const texts: Readonly<Record<Ladder, Texts>> = {
  solo: {
    void: ({ mode, day, change }) => msg`${mode} re-rated: a match of ${day} was voided, ${change}.`,
    excluded: ({ mode, day, change }) => msg`${mode} re-rated: a match of ${day} was excluded, ${change}.`,
    restored: ({ mode, day, change }) => msg`${mode} re-rated: a match of ${day} was restored, ${change}.`,
    late: ({ mode, day, change }) => msg`${mode} re-rated: a match of ${day} arrived late, ${change}.`,
  },
  team: {
    void: ({ mode, day, change }) => msg`${mode} in teams re-rated: a match of ${day} was voided, ${change}.`,
    excluded: ({ mode, day, change }) =>
      msg`${mode} in teams re-rated: a match of ${day} was excluded, ${change}.`,
    restored: ({ mode, day, change }) =>
      msg`${mode} in teams re-rated: a match of ${day} was restored, ${change}.`,
    late: ({ mode, day, change }) =>
      msg`${mode} in teams re-rated: a match of ${day} arrived late, ${change}.`,
  },
}

/** `Boxing re-rated: a match of 3 May 2026 was voided, −4.` */
export function reratedText(
  { modeName, kind, endedAt }: Cause,
  ladder: Ladder,
  { was, is }: Rerated,
): Message {
  const change = Math.round(is / 100) - Math.round(was / 100)
  return texts[ladder][kind]({
    mode: modeName,
    day: saidWith(endedAt),
    change: `${change < 0 ? '−' : '+'}${Math.abs(change)}`,
  })
}
