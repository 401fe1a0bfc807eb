/** The one true address of a player; the other layouts name it as theirs. */
export const playerPath = (id: number) => `/player/${id}`

/** Two players side by side. */
export const comparePath = (id: number, otherId: number) => `/compare/${id}/${otherId}`

/** Where the sign-in page leads to afterwards, or where a member goes at once: the code field of the profile. */
export const claimTarget = '/profile#link'
