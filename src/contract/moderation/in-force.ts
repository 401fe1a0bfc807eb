/** What lasts, and can be in force: punishments of the game, and restrictions of the site. */
export const lastingKinds = ['ban', 'mute', 'restriction'] as const

export type LastingKind = (typeof lastingKinds)[number]
