import { IdText } from '../../contract/ids-schemas.ts'
import { codePoints, isStorableText, isVisible } from '../../contract/text.ts'
import type { Config } from '../config.ts'
import { createKey, listKeys, revokeKey } from '../domains/matches/ledger/queries/keys.ts'
import { parseArguments, UsageError } from './arguments.ts'
import { withDatabase } from './with-database.ts'

/** `key create | list | revoke`; returns the exit code. */
export async function keyCommand([verb, ...words]: readonly string[], config: Config): Promise<number> {
  switch (verb) {
    case 'create': {
      const parsed = parseArguments(words, 1, {
        ranks: { type: 'boolean' },
        unlinks: { type: 'boolean' },
      })
      const name = checkedName(parsed.positionals[0]!)
      return withDatabase(config, async ({ sql }) => {
        const { id, secret } = await createKey(sql, name, {
          setsRanks: parsed.flag('ranks'),
          unlinksOthers: parsed.flag('unlinks'),
        })
        console.log(`Key ${id} for ${name}, shown only now: ${secret}`)
        return 0
      })
    }
    case 'list':
      parseArguments(words, 0)
      return withDatabase(config, async ({ sql }) => {
        for (const key of await listKeys(sql)) {
          const { id, name, setsRanks, unlinksOthers, createdAt, lastUsedAt, revokedAt } = key
          const used = lastUsedAt === null ? 'never used' : `used ${lastUsedAt.toISOString()}`
          const state = revokedAt === null ? 'active' : `revoked ${revokedAt.toISOString()}`
          const what = [state, setsRanks && 'sets ranks', unlinksOthers && 'unlinks for other keys']
            .filter(Boolean)
            .join(', ')
          console.log([id, name, createdAt.toISOString(), used, what].join('\t'))
        }
        return 0
      })
    case 'revoke': {
      const id = IdText.safeParse(parseArguments(words, 1).positionals[0])
      if (!id.success) throw new UsageError('Specify the number of the key as shown by key list')
      return withDatabase(config, async ({ sql }) => {
        if (await revokeKey(sql, id.data)) {
          console.log(`Key ${id.data} is revoked`)
          return 0
        }
        console.error(`There is no active key ${id.data}`)
        return 1
      })
    }
    default:
      throw new UsageError(`There is no command key ${verb ?? ''}`)
  }
}

function checkedName(name: string): string {
  if (isVisible(name) && codePoints(name) <= 64 && isStorableText(name) && !/\p{Cc}/u.test(name)) return name
  throw new UsageError('A server name must have 1 to 64 characters')
}
