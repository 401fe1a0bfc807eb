import { type Rank, type ShippedRank, shownRank } from '../../../../contract/accounts/ranks.ts'

/** Design tokens of src/web/styles/app.css for images and icons; a test compares them. */
export const colours = {
  ground: '#0a0b10',
  groundBand: '#0f1118',
  groundCard: '#151822',
  groundRaised: '#1d212e',
  line: '#2a3040',
  ink: '#f4f1ea',
  inkSoft: '#bcc1ce',
  inkFaint: '#949cae',
  ember: '#ff7d33',
  emberBright: '#ffa266',
  emberInk: '#1c0d03',
  emberEdge: '#a8430d',
  good: '#4ade80',
} as const

export const rankColours: Readonly<Record<ShippedRank, string>> = {
  Member: '#aeb5c4',
  Gold: '#ffd24a',
  Emerald: '#3edb8b',
  Diamond: '#62e2f5',
  Helper: '#c3e84f',
  Moderator: '#7fb0ff',
  'Product Staff': '#ffa04d',
  Admin: '#ff83de',
  Manager: '#bd95ff',
  Owner: '#ff6b81',
}

/** The colour that a rank is shown in. */
export function rankColour(rank: Rank): string {
  const { key, colour } = shownRank(rank)
  return colour ?? rankColours[key as ShippedRank] ?? rankColours.Member
}
