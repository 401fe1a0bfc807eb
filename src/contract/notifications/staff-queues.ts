import { msg } from '@lingui/core/macro'
import type { Area } from '../accounts/areas.ts'
import { keysOfRanks, type Power, type Rank, rankHolds } from '../accounts/ranks.ts'
import type { Message } from '../languages.ts'

interface StaffQueue {
  /** What its notification says. */
  readonly title: Message
  readonly link: string
  /** What staff need to work on it. */
  readonly power: Power
  readonly area: Area
}

/** Lists of what waits for staff. */
export const staffQueues = {
  moderation: {
    title: msg`There are new reports`,
    link: '/admin/moderation',
    power: 'helper',
    area: 'moderation',
  },
  bugReports: {
    title: msg`There are new bug reports`,
    link: '/staff-reports',
    power: 'helper',
    area: 'reports',
  },
  applications: {
    title: msg`There are new applications`,
    link: '/admin/applications',
    power: 'helper',
    area: 'applications',
  },
  // As `canDecideAppeal` has it (contract/moderation/appeals.ts).
  appeals: {
    title: msg`There are new appeals`,
    link: '/admin/appeals',
    power: 'moderator',
    area: 'appeals',
  },
  contact: {
    title: msg`There are new contact messages`,
    link: '/admin/messages',
    power: 'helper',
    area: 'reports',
  },
} as const satisfies Readonly<Record<string, StaffQueue>>

export type StaffQueueName = keyof typeof staffQueues

export function ranksOfQueue(queue: StaffQueueName): readonly Rank[] {
  const { power, area } = staffQueues[queue]
  return keysOfRanks((rank) => rankHolds(rank, power, area))
}
