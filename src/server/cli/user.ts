import { listRanks, type Rank, rankLabel } from '../../contract/accounts/ranks.ts'
import { Password, Username } from '../../contract/accounts/users-schemas.ts'
import type { Schema } from '../../contract/endpoint.ts'
import { textOf } from '../../contract/sentences.ts'
import { Email } from '../../contract/text-schemas.ts'
import type { Config } from '../config.ts'
import { issueCodeOnConsole } from '../domains/accounts/recovery/issue.ts'
import { removeSecondFactor } from '../domains/accounts/second-factor/queries.ts'
import { isShortPassword, passwordRefusal } from '../domains/accounts/users/new-password.ts'
import { hashPassword } from '../domains/accounts/users/passwords.ts'
import { insertMember, listMembers, setRank } from '../domains/accounts/users/queries.ts'
import { recordConsoleAudit } from '../platform/audit.ts'
import { ConcurrencyLimiter } from '../platform/http/concurrency-limiter.ts'
import { sayInEnglish } from '../platform/languages/say.ts'
import { firstInputLine, parseArguments, UsageError } from './arguments.ts'
import { withDatabase } from './with-database.ts'

/** `user create | rank | recover | list | reset-2fa`; returns the exit code. */
export async function userCommand([verb, ...words]: readonly string[], config: Config): Promise<number> {
  switch (verb) {
    case 'create':
      return createMember(words, config)
    case 'rank':
      return changeRank(words, config)
    case 'recover':
      return recoverMember(words, config)
    case 'list':
      parseArguments(words, 0)
      return withDatabase(config, async ({ sql }) => {
        for (const { id, username, rank, createdAt } of await listMembers(sql)) {
          console.log([id, username, rank, createdAt.toISOString()].join('\t'))
        }
        return 0
      })
    case 'reset-2fa':
    // Name in the last release, for scripts; the next release removes it.
    case 'forget-factor':
      return resetSecondFactor(words, config)
    default:
      throw new UsageError(`There is no command user ${verb ?? ''}`)
  }
}

async function createMember(words: readonly string[], config: Config): Promise<number> {
  const options = {
    rank: { type: 'string' },
    email: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  } as const
  const { positionals, text, flag } = parseArguments(words, 1, options)
  const username = checked(Username, positionals[0])
  const email = text('email') === undefined ? null : checked(Email, text('email'))
  if (!flag('password-stdin'))
    throw new UsageError('Pass the password on standard input with --password-stdin')
  const password = checked(Password, await firstInputLine())
  return withDatabase(config, async ({ sql }) => {
    const rank = checkedRank(text('rank') ?? 'Member', config)
    const refusal = passwordRefusal(password, rank)
    if (refusal !== undefined) throw new UsageError(sayInEnglish(refusal))
    const passwordHash = await hashPassword({ hashLimiter: new ConcurrencyLimiter(1, 0) }, password)
    const stored = { passwordHash, isShort: isShortPassword(password) }
    try {
      const id = await sql.transaction().execute(async (transaction) => {
        const created = await insertMember(transaction, { username, email, password: stored, rank })
        const subject = { type: 'member', id: created } as const
        await recordConsoleAudit(transaction, {
          action: 'member.create',
          subject,
          before: null,
          after: { rank },
        })
        return created
      })
      console.log(id)
      return 0
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== 'users_username_key') throw error
      console.error('That username is already taken')
      return 1
    }
  })
}

async function changeRank(words: readonly string[], config: Config): Promise<number> {
  const { positionals } = parseArguments(words, 2)
  const username = positionals[0]!
  return withDatabase(config, async ({ sql }) => {
    const rank = checkedRank(positionals[1]!, config)
    if (await setRank(sql, username, rank)) {
      console.log(`${username} is ${rank}`)
      return 0
    }
    console.error(`There is no member ${username}`)
    return 1
  })
}

async function resetSecondFactor(words: readonly string[], config: Config): Promise<number> {
  const username = parseArguments(words, 1).positionals[0]!
  return withDatabase(config, async ({ sql }) => {
    const forgotten = await removeSecondFactor(sql, username)
    if (forgotten) console.log(`${username} no longer has a second factor`)
    else if (forgotten === undefined) console.error(`There is no member ${username}`)
    else console.error(`${username} has no second factor`)
    return forgotten ? 0 : 1
  })
}

async function recoverMember(words: readonly string[], config: Config): Promise<number> {
  const username = parseArguments(words, 1).positionals[0]!
  return withDatabase(config, async (database) => {
    const issued = await issueCodeOnConsole(database, username)
    if (issued === undefined) {
      console.error(`There is no member ${username}`)
      return 1
    }
    const { code, expiresAt } = issued
    console.log(
      `Code for ${username}, for /recover, until ${expiresAt.toISOString()}, shown only now: ${code}`,
    )
    return 0
  })
}

/** Accepts the key, an alias or the displayed name of a rank, in any case. */
function checkedRank(text: string, { siteShortName: shortName }: Config): Rank {
  const sameAs = (other: string) => other.toLowerCase() === text.trim().toLowerCase()
  const found = listRanks().find(({ key, aliases = [] }) =>
    [key, rankLabel(key, { shortName }), ...aliases].some(sameAs),
  )
  if (found !== undefined) return found.key
  const names = listRanks().map(({ key }) => rankLabel(key, { shortName }))
  throw new UsageError(`A rank is one of ${names.join(', ')}`)
}

function checked<T>(schema: Schema<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(sayInEnglish(textOf(result.error.issues[0]!.message)))
}
