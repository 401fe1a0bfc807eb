import { createHash, randomBytes } from 'node:crypto'
import { linkCodeAlphabet } from '../../contract/matches/link.ts'

/** What the database keeps of a link or a code. */
export const hashOneTimeToken = (text: string) => createHash('sha256').update(text).digest()

/** 256 random bits in base64url, for a link in a mail. */
export const makeLinkToken = () => randomBytes(32).toString('base64url')

/** A code that people read to each other, five random bits a character. */
export const makeCode = (length: number) =>
  // 32 letters divide a byte evenly: no letter is likelier than another.
  Array.from(randomBytes(length), (byte) => linkCodeAlphabet[byte % linkCodeAlphabet.length]).join('')
