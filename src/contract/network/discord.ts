/** Shown while Discord's own figure is unknown (spec 9). */
export const fallbackMemberCount = 12_000

/** How long one answer of Discord's serves: the site asks no more often, and neither does a page (spec 9). */
export const discordRefreshSeconds = 60
