/** Kinds of messages to Discord. Each has a webhook of its own. */
export const discordKinds = ['matches', 'news', 'cups', 'reports', 'applications'] as const

export type DiscordKind = (typeof discordKinds)[number]
