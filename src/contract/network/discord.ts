/** Cache lifetime of Discord's figures, on the server and in the browser. */
export const discordRefreshSeconds = 60
