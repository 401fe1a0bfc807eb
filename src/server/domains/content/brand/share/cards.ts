/** Loaded with its fonts for the first image instead of at start. */
export { picture } from './canvas.ts'
export { eventCard } from './event-card.ts'
export { decodeLatinFonts } from './fonts.ts'
export { leaderboardCard } from './leaderboard-card.ts'
export { matchCard } from './match-card.ts'
export { playerCard } from './player-card.ts'
export { seasonCard } from './season-card.ts'
export { pageCard, siteCard } from './site-card.ts'
