import { findRank, isStaffRank, type Rank, rankCalled } from '../../../contract/accounts/ranks.ts'
import { Username } from '../../../contract/accounts/users-schemas.ts'
import { textLimits } from '../../../contract/limits.ts'
import { shownGamertag } from '../../../contract/text.ts'
import { Email } from '../../../contract/text-schemas.ts'
import { storeVerified } from '../../domains/accounts/email/queries.ts'
import { queueRank } from '../../domains/accounts/ranks/queries/sent-ranks.ts'
import { foreignHashProblem, noPassword } from '../../domains/accounts/users/foreign-hash.ts'
import { insertMember, setCredentials } from '../../domains/accounts/users/queries.ts'
import { requireFreeName } from '../../domains/accounts/users/reserved-names.ts'
import { claimImportedPlayer } from '../../domains/matches/ledger/linking.ts'
import { AppError } from '../../platform/http/errors.ts'
import { problemOf, type TransferRecord } from './format.ts'
import { completeMember, isAddressOfMember, isUsernameTaken, withSavepoint } from './queries.ts'
import { type ImportScope, isAhead, type Outcome } from './records.ts'
import { RefusedRecord } from './transfer-error.ts'

type MemberRecord = TransferRecord<'member'>

const languagePattern = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/

/** Says why a name cannot be used here; undefined when it can. */
async function nameProblem({ transaction, config }: ImportScope, name: string): Promise<string | undefined> {
  const checked = Username.safeParse(name)
  if (!checked.success) return `name: ${problemOf(checked.error)}`
  if (await isUsernameTaken(transaction, checked.data)) return 'name: a member of this site has it'
  try {
    await requireFreeName(transaction, config, { username: checked.data })
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return 'name: it speaks for the site, or looks like that of somebody of the team'
  }
}

/** A name as this site allows them, with the suffix, as long as names are. */
function renamed(name: string, suffix: string): string {
  const allowed = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_ -]+/g, '')
    .replace(/ +/g, ' ')
    .trim()
  return `${allowed.slice(0, textLimits.username.max - suffix.length).trimEnd()}${suffix}`
}

async function chosenName(scope: ImportScope, name: string, notes: string[]): Promise<string> {
  const problem = await nameProblem(scope, name)
  if (problem === undefined) return name.trim()
  if (scope.renameSuffix === undefined) throw new RefusedRecord(problem)
  const other = renamed(name, scope.renameSuffix)
  const otherProblem = await nameProblem(scope, other)
  if (otherProblem !== undefined)
    throw new RefusedRecord(`${problem}; as ${JSON.stringify(other)}: ${otherProblem}`)
  notes.push(`is now called ${other} (${problem})`)
  return other
}

/** A staff rank is given only where the operator named it. */
function chosenRank({ ranks }: ImportScope, written: string, notes: string[]): Rank {
  const mapped = ranks.get(written.trim().toLowerCase())
  if (mapped !== undefined) return mapped
  const found = rankCalled(written)
  if (found === undefined) {
    notes.push(`rank: there is no rank ${JSON.stringify(written)} here; name one with --rank`)
    return 'Member'
  }
  if (!isStaffRank(found.key)) return found.key
  notes.push(
    `rank: ${found.key} is a staff rank, which is given only with --rank ${JSON.stringify(`${written}=${found.key}`)}`,
  )
  return 'Member'
}

async function chosenEmail(
  { transaction }: ImportScope,
  written: string,
  notes: string[],
): Promise<string | null> {
  const email = Email.safeParse(written)
  if (!email.success) notes.push('email: it is no address')
  else if (await isAddressOfMember(transaction, email.data)) notes.push('email: another member here has it')
  else return email.data
  return null
}

function chosenHash({ passwordHash }: MemberRecord, notes: string[]): string {
  if (!passwordHash) {
    notes.push('passwordHash: there is none, so a new password has to be chosen')
    return noPassword
  }
  const problem = foreignHashProblem(passwordHash)
  if (problem === undefined) return passwordHash
  notes.push(`passwordHash: ${problem}; a new password has to be chosen`)
  return noPassword
}

/** The account of the player, where nobody here has them; else none. */
async function claimed(
  { transaction, config }: ImportScope,
  { xuid, gamertag, name, joined }: MemberRecord,
  notes: string[],
): Promise<number | undefined> {
  if (!xuid) return undefined
  const shown = shownGamertag((gamertag || name).slice(0, 64))
  const seen = {
    kind: 'xuid' as const,
    value: xuid,
    gamertag: shown,
    // Older than what the game says, which is newer.
    at: joined ? new Date(joined) : new Date('2000-01-01'),
  }
  try {
    return await withSavepoint(transaction, () => claimImportedPlayer(transaction, config, seen))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    notes.push('xuid: another member here is linked to this player')
    return undefined
  }
}

export async function bringMember(scope: ImportScope, record: MemberRecord): Promise<Outcome> {
  const { transaction } = scope
  if (record.joined && isAhead(record.joined)) throw new RefusedRecord('joined: it is in the future')
  const notes: string[] = []
  const username = await chosenName(scope, record.name, notes)
  const email = record.email ? await chosenEmail(scope, record.email, notes) : null
  const rank = record.rank ? chosenRank(scope, record.rank, notes) : 'Member'
  const isLanguage = record.language ? languagePattern.test(record.language) : false
  if (record.language && !isLanguage) notes.push('language: it is no language tag')
  const password = { passwordHash: chosenHash(record, notes), isShort: null }
  const language = (isLanguage && record.language) || undefined
  const playerId = await claimed(scope, record, notes)
  const member = { username, email, password, language }
  const id =
    playerId === undefined
      ? await insertMember(transaction, member)
      : await setCredentials(transaction, playerId, member)
  await completeMember(transaction, id, { rank, joined: record.joined ?? null })
  if (playerId !== undefined) await queueRank(transaction, id)
  if (email !== null && record.emailConfirmed === true) await storeVerified(transaction, id, email)
  return { userId: id, notes }
}

/** Reads `Old=New` of `--rank`. @returns why it is none */
export function readRankMapping(written: string): { from: string; to: Rank } | string {
  const at = written.indexOf('=')
  if (at < 1) return `--rank ${written}: write it as Old=New`
  const to = findRank(written.slice(at + 1).trim()) ?? rankCalled(written.slice(at + 1))
  if (to === undefined) return `--rank ${written}: there is no rank ${written.slice(at + 1)} here`
  return { from: written.slice(0, at).trim().toLowerCase(), to: to.key }
}
