import * as z from 'zod/mini'

const message = 'This link is not complete. Copy all of it from the mail.'

/** What a link in a mail carries behind its `#`: 256 random bits in base64url. */
const pattern = /^[A-Za-z0-9_-]{43}$/

export const SecretLink = z.string({ error: message }).check(z.regex(pattern, { error: message }))

/** The same for a page that has read its address. */
export const isSecretLink = (text: string) => pattern.test(text)
