import { msg } from '@lingui/core/macro'
import { sentence } from '../sentences.ts'

export const positionMessage = sentence(msg`Please choose the position that you apply for`)
