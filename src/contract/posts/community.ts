/** Shown while the real figures are unknown (docs/spec/rulings.md, Figures). */
export const communityPlaceholders = {
  membersOnline: '2 Online',
  posts: '8,213 Active Threads',
} as const
