import * as z from 'zod/mini'
import { typedCode } from '../text.ts'
import { linkCodeMessage } from './link.ts'

/** A code as people type it: case, spaces and dashes are ignored. Any letter or digit is accepted. */
export const LinkCode = z.pipe(
  z.string({ error: linkCodeMessage }),
  z.pipe(z.transform(typedCode), z.string().check(z.regex(/^[A-Z0-9]{8}$/, { error: linkCodeMessage }))),
)

export const linkSchemas = {
  create: {
    body: z.object({ code: LinkCode }),
    response: z.object({ gamertag: z.string() }),
  },
  remove: {},
}
