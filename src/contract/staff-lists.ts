import type { Area } from './accounts/areas.ts'

/** Lists with live updates for staff. */
export const staffLists = ['reports', 'applications', 'moderation', 'contact', 'rulings', 'appeals'] as const
export type StaffList = (typeof staffLists)[number]

/** Whom a list concerns: staff who hold the area. */
export const areaOfList = {
  reports: 'reports',
  applications: 'applications',
  moderation: 'moderation',
  contact: 'reports',
  rulings: 'moderation',
  appeals: 'appeals',
} as const satisfies Readonly<Record<StaffList, Area>>

/**
 * What the channel `staff` and its messages were called up to 0.1.0. Pages that were open during the upgrade still
 * subscribe to it. Remove it in 0.3.0.
 */
export const formerStaffFeed = { channel: 'desk', type: 'desk_update' } as const
