/** The lists that staff watch. */
export const deskLists = ['reports', 'applications', 'moderation', 'contact'] as const
export type DeskList = (typeof deskLists)[number]
