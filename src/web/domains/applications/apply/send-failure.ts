import { msg } from '@lingui/core/macro'
import { allAnswers } from '../../../../contract/applications/application-answers-schemas.ts'
import type { Text } from '../../../../contract/languages.ts'
import { ApiError, errorMessage, isStatus } from '../../../platform/api-error.ts'
import type { Problems } from './check.ts'

const isField = (name: string) => name === 'position' || Object.hasOwn(allAnswers, name)

/** The messages of the server by field; empty when it refused for another reason. */
export function problemsFrom(error: unknown): Problems {
  const fields = (error instanceof ApiError ? error.errorBody?.fields : undefined) ?? {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isField(name)))
}

/** Why an application was not taken, in a sentence. */
export const sendErrorText = (error: unknown): Text =>
  isStatus(error, 401)
    ? msg`You are no longer logged in. Log in again: your draft is still in this browser.`
    : errorMessage(error, msg`Your application could not be sent. Please try again.`)
