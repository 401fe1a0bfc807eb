/** Shown while the real figures are unknown (spec 9; rulings, Placeholders). */
export const communityPlaceholders = {
  membersOnline: '2 Online',
  posts: '8,213 Active Threads',
} as const
