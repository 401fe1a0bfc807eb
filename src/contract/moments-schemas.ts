import * as z from 'zod/mini'
import { readMoment } from './moments.ts'

/** A time with a zone, as `readMoment` reads it, as a Date. */
export const momentText = (error: string) =>
  z.pipe(
    z.string({ error }).check(z.refine((text) => readMoment(text) !== undefined, { error })),
    z.transform((text: string) => new Date(readMoment(text) ?? Number.NaN)),
  )
