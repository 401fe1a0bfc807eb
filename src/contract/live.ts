/** The lists that staff watch. */
export const staffLists = ['reports', 'applications', 'moderation', 'contact'] as const
export type StaffList = (typeof staffLists)[number]
