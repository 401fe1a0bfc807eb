import * as z from 'zod/mini'
import { linkCodeMessage } from './link.ts'

/** A code as people type it: case, spaces and dashes are ignored. Any letter or digit is accepted. */
export const LinkCode = z.pipe(
  z.string({ error: linkCodeMessage }),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s-]/g, '').toUpperCase()),
    z.string().check(z.regex(/^[A-Z0-9]{8}$/, { error: linkCodeMessage })),
  ),
)

export const linkSchemas = {
  create: {
    body: z.object({ code: LinkCode }),
    response: z.object({ gamertag: z.string() }),
  },
  remove: {},
}
