/** Shown until Discord answered once. */
export const fallbackMemberCount = 12_000

/** Cache lifetime of Discord's figures, on the server and in the browser. */
export const discordRefreshSeconds = 60
