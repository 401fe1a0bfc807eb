/** Everything that draws share images. With its fonts it is loaded when the first image is asked for, not at a start. */
export { picture } from './canvas.ts'
export { eventCard } from './event-card.ts'
export { leaderboardCard } from './leaderboard-card.ts'
export { matchCard } from './match-card.ts'
export { playerCard } from './player-card.ts'
export { pageCard, siteCard } from './site-card.ts'
