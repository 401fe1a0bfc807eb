/** Lists with live updates for staff. */
export const staffLists = ['reports', 'applications', 'moderation', 'contact', 'rulings', 'appeals'] as const
export type StaffList = (typeof staffLists)[number]
