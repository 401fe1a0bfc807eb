import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from './sentences.ts'
import { codePoints, isEmail, isSearchable, isUserLink, isVisible } from './text.ts'

/** Requires at least `limit` code points. */
export const minLength = (limit: number, message: string) =>
  z.refine<string>((text) => codePoints(text) >= limit, { error: message })

/** Allows at most `limit` code points. */
export const maxLength = (limit: number, message: string) =>
  z.refine<string>((text) => codePoints(text) <= limit, { error: message })

/** Requires something that a reader sees. */
export const notBlank = (message: string) => z.refine<string>(isVisible, { error: message })

/** Trimmed: what people paste often has spaces around it. */
export const Email = z
  .string({ error: sentence(msg`Invalid email address`) })
  .check(z.trim(), z.refine(isEmail, { error: sentence(msg`Invalid email address`) }))

/** Trimmed. */
export const userLink = (message: string) =>
  z.string().check(z.trim(), z.refine(isUserLink, { error: message }))

/** A text that is searched for: trimmed, and in NFC as what is searched. */
export const searchText = ({ max, tooShort, tooLong }: { max: number; tooShort: string; tooLong: string }) =>
  z
    .string({ error: tooShort })
    .check(z.normalize('NFC'), z.trim(), z.refine(isSearchable, { error: tooShort }), maxLength(max, tooLong))
