/** What the detector finds in matches (docs/fair-play.md). The first two are about a pair of players. */
export const matchPatterns = ['one_sided', 'feeding', 'throwing', 'input_switch'] as const

export type MatchPattern = (typeof matchPatterns)[number]
