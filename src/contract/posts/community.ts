/** Shown until the real figures are loaded. */
export const communityPlaceholders = {
  membersOnline: '2 Online',
  posts: '8,213 Active Threads',
} as const
