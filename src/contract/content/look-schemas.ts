import * as z from 'zod/mini'
import { cornerShapes } from './look.ts'

const words = 'must be a colour like "#3a7bff"'

/** Any colour: what is made of it is readable. */
const anyColour = z.pipe(
  z.string({ error: words }).check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: words })),
  z.transform((hex: string) => hex.toLowerCase()),
)

export const LookContent = z.strictObject({
  accent: anyColour,
  tint: z.nullable(anyColour),
  corners: z.enum(cornerShapes, { error: `must be one of: ${cornerShapes.join(', ')}` }),
})

export type LookContent = z.infer<typeof LookContent>
