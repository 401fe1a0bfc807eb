import * as z from 'zod/mini'
import { linkTokenPattern } from './secret-link.ts'

const message = 'This link is not complete. Copy all of it from the mail.'

export const SecretLink = z
  .string({ error: message })
  .check(z.trim(), z.regex(linkTokenPattern, { error: message }))
