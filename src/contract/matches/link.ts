import { msg } from '@lingui/core/macro'
import { sentence } from '../sentences.ts'
/** Letters and digits that are not confused with each other; adapters generate codes of eight. */
export const linkCodeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const linkCodeLimits = { length: 8, liveSeconds: 600 } as const

export const linkCodeMessage = sentence(msg`Enter the 8-character code that /link shows in game`)
