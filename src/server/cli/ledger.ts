import { codePoints, isStorableText, isVisible } from '../../contract/text.ts'
import type { Config } from '../config.ts'
import { rebuildCups } from '../domains/cups/rebuild-cups.ts'
import { rebuildLedger, verifyLedger } from '../domains/matches/ledger/rebuild.ts'
import { voidMatch } from '../domains/matches/ledger/void.ts'
import { rebuildRatings, verifyRatings } from '../domains/rankings/ratings/rebuild.ts'
import { LiveHub } from '../platform/live/live-hub.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { parseArguments, UsageError } from './arguments.ts'
import { withDatabase } from './with-database.ts'

/** Reading a million matches takes minutes. */
const noStatementTimeout = { noStatementTimeout: true }

/** `ledger rebuild | verify | void`; returns the exit code: 1 when stats and matches differ, 3 when some could not be compared. */
export async function ledgerCommand([verb, ...words]: readonly string[], config: Config): Promise<number> {
  switch (verb) {
    case 'void':
      return voidCommand(words, config)
    case 'rebuild':
      parseArguments(words, 0)
      return withDatabase(
        config,
        async (database) => {
          console.log(`${await rebuildLedger(database)} rows computed from the matches`)
          // Ratings follow from which matches are of a cup.
          await rebuildCups(database)
          await rebuildRatings(database)
          return 0
        },
        noStatementTimeout,
      )
    case 'verify':
      parseArguments(words, 0)
      return withDatabase(
        config,
        async (database) => {
          const parts = [await verifyLedger(database), await verifyRatings(database)]
          const sum = (figure: 'rows' | 'differences') =>
            parts.reduce((total, part) => total + part[figure], 0)
          console.log(`${sum('rows')} rows compared, ${sum('differences')} differences`)
          for (const example of parts.flatMap((part) => part.examples)) console.log(example)
          const pending = parts.flatMap((part) => part.pending)
          for (const what of pending) console.log(`Not compared: ${what}. Verify again in a minute.`)
          return sum('differences') > 0 ? 1 : pending.length > 0 ? 3 : 0
        },
        noStatementTimeout,
      )
    default:
      throw new UsageError(`There is no command ledger ${verb ?? ''}`)
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const defaultReason = 'Voided by the owner of the site'

/** `ledger void <matchId> [--reason R]`: exit code 1 when the match does not exist. */
async function voidCommand(words: readonly string[], config: Config): Promise<number> {
  const { positionals, text } = parseArguments(words, 1, { reason: { type: 'string' } })
  const matchId = positionals[0]!.toLowerCase()
  if (!uuid.test(matchId))
    throw new UsageError('Specify the match by its UUID, the last part of the URL of its page')
  const reason = text('reason') ?? defaultReason
  if (!isVisible(reason) || codePoints(reason) > 500 || !isStorableText(reason))
    throw new UsageError('A reason must have 1 to 500 characters')
  return withDatabase(config, async (database, url) => {
    const live = new LiveHub({ url, database, log: createLogger('silent') })
    const outcome = await voidMatch({ database, live }, matchId, reason)
    if (outcome === 'unknown') {
      console.error(`There is no match ${matchId}`)
      return 1
    }
    console.log(outcome === 'voided' ? `Match ${matchId} is void` : `Match ${matchId} was void already`)
    return 0
  })
}
