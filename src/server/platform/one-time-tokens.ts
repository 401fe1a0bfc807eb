import { createHash, randomBytes } from 'node:crypto'
import { linkCodeAlphabet } from '../../contract/matches/link.ts'

/** Only this hash of a link or code is stored. */
export const hashOneTimeToken = (text: string) => createHash('sha256').update(text).digest()

/** 256 random bits in base64url, for links in mails. */
export const makeLinkToken = () => randomBytes(32).toString('base64url')

/** A code to read aloud, with five random bits per character. */
export const makeCode = (length: number) =>
  // The alphabet has 32 letters, which divide a byte evenly, so all are equally likely.
  Array.from(randomBytes(length), (byte) => linkCodeAlphabet[byte % linkCodeAlphabet.length]).join('')
