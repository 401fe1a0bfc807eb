/** Shown while Discord's own figure is unknown. */
export const fallbackMemberCount = 12_000

/** How long one answer of Discord's serves: the site asks no more often, and neither does a page. */
export const discordRefreshSeconds = 60
