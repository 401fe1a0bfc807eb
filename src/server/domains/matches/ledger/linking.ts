import { msg } from '@lingui/core/macro'
import type { Config } from '../../../config.ts'
import { recordOwnAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { conflict, invalid } from '../../../platform/http/errors.ts'
import { queueForGameServers, queueMessage } from '../../../platform/jobs/outbox.ts'
import { queueRank } from '../../accounts/ranks/queries/sent-ranks.ts'
import { inheritRestriction } from '../../accounts/restrictions/queries.ts'
import { judgeGamertags } from '../../accounts/users/reserved-names.ts'
import { makePlayers } from './batch-players.ts'
import { type Identity, isNamed, requireIdentity, type Seen } from './identity.ts'
import { recompute } from './projection.ts'
import { startOver } from './queries/anonymization.ts'
import { consumeCodes, findCodeOwner } from './queries/codes.ts'
import { findIdentities, storeGamertags } from './queries/identities.ts'
import {
  findAccount,
  havePlayedTogether,
  haveSameKind,
  type LinkableAccount,
  markLinked,
  moveFollowers,
  moveIdentities,
  moveMentions,
  movePlayerReports,
  splitAccount,
  storeRedirect,
} from './queries/link.ts'
import { lockIdentitiesExclusive, lockUsers } from './queries/locks.ts'
import { statsKeysOf } from './queries/stats.ts'

const badCode = (field: string) =>
  invalid({ [field]: msg`That code is no longer valid. Type /link in game for a new one.` })

/**
 * Links a member to the player who was shown the code. @throws 400 for the code, 409 when one of them is already linked
 */
export async function linkMember(
  transaction: Executor,
  memberId: number,
  code: string,
): Promise<{ gamertag: string }> {
  const player = await ownerOf(transaction, code, 'code')
  if (player.id !== memberId) {
    refuseMember(player)
    if (await haveSameKind(transaction, player.id, memberId)) {
      throw conflict(msg`Your account is already linked to another player`)
    }
    if (await havePlayedTogether(transaction, player.id, memberId)) {
      throw conflict(msg`Your account is linked to somebody who played against this player`)
    }
    await merge(transaction, player.id, memberId)
    await welcome(transaction, memberId, player.serverId)
    await recordOwnAudit(transaction, memberId, {
      action: 'member.link',
      before: null,
      after: { mergedPlayer: player.id },
    })
  }
  await consumeCodes(transaction, memberId)
  const member = await findAccount(transaction, memberId)
  if (!member?.gamertag) throw new Error(`account ${memberId} has no gamertag after linking`)
  return { gamertag: member.gamertag }
}

/**
 * Returns the player's account that a newcomer claims with a code. @throws 400 for the code, 409 when it has an owner
 */
export async function claimPlayer(transaction: Executor, code: string): Promise<number> {
  const player = await ownerOf(transaction, code, 'linkCode')
  refuseMember(player)
  await lockUsers(transaction, [player.id])
  await welcome(transaction, player.id, player.serverId)
  await consumeCodes(transaction, player.id)
  await recordOwnAudit(transaction, player.id, {
    action: 'member.link',
    before: null,
    after: { registered: true },
  })
  return player.id
}

/**
 * Returns the player's account that an imported member takes, as with a code: another program saw that it is theirs.
 * Nothing is said in game. @throws 409 when it has an owner
 */
export async function claimImportedPlayer(
  transaction: Executor,
  config: Pick<Config, 'siteName' | 'siteShortName'>,
  seen: Seen,
): Promise<number> {
  await lockIdentitiesExclusive(transaction)
  const { userId } = await makeNamedPlayer(transaction, config, seen)
  const player = await findAccount(transaction, userId)
  if (player === undefined) throw new Error(`account ${userId} of a player is missing`)
  refuseMember(player)
  await markLinked(transaction, player.id, null)
  await inheritRestriction(transaction, player.id)
  return player.id
}

/** Makes a player unless they are known, and stores their gamertag unless a newer one is. */
export async function makeNamedPlayer(
  transaction: Executor,
  config: Pick<Config, 'siteName' | 'siteShortName'>,
  seen: Seen,
): Promise<Identity> {
  const known = await findIdentities(transaction, [seen])
  const identity = requireIdentity(await makePlayers(transaction, known, [seen]), seen)
  await lockUsers(transaction, [identity.userId])
  if (isNamed(seen))
    await storeGamertags(transaction, [{ userId: identity.userId, gamertag: seen.gamertag, at: seen.at }])
  await judgeGamertags(transaction, config, [identity.userId])
  return identity
}

/**
 * Moves the player of a linked member to an account of its own, with matches, stats and redirects, and returns its id.
 * Undefined when the account is not linked. The caller records it.
 */
export async function unlinkAccount(transaction: Executor, userId: number): Promise<number | undefined> {
  await lockIdentitiesExclusive(transaction)
  const account = await findAccount(transaction, userId)
  if (!account?.isLinked) return undefined
  await lockUsers(transaction, [userId])
  // Invalidates earlier codes, which would give the player away afterwards.
  await consumeCodes(transaction, userId)
  const keys = await statsKeysOf(transaction, [userId])
  const playerId = await splitAccount(transaction, userId)
  await recompute(transaction, [...keys, ...keys.map(({ boardId }) => ({ boardId, userId: playerId }))])
  await queueForGameServers(transaction, playerId, 'rank', { rank: 'Member' })
  await queueMessage(transaction, playerId, msg`You are not linked to the website any more.`)
  return playerId
}

async function ownerOf(
  transaction: Executor,
  code: string,
  field: string,
): Promise<LinkableAccount & { readonly serverId: number | null }> {
  await lockIdentitiesExclusive(transaction)
  const owner = await findCodeOwner(transaction, code)
  if (owner === undefined) throw badCode(field)
  const userId = (await startOver(transaction, owner.identityId)) ?? owner.userId
  const account = await findAccount(transaction, userId)
  if (account === undefined) throw badCode(field)
  return { ...account, serverId: owner.serverId }
}

function refuseMember(player: LinkableAccount): void {
  if (player.isMember) throw conflict(msg`This player is already linked to another account`)
}

async function merge(transaction: Executor, playerId: number, memberId: number): Promise<void> {
  await lockUsers(transaction, [playerId, memberId])
  const keys = await statsKeysOf(transaction, [playerId, memberId])
  await moveIdentities(transaction, playerId, memberId)
  await recompute(transaction, [...keys, ...keys.map(({ boardId }) => ({ boardId, userId: memberId }))])
  await moveFollowers(transaction, playerId, memberId)
  await moveMentions(transaction, playerId, memberId)
  await movePlayerReports(transaction, playerId, memberId)
  await storeRedirect(transaction, playerId, memberId)
}

async function welcome(transaction: Executor, id: number, serverId: number | null): Promise<void> {
  await markLinked(transaction, id, serverId)
  await inheritRestriction(transaction, id)
  await queueMessage(transaction, id, msg`You are now linked to your account on the website.`)
  await queueRank(transaction, id)
}
