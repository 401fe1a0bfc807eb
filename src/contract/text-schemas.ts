import * as z from 'zod/mini'
import { codePoints, isEmail, isUserLink } from './text.ts'

/** Requires at least `limit` code points. */
export const minLength = (limit: number, message: string) =>
  z.refine<string>((text) => codePoints(text) >= limit, { error: message })

/** Allows at most `limit` code points. */
export const maxLength = (limit: number, message: string) =>
  z.refine<string>((text) => codePoints(text) <= limit, { error: message })

export const Email = z.string().check(z.refine(isEmail, { error: 'Invalid email address' }))

export const userLink = (message: string) => z.string().check(z.refine(isUserLink, { error: message }))
