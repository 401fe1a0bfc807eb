/** Kinds of messages to Discord. Each has a webhook of its own. */
export const discordKinds = ['matches', 'news', 'reports', 'applications'] as const

export type DiscordKind = (typeof discordKinds)[number]
