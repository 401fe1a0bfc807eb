import type { Config } from '../config.ts'
import { rebuildLedger, verifyLedger } from '../features/ledger/rebuild.ts'
import { parseWords, UsageError } from './arguments.ts'
import { withDatabase } from './with-database.ts'

/** A million matches are read for minutes. */
const patient = { patient: true }

/** `ledger rebuild | verify`; returns the exit code, 1 when figures and matches disagree. */
export async function ledgerCommand([verb, ...words]: readonly string[], config: Config): Promise<number> {
  parseWords(words, 0)
  switch (verb) {
    case 'rebuild':
      return withDatabase(
        config,
        async (database) => {
          console.log(`${await rebuildLedger(database)} rows computed from the matches`)
          return 0
        },
        patient,
      )
    case 'verify':
      return withDatabase(
        config,
        async (database) => {
          const { rows, differences, examples } = await verifyLedger(database)
          console.log(`${rows} rows compared, ${differences} differences`)
          for (const example of examples) console.log(example)
          return differences === 0 ? 0 : 1
        },
        patient,
      )
    default:
      throw new UsageError(`There is no command ledger ${verb ?? ''}`)
  }
}
