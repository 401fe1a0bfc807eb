import { msg } from '@lingui/core/macro'
import { punishmentKindLabels } from '../../../../contract/labels.ts'
import type { Message } from '../../../../contract/languages.ts'
import type { AppealState } from '../../../../contract/moderation/appeals.ts'
import type { Appealed } from '../../../../contract/moderation/appeals-schemas.ts'

export const kindLabels: Record<Appealed['kind'], Message> = {
  ...punishmentKindLabels,
  restriction: msg`Restriction on this site`,
}

export const stateLabels: Record<Appealed['state'], Message> = {
  active: msg({ message: 'In force', context: 'a punishment' }),
  given: msg({ message: 'Given', context: 'a punishment' }),
  ended: msg({ message: 'Over', context: 'a punishment' }),
  lifted: msg({ message: 'Lifted', context: 'a punishment' }),
}

/** What a state means, to the player. */
export const appealHints: Record<AppealState, Message> = {
  open: msg`Staff have your appeal. They read the oldest ones first.`,
  in_review: msg`A staff member is looking at it.`,
  waiting: msg`Staff asked you something. Without an answer within 14 days the appeal expires.`,
  upheld: msg`It stays as it is.`,
  reduced: msg`It ends earlier now.`,
  lifted: msg`It does not apply any more.`,
  withdrawn: msg`You withdrew your appeal.`,
  expired: msg`There was no answer within 14 days.`,
}
