import { msg } from '@lingui/core/macro'
import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import { isStaffRank, listRanks } from '../../../../contract/accounts/ranks.ts'
import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { conflict, invalid } from '../../../platform/http/errors.ts'
import { confusables } from './confusables.ts'
import { findUnjudgedGamertags, isNameOfMember, listStaffNames, storeJudgement } from './queries.ts'

const lookOf = new Map(
  Object.entries(confusables).flatMap(([look, letters]) =>
    [...letters].map((letter) => [letter, look] as const),
  ),
)

/**
 * What a name looks like, whatever its letters, case, marks and separators: two names with one skeleton are taken for each
 * other (Unicode TR 39, with case and separators folded). `I`, `l`, `i` and `1` are one letter.
 */
export const skeletonOf = (name: string): string =>
  Array.from(name.normalize('NFKD').replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, ''), (letter) => {
    const small = letter.toLowerCase()
    return lookOf.get(letter) ?? lookOf.get(small) ?? small
  })
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')

/** Names that the site itself says, and those that a member would take for the team's. */
const houseNames = [
  'Administrator',
  'Anonymous',
  'Command line',
  'Console',
  'Mod',
  'Moderation',
  deletedPlayerName,
  'Everyone',
  'Official',
  'Root',
  'Security',
  'Server',
  'Staff',
  'Staff team',
  'Support',
  'System',
  'The team',
  'Unknown player',
  'Webmaster',
]

const house = new Set(houseNames.map(skeletonOf))

/** What the staff ranks of the site look like. */
const staffRankSkeletons = () =>
  listRanks().flatMap(({ key, name }) => (isStaffRank(key) ? [skeletonOf(key), skeletonOf(name)] : []))

const staffWords = ['', 'admin', 'mod', 'official', 'staff', 'support', 'team']

const player = skeletonOf('Player')

const gameServer = skeletonOf('Game server')

type SiteName = Pick<Config, 'siteName' | 'siteShortName'>

/** Whether a name speaks for the site: one of its own names, `Player 97`, `game server X`. */
export function speaksForTheSite(name: string, { siteName, siteShortName }: SiteName): boolean {
  const skeleton = skeletonOf(name)
  if (house.has(skeleton) || staffRankSkeletons().includes(skeleton) || skeleton.startsWith(gameServer))
    return true
  const withoutNumber = name.normalize('NFKD').replace(/[\s._#-]*\p{Nd}+$/u, '')
  if (withoutNumber !== name.normalize('NFKD') && skeletonOf(withoutNumber) === player) return true
  return [siteName, siteShortName].some((own) =>
    staffWords.some((word) => skeleton === skeletonOf(`${own} ${word}`)),
  )
}

/** What the names of staff look like, by account. */
async function staffSkeletons(executor: Executor): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const skeletons = new Map<string, Set<number>>()
  for (const { id, names } of await listStaffNames(executor))
    for (const skeleton of names.map(skeletonOf))
      skeletons.set(skeleton, (skeletons.get(skeleton) ?? new Set()).add(id))
  return skeletons
}

/** For a name that is reserved as for one that is taken: what is reserved is nobody's business. */
export const nameTaken = () => conflict(msg`That username is already taken`)

/** Whether a name looks like that of somebody of the team, other than the account `id`. */
async function looksLikeStaff(executor: Executor, name: string, id?: number): Promise<boolean> {
  const owners = (await staffSkeletons(executor)).get(skeletonOf(name))
  return owners !== undefined && [...owners].some((owner) => owner !== id)
}

/** @throws 409 for a name that speaks for the site, or looks like that of somebody else of the team */
export async function requireFreeName(
  executor: Executor,
  site: SiteName,
  { id, username }: { readonly id?: number; readonly username: string },
): Promise<void> {
  if (speaksForTheSite(username, site) || (await looksLikeStaff(executor, username, id))) throw nameTaken()
}

/**
 * Whether a name is taken for that of a person, other than the account `id`: it looks like a name of staff, or is that of
 * another member.
 */
export const isNameOfSomebody = async (executor: Executor, name: string, id?: number): Promise<boolean> =>
  (await looksLikeStaff(executor, name, id)) || (await isNameOfMember(executor, name, id))

/**
 * For a team or a mode: it bears neither a name of the site nor that of a member. Asked of new names alone: one that is
 * stored stays, whoever takes it later.
 * @param by who names it, and may use their own name
 * @throws 400
 */
export async function requireNeutralName(
  executor: Executor,
  site: SiteName,
  { name, by }: { readonly name: string; readonly by?: number },
): Promise<void> {
  if (speaksForTheSite(name, site) || (await isNameOfSomebody(executor, name, by)))
    throw invalid({ name: msg`Choose another name` })
}

interface Gamertag {
  readonly id: number
  readonly gamertag: string
}

/** Returns whether the gamertag of an account speaks for the site or looks like the name of somebody else of the team. */
async function gamertagJudge(executor: Executor, site: SiteName): Promise<(one: Gamertag) => boolean> {
  const staff = await staffSkeletons(executor)
  return ({ id, gamertag }) =>
    speaksForTheSite(gamertag, site) ||
    [...(staff.get(skeletonOf(gamertag)) ?? [])].some((owner) => owner !== id)
}

/** Gamertags that may be shown. */
export async function withoutReserved<One extends Gamertag>(
  executor: Executor,
  site: SiteName,
  gamertags: readonly One[],
): Promise<One[]> {
  const isReserved = await gamertagJudge(executor, site)
  return gamertags.filter((one) => !isReserved(one))
}

/**
 * Judges the gamertags of these accounts that were not judged yet: those that speak for the site or look like the name of
 * somebody of the team are not shown. Games keep them.
 */
export async function judgeGamertags(
  transaction: Executor,
  site: SiteName,
  userIds: readonly number[],
): Promise<void> {
  const tags = await findUnjudgedGamertags(transaction, userIds)
  if (tags.length === 0) return
  const isReserved = await gamertagJudge(transaction, site)
  await storeJudgement(
    transaction,
    tags.map((one) => ({ id: one.id, isReserved: isReserved(one) })),
  )
}
