import * as z from 'zod/mini'

/** An optional part of a foreign response: absent or odd, it is null, and never makes the rest void. */
export const orNull = <T extends z.ZodMiniType>(schema: T) => z.catch(z.nullable(schema), null)
