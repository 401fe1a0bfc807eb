import type { RefusedCase } from '../../../contract/moderation/cases-schemas.ts'
import type { CaseClaim, DecidedCase } from '../../../contract/moderation/moderation-schemas.ts'
import { AppError } from '../../platform/errors.ts'

interface Done {
  readonly done: number[]
  readonly refused: RefusedCase[]
}

/**
 * Does the same with several cases, each in a transaction of its own: locks of two calls never wait for each other in a
 * circle, and a case that is refused holds no other back. Unexpected errors end the call.
 */
export async function oneByOne(ids: readonly number[], work: (id: number) => Promise<void>): Promise<Done> {
  const done: number[] = []
  const refused: RefusedCase[] = []
  for (const id of ids)
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const current: { readonly decided?: DecidedCase; readonly claim?: CaseClaim } = error.current ?? {}
      refused.push({ id, status: error.status, error: error.message, ...current })
    }
  return { done, refused }
}
