import { msg } from '@lingui/core/macro'

/** What ties a member to an event, by any account that they own or ever owned the player of. */
export interface EventInterest {
  /** Registered, checked in, in a team or waiting; also who left a cup that counted them in. */
  readonly takesPart: boolean
  /** Ruled in it or changed it as staff. To make an event is no such act: nobody takes part in it yet. */
  readonly hasActed: boolean
}

export const interestRefusals = {
  staff: msg`You take part in this event. Another staff member has to do this.`,
  entry: msg`You ruled in this event or changed it as staff, so you cannot take part in it`,
} as const

/** Why a member does nothing as staff in an event; null: they may. */
export const staffRefusal = ({ takesPart }: EventInterest) => (takesPart ? interestRefusals.staff : null)

/** Why a member does not enter an event; null: they may. */
export const entryRefusal = ({ hasActed }: EventInterest) => (hasActed ? interestRefusals.entry : null)
