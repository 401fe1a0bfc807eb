import { punishmentKindLabels } from '../../../../contract/labels.ts'
import type { AppealState } from '../../../../contract/moderation/appeals.ts'
import type { Appealed } from '../../../../contract/moderation/appeals-schemas.ts'

export const kindLabels: Record<Appealed['kind'], string> = {
  ...punishmentKindLabels,
  restriction: 'Restriction on this site',
}

export const stateLabels: Record<Appealed['state'], string> = {
  active: 'In force',
  given: 'Given',
  ended: 'Over',
  lifted: 'Lifted',
}

/** What a state means, to the player. */
export const appealHints: Record<AppealState, string> = {
  open: 'Staff have your appeal. They read the oldest ones first.',
  in_review: 'A staff member is looking at it.',
  waiting: 'Staff asked you something. Without an answer within 14 days the appeal expires.',
  upheld: 'It stays as it is.',
  reduced: 'It ends earlier now.',
  lifted: 'It does not apply any more.',
  withdrawn: 'You withdrew your appeal.',
  expired: 'There was no answer within 14 days.',
}
