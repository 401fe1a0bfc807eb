import type { Config } from '../../config.ts'
import type { ContentStore } from '../../domains/content/store.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { RecordKind } from './format.ts'
import type { Brought } from './queries.ts'

/** What the operator chose, and what records are brought into. */
export interface ImportScope {
  readonly transaction: Executor
  readonly config: Config
  readonly content: Pick<ContentStore, 'with'>
  readonly source: string
  /** Ranks of this site by the names of the source, in small letters. */
  readonly ranks: ReadonlyMap<string, string>
  /** Ends names that are taken or not allowed here. */
  readonly renameSuffix: string | undefined
  /** Finds what became of a record of the same source. */
  readonly find: (kind: RecordKind, id: string) => Promise<Brought | undefined>
}

/** A record that was stored, and what of it could not be brought along. */
export interface Outcome extends Partial<Brought> {
  readonly notes: readonly string[]
}

/** Cuts a text after a number of code points. */
export function shortened(text: string, max: number): string {
  const letters = [...text]
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

/** Minutes by which clocks of two machines may differ. */
const skewMs = 5 * 60_000

export const isAhead = (moment: string) => Date.parse(moment) > Date.now() + skewMs
