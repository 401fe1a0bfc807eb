import type { RefusedRow } from '../../contract/list-filters-schemas.ts'
import { AppError } from './http/errors.ts'
import type { Say } from './languages/say.ts'

interface Done {
  readonly done: number[]
  readonly refused: { readonly id: number; readonly error: AppError }[]
}

/** Does the same with several records: one that is refused holds no other back. Unexpected errors end the call. */
export async function oneByOne(ids: readonly number[], work: (id: number) => Promise<void>): Promise<Done> {
  const done: number[] = []
  const refused: Done['refused'] = []
  for (const id of ids)
    try {
      await work(id)
      done.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ id, error })
    }
  return { done, refused }
}

/** How the reply names a refused record, to somebody who reads what `say` says. */
export const refusedRow =
  (say: Say) =>
  ({ id, error }: Done['refused'][number]): RefusedRow => ({
    id,
    status: error.status,
    error: say(error.text),
  })
