import { ApiError } from '../../platform/api-error.ts'

/**
 * Why a post was not created: the answer's `message`, whoever answered. A bare status has its number; what cannot be
 * read as JSON with a message, and an answer that never came, are unknown.
 */
export function createFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Unknown error'
  if (error.body === '') return `Error: ${error.status}`
  return messageIn(error.body) ?? 'Unknown error'
}

function messageIn(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    const hasMessage = typeof answer === 'object' && answer !== null && 'message' in answer
    return hasMessage && typeof answer.message === 'string' && answer.message !== ''
      ? answer.message
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
