/** The page that links Discord. Discord sends members back to it, with a code or an error. */
export const linkDiscordPath = '/link-discord'

/** Seconds in which Discord must confirm a link that was begun. */
export const discordLinkSeconds = 600
