import type { Rank } from '../../contract/accounts/ranks.ts'
import { classes } from './classes.ts'
import { rankColour, rankStyle } from './rank-colour.ts'

/** The top of a card about somebody, in the colour of their rank. */
export const RankBanner = ({ rank }: { rank: Rank }) => (
  <div
    aria-hidden
    className={classes('h-24 border-t-4 border-current', rankColour(rank))}
    style={rankStyle(rank)}
  >
    <div className="size-full bg-[repeating-conic-gradient(currentColor_0_25%,transparent_0_50%)] bg-size-[24px_24px] opacity-8" />
  </div>
)
