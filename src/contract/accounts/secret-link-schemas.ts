import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { linkTokenPattern } from './secret-link.ts'

const message = sentence(msg`This link is not complete. Copy all of it from the mail.`)

export const SecretLink = z
  .string({ error: message })
  .check(z.trim(), z.regex(linkTokenPattern, { error: message }))
