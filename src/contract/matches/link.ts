import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Letters and digits that nobody mistakes for each other; adapters make codes of eight of these. */
export const linkCodeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const linkCodeLimits = { length: 8, liveSeconds: 600 } as const

export const linkCodeMessage = 'Enter the 8-character code that /link shows in game'

/** A code as people type it: small letters, spaces and dashes do not matter. Any letter or digit is taken. */
export const LinkCode = z.pipe(
  z.string({ error: linkCodeMessage }),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s-]/g, '').toUpperCase()),
    z.string().check(z.regex(/^[A-Z0-9]{8}$/, { error: linkCodeMessage })),
  ),
)

export const linkEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/link',
    access: 'member',
    summary: 'Link the signed-in member to the player whom /link in game gave this code',
    body: z.object({ code: LinkCode }),
    limit: 'linkCodes',
    status: 200,
    answer: z.object({ gamertag: z.string() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/link',
    access: 'member',
    summary: 'Unlink: the player and their matches become an account of their own again',
    status: 204,
  }),
}
