import { msg } from '@lingui/core/macro'
import { isStaffRank, keysOfRanks, outranks, type Rank } from '../accounts/ranks.ts'
import type { Message } from '../languages.ts'

interface StaffQueue {
  /** What its notification says. */
  readonly title: Message
  readonly link: string
  /** Whether staff of this rank work on it. */
  readonly mayHandle: (rank: Rank) => boolean
}

/** Lists of what waits for staff. */
export const staffQueues = {
  moderation: { title: msg`There are new reports`, link: '/admin/moderation', mayHandle: isStaffRank },
  bugReports: { title: msg`There are new bug reports`, link: '/staff-reports', mayHandle: isStaffRank },
  applications: {
    title: msg`There are new applications`,
    link: '/admin/applications',
    mayHandle: isStaffRank,
  },
  // As `canDecideAppeal` has it (contract/moderation/appeals.ts).
  appeals: {
    title: msg`There are new appeals`,
    link: '/admin/appeals',
    mayHandle: (rank) => outranks(rank, 'Helper'),
  },
  contact: { title: msg`There are new contact messages`, link: '/admin/messages', mayHandle: isStaffRank },
} as const satisfies Readonly<Record<string, StaffQueue>>

export type StaffQueueName = keyof typeof staffQueues

export const ranksOfQueue = (queue: StaffQueueName): readonly Rank[] =>
  keysOfRanks((rank) => staffQueues[queue].mayHandle(rank))
