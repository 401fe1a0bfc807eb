import { ApiError } from '../../../platform/api-error.ts'
import { fieldNames, type Problem } from './draft.ts'

const refused = 'An error occurred while sending your message. Please try again.'
const unreachable = "We couldn't connect to our servers. Please check your internet connection and try again."

/** Why sending failed, in the words of the specification or the server's own. */
export function sendProblem(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { title: 'Connection Error', sentence: unreachable, fields: {} }
  const told = error.answer?.fields ?? {}
  const fields = Object.fromEntries(
    fieldNames.flatMap((name) => (Object.hasOwn(told, name) ? [[name, told[name]]] : [])),
  )
  return { title: 'Message Not Sent', sentence: error.answer?.message || refused, fields }
}
