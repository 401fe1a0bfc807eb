/** The one true address of a player; the other layouts name it as theirs. */
export const playerPath = (id: number) => `/player/${id}`

/** Two players side by side. */
export const comparePath = (id: number, otherId: number) => `/compare/${id}/${otherId}`

/** The board that a rating is on. */
export const ratingBoardPath = ({ mode, ladder }: { readonly mode: string; readonly ladder: string }) =>
  `/leaderboards?gameType=${mode}&by=rating${ladder === 'solo' ? '' : `&ladder=${ladder}`}`

/** Where the sign-in page leads to afterwards, or where a member goes at once: the code field of the profile. */
export const claimTarget = '/profile#link'
