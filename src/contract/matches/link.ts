/** Letters and digits that nobody mistakes for each other; adapters make codes of eight of these. */
export const linkCodeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const linkCodeLimits = { length: 8, liveSeconds: 600 } as const

export const linkCodeMessage = 'Enter the 8-character code that /link shows in game'
