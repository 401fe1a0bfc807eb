/** What is deleted, by kind, and what goes along with it. */
export const removalCounts = {
  comment: ['replies'],
  post: ['comments', 'likes'],
  news: ['comments'],
  event: ['registrations', 'teams'],
  cup: ['teams', 'seats'],
  season: ['seasonMatches'],
  member: ['posts', 'comments', 'likes', 'pictures', 'follows', 'registrations', 'matches'],
} as const

export type RemovalKind = keyof typeof removalCounts
export type RemovalCount = (typeof removalCounts)[RemovalKind][number]
