/** Maximum players in a list of who is online. */
export const presencePage = { default: 200, max: 200 } as const
